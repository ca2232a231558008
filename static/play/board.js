// Swap newer fragments into the page, and draw their new parts.
import { keepFocus } from "../site/focus.js";
import { scratch, strike } from "./sound.js";
import { cellOf, cells, rove } from "./squares.js";
import { keepStrip } from "./strip.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const REPLY_DELAY = 700; // ms until a computer's reply is drawn
const DRAWING_TIME = 520; // ms, as in the style sheet
const LINE_DELAY = 0.05; // s between the mark and the line through three

const main = document.getElementById("main");
const icon = document.getElementById("icon");
export const room = () => document.getElementById("room");
export const number = (name) => Number(room().dataset[name]);
const parsed = (html) => new DOMParser().parseFromString(html, "text/html").getElementById("room");

let pending = null; // {next, until, timers} while a computer seems to think
export const thinking = () => pending !== null;

// Swap a fragment in, unless it is older. `meanwhile`, if given, is the room before the computer's reply, and is shown
// first, as if the computer were thinking. Returns the ms until everything is shown.
export function show(html, meanwhile) {
  const next = parsed(html);
  const change = Number(next.dataset.version) - number("version");
  if (change < 0) return 0;
  if (pending && change === 0) {
    pending.next = next;
    return pending.until - Date.now();
  }
  pending?.timers.forEach(clearTimeout);
  pending = null;
  if (!meanwhile || change === 0 || STILL.matches) {
    swap(next);
    return 0;
  }
  swap(parsed(meanwhile));
  const shownIn = REPLY_DELAY + DRAWING_TIME;
  pending = { next, until: Date.now() + shownIn, timers: [setTimeout(showReply, REPLY_DELAY), setTimeout(finishReply, shownIn)] };
  return shownIn;
}

function swap(next, drawn = false) {
  // After a change of presence alone, keep the board, where a mark may be drawing itself.
  const same = !drawn && ["version", "watching", "turn", "ply"].every((name) => room().dataset[name] === next.dataset[name]);
  const ply = number("ply");
  const won = room().querySelector(".win");
  const unchanged = same ? ".board, .strip" : drawn ? ".new" : ":not(*)";
  const leaving = leavingMark();
  if (!same) removeFading();
  const morph = () =>
    Idiomorph.morph(room(), next, {
      callbacks: {
        beforeNodeMorphed: (node) => !node.matches?.(unchanged),
        // Keep opened details open and the chosen mark checked.
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
  updateTitle();
  draw(ply);
  if (number("ply") > ply) fadeOut(leaving);
  if (!won && room().querySelector(".win")) strike(drawn ? LINE_DELAY : LINE_DELAY + DRAWING_TIME / 1_000);
  document.dispatchEvent(new Event("shown")); // a game's end may be shown long after its frame arrives
}

// Show the computer's mark, and the ages of all marks.
function showReply() {
  const ply = number("ply");
  const mark = pending.next.querySelector(`.board > [data-move="${ply + 1}"]`);
  if (!mark) return;
  const leaving = leavingMark();
  removeFading();
  for (const cell of cells()) cell.classList.remove("last");
  const aged = pending.next.querySelectorAll(".board > [data-age]");
  for (const changed of [mark, ...aged, ...(leaving ? [cellIn(pending.next, leaving.value)] : [])]) {
    Idiomorph.morph(cellOf(changed.value), changed.cloneNode(true));
  }
  room().dataset.ply = pending.next.dataset.ply;
  rove();
  draw(ply);
  fadeOut(leaving);
}

const cellIn = (board, value) => board.querySelector(`.board > [value="${value}"]`);

// Return the square whose mark the next move removes, and that mark, as {value, mark}, or null.
function leavingMark() {
  const cell = room().querySelector(".board > .going");
  return cell && { value: cell.value, mark: cell.querySelector("svg").cloneNode(true) };
}

// Fade out a mark that the last move removed.
function fadeOut(leaving) {
  const cell = leaving && cellOf(leaving.value);
  if (!cell || STILL.matches || cell.querySelector("svg")) return;
  leaving.mark.classList.add("lifted");
  leaving.mark.addEventListener("animationend", () => leaving.mark.remove());
  cell.append(leaving.mark);
}

// Remove fading marks, so that they are not mistaken for new ones.
function removeFading() {
  for (const mark of room().querySelectorAll(".lifted")) mark.remove();
}

// Show everything else that the computer's reply changes.
function finishReply() {
  const { next } = pending;
  pending = null;
  swap(next, true);
  room().classList.add("late");
}

// Return the opponent's name, "" if the status has it; for a spectator both names, as in play/words/titles.py.
function opponents(watching, status) {
  const plates = [...room().querySelectorAll(".plate")];
  const others = plates.filter((plate) => !plate.matches(".me"));
  if (watching === undefined && others.length === plates.length) return ""; // two players on one screen
  const names = others.map((plate) => plate.querySelector("bdi").textContent).join(" – ");
  return status.includes(names) ? "" : names;
}

// Show whose turn it is in the tab's title and icon.
function updateTitle() {
  const status = room().querySelector("h1")?.textContent.trim();
  const { turn, watching } = room().dataset;
  const standing = turn === undefined ? status : `● ${status}`;
  if (status) document.title = [standing, opponents(watching, status), main.dataset.site].filter(Boolean).join(" · ");
  icon.href = turn === undefined ? icon.dataset.calm : icon.dataset.turn;
}

// Give new marks the strokes that draw them, and play the sound of the pencil.
function draw(ply) {
  for (const cell of cells()) {
    if (Number(cell.dataset.move) <= ply) continue;
    const mark = cell.querySelector("svg");
    if (cell.matches(".going")) continue; // made while this page was offline, and about to disappear
    mark.classList.add("new");
    mark.setAttribute("viewBox", "0 0 100 100"); // the units of the strokes
    const drawing = mark.firstElementChild.getAttribute("href").split("#")[1];
    const strokes = document.getElementById(`draw-${drawing}`).cloneNode(true);
    strokes.removeAttribute("id");
    mark.append(strokes); // the next change to the board removes them
    scratch(mark.classList.contains("O") ? "O" : "X");
  }
}
