// Announce what a page is about when it opens by itself, once. A live region is announced only when it changes, so wait.
const AFTER = 1_000; // ms: after the title and earlier announcements have been read

export function tellArrival(tell) {
  const { arrival } = document.getElementById("main").dataset;
  const here = `${location.pathname} ${arrival}`;
  if (!arrival || here === sessionStorage.getItem("arrival")) return; // the page was reloaded
  setTimeout(() => {
    tell(arrival);
    sessionStorage.setItem("arrival", here);
  }, AFTER);
}
