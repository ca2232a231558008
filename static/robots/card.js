// Scroll a robot's card to the rule by which it made its last move.
const card = document.querySelector(".robot-card");

function scrollToRule() {
  const letter = document.querySelector(".by-rule")?.dataset.rule;
  const rule = letter && card.querySelector(`li[data-rule="${letter}"]`);
  if (rule) card.scrollTop = rule.offsetTop + rule.offsetHeight - card.clientHeight;
}

document.addEventListener("shown", scrollToRule);
scrollToRule();
