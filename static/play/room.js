// The live room: send presses, and show the server's fragments. Only the server has the rules. Without this script, or
// without a socket, the same buttons post the same forms.
import { number, room, show, thinking } from "./board.js";
import * as connection from "../site/connection.js";
import { announceArrival, keepFor } from "../site/focus.js";
import { reloadIfOutdated } from "../site/release.js";
import { cellOf, cells, choose, chosen } from "./squares.js";

const REFUSAL_TIME = 2_000; // ms that a refusal stays in its square
const DRAWINGS = 4; // of each mark, as in play/words/board.py

const main = document.getElementById("main");
const form = document.getElementById("act");
const watchers = document.getElementById("watchers");
const [news, said] = document.getElementById("news").children; // for everyone, and for screen readers only
const notice = document.getElementById("notice");

let unanswered = null; // the last move, {cell, write, version, ply}, until the server answers it

connection.connect({ frame: onFrame, page: onPage, seen: () => room().dataset.seen });

// Reconnect the player's other tabs if they watch, because joining in one tab gives all of them the seat.
const tabs = new BroadcastChannel(location.pathname);
tabs.addEventListener("message", () => "watching" in room().dataset && connection.renew());
tabs.postMessage("loaded");

const atFirst = news.textContent;
announceArrival((words) => news.textContent === atFirst && (said.textContent = words));

// --- incoming

function onFrame(frame) {
  if (reloadIfOutdated(frame.release, unanswered || waiting)) return;
  if (frame.type === "watchers") {
    watchers.hidden = !frame.text;
    watchers.querySelector("span").textContent = frame.text;
  } else if (frame.type === "beat") {
    if (frame.version > number("version")) connection.send({ do: "look" });
  } else if (frame.type === "doodle") {
    document.dispatchEvent(new CustomEvent("doodle", { detail: frame.html }));
    announce(frame, 0);
  } else if (frame.type === "answer") {
    announce(frame, 0);
  } else {
    update(frame);
  }
}

// Handle the answer to a message from this page, or news.
function update(frame) {
  const caughtUp = connection.state === "connected";
  const before = number("version");
  const drawn = frame.html ? showRoom(frame.html, frame.meanwhile) : 0;
  if (frame.type === "refused") showRefusal(frame.message);
  else if (number("version") > before) showNotice("");
  if (frame.own && drawn) announce({ said: frame.own }, 0);
  else if (frame.own) frame.said = `${frame.own} ${frame.said}`;
  if (frame.news || frame.said || number("version") > before) announce(frame, drawn);
  if (frame.calls) document.dispatchEvent(new CustomEvent("called", { detail: frame.news || frame.said }));
  if (frame.html) connection.caughtUp();
  if (unanswered && frame.type === "refused") settle();
  else if (unanswered && number("ply") !== unanswered.ply) settleOvertaken();
  // The move may or may not have arrived; the server ignores repeats.
  else if (unanswered && !caughtUp && frame.html) connection.send({ do: "play", ...unanswered });
}

// Handle the polled state of a page without a socket.
function onPage(html, release) {
  if (reloadIfOutdated(release, unanswered || waiting)) return;
  const sentence = new DOMParser().parseFromString(html, "text/html").getElementById("told")?.textContent;
  const drawn = showRoom(html);
  if (sentence) announce({ said: sentence }, drawn);
  if (unanswered && unanswered.ply === number("ply")) {
    choose(unanswered.write);
    form.requestSubmit(cellOf(unanswered.cell));
  }
  else if (unanswered) settleOvertaken();
}

function showRoom(html, meanwhile) {
  const { next } = room().dataset;
  const drawn = show(html, meanwhile);
  markUnanswered();
  if (room().dataset.next && !next) {
    const path = `/g/${room().dataset.next}/`;
    keepFor(path);
    location.replace(path); // so that Back leads to the page before the first game, not to this game's review
  }
  return drawn;
}

function showNotice(sentence) {
  notice.textContent = sentence;
}

// Announce a change when it is drawn, but before the next announcement.
let waiting = null;
function announce(announcement, after) {
  if (waiting) {
    clearTimeout(waiting.timer);
    announceNow(waiting.announcement);
  }
  if (after) waiting = { announcement, timer: setTimeout(announceNow, after, announcement) };
  else announceNow(announcement);
}

function announceNow(announcement) {
  waiting = null;
  [news.textContent, said.textContent] = [announcement.news ?? "", announcement.said ?? ""];
}

// Show why something was refused; for a move, also briefly on its square.
function showRefusal(sentence) {
  showNotice(sentence);
  const cell = unanswered && cellOf(unanswered.cell);
  if (!cell) return;
  cell.dataset.refused = sentence;
  setTimeout(() => delete cell.dataset.refused, REFUSAL_TIME);
}

// --- the unanswered move

// Draw the unanswered move faintly. Use only drawings in the page, because there may be no connection to fetch others.
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

// Handle a game that has moved on, with the unanswered move or without it.
function settleOvertaken() {
  if (cellOf(unanswered.cell)?.dataset.move === "0") showNotice(main.dataset.movedOn);
  settle();
}

// --- outgoing

form.addEventListener("submit", (event) => {
  const button = event.submitter;
  const verb = new URL(button?.getAttribute("formaction") ?? form.action, location).pathname.split("/").at(-2);
  const live = connection.opened || !navigator.onLine;
  if (verb === "join") connection.leave();
  if (verb === "join" || !live || connection.state === "polling") return; // let the form submit
  event.preventDefault();
  if (verb === "play") {
    if (unanswered || thinking()) return; // one move at a time, and none before the computer's reply is shown
    unanswered = { cell: button.value, write: chosen(), version: number("version"), ply: number("ply") };
    markUnanswered();
    if (connection.state === "connected") connection.send({ do: "play", ...unanswered });
  } else if (connection.state === "connected") {
    showNotice("");
    connection.send({ do: verb, version: number("version"), ...(button.name && { [button.name]: button.value }) });
  } else showNotice(main.dataset.waits);
});

// --- questions by key, and commands typed by people who play by ear

const ask = (text) => connection.send({ do: "ask", text });

document.addEventListener("ask", async ({ detail }) => {
  if (connection.state === "connected") return ask(detail);
  try {
    const answer = await fetch(`${main.dataset.stateUrl}&ask=${detail}`);
    if (!answer.ok) throw answer;
    announce({ said: await answer.text() }, 0);
  } catch {
    showNotice(main.dataset.waits);
  }
});

document.getElementById("typed")?.addEventListener("submit", (event) => {
  if (connection.state !== "connected") return; // let the form submit
  event.preventDefault();
  ask(event.target.elements.text.value);
  event.target.elements.text.value = "";
});

// --- small things

// Count down the seconds until the win may be claimed. A later beat adds the button.
setInterval(() => {
  const left = document.getElementById("seconds");
  if (left && left.textContent > 1) left.textContent -= 1;
}, 1_000);

// Store the chosen mark, as each move does without this script.
document.addEventListener("change", (event) => {
  if (event.target.name !== "write") return;
  const prefer = document.querySelector("form.prefer");
  const body = new FormData(prefer);
  body.set("write", event.target.value);
  fetch(prefer.action, { method: "post", body, redirect: "manual", keepalive: true }).catch(() => {});
});

// Make Back from this game's review lead here.
document.addEventListener("click", (event) => {
  if (event.target.closest(".acts > [id^=review]")) history.replaceState(null, "", "?over");
});

// Ignore the second click of a double click, which may hit a new button.
document.addEventListener("click", (event) => {
  if (event.detail > 1 && event.target.closest(".acts button")) event.preventDefault();
});
