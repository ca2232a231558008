"""Offers to take back a move during a game and to play a rematch after it, one at a time (`Game.offered_by`). Without a
human opponent they take effect immediately. An offer to take back ends with the next move; `tidy` withdraws an old
rematch offer."""

from dataclasses import replace

from django.utils import timezone

from games.engine.position import Mark
from games.engine.variant import Variant
from games.play.models import Game, Seat, Status
from games.play.selectors.games import read_game
from games.play.selectors.state import State
from games.play.services import storage
from games.site.models import Player
from games.site.refusals import Reason, Refused

MAX_TAKEN_BACK = 200  # per game, because the rows of taken-back moves are kept


@storage.one_transaction
def take_back(*, code: str, player: Player | None, version: int) -> State:
    """Offer to take back the player's last move; against a computer or on one screen, take it back immediately. Does
    nothing if it was already offered, or if the game is no longer at that version, as on a double click."""
    game, state, marks = storage.own_game(code, player, outside_tournaments=True)
    storage.check_in_play(state)
    if state.version != version or state.offered_by in marks:
        return state
    if state.offered_by:
        raise Refused(Reason.ASKED_FIRST, mark=Mark(state.offered_by))
    if state.plies_before(marks) is None:
        raise Refused(Reason.NOT_MOVED)
    if game.moves.exclude(taken_back_at=None).count() >= MAX_TAKEN_BACK:
        raise Refused(Reason.TAKEN_BACK_OFTEN)
    if not state.between_people:
        return _go_back(game, state, marks)
    [mark] = marks
    storage.advance(game, offered_by=mark)
    return storage.publish(game)


@storage.one_transaction
def allow(*, code: str, player: Player | None) -> State:
    """Take back the move that the opponent asked to take back."""
    game, state, marks = storage.own_game(code, player)
    storage.check_in_play(state)
    _check_asked(state, marks)
    return _go_back(game, state, frozenset({Mark(state.offered_by)}))


@storage.one_transaction
def decline(*, code: str, player: Player | None) -> State:
    """Decline the opponent's offer."""
    game, state, marks = storage.own_game(code, player)
    _check_asked(state, marks)
    storage.advance(game, offered_by="")
    return storage.publish(game)


@storage.one_transaction
def withdraw(*, code: str, player: Player | None) -> State:
    """Withdraw the player's own offer. Raises Refused if they have none open."""
    game, state, marks = storage.own_game(code, player)
    if state.offered_by not in marks:
        raise Refused(Reason.NO_OFFER)
    return _withdraw(game)


@storage.one_transaction
def expire_offer(*, code: str) -> State:
    """Withdraw an unanswered rematch offer. Does nothing if it was answered meanwhile."""
    game = read_game(code)
    if game.status != Status.FINISHED or not game.offered_by:
        return State.of(game)
    return _withdraw(game)


def _withdraw(game: Game) -> State:
    storage.advance(game, offered_by="")
    return storage.publish_state(replace(State.of(game), withdrawn=True))


@storage.one_transaction
def rematch(*, code: str, player: Player | None, variant: Variant | None = None) -> State:
    """Offer a rematch, or start it if the opponent has offered one or nobody has to agree.

    Two people may choose another game as `variant`; None means the offered game, else the same one. Returns the state
    of the finished game, with the code of the next one. Raises Refused if the opponent has offered a different game
    meanwhile.
    """
    game, state, marks = storage.own_game(code, player, outside_tournaments=True)
    if state.status != Status.FINISHED:
        raise Refused(Reason.NOT_OVER)
    if state.next_code or state.offered_by in marks:
        return state
    _check_still_plays(state)
    if not state.offered_by and state.between_people:
        [mark] = marks
        storage.advance(game, offered_by=mark, offered_variant="" if variant in (None, state.variant) else variant.key)
        return storage.publish(game)
    if variant not in (None, state.next_variant):
        raise Refused(Reason.BEHIND)
    storage.advance(game, offered_by="")
    _start_rematch(game, state)
    return storage.publish(read_game(code))


def _check_still_plays(state: State) -> None:
    """Raise Refused if the opponent is a computer player that no longer plays here."""
    for seat in state.seats.values():
        if seat.opponent and state.variant.opponent(seat.opponent) is None:
            raise Refused(Reason.NO_REMATCH, opponent=seat.opponent)


def _check_asked(state: State, marks: frozenset[Mark]) -> None:
    if not state.offered_by or state.offered_by in marks:
        raise Refused(Reason.NOT_ASKED)


def _go_back(game: Game, state: State, marks: frozenset[Mark]) -> State:
    """Go back to before the last move of these marks. The rows of the taken-back moves are kept."""
    plies, now = state.plies_before(marks), timezone.now()
    assert plies is not None  # the offer required a move
    storage.advance(game, record=state.record_of(plies), board_version=game.version + 1, offered_by="", turned_at=now)
    game.moves.filter(ply__gt=plies, taken_back_at=None).update(taken_back_at=now)
    return storage.publish(game)


def _start_rematch(game: Game, state: State) -> None:
    """Start the next game of the same players, with sides swapped and the running score carried over, from the same
    position unless the variant changes."""
    score = {"x_wins": state.o_total, "o_wins": state.x_total}
    if state.one_screen:  # the two people cannot be told apart, so the score is kept by mark
        score = {"x_wins": state.x_total, "o_wins": state.o_total}
    swapped = [
        Seat(mark=Mark(seat.mark).other, player=seat.player, opponent=seat.opponent, name=seat.name)
        for seat in game.seated
    ]
    variant = state.next_variant
    start = game.start if variant is state.variant else variant.start.text
    same = {"variant": variant.key, "start": start, "hints": game.hints}
    storage.start_game(*swapped, rematch_of=game, draws=state.draws_total, **same, **score)
