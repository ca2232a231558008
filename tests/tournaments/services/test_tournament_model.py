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

    def close(self, name: str) -> None:
        """Let an entrant close their page."""
        self.made.entrants.filter(player=self.people[name]).update(here_until=self.at)

    def forfeit(self, _name: str) -> None:
        """Let the director stop waiting for absent players."""
        directing.forfeit_absent(tournament=self.made.pk, at=self.at + FORFEIT_AFTER)

    def release(self, name: str) -> None:
        self.by_host(tournaments.forfeit_remaining, name)

    def remove_unmoved(self, _name: str) -> None:
        tournaments.remove_unmoved(key=self.made.key)

    def join(self, name: str) -> None:
        tournaments.join(code=self.made.code, player=self.people[name], name=name)
        stay()

    def pause(self, _name: str) -> None:
        tournaments.pause(key=self.made.key)

    def resume(self, _name: str) -> None:
        tournaments.resume(key=self.made.key)

    def leave(self, name: str) -> None:
        tournaments.leave(code=self.made.code, player=self.people[name])

    def come_back(self, name: str) -> None:
        tournaments.come_back(code=self.made.code, player=self.people[name])

    def remove(self, name: str) -> None:
        self.by_host(tournaments.remove, name)

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


VERBS = ["direct", "join", "pause", "resume", "leave", "come_back", "remove", "move", "resign", "time_out"]
VERBS += ["close", "forfeit", "release", "remove_unmoved"]
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
                getattr(play, verb)(name)
            play.check()
        play.end()
        transaction.set_rollback(True)
