// The live room: keeps a socket open, swaps pushed fragments in, sends what buttons say. It knows no rules: the server
// renders every board. Without this script, or without a socket, the same buttons post the same forms.
import ReconnectingSocket from "../vendor/partysocket-1.3.0.js";

const NO_SUCH_GAME = 4404;
const POLL_AFTER = 6_000; // ms without a socket until the page asks by itself
const POLL_EVERY = 4_000;
const SOCKET_VERBS = ["play", "resign", "rematch", "decline", "cancel", "swap"];

const NUMPAD = "numpad" in document.documentElement.dataset; // keys follow the numbers in the squares
const NUMPAD_CELLS = [6, 7, 8, 3, 4, 5, 0, 1, 2];

const main = document.getElementById("main");
const SILENCE = 3_000 * Number(main.dataset.beat); // ms without a word until the socket counts as dead
const form = document.getElementById("act");
const connection = document.getElementById("connection");
const watchers = document.getElementById("watchers");
const notice = document.getElementById("notice");
const room = () => document.getElementById("room");
const number = (name) => Number(room().dataset[name]);

// --- swapping the fragment in

function show(html, byMe) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("room");
  if (Number(next.dataset.version) < number("version")) return;
  const ply = number("ply");
  const alreadyOver = Boolean(room().dataset.next);
  Idiomorph.morph(room(), next);
  main.dataset.screen = room().dataset.screen;
  retitle();
  draw(ply, byMe);
  rove();
  if (room().dataset.next && !alreadyOver) location.assign(`/g/${room().dataset.next}/`);
}

// The tab tells whose turn it is.
function retitle() {
  const status = room().querySelector("h1")?.textContent.trim();
  if (status) document.title = ("turn" in room().dataset ? "● " : "") + status;
}

// Marks what was not there before, so that it draws itself; a computer's reply waits for a human moment.
function draw(ply, byMe) {
  const reply = byMe && "reply" in room().dataset && number("ply") === ply + 2;
  for (const cell of room().querySelectorAll(".board > button")) {
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
  }
  room().classList.toggle("late", reply);
}

function say(sentence) {
  notice.textContent = sentence;
}

// --- the socket

const scheme = location.protocol === "https:" ? "wss:" : "ws:";
const socket = new ReconnectingSocket(`${scheme}//${location.host}${main.dataset.socket}`, [], {
  minReconnectionDelay: 500 + Math.random() * 1_500, // jitter, so that a restart is not met by everybody at once
  maxReconnectionDelay: 10_000,
  reconnectionDelayGrowFactor: 1.7,
  connectionTimeout: 5_000,
  maxEnqueuedMessages: 0, // a move is never sent later, behind the user's back
});
let unanswered = null; // the move clicked last, until the server has answered it: {cell, version}
let byMe = false; // whether the next state answers something sent from here
let heard = Date.now(); // when the server last said anything
let openUntil = Date.now();
let fresh = false; // connected, and the first state has not come yet

function connect(state) {
  connection.hidden = false;
  connection.dataset.state = state;
  connection.querySelector("span").textContent = connection.dataset[state];
}

function send(frame) {
  byMe = true;
  socket.send(JSON.stringify(frame));
}

function markUnanswered() {
  if (unanswered) cells()[unanswered.cell]?.classList.add("pending");
}

socket.addEventListener("open", () => {
  heard = Date.now();
  fresh = true;
  connect("catching");
});
socket.addEventListener("close", (event) => {
  if (["connected", "catching"].includes(connection.dataset.state)) openUntil = Date.now();
  if (event.code === NO_SUCH_GAME) socket.close();
  else if (connection.dataset.state !== "polling") connect("reconnecting");
});

socket.addEventListener("message", (event) => {
  const frame = JSON.parse(event.data);
  heard = Date.now();
  if (frame.type === "watchers") {
    watchers.hidden = frame.count === 0;
    watchers.querySelector("span").textContent = frame.count;
  } else if (frame.type === "beat") {
    if (frame.version > number("version")) send({ do: "look" });
  } else {
    answer(frame);
  }
});

// What the server made of something sent from here, or news of the others.
function answer(frame) {
  if (frame.html) show(frame.html, byMe);
  say(frame.type === "refused" ? frame.message : "");
  byMe = false;
  connect("connected");
  if (unanswered && frame.type === "refused") unanswered = null;
  else if (unanswered && number("version") > unanswered.version) drop();
  else if (unanswered && fresh) send({ do: "play", ...unanswered }); // the server knows a repeat when it sees one
  fresh = false;
  markUnanswered();
}

// The game has gone on: with the move, whose answer was lost, or without it.
function drop() {
  if (cells()[unanswered.cell]?.dataset.move === "0") say(main.dataset.movedOn);
  unanswered = null;
}

// A socket can be open and dead. Beats come regularly, so silence tells.
setInterval(() => {
  if (socket.readyState !== socket.OPEN || Date.now() - heard < SILENCE) return;
  connect("reconnecting");
  heard = Date.now();
  socket.reconnect();
}, 1_000);

for (const [target, type] of [[window, "online"], [window, "pageshow"], [document, "visibilitychange"]]) {
  target.addEventListener(type, (event) => {
    // A page that comes back from the browser's cache has a dead socket, whatever it says.
    if (event.persisted || (socket.readyState === socket.CLOSED && !document.hidden)) socket.reconnect();
  });
}
window.addEventListener("offline", () => connect("reconnecting"));

// Where sockets are blocked altogether the page asks every few seconds, and its buttons post.
setInterval(async () => {
  if (socket.readyState === socket.OPEN || Date.now() - openUntil < POLL_AFTER || document.hidden) return;
  try {
    const answer = await fetch(`${main.dataset.stateUrl}&version=${number("version")}`);
    if (!answer.ok) return;
    if (answer.status === 200) show(await answer.text(), false);
    if (socket.readyState === socket.OPEN) return;
    connect("polling");
    if (unanswered) post(unanswered);
  } catch {
    connect("reconnecting");
  }
}, POLL_EVERY);

function post({ cell, version }) {
  if (version === number("version")) form.requestSubmit(cells()[cell]);
  else drop();
}

// --- what the user does

form.addEventListener("submit", (event) => {
  const button = event.submitter;
  const verb = new URL(button?.getAttribute("formaction") ?? form.action, location).pathname.split("/").at(-2);
  if (!SOCKET_VERBS.includes(verb) || connection.dataset.state === "polling") return;
  event.preventDefault();
  if (verb === "play") {
    if (unanswered) return; // one at a time
    unanswered = { cell: Number(button.value), version: number("version") };
    markUnanswered();
    if (connection.dataset.state === "connected") send({ do: "play", ...unanswered });
  } else if (connection.dataset.state === "connected") send({ do: verb });
  else say(connection.dataset.reconnecting);
});

// [Keep playing] closes the question; without this script it loads the room again.
document.addEventListener("click", (event) => {
  if (!event.target.closest(".keep")) return;
  event.preventDefault();
  event.target.closest("details").open = false;
});

const cells = () => [...room().querySelectorAll(".board > button")];

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
  if (!board.length) return;
  if (/^[1-9]$/.test(event.key)) {
    moveTo(NUMPAD ? NUMPAD_CELLS[event.key - 1] : event.key - 1);
    board[stop].click();
  } else if (event.key === "r" || event.key === "R") {
    room().querySelector("[data-key=r]")?.click();
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

// Passing the link on: the clipboard and the share sheet exist at secure addresses only.
const link = document.getElementById("invite-link");
const copied = document.getElementById("copied");
const copy = document.getElementById("copy");
if (copy) copy.hidden = false;
copy?.addEventListener("click", async () => {
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
    copied.textContent = copied.dataset.copied;
  } catch {
    copied.textContent = document.execCommand("copy") ? copied.dataset.copied : copied.dataset.press;
  }
});
const share = document.getElementById("share");
if (share && navigator.share) {
  share.hidden = false;
  share.addEventListener("click", () => navigator.share({ url: link.value }).catch(() => {}));
}

rove();
