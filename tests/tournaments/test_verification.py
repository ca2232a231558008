"""Verification of stored tournaments finds tampering."""

import pytest
from django.utils import timezone

from games.play.models import Game
from games.play.verification import problems_of
from games.tournaments.models import Entrant, Match, Tournament
from games.tournaments.services import tournaments
from tests.support import tournaments as play
from tests.support.games import play as moves

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> Tournament:
    """A tournament with every kind of match: Ada and Ben have finished theirs, Cem and Dan are in their second game,
    and Eve plays a computer player."""
    made = play.playing("Ada Ben", "Cem Dan", "Eve", "Fay")
    moves(play.game_of("Ada"), "5 1 9")
    play.run_out("Ada")
    play.settle()
    play.lose("Cem", "Ada")
    tournaments.leave(code=made.code, player=play.person("Fay"))
    play.start_computer_games()
    return made


def test_tournaments_stored_by_services_have_no_problems(made):
    assert play.problems() == []
    play.pair("Ada Eve")
    tournaments.remove(key=made.key, entrant=play.entrant("Dan").pk)
    assert play.problems() == []
    tournaments.end(key=made.key, at_once=True)
    play.finish(play.in_seconds(1))
    assert play.problems() == []
    assert [problem for game in Game.objects.all() for problem in problems_of(game)] == []


WRONG = "match 1 has a game with the wrong players, rules or starting position"
DIFFERENT = "is recorded in a different match"


def two_at_once() -> None:
    """Make Ben first in a match although he is second in another, which no constraint finds."""
    people = {"first": play.entrant("Ben"), "second": play.entrant("Cem")}
    Match.objects.create(tournament_id=play.tournament_id(), number=9, start="_" * 9, **people)


@pytest.mark.parametrize(
    ("tamper", "problem"),
    [
        (lambda: play.game_of("Ada").seats.all().delete(), WRONG),
        (lambda: play.game_of("Ada").seats.filter(player=play.person("Ben")).update(player=play.person("Eve")), WRONG),
        (lambda: Game.objects.filter(pk=play.game_of("Ada").pk).update(start="X________"), WRONG),
        (
            lambda: Game.objects.filter(match__number=1, place=1).update(match=None, place=None),
            "missing or extra",
        ),
        (lambda: Match.objects.filter(number=2).update(ended_at=timezone.now()), "match 2 went on before"),
        (lambda: Match.objects.filter(number=1).update(ended_at=None), DIFFERENT),
        (lambda: Entrant.objects.filter(name="Cem").update(match=None), DIFFERENT),
        (two_at_once, "is in two matches at the same time"),
        (lambda: Tournament.objects.update(phase="over", over_at=timezone.now()), "a match is still in progress"),
    ],
)
def test_tampering_is_found(made, tamper, problem):
    tamper()
    assert any(problem in found for found in play.problems()), play.problems()
