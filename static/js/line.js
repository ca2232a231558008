// Shows how the connection stands, and to a listener only what lasts.
const SAID_AFTER = 2_000; // ms: what is over sooner is no news to a listener

const line = document.getElementById("connection");
const lost = document.getElementById("lost");

let saying = null;
export function tell(state) {
  line.hidden = false;
  line.dataset.state = state;
  line.querySelector("span").textContent = line.dataset[state];
  clearTimeout(saying);
  if (state === "connected" && lost.textContent) lost.textContent = line.dataset.connected;
  if (["reconnecting", "polling", "gone"].includes(state)) {
    saying = setTimeout(() => (lost.textContent = line.dataset[state]), SAID_AFTER);
  }
}
