// From the review of a tournament game, go to the player's next game when it starts, because its clock runs.
const ASK_EVERY = 3_000; // ms

const { tournamentState } = document.getElementById("main").dataset;
const asking = setInterval(ask, ASK_EVERY);

async function ask() {
  try {
    const answer = await fetch(tournamentState);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const { go, screen, stays = 0 } = page.getElementById("tournament").dataset;
    if (go) setTimeout(() => location.assign(go), 1_000 * stays - performance.now());
    if (go || ["over", "removed"].includes(screen)) clearInterval(asking);
  } catch {
    // The next request may succeed.
  }
}
