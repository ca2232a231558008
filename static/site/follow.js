// Links and GET forms inside [data-follow], and forms that ask for it, load in place, so that boards change without a
// flash. Without this script they load as pages. Playing a series is pressing its "Step" again and again.
import { keepFocus } from "./focus.js";
import { meant, single } from "./keys.js";
import { rove } from "../play/squares.js";

const main = () => document.querySelector("[data-follow]");
let newest = 0;

// `instead` is what the browser does where that is no page of this kind: it says better what is wrong.
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
  if (mine !== newest) return; // a later one was asked for meanwhile
  if (!next) {
    instead();
    return;
  }
  // Of moves that come faster than a voice tells them, only the last of each game is told.
  const told = timer && speed() && next.querySelector("#announce:not([data-end])");
  if (told) told.textContent = "";
  const typing = document.activeElement?.matches("input:not([type]), input[type=text]");
  keepFocus(() => {
    Idiomorph.morph(main(), next, {
      ignoreActiveValue: typing,
      // Opened parts stay open, and parts shown by a script stay shown.
      callbacks: { beforeAttributeUpdated: (name) => !["open", "hidden"].includes(name) },
    });
    rove();
    controls();
    showStep();
  });
  again();
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

// A review by keys and by swipes: both press its links.
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
const LETTERS = { m: "mistake", o: "overlay" };
document.addEventListener("keydown", (event) => {
  const link = document.getElementById(KEYS[event.key] ?? (single(event) && LETTERS[event.key.toLowerCase()]));
  if (!link || event.defaultPrevented || !meant(event)) return; // a board to try moves on has the same keys
  event.preventDefault();
  link.click();
});

// After solving a puzzle, Enter goes on, wherever the focus is on the board.
document.addEventListener("keydown", (event) => {
  const next = document.getElementById("next");
  if (event.key !== "Enter" || !next || !meant(event) || event.repeat || !event.target.matches("body, .board > button")) return;
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
  if (!navigator.onLine) return; // press.js says so
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
    // So that the same answer to another square is heard again.
    for (const said of main().querySelectorAll("[role=status]")) said.textContent = "";
    form.ariaBusy = "true"; // until the answer takes its place
    follow(form.action, { method: "post", body }, asPage);
  } else follow(`${location.pathname}?${new URLSearchParams(body)}`);
}, { capture: true }); // before what keeps a form from being sent twice

document.addEventListener("input", (event) => {
  event.target.closest("[data-instant]")?.requestSubmit();
});

// In a long game, the strip scrolls to the shown move; the page stays where it is.
function showStep() {
  const step = document.querySelector(".track [aria-current]");
  const track = step?.closest(".track");
  if (track) track.scrollLeft += step.getBoundingClientRect().left - track.getBoundingClientRect().left - track.clientWidth / 2;
}
showStep();

// --- a page that is still being worked out asks for itself again; without this script it is loaded again

const AGAIN_AFTER = 150; // ms

function again() {
  if (document.querySelector("[data-again]")) setTimeout(() => follow(location.href), AGAIN_AFTER);
}
again();

// --- playing a series

const STARTS_AFTER = 1_000; // ms: time to see who plays
const FOR_A_LETTER = 90; // ms that a voice takes, without haste
const FOR_A_MOVE = 4_000; // ms, however few letters its language has

let timer = null;
const button = () => document.getElementById("play");
const speed = () => Number(document.getElementById("speed").value); // ms; 0 for the pace of a voice

function controls() {
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
  if (timer) timer = setTimeout(step, speed() || Math.max(FOR_A_MOVE, FOR_A_LETTER * letters));
}

function play(after) {
  timer = setTimeout(step, after);
}

document.addEventListener("click", (event) => {
  if (event.target !== button()) return;
  if (timer) pause();
  else play(0);
  controls();
});

// Opened at no moment in particular a series begins by itself, unless motion is unwanted.
if (button() && !location.search && !matchMedia("(prefers-reduced-motion: reduce)").matches) play(STARTS_AFTER);
controls();
