// A form that is under way is not sent again by a second click.
const AGAIN_AFTER = 10_000; // ms; by then whatever kept the answer may be over
const underWay = new Map();

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.target.method !== "post") return;
  if (Date.now() - (underWay.get(event.target) ?? 0) < AGAIN_AFTER) event.preventDefault();
  else underWay.set(event.target, Date.now());
});

// The page may come back from the browser's cache.
window.addEventListener("pageshow", () => underWay.clear());
