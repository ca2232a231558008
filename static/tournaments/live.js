// A page that shows a whole tournament: the server's fragments come in and take its place. In between the time that is
// left runs by a clock of the page's own. Rows that have changed places move there calmly, unless motion is unwanted.
import * as connection from "../site/connection.js";
import { heed } from "../site/release.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const MOVES_IN = 600; // ms

const main = document.getElementById("main");
const shown = () => document.getElementById("live");
const version = () => Number(shown().dataset.version);

connection.connect({ frame: hear, page: see, seen: () => "" });

function hear(frame) {
  if (heed(frame.release, answersForm())) return;
  if (frame.type === "beat") {
    if (frame.version > version()) connection.send({ do: "look" });
  } else if (frame.html) {
    enter(frame.html);
    connection.caughtUp();
  }
}

// The whole page, for want of a socket.
function see(html, release) {
  if (!heed(release, answersForm())) enter(html, true);
}

// To load such a page again would send the form again.
const answersForm = () => document.getElementById("notice");

// --- the time that is left

let left = 0; // seconds, at
let since = 0; // by the clock of the page

function set() {
  left = Number(shown().dataset.left);
  since = performance.now();
  tick();
}

function tick() {
  const { runs, whole } = shown().dataset;
  const seconds = runs === undefined ? left : Math.max(0, Math.ceil(left - (performance.now() - since) / 1_000));
  for (const clock of shown().querySelectorAll(".clock")) {
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  const share = `${Math.min(100, (100 * seconds) / Number(whole))}%`;
  shown().querySelector(".time-line .rest")?.setAttribute("width", share);
  shown().querySelector(".time-line .laid")?.setAttribute("x", share);
}

// --- what has changed

const places = () => new Map([...shown().querySelectorAll("[data-moves]")].map((row) => [row, row.getBoundingClientRect().top]));

// Parts of whole pages only, such as addresses, stay as they are, and another screen is requested as a page.
function enter(html, whole = false) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("live");
  if (!next || Number(next.dataset.version) < version()) return;
  if (!whole && next.dataset.face !== shown().dataset.face) ask();
  else put(next, whole);
}

async function ask() {
  try {
    const answer = await fetch(main.dataset.stateUrl);
    if (answer.ok) enter(await answer.text(), true);
  } catch {
    // The next beat tells that the page is behind.
  }
}

function put(next, whole) {
  const before = STILL.matches ? new Map() : places();
  const { people } = shown().dataset;
  Idiomorph.morph(shown(), next, {
    callbacks: {
      // Opened parts stay as they are, with the text typed into them; parts shown by a script stay shown.
      beforeNodeMorphed: (node) => !node.matches?.(whole ? "details[open]" : "details[open], [data-kept]"),
      beforeAttributeUpdated: (name) => name !== "hidden",
    },
  });
  set();
  if (shown().dataset.people > Number(people)) document.getElementById("joined").textContent = shown().dataset.joined;
  for (const [row, top] of before) {
    const moved = row.isConnected ? top - row.getBoundingClientRect().top : 0;
    if (moved) row.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], { duration: MOVES_IN, easing: "ease-in-out" });
  }
}

set();
setInterval(tick, 1_000);
