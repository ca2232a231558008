// The moves of a game that may go on for ever. New fragments have the last moves alone: a page has the others from when it
// was loaded, and they are out of sight at the beginning of the strip.
const strip = () => document.querySelector("#room > .strip");
const numbered = (place) => Number(place.firstChild.data);

// Does the change that brings the next strip, and puts back what that leaves out before its first move.
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
  else toEnd();
  tellMore();
}

// The last move comes into sight, whichever way the moves scroll.
function toEnd() {
  const now = strip()?.querySelector(".now");
  if (!now) return;
  const [place, all] = [now.getBoundingClientRect(), strip().getBoundingClientRect()];
  strip().scrollLeft += Math.max(0, place.right - all.right);
  strip().scrollTop += Math.max(0, place.bottom - all.bottom);
}

// The arrow keys go where something is out of sight.
function tellMore() {
  const all = strip();
  if (!all) return;
  if (all.scrollWidth > all.clientWidth + 1 || all.scrollHeight > all.clientHeight + 1) all.tabIndex = 0;
  else all.removeAttribute("tabindex");
}

window.addEventListener("resize", toEnd);
strip()?.prepend(...(document.getElementById("earlier-moves")?.content.querySelectorAll("li") ?? []));
toEnd();
tellMore();
