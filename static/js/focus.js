// The focus is never lost: where a change of the page takes away what had it, the words at the top have it next.
const shows = (element) => element.getClientRects().length > 0;

export function keepFocus(change) {
  const before = document.activeElement;
  change();
  const now = document.activeElement;
  if (before === document.body || (now && now !== document.body && shows(now))) return;
  const heading = [...document.querySelectorAll("main :is(h1, h2)")].find(shows);
  heading?.setAttribute("tabindex", "-1");
  heading?.focus();
}
