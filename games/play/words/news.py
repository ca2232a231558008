"""Announcements for a viewer: whole sentences, each announced once.

*News*, such as the answer to an offer, appears in words on the page. Events that the board shows are *said*, to screen
readers only. The sentences are derived from the States before and after. The URL of a page's socket contains the
`State.seen` that the page shows, so a reconnect announces exactly the missed events.
"""

from django.utils.translation import gettext as _

from games.engine.position import BLANK, ON_BOARD, IllegalMove, Termination
from games.features import why
from games.play.models import Status
from games.play.selectors.presence import Presence
from games.play.selectors.state import State
from games.play.words.pov import Pov
from games.play.words.rules import MARKED, rules_of
from games.play.words.squares import square_name
from games.play.words.status import first_win, gone, once_more, own_offer, side, sides_swapped, status_of, their_offer
from games.site.speech import speech
from games.site.words.sentences import sentences

MAX_ANNOUNCED = 2  # missed moves to announce


# --- news


def news_since(pov: Pov, before: Presence, arrival_known: bool = False) -> str:
    """Return a sentence about the opponent arriving or leaving; "" for spectators, and after a tournament game, which
    everyone leaves. `arrival_known` means that the opponent's arrival has been announced."""
    if pov.me is None or (pov.finished and pov.state.in_tournament):
        return ""
    other, name = pov.me.other, {"name": pov.other_name}
    if pov.may_claim and before.claimant != pov.me:
        return gone(pov)
    if other in pov.presence.left and other in before.here:
        return _("%(name)s is away.") % name
    if other not in pov.presence.here or other in before.here:
        return ""
    if other in before.left:
        return _("%(name)s is back.") % name
    return "" if arrival_known else _arrival(pov)


def _arrival(pov: Pov) -> str:
    """Announce that the opponent is here for the first time; in a rematch, also the viewer's new side. "" before
    the first move of a tournament game, because `arrival` has announced the opponent there."""
    if pov.state.in_tournament and not pov.state.record:
        return ""
    if swapped := sides_swapped(pov):
        return sentences(_("%(name)s is here.") % {"name": pov.other_name}, swapped)
    if pov.my_turn and not pov.state.record:
        return _("%(name)s is here. You start.") % {"name": pov.other_name}
    if pov.playing and not pov.state.record:
        return _("%(name)s is here and starts.") % {"name": pov.other_name}
    return _("%(name)s is here.") % {"name": pov.other_name}


def news_after(pov: Pov, before: State) -> str:
    """Return a sentence about a new or answered offer, or a new player, since that state; "" if there is none."""
    if pov.me is None or pov.state.next_code:
        return ""
    if before.status == Status.WAITING and pov.playing and not pov.state.record:
        return _arrival(pov) if pov.me.other not in pov.presence.left else ""
    if pov.wanted and before.offered_by != pov.me.other:
        missed = said_after(pov, before)
        return sentences(missed, their_offer(pov)) if missed else their_offer(pov)
    if pov.state.withdrawn:
        return _("%(name)s withdrew the offer.") % {"name": pov.other_name} if before.offered_by == pov.me.other else ""
    if before.offered_by != pov.me or pov.state.offered_by or before.status != pov.state.status:
        return ""
    name = {"name": pov.other_name}
    if pov.state.plies < before.plies:
        return _("%(name)s said yes. Your turn.") % name
    if pov.state.record == before.record:
        return _("%(name)s said no.") % name
    if not pov.my_turn:
        return ""
    if not _is_plain(pov):
        return sentences(_("Too late."), _last_move(pov))
    return _("Too late: %(name)s marked %(square)s. Your turn.") % {**name, "square": _last_square(pov)}


def calls(pov: Pov, before: State) -> bool:
    """Return whether to notify a player who is not looking, because their friend has joined or it is their turn now."""
    if pov.me is None or not (pov.playing and pov.state.for_two):
        return False
    return before.status == Status.WAITING or (pov.my_turn and pov.state.record != before.record)


# --- said


def arrival(pov: Pov) -> str:
    """Return the announcement to a player when the page of a game in play opens; "" for others. In a rematch the page
    shows `sides_swapped`. On later turns it is the last move, because without a socket each move opens a page."""
    state = pov.state
    if pov.me is None or not pov.playing:
        return ""
    if state.plies_before(pov.marks) is not None:
        return _last_move(pov) if pov.my_turn else ""
    words = {"name": pov.other_name, "mark": pov.side(pov.me)}
    if sides_swapped(pov):
        whom = ""
    elif state.positions[0].turn == pov.me:
        whom = _("You’re playing %(name)s. You’re %(mark)s, and you start.") % words
    else:
        whom = _("You’re playing %(name)s, who starts. You’re %(mark)s.") % words
    return sentences(whom, _last_move(pov)) if state.record else whom or what_comes_next(pov)


def said_since(pov: Pov, before: Presence) -> str:
    """Announce that someone has opened the viewer's invite, if so."""
    return _("Someone has opened your link.") if pov.marks and pov.invite_read and not before.readers else ""


def said_after(pov: Pov, before: State, *, own: bool = False) -> str:
    """Describe the changes since that state, if any. `own` means that the viewer has just made them on this page, so
    only the result of their move is announced, or the move itself if a computer's reply follows."""
    state = pov.state
    if state.next_code:
        return ""
    if before.status != state.status:
        return _said_of_turning_point(pov, before, own=own)
    if state.record != before.record:
        return _said_of_board(pov, before, own=own)
    if state.status == Status.WAITING:
        return side(pov) if before.seats.keys() != state.seats.keys() else ""
    if pov.hinted and not before.hint:
        return _("Every empty square shows what it’s worth.")
    if not own or before.offered_by == state.offered_by:
        return ""
    if state.withdrawn:
        return _("You withdrew the offer.")
    return own_offer(pov) if pov.asked else _("You said no.")


def _said_of_turning_point(pov: Pov, before: State, *, own: bool) -> str:
    """Announce the start or the end of a game."""
    if pov.finished and pov.state.ended in (*ON_BOARD, Termination.TOO_LONG):
        return sentences(_said_of_board(pov, before, own=own), first_win(pov))
    if pov.state.status == Status.CANCELLED:
        return _("This invite has expired.")
    if pov.playing and pov.spectator and not pov.watching:
        return _("Someone has already taken this seat. You can watch.")
    if pov.playing and pov.state.record:
        return _said_of_board(pov, before, own=own)
    return status_of(pov)


def _said_of_board(pov: Pov, before: State, *, own: bool) -> str:
    """Announce moves made or taken back."""
    state = pov.state
    if before.record.startswith(state.record):
        return _said_of_going_back(pov, before)
    first = before.plies if state.record.startswith(before.record) else state.plies - 1
    removed = ""
    if own and state.positions[first].turn in pov.marks:
        removed = _removed(pov, first)
        first += 1
    first = max(first, state.plies - MAX_ANNOUNCED)
    if first == state.plies:
        if pov.playing and pov.against_computer and not pov.state.one_screen:  # the reply follows
            return describe_move(pov, first - 1)
        more = sentences(_going(pov), once_more(pov))
        return sentences(removed, what_comes_next(pov), more) if removed or more else status_of(pov)
    if first == state.plies - 1:
        return sentences(removed, _last_move(pov))
    return sentences(describe_move(pov, first), _rule(pov, first), _last_move(pov))


def _said_of_going_back(pov: Pov, before: State) -> str:
    """Announce moves taken back, and the marks that have returned."""
    plies, cells = before.plies - pov.state.plies, pov.state.position.cells
    try:
        earlier = before.position.cells if plies <= MAX_ANNOUNCED else cells
    except IllegalMove:  # clients may send any record in `?seen=`
        earlier = cells
    back = [
        _("%(mark)s is back: %(square)s.") % {"mark": mark, "square": square_name(pov.state.variant, cell)}
        for cell, mark in enumerate(cells)
        if mark != BLANK and earlier[cell] == BLANK
    ]
    return sentences(_going_back(pov, plies), *back)


def _going_back(pov: Pov, plies: int) -> str:
    yours, name = pov.my_turn and not pov.state.one_screen, {"name": pov.name(pov.state.position.turn)}
    if plies == 1 and yours:
        return _("The last move was taken back. Your turn.")
    if plies == 1:
        return _("The last move was taken back. %(name)s’s turn.") % name
    if yours:
        return _("The last two moves were taken back. Your turn.")
    return _("The last two moves were taken back. %(name)s’s turn.") % name


def announcement(pov: Pov) -> str:
    """Return the last move and what comes next."""
    return _last_move(pov) if pov.state.record else status_of(pov)


def _last_square(pov: Pov) -> str:
    variant = pov.state.variant
    return square_name(variant, variant.square(pov.state.moves[-1]))


def _is_nameless(pov: Pov, mark: str) -> bool:
    """Return whether this side is the viewer's opponent, who has no name."""
    seat = pov.state.seats[mark]
    return pov.me is not None and mark != pov.me and not seat.opponent and not seat.name


def _is_plain(pov: Pov) -> bool:
    """Return whether the last move only marked a square, so that one sentence can also say what comes next."""
    ply = pov.state.plies - 1
    more = speech().brief or _removed(pov, ply) or _rule(pov, ply) or _going(pov) or once_more(pov)
    return rules_of(pov.state.variant).move is MARKED and not more


def describe_move(pov: Pov, ply: int) -> str:
    """Describe the move after `ply` moves: its player, its mark and square, and the mark that it removed."""
    state, words_for = pov.state, rules_of(pov.state.variant).move
    mover, square = state.positions[ply].turn, state.variant.square(state.moves[ply])
    mark = state.positions[ply + 1].cells[square]
    if speech().brief:
        # Translators: a move as a short announcement, the mark and its square: "X top left."
        brief = _("%(mark)s %(square)s.") % {"mark": mark, "square": square_name(state.variant, square)}
        return sentences(brief, _removed(pov, ply))
    words = {"name": pov.name(mover), "square": square_name(state.variant, square), "mark": mark}
    said = words_for.own if pov.me == mover else words_for.of_nameless if _is_nameless(pov, mover) else words_for.of
    return sentences(str(said) % words, _removed(pov, ply))


def _rule(pov: Pov, ply: int) -> str:
    """Return why a computer player made the move after `ply` moves; "" if no feature explains it."""
    position = pov.state.positions[ply]
    return "" if speech().brief else why(pov.state.seats[position.turn].opponent, position)


def _removed(pov: Pov, ply: int) -> str:
    """Return a sentence on the mark that the move after `ply` moves removed; "" if it removed none."""
    before = pov.state.positions[ply]
    if before.going is None:
        return ""
    words = {"mark": before.cells[before.going], "square": square_name(pov.state.variant, before.going)}
    if pov.me == before.turn:
        # Translators: in a game in which a fourth mark removes the oldest of three: "Your oldest X, top left, ...".
        return _("Your oldest %(mark)s, %(square)s, was removed.") % words
    return _("The oldest %(mark)s, %(square)s, was removed.") % words


def _going(pov: Pov) -> str:
    """Return which mark the next move removes; "" if it removes none."""
    cell, cells = pov.state.position.going, pov.state.position.cells
    if cell is None or pov.finished:
        return ""
    # Translators: in a game in which a fourth mark removes the oldest of three: "O, top left, disappears next."
    words = _("%(mark)s, %(square)s, disappears next.")
    return words % {"mark": cells[cell], "square": square_name(pov.state.variant, cell)}


def _last_move(pov: Pov) -> str:
    """Return sentences on the last move and what comes next."""
    mover, turn = (position.turn for position in pov.state.positions[-2:])
    if not _is_plain(pov) or (pov.finished and pov.state.winner == mover.other):
        ply = pov.state.plies - 1
        return sentences(describe_move(pov, ply), _rule(pov, ply), what_comes_next(pov), _going(pov), once_more(pov))
    words = {"name": pov.name(mover), "next": pov.name(turn), "square": _last_square(pov)}
    if pov.me == mover:
        return _own_last_move(pov) % words
    return (_last_move_of_nameless(pov) if _is_nameless(pov, mover) else _last_move_of_another(pov)) % words


def what_comes_next(pov: Pov) -> str:
    """Return a sentence, to follow others, on whose turn it is or how the game ended."""
    if pov.finished:
        return status_of(pov)
    if pov.my_turn and not pov.state.one_screen:
        return _("Your turn.")
    return _("%(name)s’s turn.") % {"name": pov.name(pov.state.position.turn)}


def _own_last_move(pov: Pov) -> str:
    """Describe the viewer's own move, made on another page or while this page was offline."""
    if pov.drawn:
        return _("You marked %(square)s. Draw. Good game.")
    return _("You marked %(square)s. You win!") if pov.finished else _("You marked %(square)s. %(next)s’s turn.")


def _last_move_of_nameless(pov: Pov) -> str:
    if pov.drawn:
        return _("The other player marked %(square)s. Draw. Good game.")
    if pov.finished:
        return _("The other player marked %(square)s and wins.")
    return _("The other player marked %(square)s. Your turn.")


def _last_move_of_another(pov: Pov) -> str:
    if pov.drawn and pov.marks:
        return _("%(name)s marked %(square)s. Draw. Good game.")
    if pov.drawn:
        return _("%(name)s marked %(square)s. Draw.")
    if pov.finished:
        return _("%(name)s marked %(square)s and wins.")
    if pov.my_turn and not pov.state.one_screen:
        return _("%(name)s marked %(square)s. Your turn.")
    return _("%(name)s marked %(square)s. %(next)s’s turn.")
