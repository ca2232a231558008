// The page of somebody in a tournament: the server's fragments come in, and if they say so the page leads to a game.
import { wind } from "./clock.js";
import { tellArrival } from "../site/arrival.js";
import * as connection from "../site/connection.js";
import { keepFocus } from "../site/focus.js";
import { heed } from "../site/release.js";

const news = document.getElementById("news");
const shown = () => document.getElementById("tournament");
const version = () => Number(shown().dataset.version);
const screen = () => shown().dataset.screen;
let soon = null; // the time until the page has another face, whatever happens

connection.connect({ frame: hear, page: see, seen: () => "" });
follow();
tellArrival((words) => (news.textContent ||= words));

function hear(frame) {
  if (heed(frame.release, false)) return;
  if (frame.type === "beat") {
    if (frame.version > version()) connection.send({ do: "look" });
  } else if (frame.html) {
    enter(frame.html);
    connection.caughtUp();
  }
}

// The page asked by itself, for want of a socket.
function see(html, release) {
  if (!heed(release, false)) enter(html);
}

function enter(html) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("tournament");
  if (Number(next.dataset.version) < version()) return;
  const before = screen();
  keepFocus(() =>
    Idiomorph.morph(shown(), next, { callbacks: { beforeAttributeUpdated: (name, node) => !(name === "open" && node.matches("details")) } }),
  );
  const heading = shown().querySelector("h1");
  if (screen() !== before && screen() === "aside") heading.focus();
  else if (screen() !== before) news.textContent = heading.textContent;
  follow();
}

function follow() {
  wind();
  clearTimeout(soon);
  const left = shown().querySelector("#clock")?.dataset.left;
  if (left) soon = setTimeout(() => connection.state === "connected" && connection.send({ do: "look" }), 1_000 * left);
  const { go } = shown().dataset;
  if (go) location.replace(go);
}
