"""Whatever hosts, players, clocks and directors do in a tournament, in whatever order: it fits its games."""

import contextlib
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from games import services
from games.files.tournament_verification import problems_of
from games.files.verification import problems_of as problems_of_game
from games.live.director import plan
from games.models import Game, Kind, Match, Phase, Starts, Status, Tournament
from games.pairing.table import WIN
from games.refusals import Refused
from games.selectors.state import State
from games.selectors.tournaments import BREATHER, LAST_GAMES, scores_of
from games.services import directing, tournaments
from tests.games import player

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NAMES = "ABCDEF"


class Play:
    """One tournament, its people, and the time it is, which the director goes by."""

    def __init__(self, kind: Kind, starts: Starts) -> None:
        self.made = tournaments.found(kind=kind, starts=starts, minutes=5, seconds=15)
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
        directing.entertain(tournament=number, at=waited)

    def join(self, name: str) -> None:
        tournaments.join(code=self.made.code, player=self.people[name], name=name)

    def start(self, _name: str) -> None:
        tournaments.start(key=self.made.key)

    def pause(self, _name: str) -> None:
        tournaments.pause(key=self.made.key)

    def go_on(self, _name: str) -> None:
        tournaments.go_on(key=self.made.key)

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
            directing.call_time(tournament=self.made.pk, at=game.move_by or self.at)

    def games(self, name: str) -> list[Game]:
        return list(Game.objects.filter(status=Status.STARTED, seats__player=self.people[name]))

    def check(self) -> None:
        assert problems_of(self.made) == []
        counted = Game.objects.filter(match__second__isnull=False, status=Status.FINISHED).count()
        assert sum(score.points for score in scores_of(self.made).values()) == WIN * counted

    def end(self) -> None:
        """Ends it, and holds all of its games against the rules."""
        tournaments.end(key=self.made.key)
        directing.finish(tournament=self.made.pk, at=timezone.now() + LAST_GAMES)
        assert Tournament.objects.get().phase == Phase.OVER
        assert not Match.objects.filter(ended_at=None)
        assert not Game.objects.filter(status=Status.STARTED)
        assert [problem for game in Game.objects.all() for problem in problems_of_game(game)] == []
        self.check()


VERBS = ["direct", "join", "pause", "go_on", "leave", "come_back", "remove", "move", "resign", "time"]
OFTEN = ["direct", "direct", "move", "resign", "time"]
steps = st.lists(st.tuples(st.sampled_from([*VERBS, *OFTEN]), st.sampled_from(NAMES)), min_size=10, max_size=40)


@given(kind=st.sampled_from(Kind), starts=st.sampled_from(Starts), steps=steps)
@settings(deadline=None, max_examples=20)
def test_it_fits_its_games(kind, starts, steps):
    with transaction.atomic():
        played = Play(kind, starts)
        played.start("")
        for verb, name in steps:
            with contextlib.suppress(Refused), transaction.atomic():
                getattr(played, verb)(name)
            played.check()
        played.end()
        transaction.set_rollback(True)
