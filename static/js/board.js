// What the page does with the fragment: swaps a newer one in, draws what is new in it, and moves the focus by keys.
import { scratch } from "./sound.js";

const KEYS = !("noKeys" in document.documentElement.dataset); // single keys can be turned off
const NUMPAD = "numpad" in document.documentElement.dataset; // keys follow the numbers in the squares
const NUMPAD_CELLS = [6, 7, 8, 3, 4, 5, 0, 1, 2];
const REPLY = 900; // ms until a computer's reply is drawn, as in the style sheet

const main = document.getElementById("main");
const icon = document.getElementById("icon");
export const room = () => document.getElementById("room");
export const number = (name) => Number(room().dataset[name]);
export const cells = () => [...room().querySelectorAll(".board > button")];

// Swaps a fragment in, unless an older one. `mine` is the cell just clicked here, if any.
export function show(html, mine) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("room");
  const change = Number(next.dataset.version) - number("version");
  if (change < 0) return;
  // Who came or went changes no board: what is being drawn there goes on.
  const same = change === 0 && ["watching", "turn"].every((name) => room().dataset[name] === next.dataset[name]);
  const ply = number("ply");
  const hadFocus = room().contains(document.activeElement);
  Idiomorph.morph(room(), next, {
    callbacks: {
      beforeNodeMorphed: (node) => !same || !node.matches?.(".board, .strip"),
      beforeAttributeUpdated: (name, node) =>
        !(name === "open" && node.matches("details")) && !(name === "class" && node === room() && same),
    },
  });
  main.dataset.screen = room().dataset.screen;
  retitle();
  if (change > 0) draw(ply, mine);
  rove();
  // What had the focus is gone: the words above the board are the next thing to read.
  if (hadFocus && !room().contains(document.activeElement)) room().querySelector("h1")?.focus();
}

// The tab tells whose turn it is.
function retitle() {
  const status = room().querySelector("h1")?.textContent.trim();
  const turn = "turn" in room().dataset;
  if (status) document.title = (turn ? "● " : "") + status;
  icon.href = turn ? icon.dataset.turn : icon.dataset.calm;
}

// Marks what was not there before, so that it draws itself; a computer's reply waits for a human moment.
function draw(ply, mine) {
  const reply = "reply" in room().dataset && number("ply") === ply + 2 && cells()[mine]?.dataset.move === `${ply + 1}`;
  for (const cell of cells()) {
    const move = Number(cell.dataset.move);
    if (move <= ply) continue;
    const mark = cell.querySelector("svg");
    const late = reply && move === ply + 2;
    cell.classList.toggle("late", late);
    mark.classList.add("new");
    mark.setAttribute("viewBox", "0 0 100 100"); // the units of the mask
    const mask = document.getElementById(`draw-${mark.firstElementChild.getAttribute("href").split("#")[1]}`);
    mark.firstElementChild.setAttribute("mask", `url(#${mask.id})`);
    mask.classList.remove("run", "wait");
    mask.getBoundingClientRect(); // restarts the animation
    mask.classList.add("run");
    mask.classList.toggle("wait", late);
    scratch(mark.classList.contains("X") ? "X" : "O", late ? REPLY / 1_000 : 0);
  }
  room().classList.toggle("late", reply);
}

// One square of the board is in the tab order; the arrows move between them. Without the script every square is.
let stop = 0;
function rove() {
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
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, textarea, select")) return;
  const board = cells();
  if (board.length && KEYS && /^[1-9]$/.test(event.key)) {
    if (event.repeat) return;
    moveTo(NUMPAD ? NUMPAD_CELLS[event.key - 1] : event.key - 1);
    board[stop].click();
  } else if (KEYS && (event.key === "r" || event.key === "R")) {
    if (!event.repeat) room().querySelector("[data-key=r]")?.click();
  } else if (board.includes(event.target)) {
    const [row, column] = [Math.floor(stop / 3), stop % 3];
    const to = {
      ArrowLeft: [row, Math.max(column - 1, 0)],
      ArrowRight: [row, Math.min(column + 1, 2)],
      ArrowUp: [Math.max(row - 1, 0), column],
      ArrowDown: [Math.min(row + 1, 2), column],
      Home: [row, 0],
      End: [row, 2],
    }[event.key];
    if (!to) return;
    moveTo(to[0] * 3 + to[1]);
  } else return;
  event.preventDefault();
});

// [Keep playing] closes the question; without this script it loads the room again.
document.addEventListener("click", (event) => {
  if (!event.target.closest(".keep")) return;
  event.preventDefault();
  fold(event.target.closest("details"));
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") fold(room().querySelector("details[open]"));
});

function fold(question) {
  if (!question) return;
  question.open = false;
  question.querySelector("summary").focus();
}

// Who plays by keys where moves are posted, or loads the page again, goes on from the same square.
const kept = sessionStorage.getItem(location.pathname);
if (kept && cells()[kept]) moveTo(Number(kept));
window.addEventListener("pagehide", () => {
  const index = cells().indexOf(document.activeElement);
  if (index >= 0 && document.activeElement.matches(":focus-visible")) sessionStorage.setItem(location.pathname, index);
  else sessionStorage.removeItem(location.pathname);
});

rove();
