// The card of a robot by keys: with Alt and an arrow the rule that has the focus moves, and with Delete it goes. Each
// presses a button of the rule, so that the page does the same as without this script.
import { meant } from "./keys.js";

const BUTTONS = { ArrowUp: "up", ArrowDown: "down" };

document.addEventListener("keydown", (event) => {
  const rule = event.target.closest(".rules > li");
  const wanted = event.key === "Delete" && meant(event) ? "off" : event.altKey && BUTTONS[event.key];
  if (!rule || !wanted) return;
  event.preventDefault();
  const button = rule.querySelector(`[name=${wanted}]`);
  button.focus();
  button.click();
});

// A button that can do nothing keeps the focus and does nothing.
document.addEventListener("click", (event) => {
  if (event.target.closest(".rules [aria-disabled]")) event.preventDefault();
});
