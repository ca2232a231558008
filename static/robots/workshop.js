// Keys for a robot's card: Alt and an arrow move the focused rule, and Delete removes it, by pressing the rule's own
// buttons. Rules can also be dragged; dropping one sends its new place to the server.
import { isMeant } from "../site/keys.js";

const BUTTONS = { ArrowUp: "up", ArrowDown: "down" };

document.addEventListener("keydown", (event) => {
  const rule = event.target.closest(".rules > li");
  const wanted = event.key === "Delete" && isMeant(event) ? "off" : event.altKey && BUTTONS[event.key];
  if (!rule || !wanted) return;
  event.preventDefault();
  const button = rule.querySelector(`[name=${wanted}]`);
  button.focus();
  button.click();
});

// A disabled button keeps the focus but does nothing.
document.addEventListener("click", (event) => {
  if (event.target.closest(".rules [aria-disabled]")) event.preventDefault();
});

// --- dragging

const EDGE = 72; // px from the edge of the window within which dragging scrolls
const STEP = 12; // px

let drag = null; // the dragged row, where it was (`from`) and where its gap is (`to`), counted from 0

document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest?.(".grip");
  if (!grip || drag || event.button || grip.closest(".dragging")) return;
  event.preventDefault(); // keep the focus, and select no text
  grip.setPointerCapture(event.pointerId);
  const row = grip.closest("li"), list = row.parentElement, rows = [...list.children];
  const gap = document.createElement("li");
  gap.className = "gap";
  gap.style.height = `${row.offsetHeight}px`;
  const from = rows.indexOf(row);
  const tops = rows.map((one) => one.offsetTop);
  drag = { pointer: event.pointerId, row, list, rows, gap, from, to: from, start: event.pageY, tops };
  list.append(gap);
  list.classList.add("dragging");
  row.classList.add("held");
  move(event);
});

document.addEventListener("pointermove", (event) => {
  if (drag?.pointer === event.pointerId) move(event);
});

function move(event) {
  const { row, rows, gap, from, tops } = drag;
  if (event.clientY < EDGE) scrollBy(0, -STEP);
  if (event.clientY > innerHeight - EDGE) scrollBy(0, STEP);
  const by = event.pageY - drag.start, top = tops[from] + by, bottom = top + row.offsetHeight;
  const passed = (one, place) => {
    const middle = tops[place] + one.offsetHeight / 2;
    return place < from ? middle > top : place > from && middle < bottom;
  };
  const to = from + rows.reduce((sum, one, place) => sum + (passed(one, place) ? Math.sign(place - from) : 0), 0);
  row.style.translate = `0 ${by}px`;
  rows.forEach((one, place) => {
    if (one === row) return;
    const aside = passed(one, place) ? Math.sign(from - place) * row.offsetHeight : 0;
    one.style.translate = `0 ${aside}px`;
  });
  const below = to > from ? tops[to] + rows[to].offsetHeight - row.offsetHeight : tops[to];
  gap.style.top = `${below}px`;
  drag.to = to;
}

document.addEventListener("pointerup", (event) => {
  if (drag?.pointer !== event.pointerId) return;
  const { row, list, from, to } = drag;
  if (from === to) {
    putBack();
    return;
  }
  drag = null; // the rows stay in place until the answer comes
  const button = document.createElement("button");
  Object.assign(button, { name: "place", value: `${row.id.replace("rule-", "")}${to + 1}`, hidden: true });
  const form = list.closest("form");
  form.append(button);
  form.requestSubmit(button);
  button.remove();
});

function putBack() {
  if (!drag) return;
  for (const one of drag.rows) one.style.translate = "";
  drag.row.classList.remove("held");
  drag.list.classList.remove("dragging");
  drag.gap.remove();
  drag = null;
}

document.addEventListener("pointercancel", (event) => {
  if (drag?.pointer === event.pointerId) putBack();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") putBack();
});
