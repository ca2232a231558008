"""Several people and computer players perform random actions, legal and illegal, and an independent model predicts the
results. Hypothesis prints the failures it finds as steps to repeat."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase
from hypothesis import settings as budget
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    MultipleResults,
    RuleBasedStateMachine,
    initialize,
    multiple,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.engine.position import Mark
from games.engine.variants import VARIANTS
from games.play import services
from games.play.models import Game
from games.play.selectors.games import games_with_seats
from games.play.selectors.state import State
from games.play.services import Turn
from games.play.verification import problems_of
from games.site.models import Player
from games.site.refusals import Refused
from tests.support.games import player
from tests.support.stored import digest

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
NAMES = ("Ada", "Ben", "Cem")
MARKS_A_SIDE = 3  # in vanishing


class No(Exception):
    """An illegal move, in the model."""


@dataclass
class Model:
    """One game, with its rules as explained to a child; `seats` says who plays a mark, "" for the computer."""

    code: str
    seats: dict[str, str]
    game: str = "classic"
    status: str = "started"
    record: list[str] = field(default_factory=list)
    winner: str = ""
    ended: str = ""
    offer: str = ""
    following: str = ""  # the code of its rematch
    version: int = 0
    board_version: int = 0
    answered: set[tuple[int, str, str]] = field(default_factory=set)  # version, move, mark

    @property
    def turn(self) -> str:
        return "XO"[len(self.record) % 2]

    @property
    def alone(self) -> bool:
        """Whether nobody has to agree: against the computer, or two people on one screen."""
        return "" in self.seats.values() or len(set(self.seats.values())) < len(self.seats)

    def marks(self, who: str) -> set[str]:
        return {mark for mark, name in self.seats.items() if name == who}

    def own(self, who: str) -> set[str]:
        return self.marks(who) or self.refuse()

    def refuse(self) -> set[str]:
        raise No

    def must(self, fits: bool) -> None:
        if not fits:
            raise No

    def board(self, plies: int) -> dict[str, str]:
        """The marks written on each square after this many moves, the oldest first."""
        written: dict[str, str] = {}
        for place, move in enumerate(self.record[:plies]):
            square, side = move[0], "XO"[place % 2]
            mark = {"wild": move[1:], "notakto": "X"}.get(self.game, side)
            oldest = [one for one, of in written.items() if of == side]
            if self.game == "vanishing" and len(oldest) == MARKS_A_SIDE:
                del written[oldest[0]]
            written[square] = mark
        return written

    def open_moves(self) -> list[str]:
        """The legal actions of the side to move while the game goes on."""
        taken = self.board(len(self.record))
        marks = "XO" if self.game == "wild" else [""]
        return [f"{square}{mark}" for square in "012345678" if square not in taken for mark in marks]

    def put(self, move: str) -> None:
        side = self.turn
        other = "O" if side == "X" else "X"
        self.record.append(move)
        plies = len(self.record)
        written = self.board(plies)
        alike = [{square for square, mark in written.items() if mark == kind} for kind in "XO"]
        # In the order of a dict, which keeps the ages of the marks.
        stood = [list(self.board(earlier).items()) for earlier in range(plies % 2, plies + 1, 2)]
        if any(kind >= set(line) for kind in alike for line in LINES):
            self.end(other if self.game in ("misere", "notakto") else side, "line")
        elif len(written) == len("012345678"):
            self.end("", "full")
        elif self.game == "vanishing" and sum(by_side(one) == by_side(stood[-1]) for one in stood) == 3:
            self.end("", "repeated")

    def end(self, winner: str, how: str) -> None:
        self.status, self.winner, self.ended, self.offer = "finished", winner, how, ""

    def back(self, marks: set[str]) -> None:
        """Go back to before the last move of these marks."""
        while "XO"[(len(self.record) - 1) % 2] not in marks:
            self.record.pop()
        self.record.pop()
        self.offer = ""

    def has_moved(self, marks: set[str]) -> bool:
        return any("XO"[place % 2] in marks for place in range(len(self.record)))


def by_side(board: list[tuple[str, str]]) -> list[list[str]]:
    """The squares of each side, the oldest first."""
    return [[square for square, mark in board if mark == side] for side in "XO"]


def few(machine: "Play") -> bool:
    """Few games, so that much happens in each."""
    return len(machine.models) < 4


class Play(RuleBasedStateMachine):
    """Each rule does the same to the site and to the model, and then compares the two."""

    games = Bundle("games")
    who = st.sampled_from([*NAMES, "Ada", "Ben"])  # Cem is the stranger more often
    game = st.sampled_from(list(VARIANTS))
    stale = st.sampled_from([0, 0, 0, 1, 2, -1])  # how far behind the version is; -1 is a future one

    def __init__(self) -> None:
        super().__init__()
        self.undo = transaction.atomic()
        self.undo.__enter__()
        self.models: dict[str, Model] = {}

    def teardown(self) -> None:
        problems = [found for game in Game.objects.all() for found in problems_of(game)]
        transaction.set_rollback(True)
        self.undo.__exit__(None, None, None)
        assert problems == []

    @initialize(target=games)
    def people(self) -> MultipleResults[str]:
        """Everyone, and a game of Ada and Ben, because most actions of two people start from one."""
        self.people = {name: player(name) for name in NAMES}
        code = services.invite(player=self.people["Ada"], side=Mark.X).code
        state = services.join(code=code, player=self.people["Ben"])
        self.made(state, {"X": "Ada", "O": "Ben"}, board_version=state.version)
        return multiple(*[code] * 3)

    # --- the site and the model side by side

    def made(self, state: State, seats: dict[str, str], **fields: object) -> str:
        self.models[state.code] = Model(state.code, seats, **fields)
        self.adopt(self.models[state.code], state)
        return state.code

    def adopt(self, model: Model, state: State) -> None:
        """Take over what the model cannot know, the computer's square and the versions, and compare the rest."""
        replies = state.variant.split(state.record)[len(model.record) :]
        due = model.status == "started" and model.seats.get(model.turn) == ""
        assert len(replies) == due
        for move in replies:
            assert move in model.open_moves()
            model.put(move)
        model.version, stored = state.version, State.of(games_with_seats().get(code=model.code))
        assert stored == state
        assert {
            "status": model.status,
            "game": model.game,
            "record": "".join(model.record),
            "winner": model.winner,
            "ended": model.ended,
            "offer": model.offer,
            "following": model.following,
            "seats": {mark: self.people[name].pk if name else None for mark, name in model.seats.items()},
        } == {
            "status": state.status,
            "game": state.variant.key,
            "record": state.record,
            "winner": state.winner,
            "ended": state.ended,
            "offer": state.offered_by,
            "following": state.next_code,
            "seats": {mark: seat.player for mark, seat in state.seats.items()},
        }

    def both(self, code: str, do: Callable[[], State], rule: Callable[[Model], bool]) -> None:
        """Do it, and compare it with the model's `rule`, which says whether it changes the game, and raises No if it is
        illegal."""
        model = self.models[code]
        before, version, board = digest(), model.version, list(model.record)
        try:
            changes = rule(model)
        except No:
            with pytest.raises(Refused):
                do()
            assert digest() == before
            return
        state = do()
        if not changes:
            assert digest() == before
            assert state.version == version
            return
        assert state.version > version
        self.adopt(model, state)
        if model.record != board or model.board_version < 0:
            model.board_version = state.version

    # --- making games

    @precondition(few)
    @rule(target=games, who=who, side=st.sampled_from("XO"), game=game)
    def invite(self, who: str, side: str, game: str) -> str:
        state = services.invite(player=self.people[who], side=Mark(side), variant=VARIANTS[game])
        return self.made(state, {side: who}, game=game, status="waiting")

    @precondition(few)
    @rule(target=games, who=who, game=game)
    def one_screen(self, who: str, game: str) -> str:
        state = services.start_one_screen(player=self.people[who], variant=VARIANTS[game])
        return self.made(state, {"X": who, "O": who}, game=game)

    @precondition(few)
    @rule(target=games, who=who, side=st.sampled_from("XO"), opponent=st.sampled_from(["easy", "hard"]), game=game)
    def against_computer(self, who: str, side: str, opponent: str, game: str) -> str:
        person, variant = self.people[who], VARIANTS[game]
        state = services.start_against_computer(player=person, opponent=opponent, side=Mark(side), variant=variant)
        other = "O" if side == "X" else "X"
        code = self.made(state, {side: who, other: ""}, game=game)
        self.models[code].board_version = state.version
        return code

    # --- before the game

    @rule(code=games, who=who)
    def join(self, code: str, who: str) -> None:
        def sit(model: Model) -> bool:
            model.must(model.status != "cancelled")
            if model.status != "waiting":
                model.own(who)
                return False
            model.must(not model.marks(who))
            model.seats["O" if "X" in model.seats else "X"] = who
            model.status, model.board_version = "started", -1
            return True

        self.both(code, lambda: services.join(code=code, player=self.people[who]), sit)

    @rule(code=games, who=who, stale=stale)
    def swap(self, code: str, who: str, stale: int) -> None:
        version = self.models[code].version - stale

        def change(model: Model) -> bool:
            model.own(who)
            model.must(model.status == "waiting")
            if stale:
                return False
            model.seats = {"O" if "X" in model.seats else "X": who}
            return True

        self.both(code, lambda: services.swap(code=code, player=self.people[who], version=version), change)

    @rule(code=games, who=who)
    def cancel(self, code: str, who: str) -> None:
        def end(model: Model) -> bool:
            model.own(who)
            model.must(model.status in ("waiting", "cancelled"))
            changes, model.status = model.status == "waiting", "cancelled"
            return changes

        self.both(code, lambda: services.cancel(code=code, player=self.people[who]), end)

    # --- the game

    @rule(code=games, who=who, cell=st.integers(-1, 9), mark=st.sampled_from(["", "", "X", "O"]), stale=stale)
    def play(self, code: str, who: str, cell: int, mark: str, stale: int) -> None:
        move = f"{cell}{mark}"
        version = self.models[code].version - stale

        def answer(model: Model) -> bool:
            marks = model.marks(who)
            if stale and any((version, move, side) in model.answered for side in marks):
                return False  # a repeat: the same answer
            model.own(who)
            model.must(model.status == "started" and move in model.open_moves())
            model.must(model.turn in marks and model.board_version <= version <= model.version)
            self.moves(model, version, move)
            return True

        self.both(code, lambda: services.play(code=code, player=self.people[who], move=move, version=version), answer)

    def moves(self, model: Model, version: int, move: str) -> None:
        model.answered.add((version, move, model.turn))
        model.offer = ""
        model.put(move)

    @rule(code=games, choice=st.integers(0, 8), seen=st.booleans())
    def play_by_the_rules(self, code: str, choice: int, seen: bool) -> None:
        """Play legally, so that games finish: the side to move marks an empty square, as from a socket or a form."""
        model = self.models[code]
        if model.status == "started" and model.seats[model.turn]:
            who, version, fitting = model.seats[model.turn], model.version, model.open_moves()
            move = fitting[choice % len(fitting)]
            known = State.of(games_with_seats().get(code=code))

            def answer(model: Model) -> bool:
                self.moves(model, version, move)
                return True

            def play() -> State:
                if seen:
                    [state] = services.play_together([Turn(known, self.people[who], move)])
                    assert isinstance(state, State), state
                    return state
                return services.play(code=code, player=self.people[who], move=move, version=version)

            self.both(code, play, answer)

    @rule(code=games, who=who)
    def resign(self, code: str, who: str) -> None:
        def give_up(model: Model) -> bool:
            marks = model.own(who)
            if model.ended == "resigned" and model.winner not in marks:
                return False
            model.must(model.status == "started")
            loser = model.turn if len(marks) == 2 else min(marks)
            model.end("O" if loser == "X" else "X", "resigned")
            return True

        self.both(code, lambda: services.resign(code=code, player=self.people[who]), give_up)

    @rule(code=games, who=who, stale=stale)
    def take_back(self, code: str, who: str, stale: int) -> None:
        version = self.models[code].version - stale

        def ask(model: Model) -> bool:
            marks = model.own(who)
            model.must(model.status == "started")
            if stale or model.offer in marks:
                return False
            model.must(not model.offer and model.has_moved(marks))
            if model.alone:
                model.back(marks)
            else:
                [model.offer] = marks
            return True

        self.both(code, lambda: services.take_back(code=code, player=self.people[who], version=version), ask)

    @rule(code=games, who=who)
    def allow(self, code: str, who: str) -> None:
        def agree(model: Model) -> bool:
            marks = model.own(who)
            model.must(model.status == "started" and model.offer not in (*marks, ""))
            model.back({model.offer})
            return True

        self.both(code, lambda: services.allow(code=code, player=self.people[who]), agree)

    @rule(code=games, who=who)
    def decline(self, code: str, who: str) -> None:
        def say_no(model: Model) -> bool:
            marks = model.own(who)
            model.must(model.offer not in (*marks, ""))
            model.offer = ""
            return True

        self.both(code, lambda: services.decline(code=code, player=self.people[who]), say_no)

    @rule(code=games, asks=st.sampled_from("XO"), then=st.sampled_from(["play", "allow", "decline", "resign"]))
    def ask_and_answer(self, code: str, asks: str, then: str) -> None:
        """Play a whole exchange, which occurs too rarely by chance."""
        model = self.models[code]
        if len(model.seats) == 2 and model.seats[asks]:
            self.play_by_the_rules(code, 0, True)
            self.play_by_the_rules(code, 1, False)
            asker, other = model.seats[asks], model.seats["O" if asks == "X" else "X"]
            self.take_back(code, asker, 0)
            if then == "play":
                self.play_by_the_rules(code, 2, True)
            elif other:
                {"allow": self.allow, "decline": self.decline, "resign": self.resign}[then](code, other)
            if model.status == "finished":
                self.rematch(code, asker)

    @rule(code=games, who=who, verb=st.sampled_from([services.claim_win, services.call_draw, services.hint]))
    def what_is_not_open_here(self, code: str, who: str, verb: Callable[..., State]) -> None:
        """Nobody has been away for 7 days, and hints are not switched on, so all of these are refused."""
        self.both(code, lambda: verb(code=code, player=self.people[who]), Model.refuse)

    @rule(target=games, code=games, who=who)
    def rematch(self, code: str, who: str) -> str:
        model = self.models[code]
        next_one: list[Model] = []

        def ask(model: Model) -> bool:
            marks = model.own(who)
            model.must(model.status == "finished")
            if model.following or model.offer in marks:
                return False
            if model.offer or model.alone:
                model.offer = ""
                next_one.append(model)
            else:
                [model.offer] = marks
            return True

        def do() -> State:
            state = services.rematch(code=code, player=self.people[who])
            if next_one:
                model.following = state.next_code
            return state

        self.both(code, do, ask)
        if not next_one:
            return code
        state = State.of(games_with_seats().get(code=model.following))
        seats = {"X": model.seats["O"], "O": model.seats["X"]}
        made = self.made(state, seats, game=model.game)
        self.models[made].board_version = state.version
        return made


@pytest.mark.slow
@pytest.mark.django_db
def test_whatever_people_do_the_site_and_the_model_agree(settings):
    settings.LIMITS = False
    run_state_machine_as_test(
        Play,
        settings=budget(
            max_examples=40,
            stateful_step_count=40,
            deadline=None,
            phases=[Phase.generate],  # shrinking takes minutes: add Phase.shrink after a failure
            database=None,
            suppress_health_check=list(HealthCheck),
            print_blob=True,
        ),
    )
    assert not Player.objects.exists()
