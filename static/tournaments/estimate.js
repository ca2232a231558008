// On the form for a new tournament, update the estimated number of games when a choice changes.
const form = document.querySelector(".set-up form");
const estimate = document.getElementById("estimate");
const FIELDS = ["variant", "minutes", "other_minutes", "seconds", "kind", "drawn"];
let newest = 0;

form.addEventListener("change", async () => {
  const mine = ++newest;
  const chosen = [...new FormData(form)].filter(([name]) => FIELDS.includes(name));
  try {
    const answer = await fetch(`?${new URLSearchParams(chosen)}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine === newest) estimate.textContent = page.getElementById("estimate").textContent;
  } catch {
    // Keep the old estimate, which names its own choices.
  }
});
