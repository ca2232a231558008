// Keep a page connected, or show that it is not: reopen the socket forever, detect silence, and poll if sockets are
// blocked.
import ReconnectingSocket from "../vendor/partysocket-1.3.0.js";

const NO_SUCH_ROOM = 4404; // the one close code that is final
const POLL_AFTER = 6_000; // ms without a socket until the page polls
const POLL_EVERY = 4_000;
const ANNOUNCE_AFTER = 2_000; // ms until a lost connection is announced to screen readers
const STAYED_AFTER = 10_000; // ms until a page that has left, but is still open, reconnects

const main = document.getElementById("main");
const line = document.getElementById("connection");
const lost = document.getElementById("lost");
const SILENCE_LIMIT = 3_000 * Number(main.dataset.beat); // ms without a message until the socket counts as dead
const address = `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${main.dataset.socket}`;

export let state = "none"; // none, connecting, catching, connected, reconnecting, polling or gone
export let opened = false; // whether this page has ever had a socket

let socket = null;
let lastMessage = Date.now();
let leaving = false;
let openUntil = sessionStorage.getItem("polling") ? 0 : Date.now(); // when a socket was last open
let handlers = null; // {frame, page, seen}: see `connect`

// Start. `frame` handles every frame, `page` every polled state; `seen` returns what the page shows, so that the server
// announces the events since then.
export function connect(callbacks) {
  handlers = callbacks;
  renew();
  if (!openUntil) poll();
}

export function send(frame) {
  socket.send(JSON.stringify(frame));
}

// Call this when the page is up to date.
export function caughtUp() {
  if (socket.readyState === socket.OPEN) setState("connected");
}

// Open a new socket immediately: the old one may wait for seconds before it retries, or be open but dead.
export function renew() {
  if (state === "gone") return;
  const old = socket;
  const fresh = new ReconnectingSocket(() => `${address}&seen=${handlers.seen()}`, [], {
    // Jitter, so that not everyone reconnects together after a restart.
    minReconnectionDelay: 500 + Math.random() * 1_500,
    maxReconnectionDelay: 3_000 + Math.random() * 2_000,
    reconnectionDelayGrowFactor: 1.7,
    connectionTimeout: 5_000,
    maxEnqueuedMessages: 0, // send nothing later than the user expects
  });
  socket = fresh;
  lastMessage = Date.now();
  old?.close();
  const now = (listener) => (event) => fresh === socket && listener(event);
  fresh.addEventListener("open", now(onOpen));
  fresh.addEventListener("close", now(onClose));
  fresh.addEventListener("message", now(onMessage));
}

// Disconnect before another page replaces this one, so that a player who has just joined does not count as a spectator.
// Reconnect if this page stays open after all.
export function leave() {
  leaving = true;
  socket.close();
  setTimeout(() => {
    leaving = false;
    renew();
  }, STAYED_AFTER);
}

function setState(next) {
  if (state === next || state === "gone") return;
  if (next === "polling") sessionStorage.setItem("polling", "yes");
  else if (next === "catching") sessionStorage.removeItem("polling");
  state = next;
  showState();
}

// Show the state of the connection, and announce it to screen readers if it lasts.
let announcing = null;
function showState() {
  line.hidden = false;
  line.dataset.state = state;
  line.querySelector("span").textContent = line.dataset[state];
  clearTimeout(announcing);
  // If a loss was too short to be announced, the last "connected" is still there.
  if (state === "connected" && lost.textContent && lost.textContent !== line.dataset.connected)
    lost.textContent = line.dataset.connected;
  if (["reconnecting", "polling", "gone"].includes(state)) {
    announcing = setTimeout(() => (lost.textContent = line.dataset[state]), ANNOUNCE_AFTER);
  }
}

function onOpen() {
  opened = true;
  lastMessage = Date.now();
  setState("catching");
}

function onClose(event) {
  if (leaving) return;
  if (["connected", "catching"].includes(state)) openUntil = Date.now();
  if (event.code === NO_SUCH_ROOM) finish();
  else if (state !== "polling") setState(opened ? "reconnecting" : "connecting");
}

function finish() {
  setState("gone");
  socket.close();
}

function onMessage(event) {
  lastMessage = Date.now();
  const frame = JSON.parse(event.data);
  // The socket is alive after all, or its first state got lost.
  if (frame.type === "beat" && state !== "connected") send({ do: "look" });
  // After a restart all pages would reload together, so hidden ones wait until the next beat.
  if (document.hidden && frame.type !== "beat") delete frame.release;
  handlers.frame(frame);
}

// A socket may be open but dead: then the regular beats stop.
setInterval(() => {
  if (socket.readyState !== socket.OPEN || Date.now() - lastMessage < SILENCE_LIMIT) return;
  openUntil = Date.now();
  setState("reconnecting");
  renew();
}, 1_000);

window.addEventListener("offline", () => setState("reconnecting"));
window.addEventListener("online", renew);
// A page restored from the browser's cache has a dead socket, whatever its state.
window.addEventListener("pageshow", (event) => event.persisted && renew());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && socket.readyState !== socket.OPEN) renew();
});

setInterval(poll, POLL_EVERY);

async function poll() {
  if (socket.readyState === socket.OPEN || Date.now() - openUntil < POLL_AFTER) return;
  if (state === "gone") return;
  try {
    const answer = await fetch(`${main.dataset.stateUrl}&seen=${handlers.seen()}`);
    if (answer.status === 404) return finish();
    if (!answer.ok) return;
    const html = await answer.text();
    if (socket.readyState === socket.OPEN) return;
    setState("polling");
    handlers.page(html, answer.headers.get("Release"));
  } catch {
    setState("reconnecting");
  }
}
