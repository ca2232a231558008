// Never lose the focus: if a change removes the focused element, focus the element that the page names, else the first
// heading.
// A closed part of the page has boxes in newer browsers.
const shows = (element) => element.checkVisibility?.() ?? element.getClientRects().length > 0;

export function keepFocus(change) {
  const before = document.activeElement;
  change();
  const now = document.activeElement;
  if (before === document.body || (now && now !== document.body && shows(now))) return;
  focusElsewhere();
}

function focusElsewhere() {
  const named = document.getElementById(document.querySelector("[data-focus]")?.dataset.focus);
  const next = named ?? [...document.querySelectorAll("main :is(h1, h2)")].find(shows);
  next?.setAttribute("tabindex", "-1");
  next?.focus();
}

// --- a page that is loaded again gives the focus back to the same control, or to what has taken its place

const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]";
const here = () => document.querySelector("[data-place]")?.dataset.place ?? location.pathname; // several pages may be one place
let kept = false;

// Remembers the focus for the next page, if it is this place. Only a focus that shows: the mouse and fingers need none.
export function keepFor(place) {
  kept = true;
  const element = document.activeElement;
  if (element?.matches(":focus-visible")) sessionStorage.setItem("focus", JSON.stringify([place, ...waysTo(element)]));
}

// Selectors of an element, the most exact one first: a switch has another value by then, and a button may have given way to
// another one beside it.
function waysTo(element) {
  const having = (name) => element.getAttribute(name) && `[${name}="${CSS.escape(element.getAttribute(name))}"]`;
  const [form, name, value, link] = ["form", "name", "value", "href"].map(having);
  const around = [];
  for (let one = element; one && !one.matches("main > :not([popover])"); one = one.parentElement) if (one.id) around.push(`#${CSS.escape(one.id)}`);
  const within = around.find((one) => !element.matches(one)) ?? "";
  const own = [name && value && name + value, (within || form) && name, link].filter(Boolean);
  return [...around.slice(0, element.id ? 1 : 0), ...own.map((way) => `${within} ${element.localName}${way}`), ...around];
}

function giveBack() {
  const [where, ...ways] = JSON.parse(sessionStorage.getItem("focus")) ?? [];
  sessionStorage.removeItem("focus");
  if (where !== here() || document.activeElement !== document.body || document.querySelector("main [autofocus]")) return;
  const found = ways.flatMap((way) => [...document.querySelectorAll(way)]);
  const list = found[0]?.closest("dialog");
  if (list) [...document.querySelectorAll(".show-keys")].find(shows)?.focus(); // closing the list leads there
  list?.showModal?.();
  found[0]?.closest("[popover]")?.showPopover?.();
  const controls = found.flatMap((one) => [one, ...one.querySelectorAll(CONTROLS)]);
  const next = controls.find((one) => one.matches(CONTROLS) && shows(one));
  if (next) next.focus();
  else focusElsewhere();
}

document.addEventListener("DOMContentLoaded", giveBack); // when the page's other scripts have run
// A push may take the pressed button away before the page is left.
window.addEventListener("submit", (event) => event.defaultPrevented || keepFor(here()));
window.addEventListener("pagehide", () => kept || keepFor(here()));

// --- a page that opens by itself announces what it is about, once

const AFTER = 1_000; // ms: a live region is announced only when it changes, and the title has been read by then

export function tellArrival(tell) {
  const { arrival } = document.getElementById("main").dataset;
  const here = `${location.pathname} ${arrival}`;
  if (!arrival || here === sessionStorage.getItem("arrival")) return; // the page was reloaded
  setTimeout(() => {
    tell(arrival);
    sessionStorage.setItem("arrival", here);
  }, AFTER);
}
