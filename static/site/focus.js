// Keep the focus: if a change removes the focused element, focus the element that the page names, else the first heading.

// In newer browsers the content of closed details has boxes too.
const isShown = (element) => element.checkVisibility?.() ?? element.getClientRects().length > 0;

export function keepFocus(change) {
  const before = document.activeElement;
  change();
  const now = document.activeElement;
  if (before === document.body || (now && now !== document.body && isShown(now))) return;
  focusElsewhere();
}

function focusElsewhere() {
  const named = document.getElementById(document.querySelector("[data-focus]")?.dataset.focus);
  const next = named ?? [...document.querySelectorAll("main :is(h1, h2)")].find(isShown);
  next?.setAttribute("tabindex", "-1");
  next?.focus();
}

// --- after a reload, return the focus to the same control, or to the one that has taken its place

const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]";
const here = () => document.querySelector("[data-place]")?.dataset.place ?? location.pathname; // several pages may be one place
let kept = false;

// Store the focus for the next page, to be restored if that page is at `place`. Store only a visible focus, because
// pointers need none.
export function keepFor(place) {
  kept = true;
  const element = document.activeElement;
  if (element?.matches(":focus-visible")) sessionStorage.setItem("focus", JSON.stringify([place, ...selectorsOf(element)]));
}

// Return selectors of an element, the most exact one first, because on the next page a switch may have another value,
// and another button may be in its place.
function selectorsOf(element) {
  const having = (name) => element.getAttribute(name) && `[${name}="${CSS.escape(element.getAttribute(name))}"]`;
  const [form, name, value, link] = ["form", "name", "value", "href"].map(having);
  const around = [];
  for (let one = element; one && !one.matches("main > :not([popover])"); one = one.parentElement) if (one.id) around.push(`#${CSS.escape(one.id)}`);
  const within = around.find((one) => !element.matches(one)) ?? "";
  const own = [name && value && name + value, (within || form) && name, link].filter(Boolean);
  return [...around.slice(0, element.id ? 1 : 0), ...own.map((way) => `${within} ${element.localName}${way}`), ...around];
}

function restoreFocus() {
  const [where, ...ways] = JSON.parse(sessionStorage.getItem("focus")) ?? [];
  sessionStorage.removeItem("focus");
  if (where !== here() || document.activeElement !== document.body || document.querySelector("main [autofocus]")) return;
  const found = ways.flatMap((way) => [...document.querySelectorAll(way)]);
  const list = found[0]?.closest("dialog");
  if (list) [...document.querySelectorAll(".show-keys")].find(isShown)?.focus(); // closing the list leads there
  list?.showModal?.();
  found[0]?.closest("[popover]")?.showPopover?.();
  const controls = found.flatMap((one) => [one, ...one.querySelectorAll(CONTROLS)]);
  const next = controls.find((one) => one.matches(CONTROLS) && isShown(one));
  if (next) next.focus();
  else focusElsewhere();
}

document.addEventListener("DOMContentLoaded", restoreFocus); // after the page's other scripts
// A push may take the pressed button away before the page is left.
window.addEventListener("submit", (event) => event.defaultPrevented || keepFor(here()));
window.addEventListener("pagehide", () => kept || keepFor(here()));

// --- announce the purpose of a page that opens by itself, once

const ANNOUNCE_AFTER = 1_000; // ms; screen readers read the title first, then announce changes to a live region

export function announceArrival(announce) {
  const { arrival } = document.getElementById("main").dataset;
  const here = `${location.pathname} ${arrival}`;
  if (!arrival || here === sessionStorage.getItem("arrival")) return; // the page was reloaded
  setTimeout(() => {
    announce(arrival);
    sessionStorage.setItem("arrival", here);
  }, ANNOUNCE_AFTER);
}
