// Send questions about the game, asked with a key or in the field for playing by ear. The server answers in words.
import * as connection from "../site/connection.js";
import { isShortcut } from "../site/keys.js";
import { cells } from "./squares.js";

const form = document.getElementById("typed");

const ask = (text) => connection.send({ do: "ask", text });

// Return the row or column of the focused square, or the first one.
function line(key) {
  const columns = Number(cells()[0].parentElement.dataset.columns);
  const at = Math.max(cells().indexOf(document.activeElement), 0);
  return key + (1 + (key === "h" ? Math.floor(at / columns) : at % columns));
}

document.addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  if (!/^[bltpcnhv]$/.test(key) || !cells().length || !isShortcut(event) || connection.state !== "connected") return;
  event.preventDefault();
  ask(/[hv]/.test(key) ? line(key) : key);
});

form?.addEventListener("submit", (event) => {
  if (connection.state !== "connected") return; // let the form submit
  event.preventDefault();
  ask(form.elements.text.value);
  form.elements.text.value = "";
});
