// Questions about the game by key. A room gets the answers from the server; other pages contain them.
import { single } from "../site/keys.js";
import { cells } from "./squares.js";

// Return the question for the row or column of the focused square; for all of them if no square has the focus.
function line(key) {
  const at = cells().indexOf(document.activeElement);
  const columns = Number(document.querySelector(".board").dataset.columns);
  return at < 0 ? key : key + (1 + (key === "h" ? Math.floor(at / columns) : at % columns));
}

document.addEventListener("keydown", (event) => {
  const key = event.key?.toLowerCase(); // autofill has none
  if (!/^[bltpcnhv]$/.test(key) || !document.querySelector(".board") || !single(event)) return;
  event.preventDefault();
  const question = /[hv]/.test(key) ? line(key) : key;
  const answers = document.getElementById("answers");
  if (answers) document.getElementById("answer").textContent = JSON.parse(answers.textContent)[question];
  else document.dispatchEvent(new CustomEvent("ask", { detail: question }));
});
