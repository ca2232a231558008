// An entrant's page: swap in the server's fragments, and go to the game that they name.
import { syncClocks } from "./clock.js";
import * as connection from "../site/connection.js";
import { announceArrival, keepFocus } from "../site/focus.js";
import { reloadIfOutdated } from "../site/release.js";

const news = document.getElementById("news");
const shown = () => document.getElementById("tournament");
const version = () => Number(shown().dataset.version);
const screen = () => shown().dataset.screen;
let timer = null; // until the page requests the state, when its clock has run out
let stayUntil = 0; // the performance.now() until which no game replaces this screen, for players with more time
let gameTimer = null; // until the page goes to a game

connection.connect({ frame: onFrame, page: onPage, seen: () => "" });
stay();
afterUpdate();
announceArrival((words) => (news.textContent = words));

function onFrame(frame) {
  if (reloadIfOutdated(frame.release, false)) return;
  if (frame.type === "beat") {
    if (frame.version > version()) connection.send({ do: "look" });
  } else if (frame.html) {
    update(frame.html);
    connection.caughtUp();
  }
}

// Handle the polled state of a page without a socket.
function onPage(html, release) {
  if (!reloadIfOutdated(release, false)) update(html);
}

function update(html) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("tournament");
  if (Number(next.dataset.version) < version()) return;
  const before = screen();
  keepFocus(() =>
    Idiomorph.morph(shown(), next, { callbacks: { beforeAttributeUpdated: (name, node) => !(name === "open" && node.matches("details")) } }),
  );
  if (screen() !== before) stay();
  const heading = shown().querySelector("h1");
  if (screen() !== before && screen() === "aside") heading.focus();
  else if (screen() !== before) news.textContent = heading.textContent;
  afterUpdate();
}

function afterUpdate() {
  syncClocks();
  clearTimeout(timer);
  const left = shown().querySelector("#clock")?.dataset.left;
  if (left) timer = setTimeout(() => connection.state === "connected" && connection.send({ do: "look" }), 1_000 * left);
  clearTimeout(gameTimer);
  const { go } = shown().dataset;
  if (go) gameTimer = setTimeout(() => location.replace(go), stayUntil - performance.now());
}

function stay() {
  if (!shown().dataset.go) stayUntil = performance.now() + 1_000 * (shown().dataset.stays ?? 0);
}
