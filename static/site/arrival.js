// Announce what a page is about when it opens by itself, once. A live region is announced only when it changes, so wait.
const AFTER = 1_000; // ms: after the title has been read, and what was announced until then

export function tellArrival(tell) {
  const { arrival } = document.getElementById("main").dataset;
  const here = `${location.pathname} ${arrival}`;
  if (!arrival || here === sessionStorage.getItem("arrival")) return; // the page has been loaded again
  setTimeout(() => {
    tell(arrival);
    sessionStorage.setItem("arrival", here);
  }, AFTER);
}
