// Decide which key presses are meant for the page, and open the list of shortcuts on "?".
const FIELDS = "input:not([type=radio]), textarea, select, [contenteditable]";
const found = document.getElementById("keys");
const SHORTCUTS = found && !("noKeys" in document.documentElement.dataset); // on pages that list them, unless switched off
const list = found?.showModal ? found : null; // browsers before 2022 have no dialogs

// Return whether a key press is neither typed into a field, nor a browser command, nor made while the list is open.
export function isMeant(event) {
  return !(event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.target.matches(FIELDS) || list?.open);
}

// Return whether a press of a single-key shortcut counts.
export const isShortcut = (event) => SHORTCUTS && !event.repeat && isMeant(event);

document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || !list || !isShortcut(event)) return;
  event.preventDefault();
  list.showModal(); // Escape closes it and restores the focus
});

for (const button of list ? document.querySelectorAll(".show-keys") : []) {
  button.hidden = false;
  button.addEventListener("click", () => list.showModal());
}
