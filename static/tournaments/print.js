// A button that prints the page: where there is no script the browser's own menu does.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => window.print());
