// Load links and GET forms inside [data-follow], and forms with data-in-place, in place, so that boards change without a
// flash. Without this script they load as pages. [Play] presses [Step] repeatedly.
import { keepFocus } from "./focus.js";
import { isMeant, isShortcut } from "./keys.js";
import { rove } from "../play/squares.js";

const main = () => document.querySelector("[data-follow]");
let newest = 0;

// Load a page in place. `instead` loads it normally if it is of another kind or fails to load.
async function follow(address, request, instead = () => location.assign(address)) {
  const mine = ++newest;
  let text;
  try {
    text = await (await fetch(address, request)).text();
  } catch {
    pause();
    instead();
    return;
  }
  const page = new DOMParser().parseFromString(text, "text/html");
  const next = page.querySelector("[data-follow]");
  if (mine !== newest) return; // superseded by a later request
  if (!next) {
    instead();
    return;
  }
  // If moves come faster than a screen reader can announce them, announce only the last move of each game.
  const announced = timer && speed() && next.querySelector("#announce:not([data-end])");
  if (announced) announced.textContent = "";
  const typing = document.activeElement?.matches("input:not([type]), input[type=text]");
  keepFocus(() => {
    Idiomorph.morph(main(), next, {
      ignoreActiveValue: typing,
      // Keep opened details open, and elements that a script has shown or made focusable unchanged.
      callbacks: { beforeAttributeUpdated: (name) => !["open", "hidden", "tabindex"].includes(name) },
    });
    rove();
    updateControls();
    showStep();
  });
  reloadIfIncomplete();
  history.replaceState(null, "", address);
  document.title = page.title;
  for (const field of document.querySelectorAll("input[name=next]")) field.value = location.pathname + location.search;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-follow] a[href^='?']");
  if (!link || !navigator.onLine || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  pause();
  follow(link.href);
});

// Keys and swipes press a review's links.
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
const LETTERS = { m: "mistake", o: "overlay" };
document.addEventListener("keydown", (event) => {
  const link = document.getElementById(KEYS[event.key] ?? (isShortcut(event) && LETTERS[event.key.toLowerCase()]));
  if (!link || event.defaultPrevented || !isMeant(event)) return; // a board for trying moves has the same keys
  event.preventDefault();
  link.click();
});

// After solving a puzzle, Enter on the board opens the next one.
document.addEventListener("keydown", (event) => {
  const next = document.getElementById("next");
  if (event.key !== "Enter" || !next || !isMeant(event) || event.repeat || !event.target.matches("body, .board > button")) return;
  event.preventDefault();
  next.click();
});

let from = null;
document.addEventListener("touchstart", (event) => {
  from = event.target.closest(".board") && event.touches.length === 1 ? event.touches[0] : null;
}, { passive: true });
document.addEventListener("touchend", (event) => {
  if (!from) return;
  const [across, down] = [event.changedTouches[0].clientX - from.clientX, event.changedTouches[0].clientY - from.clientY];
  if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(down)) {
    document.getElementById(across < 0 ? "on" : "back")?.click();
  }
});

document.addEventListener("submit", (event) => {
  if (!navigator.onLine) return; // press.js shows a notice
  const form = event.target;
  const posts = form.method === "post" && "inPlace" in form.dataset;
  if (!posts && (form.method !== "get" || !form.closest("[data-follow]"))) return;
  event.preventDefault();
  const body = new FormData(form, event.submitter);
  const asPage = () => {
    delete form.dataset.inPlace;
    form.requestSubmit(event.submitter);
  };
  if (posts) {
    // Clear the answer, so that screen readers announce the same answer to another square again.
    for (const said of main().querySelectorAll("[role=status]")) said.textContent = "";
    form.ariaBusy = "true"; // until the answer replaces it
    follow(form.action, { method: "post", body }, asPage);
  } else follow(`${location.pathname}?${new URLSearchParams(body)}`);
}, { capture: true }); // before press.js, which blocks double submits

document.addEventListener("input", (event) => {
  event.target.closest("[data-instant]")?.requestSubmit();
});

// In a long game, scroll the strip, but not the page, to the shown move.
function showStep() {
  const step = document.querySelector(".track [aria-current]");
  const track = step?.closest(".track");
  if (track) track.scrollLeft += step.getBoundingClientRect().left - track.getBoundingClientRect().left - track.clientWidth / 2;
}
showStep();

// --- reload an incomplete page in place; without this script it reloads as a page

const RELOAD_AFTER = 150; // ms

function reloadIfIncomplete() {
  if (document.querySelector("[data-again]")) setTimeout(() => follow(location.href), RELOAD_AFTER);
}
reloadIfIncomplete();

// --- playing a series

const START_AFTER = 1_000; // ms, to see who plays
const MS_PER_LETTER = 90; // for a screen reader at an easy pace
const MIN_MS_PER_MOVE = 4_000; // in languages with few letters

let timer = null;
const button = () => document.getElementById("play");
const speed = () => Number(document.getElementById("speed").value); // ms per move; 0 for the pace of a screen reader

function updateControls() {
  const play = button();
  if (!play) return;
  const more = Boolean(document.getElementById("on"));
  if (!more) pause();
  play.hidden = !more;
  document.getElementById("speed-label").hidden = !more;
  play.textContent = timer ? play.dataset.pause : play.dataset.play;
}

function pause() {
  clearTimeout(timer);
  timer = null;
}

async function step() {
  const on = document.getElementById("on");
  if (on) await follow(on.href);
  const letters = document.getElementById("announce").textContent.length;
  if (timer) timer = setTimeout(step, speed() || Math.max(MIN_MS_PER_MOVE, MS_PER_LETTER * letters));
}

function play(after) {
  timer = setTimeout(step, after);
}

document.addEventListener("click", (event) => {
  if (event.target !== button()) return;
  if (timer) pause();
  else play(0);
  updateControls();
});

// Play a series that was opened at its start, unless motion is reduced.
if (button() && !location.search && !matchMedia("(prefers-reduced-motion: reduce)").matches) play(START_AFTER);
updateControls();
