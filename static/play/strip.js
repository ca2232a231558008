// The strip of moves. In a game that may go on forever, new fragments have only the last moves, and the page keeps the
// earlier ones.
const strip = () => document.querySelector("#room > .strip");
const numbered = (place) => Number(place.firstChild.data);

// Run the change that shows the next strip, and restore the moves before its first one.
export function keepStrip(next, change) {
  const first = next.querySelector(".strip > li");
  const places = first && strip() ? [...strip().children] : [];
  const [left, top, newest] = [strip()?.scrollLeft, strip()?.scrollTop, strip()?.querySelector(".now")?.textContent];
  const kept = places.filter((place) => numbered(place) < numbered(first));
  const follows = kept.length > 0 && numbered(kept.at(-1)) === numbered(first) - 1;
  for (const place of kept) {
    place.remove();
    place.classList.remove("now");
  }
  change();
  if (follows) strip().prepend(...kept);
  if (newest && strip()?.querySelector(".now")?.textContent === newest) strip().scrollTo(left, top);
  else scrollToEnd();
  updateTabStop();
}

// Scroll to the last move.
function scrollToEnd() {
  const now = strip()?.querySelector(".now");
  if (!now) return;
  const [place, all] = [now.getBoundingClientRect(), strip().getBoundingClientRect()];
  strip().scrollLeft += Math.max(0, place.right - all.right);
  strip().scrollTop += Math.max(0, place.bottom - all.bottom);
}

// Put the strip in the tab order if it overflows, so that keys can scroll it.
function updateTabStop() {
  const all = strip();
  if (!all) return;
  if (all.scrollWidth > all.clientWidth + 1 || all.scrollHeight > all.clientHeight + 1) all.tabIndex = 0;
  else all.removeAttribute("tabindex");
}

window.addEventListener("resize", scrollToEnd);
strip()?.prepend(...(document.getElementById("earlier-moves")?.content.querySelectorAll("li") ?? []));
scrollToEnd();
updateTabStop();
