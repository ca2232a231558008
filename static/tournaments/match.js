// A game of a tournament: its clock, and the way back when it is over.
import { wind } from "./clock.js";
import * as connection from "../site/connection.js";

const main = document.getElementById("main");
let leading = null; // the time until the page goes back

document.addEventListener("shown", heed);
heed();

function heed() {
  wind();
  const { leads } = document.getElementById("room").dataset;
  if (leads && !leading) leading = setTimeout(goBack, 1_000 * leads);
}

// Not while the site does not answer, which would leave nothing but the browser's own page about that.
function goBack() {
  if (["connected", "polling"].includes(connection.state)) location.replace(main.dataset.tournament);
  else setTimeout(goBack, 500);
}
