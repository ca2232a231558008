"""The titles of a room, for the browser tab and link previews, and the standing of a game, for its picture."""

from django.utils.translation import gettext as _

from games.engine.position import Mark
from games.engine.variant import Variant
from games.features import parts
from games.play.models import Status
from games.play.selectors.state import State
from games.play.words.pov import Pov
from games.play.words.rules import rules_of, side_name
from games.play.words.status import status_of


def document_title(pov: Pov) -> str:
    """Return the title of the browser tab: the game's state (● on the viewer's turn), the opponent, the site."""
    if pov.screen == "invited":
        return preview_title(pov)
    state = _("This invite has expired.") if pov.screen == "cancelled" else status_of(pov)
    state = f"● {state}" if pov.my_turn else state
    return " · ".join(filter(None, [state, _opponents(pov), _("Tic-tac-toe")]))


def _opponents(pov: Pov) -> str:
    """Return the opponent's name for the title, "" if the status line has it; for a spectator both names."""
    if pov.state.one_screen or not (pov.playing or pov.finished):
        return ""
    if not pov.me:
        return " – ".join(map(pov.name, Mark))
    return "" if pov.other_name in status_of(pov) else pov.other_name


def preview(pov: Pov) -> str:
    """Return the state of the game for a link preview; "" before the start, when the template shows the rule."""
    anybody = Pov(pov.state)
    return status_of(anybody) if anybody.playing or anybody.finished else ""


def preview_title(pov: Pov) -> str:
    """Return the title of a link preview, the same for everyone."""
    rules, anybody = rules_of(pov.state.variant), Pov(pov.state)
    if pov.state.status == Status.WAITING and pov.inviter_name:
        return str(rules.invitation_of) % {"name": pov.inviter_name}
    if pov.state.status == Status.WAITING:
        return str(rules.invitation)
    if pov.state.status == Status.CANCELLED:
        return str(rules.title)
    return str(rules.against) % {"x": anybody.name(Mark.X), "o": anybody.name(Mark.O)}


def standing(state: State) -> str:
    """Return the standing of a game for the URL of its picture: "X-turn", "O-wins", "draw" or ""."""
    over = state.status == Status.FINISHED
    if state.status == Status.CANCELLED or (over and not all(part.counts(state) for part in parts())):
        return ""
    if over:
        return f"{state.winner}-wins" if state.winner else "draw"
    return f"{state.position.turn}-turn"


def standing_in_words(variant: Variant, standing: str) -> str:
    """Return the words for a `standing`, or for "X-again", the task to find a better move; "" for any other text. They
    name sides, not people, because anyone can see the picture."""
    sentences = {"draw": _("Draw.")}
    for mark in Mark:
        side = side_name(variant, mark)
        sentences[f"{mark}-turn"] = _("%(name)s’s turn") % {"name": side}
        sentences[f"{mark}-again"] = _("%(mark)s to play. Find a better move.") % {"mark": side}
        sentences[f"{mark}-wins"] = _("%(winner)s wins.") % {"winner": side}
    return sentences.get(standing, "")
