// What the page does with the fragment: swaps a newer one in, and draws what is new in it.
import { keepFocus } from "./focus.js";
import { scratch } from "./sound.js";
import { cells, rove } from "./squares.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const REPLY = 900; // ms until a computer's reply is drawn, as in the style sheet

const main = document.getElementById("main");
const icon = document.getElementById("icon");
export const room = () => document.getElementById("room");
export const number = (name) => Number(room().dataset[name]);

// Swaps a fragment in, unless an older one. `mine` is the cell just clicked here, if any. Returns after how many ms all
// of it is drawn that there is to tell of.
export function show(html, mine) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("room");
  const change = Number(next.dataset.version) - number("version");
  if (change < 0) return 0;
  // Who came or went changes no board: what is being drawn there goes on.
  const same = change === 0 && ["watching", "turn"].every((name) => room().dataset[name] === next.dataset[name]);
  const ply = number("ply");
  keepFocus(() => {
    Idiomorph.morph(room(), next, {
      callbacks: {
        beforeNodeMorphed: (node) => !same || !node.matches?.(".board, .strip"),
        beforeAttributeUpdated: (name, node) =>
          !(name === "open" && node.matches("details")) && !(name === "class" && node === room() && same),
      },
    });
    main.dataset.screen = room().dataset.screen;
    rove();
  });
  retitle();
  return change > 0 && draw(ply, mine) && !STILL.matches ? REPLY : 0;
}

// The tab tells whose turn it is.
function retitle() {
  const status = room().querySelector("h1")?.textContent.trim();
  const turn = "turn" in room().dataset;
  if (status) document.title = (turn ? "● " : "") + status;
  icon.href = turn ? icon.dataset.turn : icon.dataset.calm;
}

// Marks what was not there before, so that it draws itself; a computer's reply waits for a human moment. Returns whether
// there is one.
function draw(ply, mine) {
  const reply = "reply" in room().dataset && number("ply") === ply + 2 && cells()[mine]?.dataset.move === `${ply + 1}`;
  for (const cell of cells()) {
    const move = Number(cell.dataset.move);
    if (move <= ply) continue;
    const mark = cell.querySelector("svg");
    const late = reply && move === ply + 2;
    cell.classList.toggle("late", late);
    mark.classList.add("new");
    mark.setAttribute("viewBox", "0 0 100 100"); // the units of the strokes
    const drawing = mark.firstElementChild.getAttribute("href").split("#")[1];
    const strokes = document.getElementById(`draw-${drawing}`).cloneNode(true);
    strokes.removeAttribute("id");
    mark.append(strokes); // until the next change of the board
    scratch(mark.classList.contains("X") ? "X" : "O", late ? REPLY / 1_000 : 0);
  }
  room().classList.toggle("late", reply);
  return reply;
}

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
