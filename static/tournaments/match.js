// A tournament game: its clock, and the way back to the tournament.
import { syncClocks } from "./clock.js";
import * as connection from "../site/connection.js";

const main = document.getElementById("main");
let timer = null; // until the page goes back

document.addEventListener("shown", update);
update();

function update() {
  syncClocks();
  const { leads } = document.getElementById("room").dataset;
  if (leads && !timer) timer = setTimeout(goBack, 1_000 * leads);
}

// Wait for the connection, to avoid the browser's own error page.
function goBack() {
  if (["connected", "polling"].includes(connection.state)) location.replace(main.dataset.tournament);
  else setTimeout(goBack, 500);
}
