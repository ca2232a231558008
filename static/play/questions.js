// Questions about the game by a key, and the command field of people who play by ear. The server answers in words.
import * as connection from "../site/connection.js";
import { single } from "../site/keys.js";
import { cells } from "./squares.js";

const form = document.getElementById("typed");

const ask = (text) => connection.send({ do: "ask", text });

// The row or the column of the square in the focus, or else the first.
function line(key) {
  const columns = Number(cells()[0].parentElement.dataset.columns);
  const at = Math.max(cells().indexOf(document.activeElement), 0);
  return key + (1 + (key === "h" ? Math.floor(at / columns) : at % columns));
}

document.addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  if (!/^[bltpcnhv]$/.test(key) || !cells().length || !single(event) || connection.state !== "connected") return;
  event.preventDefault();
  ask(/[hv]/.test(key) ? line(key) : key);
});

form?.addEventListener("submit", (event) => {
  if (connection.state !== "connected") return; // the form goes by itself
  event.preventDefault();
  ask(form.elements.text.value);
  form.elements.text.value = "";
});
