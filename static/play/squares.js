// Keys for every board with buttons: one square is in the tab order, arrow keys move between squares, and each square has
// a number. A setting puts every free square in the tab order. Without this script, all squares are in it.
import { isMeant, isShortcut } from "../site/keys.js";

const NUMPAD = "numpad" in document.documentElement.dataset; // numbers as on a number pad
const STOPS = "stops" in document.documentElement.dataset; // every free square is in the tab order
const NUMPAD_CELLS = [6, 7, 8, 3, 4, 5, 0, 1, 2];

export const cells = () => [...document.querySelectorAll(".board > button")];

// Return the square that sends this value.
export const cellOf = (value) => cells().find((cell) => cell.value === value);

// Return the chosen mark, in a game with a choice.
export const chosen = () => document.querySelector("[name=write]:checked")?.value;

const choice = (mark) => document.querySelector(`[name=write][value="${mark}"]`);

// Choose a mark by clicking, so that it is stored.
export function choose(mark) {
  if (mark && mark !== chosen()) choice(mark)?.click();
}

let stop = 0;

// Update the tab order. Call this after every change to the board.
export function rove() {
  cells().forEach((cell, index) => {
    const stops = STOPS ? !cell.closest("[aria-disabled]") : index === stop;
    cell.setAttribute("tabindex", stops ? "0" : "-1");
  });
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
  if (board.length === NUMPAD_CELLS.length && /^[1-9]$/.test(event.key) && isShortcut(event)) {
    moveTo(NUMPAD ? NUMPAD_CELLS[event.key - 1] : event.key - 1);
    board[stop].click();
  } else if (event.key === "Enter" && event.target.name === "write") {
    // Do not submit the form. For people who use no arrow keys, choose the other mark.
    const other = STOPS && document.querySelector("[name=write]:not(:checked)");
    if (other) {
      other.click();
      other.focus();
    }
  } else if (/^[a-z]$/i.test(event.key) && choice(event.key.toUpperCase()) && isShortcut(event)) {
    choose(event.key.toUpperCase());
    const [legend, said] = document.querySelectorAll(".writes > :is(legend, [aria-live])");
    said.textContent = `${legend.textContent.trim()} ${chosen()}`; // the focus stays where it is
  } else if (/^r$/i.test(event.key) && isShortcut(event)) {
    document.querySelector("[data-key=r]")?.click();
  } else if (board.includes(event.target) && isMeant(event)) {
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

// Questions about the board: a room gets the answers from the server, other pages contain them. Without a focused square,
// h and v are questions about all rows and columns.
document.addEventListener("keydown", (event) => {
  const key = event.key?.toLowerCase(); // autofill has none
  const board = document.querySelector(".board");
  if (!/^[bltpcnhv]$/.test(key) || !board || !isShortcut(event)) return;
  event.preventDefault();
  const at = cells().indexOf(document.activeElement);
  const { columns } = board.dataset;
  const question = /[hv]/.test(key) && at >= 0 ? key + (1 + (key === "h" ? Math.floor(at / columns) : at % columns)) : key;
  const answers = document.getElementById("answers");
  if (answers) document.getElementById("answer").textContent = JSON.parse(answers.textContent)[question];
  else document.dispatchEvent(new CustomEvent("ask", { detail: question }));
});

// The Tab key and the link to the board lead to the first square that can be marked.
const first = () => Math.max(cells().findIndex((cell) => !cell.matches("[aria-disabled]") && !cell.querySelector("svg")), 0);

document.addEventListener("click", (event) => {
  if (!event.target.closest(".skip[href='#board']") || !cells().length) return;
  event.preventDefault();
  moveTo(first());
});

stop = first();
rove();
