// The live room: presses go out, the server's fragments come in. It knows no rules. Without this script,
// or without a socket, the same buttons post the same forms.
import { number, room, show, thinking } from "./board.js";
import { tellArrival } from "../site/arrival.js";
import * as connection from "../site/connection.js";
import { heed } from "../site/release.js";
import { cellOf, cells, choose, chosen, keepFor } from "./squares.js";

const SHOWN = 2_000; // ms: how long a refusal stands in its square
const DRAWINGS = 4; // of each mark, as in play/words/board.py

const main = document.getElementById("main");
const form = document.getElementById("act");
const watchers = document.getElementById("watchers");
const [news, said] = document.getElementById("news").children; // seen by everybody, and for listeners alone
const notice = document.getElementById("notice");

let unanswered = null; // the move clicked last, until the server has answered it: {cell, write, version, ply}

connection.connect({ frame: hear, page: see, seen: () => room().dataset.seen });

// A seat taken in one tab is taken in the others too: only a new socket knows.
const tabs = new BroadcastChannel(location.pathname);
tabs.addEventListener("message", () => "watching" in room().dataset && connection.renew());
tabs.postMessage("loaded");

const atFirst = news.textContent;
tellArrival((words) => news.textContent === atFirst && (said.textContent ||= words));

// --- what comes in

function hear(frame) {
  if (heed(frame.release, unanswered || waiting)) return;
  if (frame.type === "watchers") {
    watchers.hidden = !frame.text;
    watchers.querySelector("span").textContent = frame.text;
  } else if (frame.type === "beat") {
    if (frame.version > number("version")) connection.send({ do: "look" });
  } else if (frame.type === "doodle") {
    document.dispatchEvent(new CustomEvent("doodle", { detail: frame.html }));
    inform(frame, 0);
  } else if (frame.type === "answer") {
    inform(frame, 0);
  } else {
    answer(frame);
  }
}

// The server's answer to a message from here, or news of the others.
function answer(frame) {
  const caughtUp = connection.state === "connected";
  const before = number("version");
  const drawn = frame.html ? enter(frame.html, frame.meanwhile) : 0;
  if (frame.type === "refused") refuse(frame.message);
  else if (number("version") > before) say("");
  if (frame.own && drawn) inform({ said: frame.own }, 0);
  else if (frame.own) frame.said = `${frame.own} ${frame.said}`;
  if (frame.news || frame.said || number("version") > before) inform(frame, drawn);
  if (frame.calls) document.dispatchEvent(new CustomEvent("called", { detail: frame.news || frame.said }));
  if (frame.html) connection.caughtUp();
  if (unanswered && frame.type === "refused") settle();
  else if (unanswered && number("ply") !== unanswered.ply) drop();
  // Whether it ever arrived nobody knows; the server knows a repeat when it sees one.
  else if (unanswered && !caughtUp && frame.html) connection.send({ do: "play", ...unanswered });
}

// The page asked by itself, for want of a socket.
function see(html, release) {
  if (heed(release, unanswered || waiting)) return;
  const told = new DOMParser().parseFromString(html, "text/html").getElementById("told")?.textContent;
  const drawn = enter(html);
  if (told) inform({ said: told }, drawn);
  if (unanswered && unanswered.ply === number("ply")) {
    choose(unanswered.write);
    form.requestSubmit(cellOf(unanswered.cell));
  }
  else if (unanswered) drop();
}

function enter(html, meanwhile) {
  const { next } = room().dataset;
  const drawn = show(html, meanwhile);
  markUnanswered();
  if (room().dataset.next && !next) {
    const path = `/g/${room().dataset.next}/`;
    keepFor(path);
    location.replace(path); // Back leads to where the first game was begun, not into the review of this one
  }
  return drawn;
}

function say(sentence) {
  notice.textContent = sentence;
}

// Announcements are made once the change is drawn; at once where something else has happened meanwhile.
let waiting = null;
function inform(told, after) {
  if (waiting) {
    clearTimeout(waiting.timer);
    put(waiting.told);
  }
  if (after) waiting = { told, timer: setTimeout(put, after, told) };
  else put(told);
}

function put(told) {
  waiting = null;
  [news.textContent, said.textContent] = [told.news ?? "", told.said ?? ""];
}

// Why something was not done; refused moves for a moment at their square too.
function refuse(sentence) {
  say(sentence);
  const cell = unanswered && cellOf(unanswered.cell);
  if (!cell) return;
  cell.dataset.refused = sentence;
  setTimeout(() => delete cell.dataset.refused, SHOWN);
}

// --- the one move that waits for its answer

// With what the page holds already: a picture might have to be fetched, and there may be no connection.
function markUnanswered() {
  for (const cell of room().querySelectorAll(".pending")) cell.classList.remove("pending");
  for (const mark of room().querySelectorAll(".faint")) mark.remove();
  const cell = unanswered && cellOf(unanswered.cell);
  cell?.classList.add("pending");
  const mark = unanswered?.write ?? [...(cell?.parentElement.classList ?? [])].find((one) => one !== "board");
  if (mark && cell && !cell.querySelector("svg:not(.lifted)")) {
    cell.insertAdjacentHTML("beforeend", `<svg class="${mark} faint"><use href="#${mark}-${cells().indexOf(cell) % DRAWINGS}"/></svg>`);
  }
}

function settle() {
  unanswered = null;
  markUnanswered();
}

// The game has gone on: with the move, whose answer was lost, or without it.
function drop() {
  if (cellOf(unanswered.cell)?.dataset.move === "0") say(main.dataset.movedOn);
  settle();
}

// --- what goes out

form.addEventListener("submit", (event) => {
  const button = event.submitter;
  const verb = new URL(button?.getAttribute("formaction") ?? form.action, location).pathname.split("/").at(-2);
  const live = connection.opened || !navigator.onLine;
  if (verb === "join") connection.leave();
  if (verb === "join" || !live || connection.state === "polling") return; // the form goes by itself
  event.preventDefault();
  if (verb === "play") {
    if (unanswered || thinking()) return; // one at a time, and none on a board that is not drawn yet
    unanswered = { cell: button.value, write: chosen(), version: number("version"), ply: number("ply") };
    markUnanswered();
    if (connection.state === "connected") connection.send({ do: "play", ...unanswered });
  } else if (connection.state === "connected") {
    say("");
    connection.send({ do: verb, version: number("version"), ...(button.name && { [button.name]: button.value }) });
  } else say(main.dataset.waits);
});

// The seconds until one may claim the win count down. The beat after the last one brings the button.
setInterval(() => {
  const left = document.getElementById("seconds");
  if (left && left.textContent > 1) left.textContent -= 1;
}, 1_000);

// The mark chosen to write is remembered, as each move does without this script.
document.addEventListener("change", (event) => {
  if (event.target.name !== "write") return;
  const prefer = document.querySelector("form.prefer");
  const body = new FormData(prefer);
  body.set("write", event.target.value);
  fetch(prefer.action, { method: "post", body, redirect: "manual", keepalive: true }).catch(() => {});
});

// Going back from a review of the game that has ended here leads here, and not past it.
document.addEventListener("click", (event) => {
  if (event.target.closest(".acts > [id^=review]")) history.replaceState(null, "", "?over");
});

// The second click of two means the first one, whatever button has come under the mouse meanwhile.
document.addEventListener("click", (event) => {
  if (event.detail > 1 && event.target.closest(".acts button")) event.preventDefault();
});
