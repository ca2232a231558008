// Doodles: a player's doodle lies at their plate for a while. The room's script sends what is pressed.
const SHOWN = 6_000; // ms

const main = document.getElementById("main");
const doodles = document.getElementById("doodles"); // with which one shows something; players alone have it
doodles?.removeAttribute("hidden");

document.addEventListener("doodle", (event) => {
  const slip = new DOMParser().parseFromString(event.detail, "text/html").querySelector(".slip");
  document.getElementById(slip.id)?.remove();
  main.append(slip);
  setTimeout(() => slip.remove(), SHOWN);
});

// If the six are folded away, a press or Escape folds them again.
function fold() {
  const details = doodles?.querySelector("details[open]");
  if (!details?.getClientRects().length) return;
  details.open = false;
  details.firstElementChild.focus();
}

document.addEventListener("submit", (event) => event.submitter?.name === "drawing" && fold());
doodles?.addEventListener("keydown", (event) => event.key === "Escape" && fold());
