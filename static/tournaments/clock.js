// Clocks that the server winds: it says how many seconds are left, and the page counts them by its own clock, which never
// jumps and need not agree with the server's. A late message shows more time than there is: the least counts.
const ends = new Map(); // the moments that clocks run to, as the server names them: when that is by performance.now()
const said = new Set();

// Heeds the clocks on the page after each change of it.
export function wind() {
  for (const clock of clocks()) {
    const end = performance.now() + 1_000 * clock.dataset.left;
    ends.set(clock.dataset.ends, Math.min(end, ends.get(clock.dataset.ends) ?? end));
  }
  tick();
}

const clocks = () => document.querySelectorAll("[data-ends]");

function tick() {
  for (const clock of clocks()) {
    const left = Math.max(0, Math.ceil((ends.get(clock.dataset.ends) - performance.now()) / 1_000));
    if (clock.matches("time")) clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    else draw(clock, left);
  }
}

// The line is rubbed out once a second, and its pencil goes with it.
function draw(clock, left) {
  const { whole, ends: moment, soon, soonAt } = clock.dataset;
  clock.querySelector("b").textContent = left;
  const length = Math.round(clock.querySelector(".rubbed").getTotalLength() * Math.min(left / whole, 1));
  clock.querySelector("rect").setAttribute("width", length);
  clock.querySelector("use").setAttribute("x", length);
  if (!soon || left > soonAt || left === 0 || said.has(moment)) return;
  said.add(moment);
  document.querySelector("#news .unseen").textContent = soon; // once
}

setInterval(tick, 250); // often enough for each second to be a second
