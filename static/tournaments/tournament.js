// An entrant's page: swap in the server's fragments, and go to a game when they say so.
import { syncClocks } from "./clock.js";
import * as connection from "../site/connection.js";
import { keepFocus, tellArrival } from "../site/focus.js";
import { reloadIfOutdated } from "../site/release.js";

const news = document.getElementById("news");
const shown = () => document.getElementById("tournament");
const version = () => Number(shown().dataset.version);
const screen = () => shown().dataset.screen;
let timer = null; // until the page changes anyway
let stays = 0; // for players with more time: until when, by performance.now(), no game replaces this screen
let leading = null; // until the page leads to a game

connection.connect({ frame: onFrame, page: onPage, seen: () => "" });
stay();
afterUpdate();
tellArrival((words) => (news.textContent = words));

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
  clearTimeout(leading);
  const { go } = shown().dataset;
  if (go) leading = setTimeout(() => location.replace(go), stays - performance.now());
}

function stay() {
  if (!shown().dataset.go) stays = performance.now() + 1_000 * (shown().dataset.stays ?? 0);
}
