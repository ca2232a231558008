// Clocks: the server sends the seconds left, and the page counts them down by performance.now(). A delayed message
// implies too much time, so the earliest end counts.
const ends = new Map(); // from each end, in the server's time, to its performance.now()
const warned = new Set(); // the ends whose warning has been announced

// Update the clocks. Call this after every change to the page.
export function syncClocks() {
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
    else drawClock(clock, left);
  }
}

// Shorten the line, and move its pencil, once a second.
function drawClock(clock, left) {
  const { whole, ends: moment, soon, soonAt } = clock.dataset;
  clock.querySelector("b").textContent = left;
  const length = Math.round(clock.querySelector(".rubbed").getTotalLength() * Math.min(left / whole, 1));
  clock.querySelector("rect").setAttribute("width", length);
  clock.querySelector("use").setAttribute("x", length);
  if (!soon || left > soonAt || left === 0 || warned.has(moment)) return;
  warned.add(moment);
  document.querySelector("#news .unseen").textContent = soon;
}

setInterval(tick, 250); // often enough to show every second
