// Which key presses are meant for the page, and the list of shortcuts, which ? opens.
const FIELDS = "input:not([type=radio]), textarea, select, [contenteditable]";
const found = document.getElementById("keys");
const SINGLE = found && !("noKeys" in document.documentElement.dataset); // single keys act on pages that list them, unless switched off
const list = found?.showModal ? found : null; // browsers before 2022 have no dialogs

// Return whether a key press is neither typed into a field, nor a browser command, nor made while the list is open.
export function meant(event) {
  return !(event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.target.matches(FIELDS) || list?.open);
}

// Return whether a press of a single-key shortcut counts.
export const single = (event) => SINGLE && !event.repeat && meant(event);

document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || !list || !single(event)) return;
  event.preventDefault();
  list.showModal(); // Escape closes it and restores the focus
});

for (const button of list ? document.querySelectorAll(".show-keys") : []) {
  button.hidden = false;
  button.addEventListener("click", () => list.showModal());
}
