// A page that was opened by itself tells once what it is about: a live region is heard only when it changes.
const AFTER = 1_000; // ms, when the title has been read

export function tellArrival(tell) {
  const { arrival } = document.getElementById("main").dataset;
  if (arrival) setTimeout(tell, AFTER, arrival);
}
