// Accept a press only once, only if it seems intended, and only while the browser is online.

// --- block double submits

const RETRY_AFTER = 10_000; // ms until a retry may help
const sentAt = new Map();

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || !navigator.onLine || event.target.method !== "post") return;
  if (Date.now() - (sentAt.get(event.target) ?? -Infinity) < RETRY_AFTER) event.preventDefault();
  else sentAt.set(event.target, Date.now());
});

// The page may be restored from the browser's cache.
window.addEventListener("pageshow", () => sentAt.clear());

// --- ignore presses on a control that has just appeared under the pointer

// Such a press may be part of a double tap, or meant for something else. A click by keyboard, which has no `detail`, always
// counts.
const IGNORED_FOR = 400; // ms
const NEAR = 24; // px; a pointer that has moved farther aims at the control
const CONTROLS = "a, button, input, label, summary";

const before = JSON.parse(sessionStorage.getItem("pointer")); // [x, y] of the pointer on the previous page
const begun = performance.now();
let pointer = before;
let under = null; // the control under the pointer
let appeared = [0, 0]; // where the pointer was when the control appeared
let countsFrom = 0; // the performance.now() from which a press on the control counts

function updateControl() {
  const found = pointer && (document.elementFromPoint(...pointer)?.closest(CONTROLS) ?? null);
  if (found === under) return;
  [under, appeared] = [found, pointer];
  countsFrom = performance.now() + IGNORED_FOR;
}

function onPointer({ clientX, clientY, target }) {
  pointer = [clientX, clientY];
  const found = target.closest?.(CONTROLS) ?? null;
  const near = (place) => Math.hypot(clientX - place[0], clientY - place[1]) < NEAR;
  if (found === under && near(appeared)) return;
  under = found; // the pointer has moved, or the layout has shifted, for example when a font has loaded
  countsFrom = before && near(before) ? begun + IGNORED_FOR : 0;
}

updateControl();
new MutationObserver(updateControl).observe(document.body, { attributes: true, childList: true, subtree: true });
for (const kind of ["pointerdown", "pointermove"]) window.addEventListener(kind, onPointer, { capture: true, passive: true });
window.addEventListener("pagehide", () => sessionStorage.setItem("pointer", JSON.stringify(pointer === before ? null : pointer)));

window.addEventListener("click", (event) => {
  if (!event.detail || !under?.contains(event.target) || performance.now() >= countsFrom) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });

// --- offline, show a notice instead of the browser's own error page

const offline = document.getElementById("offline");

function stay(event) {
  if (navigator.onLine || event.defaultPrevented) return;
  event.preventDefault();
  offline.hidden = false;
}

// Listen on the window, so that scripts that need no new page run first.
window.addEventListener("submit", stay);
window.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (link && link.href.split("#")[0] !== location.href.split("#")[0]) stay(event);
});
window.addEventListener("online", () => (offline.hidden = true));

// --- close an open question on a press outside it, or on Escape

document.addEventListener("pointerdown", (event) => {
  for (const question of document.querySelectorAll(".ask[open]")) {
    if (!question.contains(event.target)) question.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  const question = event.key === "Escape" && document.querySelector(".ask[open]");
  if (question) fold(question);
});

// [Keep playing] closes the question; without this script it reloads the room.
document.addEventListener("click", (event) => {
  if (!event.target.closest(".keep")) return;
  event.preventDefault();
  fold(event.target.closest("details"));
});

function fold(question) {
  question.open = false;
  question.querySelector("summary").focus();
}
