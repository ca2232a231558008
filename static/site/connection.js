// Keeps a page connected, or says honestly that it is not: a socket that is opened again for ever, a watch over its
// silence, and asking every few seconds where sockets are blocked altogether.
import ReconnectingSocket from "../vendor/partysocket-1.3.0.js";

const NO_SUCH_GAME = 4404; // the one close code that is final
const POLL_AFTER = 6_000; // ms without a socket until the page asks by itself
const POLL_EVERY = 4_000;
const SAID_AFTER = 2_000; // ms: what is over sooner is no news to a listener
const STAYS_AFTER = 10_000; // ms after which a page that was to give way to another has not

const main = document.getElementById("main");
const line = document.getElementById("connection");
const lost = document.getElementById("lost");
const SILENCE = 3_000 * Number(main.dataset.beat); // ms without a word until the socket counts as dead
const address = `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${main.dataset.socket}`;

export let state = "none"; // none, connecting, catching, connected, reconnecting, polling or gone
export let opened = false; // whether this page has ever had a socket

let socket = null;
let heard = Date.now(); // when the server last said anything
let leaving = false;
let openUntil = sessionStorage.getItem("polling") ? 0 : Date.now();
let on = null; // {frame, page, seen}: who is told

// Starts. `on.frame` gets every frame, `on.page` what was asked for without a socket; `on.seen` says what the page shows,
// so that the server tells what has happened since.
export function connect(told) {
  on = told;
  renew();
  if (!openUntil) poll();
}

export function send(frame) {
  socket.send(JSON.stringify(frame));
}

// The room is up to date: everything the server had to say has come.
export function caughtUp() {
  if (socket.readyState === socket.OPEN) become("connected");
}

// A new socket, at once: the old one's own next try may be seconds away, or it is open and dead.
export function renew() {
  if (state === "gone") return;
  const old = socket;
  const fresh = new ReconnectingSocket(() => `${address}&seen=${on.seen()}`, [], {
    // Jitter at both ends, so that a restart is not met by everybody at once.
    minReconnectionDelay: 500 + Math.random() * 1_500,
    maxReconnectionDelay: 3_000 + Math.random() * 2_000,
    reconnectionDelayGrowFactor: 1.7,
    connectionTimeout: 5_000,
    maxEnqueuedMessages: 0, // nothing is ever sent later, behind the user's back
  });
  socket = fresh;
  heard = Date.now();
  old?.close();
  const now = (listener) => (event) => fresh === socket && listener(event);
  fresh.addEventListener("open", now(opening));
  fresh.addEventListener("close", now(closing));
  fresh.addEventListener("message", now(hearing));
}

// The page gives way to another and counts as nobody's from now on: the player who has joined is not watching while their page is
// loaded again. If it stays after all, it comes back.
export function leave() {
  leaving = true;
  socket.close();
  setTimeout(() => {
    leaving = false;
    renew();
  }, STAYS_AFTER);
}

function become(next) {
  if (state === next || state === "gone") return;
  if (next === "polling") sessionStorage.setItem("polling", "yes");
  else if (next === "catching") sessionStorage.removeItem("polling");
  state = next;
  tell();
}

// Shows how the connection stands, and to a listener only what lasts.
let saying = null;
function tell() {
  line.hidden = false;
  line.dataset.state = state;
  line.querySelector("span").textContent = line.dataset[state];
  clearTimeout(saying);
  // Not twice: a loss too short to be told leaves the word of the last return in place.
  if (state === "connected" && lost.textContent && lost.textContent !== line.dataset.connected)
    lost.textContent = line.dataset.connected;
  if (["reconnecting", "polling", "gone"].includes(state)) {
    saying = setTimeout(() => (lost.textContent = line.dataset[state]), SAID_AFTER);
  }
}

function opening() {
  opened = true;
  heard = Date.now();
  become("catching");
}

function closing(event) {
  if (leaving) return;
  if (["connected", "catching"].includes(state)) openUntil = Date.now();
  if (event.code === NO_SUCH_GAME) end();
  else if (state !== "polling") become(opened ? "reconnecting" : "connecting");
}

function end() {
  become("gone");
  socket.close();
}

function hearing(event) {
  heard = Date.now();
  const frame = JSON.parse(event.data);
  // It was taken for lost, and is not; or what it should have said first did not come.
  if (frame.type === "beat" && state !== "connected") send({ do: "look" });
  // After a restart all pages come back at once: one that nobody looks at has time until the next beat.
  if (document.hidden && frame.type !== "beat") delete frame.release;
  on.frame(frame);
}

// A socket can be open and dead. Beats come regularly, so silence tells.
setInterval(() => {
  if (socket.readyState !== socket.OPEN || Date.now() - heard < SILENCE) return;
  openUntil = Date.now();
  become("reconnecting");
  renew();
}, 1_000);

window.addEventListener("offline", () => become("reconnecting"));
window.addEventListener("online", renew);
// A page that comes back from the browser's cache has a dead socket, whatever it says.
window.addEventListener("pageshow", (event) => event.persisted && renew());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && socket.readyState !== socket.OPEN) renew();
});

setInterval(poll, POLL_EVERY);

async function poll() {
  if (socket.readyState === socket.OPEN || Date.now() - openUntil < POLL_AFTER) return;
  if (state === "gone") return;
  try {
    const answer = await fetch(`${main.dataset.stateUrl}&seen=${on.seen()}`);
    if (answer.status === 404) return end();
    if (!answer.ok) return;
    const html = await answer.text();
    if (socket.readyState === socket.OPEN) return;
    become("polling");
    on.page(html, answer.headers.get("Release"));
  } catch {
    become("reconnecting");
  }
}
