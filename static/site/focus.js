// Never lose the focus: if a change removes the focused element, focus the element that the page names, else the first
// heading.
const shows = (element) => element.getClientRects().length > 0;

export function keepFocus(change) {
  const before = document.activeElement;
  change();
  const now = document.activeElement;
  if (before === document.body || (now && now !== document.body && shows(now))) return;
  const named = document.getElementById(document.querySelector("[data-focus]")?.dataset.focus);
  const next = named ?? [...document.querySelectorAll("main :is(h1, h2)")].find(shows);
  next?.setAttribute("tabindex", "-1");
  next?.focus();
}
