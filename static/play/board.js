// Swaps a newer fragment into the page, and draws its new parts.
import { keepFocus } from "../site/focus.js";
import { scratch, strike } from "./sound.js";
import { cellOf, cells, rove } from "./squares.js";
import { keepStrip } from "./strip.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const REPLY = 700; // ms until a computer's reply is drawn
const DRAWN = 520; // ms that the drawing takes, as in the style sheet

const LINE = 0.05; // s after the mark until the marker is drawn along three

const main = document.getElementById("main");
const icon = document.getElementById("icon");
export const room = () => document.getElementById("room");
export const number = (name) => Number(room().dataset[name]);
const parsed = (html) => new DOMParser().parseFromString(html, "text/html").getElementById("room");

let held = null; // while a computer is seen to think: {next, until, timers}
export const thinking = () => held !== null;

// Swaps a fragment in, unless an older one. If the server adds the state of the room `meanwhile`, it comes first: a
// computer's reply waits for a human moment, and all that follows from it until it is drawn. Returns in how many ms all
// is shown that there is to tell of.
export function show(html, meanwhile) {
  const next = parsed(html);
  const change = Number(next.dataset.version) - number("version");
  if (change < 0) return 0;
  if (held && change === 0) {
    held.next = next;
    return held.until - Date.now();
  }
  held?.timers.forEach(clearTimeout);
  held = null;
  if (!meanwhile || change === 0 || STILL.matches) {
    swap(next);
    return 0;
  }
  swap(parsed(meanwhile));
  held = { next, until: Date.now() + REPLY + DRAWN, timers: [setTimeout(reply, REPLY), setTimeout(follow, REPLY + DRAWN)] };
  return REPLY + DRAWN;
}

function swap(next, drawn = false) {
  // Presence changes no board: a drawing in progress there goes on.
  const same = !drawn && ["version", "watching", "turn", "ply"].every((name) => room().dataset[name] === next.dataset[name]);
  const ply = number("ply");
  const won = room().querySelector(".win");
  const stays = same ? ".board, .strip" : drawn ? ".new" : ":not(*)";
  const going = goes();
  if (!same) clear();
  const morph = () =>
    Idiomorph.morph(room(), next, {
      callbacks: {
        beforeNodeMorphed: (node) => !node.matches?.(stays),
        // Opened parts stay open, and the mark chosen to write stays chosen.
        beforeAttributeUpdated: (name, node) =>
          !(name === "open" && node.matches("details")) && !(name === "class" && node === room() && same) && name !== "checked",
      },
    });
  keepFocus(() => {
    if (same) morph();
    else keepStrip(next, morph);
    main.dataset.screen = room().dataset.screen;
    rove();
  });
  retitle();
  draw(ply);
  if (number("ply") > ply) lift(going);
  if (!won && room().querySelector(".win")) strike(drawn ? LINE : LINE + DRAWN / 1_000);
  document.dispatchEvent(new Event("shown")); // from here, since the end of a game may be shown long after its frame
}

// The computer's mark, and the ages of all.
function reply() {
  const ply = number("ply");
  const mark = held.next.querySelector(`.board > [data-move="${ply + 1}"]`);
  if (!mark) return;
  const going = goes();
  clear();
  for (const cell of cells()) cell.classList.remove("last");
  const aged = held.next.querySelectorAll(".board > [data-age]");
  for (const changed of [mark, ...aged, ...(going ? [cellIn(held.next, going.value)] : [])]) {
    Idiomorph.morph(cellOf(changed.value), changed.cloneNode(true));
  }
  room().dataset.ply = held.next.dataset.ply;
  rove();
  draw(ply);
  lift(going);
}

const cellIn = (board, value) => board.querySelector(`.board > [value="${value}"]`);

// The square whose mark the next move lifts, and that mark: {value, mark}, or null.
function goes() {
  const cell = room().querySelector(".board > .going");
  return cell && { value: cell.value, mark: cell.querySelector("svg").cloneNode(true) };
}

// It has been lifted: it fades.
function lift(going) {
  const cell = going && cellOf(going.value);
  if (!cell || STILL.matches || cell.querySelector("svg")) return;
  going.mark.classList.add("lifted");
  going.mark.addEventListener("animationend", () => going.mark.remove());
  cell.append(going.mark);
}

// Fading parts disappear at once, or they would be taken for the mark that replaces them.
function clear() {
  for (const mark of room().querySelectorAll(".lifted")) mark.remove();
}

// The effects on the page.
function follow() {
  const { next } = held;
  held = null;
  swap(next, true);
  room().classList.add("late");
}

// The tab tells whose turn it is.
function retitle() {
  const status = room().querySelector("h1")?.textContent.trim();
  const { turn, with: opponents } = room().dataset;
  const stands = turn === undefined ? status : `● ${status}`;
  if (status) document.title = [stands, opponents, main.dataset.site].filter(Boolean).join(" · ");
  icon.href = turn === undefined ? icon.dataset.calm : icon.dataset.turn;
}

// Marks what was not there before, so that it draws itself.
function draw(ply) {
  for (const cell of cells()) {
    if (Number(cell.dataset.move) <= ply) continue;
    const mark = cell.querySelector("svg");
    if (cell.matches(".going")) continue; // it came while this page was away, and goes already
    mark.classList.add("new");
    mark.setAttribute("viewBox", "0 0 100 100"); // the units of the strokes
    const drawing = mark.firstElementChild.getAttribute("href").split("#")[1];
    const strokes = document.getElementById(`draw-${drawing}`).cloneNode(true);
    strokes.removeAttribute("id");
    mark.append(strokes); // until the next change of the board
    scratch(mark.classList.contains("O") ? "O" : "X");
  }
}
