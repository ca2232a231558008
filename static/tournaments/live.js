// A page that shows a whole tournament: swap in the server's fragments, and count down the time in between. Rows slide to
// their new places, unless motion is reduced.
import * as connection from "../site/connection.js";
import { keepFocus } from "../site/focus.js";
import { reloadIfOutdated } from "../site/release.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const SLIDE_TIME = 600; // ms

const main = document.getElementById("main");
const shown = () => document.getElementById("live");
const version = () => Number(shown().dataset.version);

connection.connect({ frame: onFrame, page: onPage, seen: () => "" });

function onFrame(frame) {
  if (reloadIfOutdated(frame.release, answersForm())) return;
  if (frame.type === "beat") {
    if (frame.version > version()) connection.send({ do: "look" });
  } else if (frame.html) {
    update(frame.html);
    connection.caughtUp();
  }
}

// Handle the polled page, without a socket.
function onPage(html, release) {
  if (!reloadIfOutdated(release, answersForm())) update(html, true);
}

// Return whether the page is the answer to a form, which a reload would resend.
const answersForm = () => document.getElementById("notice");

// --- the remaining time

let left = 0; // seconds left at `since`
let since = 0; // by performance.now()

function syncClock() {
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

// --- changes

const places = () => new Map([...shown().querySelectorAll("[data-moves]")].map((row) => [row, row.getBoundingClientRect().top]));

// Swap in a fragment. For another screen, request the whole page instead, because fragments lack some parts, such as
// addresses.
function update(html, whole = false) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("live");
  if (!next || Number(next.dataset.version) < version()) return;
  if (!whole && next.dataset.face !== shown().dataset.face) fetchPage();
  else swap(next, whole);
}

async function fetchPage() {
  try {
    const answer = await fetch(main.dataset.stateUrl);
    if (answer.ok) update(await answer.text(), true);
  } catch {
    // The next beat will show that the page is outdated.
  }
}

function swap(next, whole) {
  const before = STILL.matches ? new Map() : places();
  const { people } = shown().dataset;
  keepFocus(() =>
    Idiomorph.morph(shown(), next, {
      callbacks: {
        // Keep opened details with the text typed into them, and elements that a script has shown or made focusable.
        beforeNodeMorphed: (node) => !node.matches?.(whole ? "details[open]" : "details[open], [data-kept]"),
        beforeAttributeUpdated: (name) => !["hidden", "tabindex"].includes(name),
      },
    }),
  );
  syncClock();
  if (shown().dataset.people > Number(people)) document.getElementById("joined").textContent = shown().dataset.joined;
  for (const [row, top] of before) {
    const moved = row.isConnected ? top - row.getBoundingClientRect().top : 0;
    if (moved) row.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], { duration: SLIDE_TIME, easing: "ease-in-out" });
  }
}

syncClock();
setInterval(tick, 1_000);
