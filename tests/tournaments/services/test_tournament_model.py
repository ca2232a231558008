"""A tournament matches its games after any sequence of actions by hosts, players, clocks and directors."""

import contextlib
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from games.play import services
from games.play.models import Game, Status
from games.play.selectors.state import State
from games.play.verification import problems_of as problems_of_game
from games.site.refusals import Refused
from games.tournaments.director import plan
from games.tournaments.models import Kind, Match, Phase, Starts, Tournament
from games.tournaments.selectors.tournaments import BREATHER, FORFEIT_AFTER, GRACE, OVERTIME
from games.tournaments.services import directing, tournaments
from games.tournaments.verification import problems_of
from tests.support.games import player
from tests.support.tournaments import current_state, finish, stay

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NAMES = "ABCDEF"


class Play:
    """A tournament, its people, and the time for the director."""

    def __init__(self, kind: Kind, starts: Starts) -> None:
        self.made = tournaments.create(kind=kind, starts=starts, minutes=5, seconds=15)
        self.people = {name: player(name) for name in NAMES}
        self.at = timezone.now()
        for name in NAMES[:4]:
            self.join(name)

    def direct(self, _name: str) -> None:
        number = self.made.pk
        directing.settle(tournament=number, at=self.at + BREATHER)
        self.made.refresh_from_db()
        waited = self.at + timedelta(seconds=30)
        directing.pair(tournament=number, pairs=plan(self.made, waited), at=self.at)
        directing.start_computer_games(tournament=number, at=waited)
        directing.call_off(tournament=number, at=waited)

    def join(self, name: str) -> None:
        tournaments.join(code=self.made.code, player=self.people[name], name=name)
        stay()

    def by_host(self, verb: Callable[..., object], name: str) -> None:
        """Let the host do something with an entrant, if there is one of this name."""
        for entrant in self.made.entrants.filter(player=self.people[name]):
            verb(key=self.made.key, entrant=entrant.pk)

    def move(self, name: str) -> None:
        for game in self.games(name):
            state = State.of(game)
            move = state.variant.write(state.position.legal_moves[0])
            services.play(code=game.code, player=self.people[name], move=move, version=game.version)

    def resign(self, name: str) -> None:
        for game in self.games(name):
            services.resign(code=game.code, player=self.people[name])

    def time_out(self, name: str) -> None:
        for game in self.games(name):
            directing.call_time(tournament=self.made.pk, at=(game.move_by or self.at) + GRACE)

    def games(self, name: str) -> list[Game]:
        return list(Game.objects.filter(status=Status.STARTED, seats__player=self.people[name]))

    def check(self) -> None:
        assert [*problems_of(self.made)] == []
        others = self.made.entrants.count() - 1
        assert all(one.score.played <= 2 * others for one in current_state().entrants)

    def end(self) -> None:
        """End the tournament, and check its games against the rules."""
        tournaments.end(key=self.made.key)
        finish(timezone.now() + OVERTIME)
        assert Tournament.objects.get().phase == Phase.OVER
        assert not Match.objects.filter(ended_at=None)
        assert not Game.objects.filter(status=Status.STARTED)
        assert [problem for game in Game.objects.all() for problem in problems_of_game(game)] == []
        self.check()


VERBS: dict[str, Callable[[Play, str], object]] = {
    "direct": Play.direct,
    "join": Play.join,
    "move": Play.move,
    "resign": Play.resign,
    "time_out": Play.time_out,
    "leave": lambda play, name: tournaments.leave(code=play.made.code, player=play.people[name]),
    "come_back": lambda play, name: tournaments.come_back(code=play.made.code, player=play.people[name]),
    "close the page": lambda play, name: play.made.entrants.filter(name=name).update(here_until=play.at),
    "pause": lambda play, name: tournaments.pause(key=play.made.key),
    "resume": lambda play, name: tournaments.resume(key=play.made.key),
    "remove": lambda play, name: play.by_host(tournaments.remove, name),
    "release": lambda play, name: play.by_host(tournaments.forfeit_remaining, name),
    "remove_unmoved": lambda play, name: tournaments.remove_unmoved(key=play.made.key),
    "forfeit": lambda play, name: directing.forfeit_absent(tournament=play.made.pk, at=play.at + FORFEIT_AFTER),
}
FREQUENT = ["direct", "direct", "move", "resign", "time_out"]
steps = st.lists(st.tuples(st.sampled_from([*VERBS, *FREQUENT]), st.sampled_from(NAMES)), min_size=10, max_size=40)


@given(kind=st.sampled_from(Kind), starts=st.sampled_from(Starts), steps=steps)
@settings(deadline=None, max_examples=20)
def test_a_tournament_always_matches_its_games(kind, starts, steps):
    with transaction.atomic():
        play = Play(kind, starts)
        tournaments.start(key=play.made.key)
        for verb, name in steps:
            with contextlib.suppress(Refused), transaction.atomic():
                VERBS[verb](play, name)
            play.check()
        play.end()
        transaction.set_rollback(True)
