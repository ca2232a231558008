// A button that prints the page, hidden without scripts.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => window.print());
