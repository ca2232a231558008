// The rule of a robot's last move comes into sight on its card, which may scroll beside the board.
const card = document.querySelector(".robot-card");

function light() {
  const letter = document.querySelector(".by-rule")?.dataset.rule;
  const rule = letter && card.querySelector(`li[data-rule="${letter}"]`);
  if (rule) card.scrollTop = rule.offsetTop + rule.offsetHeight - card.clientHeight;
}

document.addEventListener("shown", light);
light();
