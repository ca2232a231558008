// The moves of a game that may go on for ever. What comes in has the last ones alone: a page has the others from when it
// was loaded, and they are out of sight at the beginning of the strip.
const STEP = 0.7; // of what is in sight, to go back by

const strip = () => document.querySelector(".strip.endless");
const earlier = document.getElementById("earlier");
const numbered = (place) => Number(place.firstChild.data);

// Does the change that brings the next strip, and puts back what that leaves out before its first move.
export function keepStrip(next, change) {
  const first = next.querySelector(".strip.endless > li");
  const places = first && strip() ? [...strip().children] : [];
  const [from, newest] = [strip()?.scrollLeft, places.at(-1)?.textContent];
  const kept = places.filter((place) => numbered(place) < numbered(first));
  const follows = kept.length > 0 && numbered(kept.at(-1)) === numbered(first) - 1;
  for (const place of kept) place.remove();
  change();
  if (follows) strip().prepend(...kept);
  if (newest && strip()?.lastChild.textContent === newest) strip().scrollLeft = from;
  else toEnd();
  tellMore();
}

function toEnd() {
  const now = strip()?.querySelector(".now");
  if (now) strip().scrollLeft += now.getBoundingClientRect().right - strip().getBoundingClientRect().right;
}

// There is a way back where something is out of sight, and the arrows go it as well.
function tellMore() {
  if (!earlier || !strip()) return;
  if (strip().scrollWidth > strip().clientWidth + 1) strip().tabIndex = 0;
  else strip().removeAttribute("tabindex");
  const more = strip().scrollLeft > 1;
  if (!more && document.activeElement === earlier) strip().focus();
  earlier.hidden = !more;
}

earlier?.addEventListener("click", () => strip().scrollBy({ left: -STEP * strip().clientWidth }));
document.addEventListener("scroll", tellMore, { capture: true, passive: true });
window.addEventListener("resize", toEnd);
strip()?.prepend(...(document.getElementById("earlier-moves")?.content.querySelectorAll("li") ?? []));
toEnd();
tellMore();
