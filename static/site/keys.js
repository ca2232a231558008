// Which presses of keys are meant for the page, and the list of them, which ? opens.
const FIELDS = "input:not([type=radio]), textarea, select, [contenteditable]";
const found = document.getElementById("keys");
const SINGLE = found && !("noKeys" in document.documentElement.dataset); // where they are listed, and not turned off
const list = found?.showModal ? found : null; // browsers before 2022 have no dialogs

// Neither typed into a field, nor a command to the browser, nor under an open list.
export function meant(event) {
  return !(event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.target.matches(FIELDS) || list?.open);
}

// A single character that does something by itself.
export const single = (event) => SINGLE && !event.repeat && meant(event);

document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || !list || !single(event)) return;
  event.preventDefault();
  list.showModal(); // the browser closes it by Escape and brings the focus back
});

for (const button of list ? document.querySelectorAll(".show-keys") : []) {
  button.hidden = false;
  button.addEventListener("click", () => list.showModal());
}
