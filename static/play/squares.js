// A board by keys, on every page that has one to press: one square of it is in the tab order, the arrows move between
// them, and each has a number. Without this script every square is in the tab order.
import { meant, single } from "../site/keys.js";

const NUMPAD = "numpad" in document.documentElement.dataset; // keys follow the numbers in the squares
const NUMPAD_CELLS = [6, 7, 8, 3, 4, 5, 0, 1, 2];

export const cells = () => [...document.querySelectorAll(".board > button")];

// The one that sends this when it is pressed.
export const cellOf = (value) => cells().find((cell) => cell.value === value);

// The mark to write, in a game with a choice.
export const chosen = () => document.querySelector("[name=write]:checked")?.value;

const choice = (mark) => document.querySelector(`[name=write][value="${mark}"]`);

// By pressing it: so it is remembered.
export function choose(mark) {
  if (mark && mark !== chosen()) choice(mark)?.click();
}

let stop = 0;

// To be called whenever the board may be another.
export function rove() {
  cells().forEach((cell, index) => cell.setAttribute("tabindex", index === stop ? "0" : "-1"));
}

function moveTo(index) {
  stop = index;
  rove();
  cells()[index].focus();
}

document.addEventListener("focusin", (event) => {
  const index = cells().indexOf(event.target);
  if (index >= 0 && index !== stop) {
    stop = index;
    rove();
  }
});

document.addEventListener("keydown", (event) => {
  const board = cells();
  if (board.length === NUMPAD_CELLS.length && /^[1-9]$/.test(event.key) && single(event)) {
    moveTo(NUMPAD ? NUMPAD_CELLS[event.key - 1] : event.key - 1);
    board[stop].click();
  } else if (event.key === "Enter" && event.target.name === "write") {
    // It would send the form.
  } else if (/^[a-z]$/i.test(event.key) && choice(event.key.toUpperCase()) && single(event)) {
    choose(event.key.toUpperCase());
    const [legend, said] = document.querySelectorAll(".writes > :is(legend, [aria-live])");
    said.textContent = `${legend.textContent.trim()} ${chosen()}`; // the focus stays where it is
  } else if (/^r$/i.test(event.key) && single(event)) {
    document.querySelector("[data-key=r]")?.click();
  } else if (board.includes(event.target) && meant(event)) {
    const columns = Number(board[0].parentElement.dataset.columns);
    const [row, column] = [Math.floor(stop / columns), stop % columns];
    const [bottom, right] = [Math.ceil(board.length / columns) - 1, columns - 1];
    const to = {
      ArrowLeft: [row, Math.max(column - 1, 0)],
      ArrowRight: [row, Math.min(column + 1, right)],
      ArrowUp: [Math.max(row - 1, 0), column],
      ArrowDown: [Math.min(row + 1, bottom), column],
      Home: [row, 0],
      End: [row, right],
    }[event.key];
    if (!to) return;
    moveTo(to[0] * columns + to[1]);
  } else return;
  event.preventDefault();
});

// A player who uses keys where moves are posted, or reloads the page, goes on from the same square.
const kept = sessionStorage.getItem(location.pathname);
if (kept && cells()[kept]) moveTo(Number(kept));
window.addEventListener("pagehide", () => keepFor(location.pathname));

// The page of this path begins at the square that has the focus now, if one has it.
export function keepFor(path) {
  const index = cells().indexOf(document.activeElement);
  if (index >= 0 && document.activeElement.matches(":focus-visible")) sessionStorage.setItem(path, index);
  else sessionStorage.removeItem(path);
}

rove();
