// How every page takes a press: once, not by accident, and only while the browser is online.

// --- a form that is being sent is not sent again by a second click

const AGAIN_AFTER = 10_000; // ms; by then whatever delayed the answer may be over
const underWay = new Map();

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || !navigator.onLine || event.target.method !== "post") return;
  if (Date.now() - (underWay.get(event.target) ?? -Infinity) < AGAIN_AFTER) event.preventDefault();
  else underWay.set(event.target, Date.now());
});

// The page may come back from the browser's cache.
window.addEventListener("pageshow", () => underWay.clear());

// --- a control that appears under the pointer ignores presses at first

// They may be the second tap of two, or meant for what was there before. The click of a key has no `detail`, and counts.
const IGNORED_FOR = 400; // ms
const NEAR = 24; // px: a pointer that has moved farther was meant for the control
const CONTROLS = "a, button, input, label, summary";

const before = JSON.parse(sessionStorage.getItem("pointer")); // where the page that led here left the pointer: [x, y]
const begun = performance.now();
let pointer = before;
let under = null; // the control at that place
let appeared = [0, 0]; // where the pointer was when that appeared
let counts = 0; // when a press on it counts, by performance.now()

function look() {
  const found = pointer && (document.elementFromPoint(...pointer)?.closest(CONTROLS) ?? null);
  if (found === under) return;
  [under, appeared] = [found, pointer];
  counts = performance.now() + IGNORED_FOR;
}

function point({ clientX, clientY, target }) {
  pointer = [clientX, clientY];
  const found = target.closest?.(CONTROLS) ?? null;
  const near = (place) => Math.hypot(clientX - place[0], clientY - place[1]) < NEAR;
  if (found === under && near(appeared)) return;
  under = found; // the pointer has moved there, or what is new has moved under it, as when letters come
  counts = before && near(before) ? begun + IGNORED_FOR : 0;
}

look();
new MutationObserver(look).observe(document.body, { attributes: true, childList: true, subtree: true });
for (const kind of ["pointerdown", "pointermove"]) window.addEventListener(kind, point, { capture: true, passive: true });
window.addEventListener("pagehide", () => sessionStorage.setItem("pointer", JSON.stringify(pointer === before ? null : pointer)));

window.addEventListener("click", (event) => {
  if (!event.detail || !under?.contains(event.target) || performance.now() >= counts) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });

// --- offline the page says so, where following a link or sending a form would lead to the browser's own error page

const offline = document.getElementById("offline");

function stay(event) {
  if (navigator.onLine || event.defaultPrevented) return;
  event.preventDefault();
  offline.hidden = false;
}

// On the window, so that a script that needs no new page goes first.
window.addEventListener("submit", stay);
window.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (link && link.href.split("#")[0] !== location.href.split("#")[0]) stay(event);
});
window.addEventListener("online", () => (offline.hidden = true));

// --- a question that a button has opened closes by a press beside it, and by Escape

document.addEventListener("pointerdown", (event) => {
  for (const question of document.querySelectorAll(".ask[open]")) {
    if (!question.contains(event.target)) question.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  const question = event.key === "Escape" && document.querySelector(".ask[open]");
  if (question) fold(question);
});

// [Keep playing] closes the question; without this script it loads the room again.
document.addEventListener("click", (event) => {
  if (!event.target.closest(".keep")) return;
  event.preventDefault();
  fold(event.target.closest("details"));
});

function fold(question) {
  question.open = false;
  question.querySelector("summary").focus();
}
