"""Actions of hosts, players, clocks and directors in any order: the tournament always matches its games."""

import contextlib
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
from games.tournaments.selectors.absence import FORFEIT_AFTER
from games.tournaments.selectors.standings import scores_of
from games.tournaments.selectors.tournaments import BREATHER, GRACE, LAST_GAMES
from games.tournaments.services import directing, tournaments
from games.tournaments.verification import problems_of
from tests.support.games import player
from tests.support.tournaments import stay

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NAMES = "ABCDEF"


class Play:
    """One tournament, its people, and the director's current time."""

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

    def wait(self, _name: str) -> None:
        """Let the director stop waiting for absent players."""
        directing.forfeit_absent(tournament=self.made.pk, at=self.at + FORFEIT_AFTER)

    def release(self, name: str) -> None:
        for entrant in self.made.entrants.filter(player=self.people[name]):
            tournaments.release(key=self.made.key, entrant=entrant.pk)

    def remove_unmoved(self, _name: str) -> None:
        tournaments.remove_unmoved(key=self.made.key)

    def join(self, name: str) -> None:
        tournaments.join(code=self.made.code, player=self.people[name], name=name)
        stay()

    def start(self, _name: str) -> None:
        tournaments.start(key=self.made.key)

    def pause(self, _name: str) -> None:
        tournaments.pause(key=self.made.key)

    def go_on(self, _name: str) -> None:
        tournaments.resume(key=self.made.key)

    def leave(self, name: str) -> None:
        tournaments.leave(code=self.made.code, player=self.people[name])

    def come_back(self, name: str) -> None:
        tournaments.come_back(code=self.made.code, player=self.people[name])

    def remove(self, name: str) -> None:
        entrant = self.made.entrants.filter(player=self.people[name]).first()
        if entrant:
            tournaments.remove(key=self.made.key, entrant=entrant.pk)

    def move(self, name: str) -> None:
        for game in self.games(name):
            state = State.of(game)
            move = state.variant.write(state.position.legal_moves[0])
            services.play(code=game.code, player=self.people[name], move=move, version=game.version)

    def resign(self, name: str) -> None:
        for game in self.games(name):
            services.resign(code=game.code, player=self.people[name])

    def time(self, name: str) -> None:
        for game in self.games(name):
            directing.call_time(tournament=self.made.pk, at=(game.move_by or self.at) + GRACE)

    def games(self, name: str) -> list[Game]:
        return list(Game.objects.filter(status=Status.STARTED, seats__player=self.people[name]))

    def check(self) -> None:
        assert problems_of(self.made) == []
        others = self.made.entrants.count() - 1
        assert all(score.played <= 2 * others for score in scores_of(self.made).values())

    def end(self) -> None:
        """End it, and check all of its games against the rules."""
        tournaments.end(key=self.made.key)
        directing.finish(tournament=self.made.pk, at=timezone.now() + LAST_GAMES)
        assert Tournament.objects.get().phase == Phase.OVER
        assert not Match.objects.filter(ended_at=None)
        assert not Game.objects.filter(status=Status.STARTED)
        assert [problem for game in Game.objects.all() for problem in problems_of_game(game)] == []
        self.check()


VERBS = ["direct", "join", "pause", "go_on", "leave", "come_back", "remove", "move", "resign", "time"]
VERBS += ["close", "wait", "release", "remove_unmoved"]
OFTEN = ["direct", "direct", "move", "resign", "time"]
steps = st.lists(st.tuples(st.sampled_from([*VERBS, *OFTEN]), st.sampled_from(NAMES)), min_size=10, max_size=40)


@given(kind=st.sampled_from(Kind), starts=st.sampled_from(Starts), steps=steps)
@settings(deadline=None, max_examples=20)
def test_a_tournament_matches_its_games(kind, starts, steps):
    with transaction.atomic():
        played = Play(kind, starts)
        played.start("")
        for verb, name in steps:
            with contextlib.suppress(Refused), transaction.atomic():
                getattr(played, verb)(name)
            played.check()
        played.end()
        transaction.set_rollback(True)
