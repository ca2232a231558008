"""The state of a game in words, for one viewer."""

from django.utils.translation import gettext as _

from games.engine.position import ON_BOARD, Mark, Termination
from games.features import parts
from games.play.models import Status
from games.play.words.pov import Pov
from games.play.words.rules import name_unless_usual, rules_of


def status_of(pov: Pov) -> str:
    """Return the status line above the board."""
    if pov.state.status == Status.WAITING:
        return _("Waiting for a second player…")
    if pov.finished:
        return _result(pov)
    if pov.my_turn and not pov.state.one_screen:
        return _("Your turn")
    if pov.me and pov.against_computer:
        return _("%(name)s is thinking…") % {"name": pov.other_name}
    turn = pov.state.position.turn
    return _("%(name)s’s turn") % {"name": pov.name(turn)}


def _result(pov: Pov) -> str:
    if pov.state.in_tournament and pov.state.between_people and (early := _too_early(pov)):
        return early
    if pov.drawn and pov.state.ended == Termination.ABANDONED:
        if not pov.state.between_people or pov.state.in_tournament:
            return _("Never finished, so it’s a draw.")
        gone = pov.state.position.turn
        # Translators: "a draw" is the result of the game, here and everywhere.
        if pov.me == gone:
            return _("You were away too long. It’s a draw.")
        return _("%(name)s was away too long. It’s a draw.") % {"name": pov.name(gone)}
    if pov.drawn and pov.state.ended == Termination.REPEATED:
        return _("The same position three times: it’s a draw.")
    if pov.state.ended == Termination.TOO_LONG:
        return _("Too many moves: a draw.")
    if pov.drawn:
        return _("Draw. Good game.") if pov.marks else _("Draw.")
    winner = Mark(pov.state.winner)
    names = {"winner": pov.name(winner), "loser": pov.name(winner.other)}
    if pov.state.ended == Termination.RESIGNED:
        if pov.me == winner:
            return _("%(loser)s gave up. You win!") % names
        if pov.me == winner.other:
            return _("You gave up.")
        return _("%(loser)s gave up. %(winner)s wins.") % names
    if pov.state.ended == Termination.ABANDONED:
        if pov.me == winner:
            return _("%(loser)s was away too long. You win!") % names
        if pov.me == winner.other:
            return _("You were away too long. %(winner)s wins.") % names
        return _("%(loser)s was away too long. %(winner)s wins.") % names
    if pov.state.ended == Termination.TIME:
        if pov.me == winner:
            return _("%(loser)s ran out of time. You win!") % names
        if pov.me == winner.other:
            return _("You ran out of time. %(winner)s wins.") % names
        return _("%(loser)s ran out of time. %(winner)s wins.") % names
    return _("You win!") if pov.me == winner else _("%(winner)s wins.") % names


def _too_early(pov: Pov) -> str:
    """Return why a finished tournament game does not count; "" if it counts."""
    state = pov.state
    if all(part.counts(state) for part in parts()):
        return ""
    if state.winner:
        if pov.me == Mark(state.winner).other:
            return _("You stopped before your second move. This game does not count.")
        name = {"name": pov.name(Mark(state.winner).other)}
        return _("%(name)s stopped before their second move. This game does not count.") % name
    unmoved = [mark for mark in Mark if state.plies_before(frozenset([mark])) is None]
    if len(unmoved) == 1:
        return _("%(name)s was away. This game does not count.") % {"name": pov.name(unmoved[0])}
    return _("Stopped early. This game does not count.")


def comfort(pov: Pov) -> str:
    """Return a kind word for a viewer who has lost on the board, else ""."""
    lost = pov.finished and pov.me is not None and pov.state.winner == pov.me.other
    return _("So close! Again?") if lost and pov.state.ended in ON_BOARD else ""


def first_win(pov: Pov) -> str:
    """Return a sentence for a player who has beaten this computer player for the first time, else ""."""
    return _("Your first win against %(name)s!") % {"name": pov.other_name} if pov.won and pov.state.first_win else ""


def once_more(pov: Pov) -> str:
    """Return a warning if the position has occurred twice, because the third time is a draw."""
    return _("One more repeat and it’s a draw.") if pov.playing and pov.state.position.occurrences == 2 else ""


def caption(pov: Pov) -> str:
    """Return a warning, the effect of the next move, or the short rule, for below the board; "" in the classic game."""
    rules, position = rules_of(pov.state.variant), pov.state.position
    if not name_unless_usual(pov.state.variant):
        return ""
    removal = "" if position.going is None or pov.finished else rules.going if pov.my_turn else rules.going_of_other
    return once_more(pov) or str(removal or rules.short)


def gone(pov: Pov) -> str:
    """Return the heading of the choices after the opponent has left."""
    return _("%(name)s is away. You can wait, or claim the win.") % {"name": pov.other_name}


def their_offer(pov: Pov) -> str:
    """Return the opponent's offer in words."""
    if pov.playing:
        return _("%(name)s would like to take back a move.") % {"name": pov.other_name}
    words = _("%(name)s would like to play another game: %(game)s.")
    return _offer(pov, words) or _("%(name)s would like a rematch.") % {"name": pov.other_name}


def own_offer(pov: Pov) -> str:
    """Return the viewer's pending offer in words."""
    if pov.playing:
        return _("You asked %(name)s if you can take back a move…") % {"name": pov.other_name}
    words = _("You asked %(name)s to play another game: %(game)s…")
    return _offer(pov, words) or _("You asked %(name)s for a rematch…") % {"name": pov.other_name}


def _offer(pov: Pov, words: str) -> str:
    """Fill in the words of an offer to play another game; "" if the offer is for the same one."""
    offered = pov.state.next_variant
    return words % {"name": pov.other_name, "game": rules_of(offered).name} if offered != pov.state.variant else ""


def side(pov: Pov) -> str:
    """Return a sentence on the side that the viewer has, or would get, while the game waits for a second player."""
    if pov.me is None:
        return _("You’ll be %(mark)s.") % {"mark": pov.side(pov.inviter.other)}
    starts = pov.me == pov.state.positions[0].turn
    words = _("You’re %(mark)s and you start.") if starts else _("You’re %(mark)s and your friend starts.")
    return words % {"mark": pov.side(pov.me)}


def goes_first(pov: Pov) -> str:
    """Return a sentence for an invited person on who starts."""
    first, inviter = pov.state.positions[0].turn, pov.inviter_name
    words = {"name": inviter, "mark": pov.side(first)}
    called_by_mark = words["mark"] == first
    if pov.inviter != first:
        return _("%(mark)s starts, and that’s you.") % words if called_by_mark else _("You start.")
    if not called_by_mark:
        return _("%(name)s starts.") % words if inviter else _("Your friend starts.")
    return (_("%(name)s is %(mark)s and starts.") if inviter else _("Your friend is %(mark)s and starts.")) % words


def sides_swapped(pov: Pov) -> str:
    """Return a sentence on the viewer's new side in a rematch, until their first move."""
    state = pov.state
    if not (pov.playing and pov.me and state.x_wins + state.o_wins + state.draws):
        return ""
    if state.plies_before(pov.marks) is not None:
        return ""
    if pov.me == state.positions[0].turn:
        return _("This time you’re %(mark)s, and you start.") % {"mark": pov.side(pov.me)}
    return _("This time you’re %(mark)s. %(name)s starts.") % {"mark": pov.side(pov.me), "name": pov.other_name}
