// Announce what a page is about when it opens by itself. A live region is announced only when it changes, so wait.
const AFTER = 1_000; // ms: after the title has been read

export function tellArrival(region) {
  const { arrival } = document.getElementById("main").dataset;
  if (arrival) setTimeout(() => (region.textContent ||= arrival), AFTER);
}
