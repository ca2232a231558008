// Show a player's doodle beside their plate for a while. room.js sends and receives doodles.
const SHOWN_FOR = 6_000; // ms

const main = document.getElementById("main");
const doodles = document.getElementById("doodles"); // the buttons, which only players have
doodles?.removeAttribute("hidden");

document.addEventListener("doodle", (event) => {
  const slip = new DOMParser().parseFromString(event.detail, "text/html").querySelector(".slip");
  document.getElementById(slip.id)?.remove();
  main.append(slip);
  setTimeout(() => slip.remove(), SHOWN_FOR);
});

// On a narrow screen, close the menu of doodles after a press or Escape.
function fold() {
  const details = doodles?.querySelector("details[open]");
  if (!details?.getClientRects().length) return;
  details.open = false;
  details.firstElementChild.focus();
}

document.addEventListener("submit", (event) => event.submitter?.name === "drawing" && fold());
doodles?.addEventListener("keydown", (event) => event.key === "Escape" && fold());
