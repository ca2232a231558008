// Links and GET forms inside [data-follow] load in place, so that boards change without a flash. Without this script
// they load as pages. Playing a series is pressing its "Step" again and again.
const main = () => document.querySelector("[data-follow]");
let newest = 0;

async function follow(address) {
  const mine = ++newest;
  let text;
  try {
    text = await (await fetch(address)).text();
  } catch {
    pause();
    location.assign(address); // the browser says better what is wrong
    return;
  }
  const page = new DOMParser().parseFromString(text, "text/html");
  const next = page.querySelector("[data-follow]");
  if (mine !== newest) return; // a later one was asked for meanwhile
  if (!next) {
    location.assign(address);
    return;
  }
  const typing = document.activeElement?.matches("input:not([type]), input[type=text]");
  Idiomorph.morph(main(), next, {
    ignoreActiveValue: typing,
    // What was opened stays open, and what a script has shown stays shown.
    callbacks: { beforeAttributeUpdated: (name) => !["open", "hidden"].includes(name) },
  });
  history.replaceState(null, "", address);
  document.title = page.title;
  controls();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-follow] a[href^='?']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  pause();
  follow(link.href);
});

// A review by keys and by swipes: both press its links.
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, textarea, select")) return;
  const single = !("noKeys" in document.documentElement.dataset) && event.key.toLowerCase() === "o";
  const link = document.getElementById(single ? "overlay" : KEYS[event.key]);
  if (!link) return;
  event.preventDefault();
  link.click();
});

let from = null;
document.addEventListener("touchstart", (event) => {
  from = event.target.closest(".board") && event.touches.length === 1 ? event.touches[0] : null;
}, { passive: true });
document.addEventListener("touchend", (event) => {
  if (!from) return;
  const [across, down] = [event.changedTouches[0].clientX - from.clientX, event.changedTouches[0].clientY - from.clientY];
  if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(down)) {
    document.getElementById(across < 0 ? "on" : "back")?.click();
  }
});

document.addEventListener("submit", (event) => {
  if (event.target.method !== "get" || !event.target.closest("[data-follow]")) return;
  event.preventDefault();
  const query = new URLSearchParams(new FormData(event.target, event.submitter));
  follow(`${location.pathname}?${query}`);
});

document.addEventListener("input", (event) => {
  event.target.closest("[data-instant]")?.requestSubmit();
});

// --- playing a series

let timer = null;
const button = () => document.getElementById("play");

function controls() {
  const play = button();
  if (!play) return;
  const more = Boolean(document.getElementById("on"));
  if (!more) pause();
  play.hidden = !more;
  document.getElementById("speed-label").hidden = !more;
  play.textContent = timer ? play.dataset.pause : play.dataset.play;
}

function pause() {
  clearTimeout(timer);
  timer = null;
}

async function step() {
  const on = document.getElementById("on");
  if (on) await follow(on.href);
  if (timer) timer = setTimeout(step, Number(document.getElementById("speed").value));
}

document.addEventListener("click", (event) => {
  if (event.target !== button()) return;
  if (timer) pause();
  else timer = setTimeout(step, 0);
  controls();
});

controls();
