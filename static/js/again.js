// A page of a tournament that keeps itself up to date: it asks for itself every few seconds, for ever, and puts in place
// what has changed. In between the time that is left runs by a clock of the page's own. Rows that have changed places
// move there calmly, unless motion is unwanted.
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const MOVES_IN = 600; // ms
const PATIENCE = 10_000; // ms for an answer

const main = () => document.getElementById("main");
const every = 1_000 * Number(main().dataset.again);

// --- the time that is left

let left = 0; // seconds, at
let since = 0; // by the clock of the page

function set() {
  left = Number(main().dataset.left);
  since = performance.now();
  tick();
}

function tick() {
  const { runs, whole } = main().dataset;
  const seconds = runs === undefined ? left : Math.max(0, Math.ceil(left - (performance.now() - since) / 1_000));
  for (const clock of main().querySelectorAll(".clock")) {
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  const share = `${Math.min(100, (100 * seconds) / Number(whole))}%`;
  main().querySelector(".time-line .rest")?.setAttribute("width", share);
  main().querySelector(".time-line .laid")?.setAttribute("x", share);
}

// --- what has changed

const places = () => new Map([...main().querySelectorAll("[data-moves]")].map((row) => [row, row.getBoundingClientRect().top]));

function put(next) {
  const before = STILL.matches ? new Map() : places();
  Idiomorph.morph(main(), next, {
    callbacks: {
      // What somebody has opened stays as it is, with what they have typed; what a script has shown stays shown.
      beforeNodeMorphed: (node) => !node.matches?.("details[open]"),
      beforeAttributeUpdated: (name) => name !== "hidden",
      // What was refused stays told until something else is done.
      beforeNodeRemoved: (node) => node.id !== "notice",
    },
  });
  set();
  for (const [row, top] of before) {
    const moved = row.isConnected ? top - row.getBoundingClientRect().top : 0;
    if (moved) row.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], { duration: MOVES_IN, easing: "ease-in-out" });
  }
}

async function again() {
  try {
    const answer = await fetch(location.href, { signal: AbortSignal.timeout(PATIENCE) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = page.querySelector("[data-again]");
    if (!answer.ok || !next) return;
    if (next.dataset.release !== main().dataset.release && !main().querySelector("details[open]")) location.reload();
    else put(next);
  } catch {
    // The server is not there just now: the page asks again.
  }
}

async function keepOn() {
  if (!document.hidden) await again();
  setTimeout(keepOn, every);
}

set();
setInterval(tick, 1_000);
setTimeout(keepOn, every);
document.addEventListener("visibilitychange", () => document.hidden || again());
