"""The check of stored tournaments finds any tampering."""

import pytest
from django.utils import timezone

from games.play.models import Game, Seat
from games.play.verification import problems_of as problems_of_game
from games.tournaments.models import Entrant, Kind, Match, Tournament
from games.tournaments.selectors.tournaments import LEFT_OVER
from games.tournaments.services import directing, tournaments
from games.tournaments.verification import problems_of
from tests.support.games import play
from tests.support.tournaments import (
    entrant,
    game_of,
    in_seconds,
    lose,
    match_of,
    number,
    pair,
    person,
    run_out,
    settle,
    tournament,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> Tournament:
    """A tournament with every kind of match: Ada and Ben have met, Cem and Dan are in their second game, and Eve plays
    a built-in robot."""
    made = tournament("Ada", "Ben", "Cem", "Dan", "Eve", "Fay")
    pair("Ada Ben", "Cem Dan")
    play(game_of("Ada"), "5 1 9")
    run_out("Ada")
    settle()
    lose("Cem", "Ada")
    tournaments.leave(code=made.code, player=person("Fay"))
    directing.start_computer_games(tournament=made.pk, at=timezone.now() + LEFT_OVER)
    return made


def problems() -> list[str]:
    return problems_of(Tournament.objects.get())


def test_tournaments_stored_by_services_match_their_games(made):
    assert problems() == []
    pair("Ada Eve")
    tournaments.remove(key=made.key, entrant=entrant("Dan").pk)
    assert problems() == []
    tournaments.end(key=made.key, at_once=True)
    directing.finish(tournament=number(), at=in_seconds(1))
    assert problems() == []
    assert [found for game in Game.objects.all() for found in problems_of_game(game)] == []


def test_forfeits_in_a_round_robin_match_too():
    made = tournament("Ada", "Ben", "Cem", kind=Kind.ROUND)
    pair("Ada Ben")
    tournaments.leave(code=made.code, player=person("Ada"))
    assert problems() == []


@pytest.mark.parametrize(
    ("tamper", "problem"),
    [
        (lambda: game_of("Ada").seats.all().delete(), "match 1 has a game of others, or from another start"),
        (
            lambda: Seat.objects.filter(game=game_of("Ada"), player=person("Ben")).update(player=person("Eve")),
            "match 1 has a game of others, or from another start",
        ),
        (lambda: Game.objects.filter(pk=game_of("Ada").pk).update(start="X________"), "match 1 has a game of others"),
        (
            lambda: Game.objects.filter(match__number=1, place=1).update(match=None, place=None),
            "match 1 has games besides its first",
        ),
        (lambda: Match.objects.filter(number=2).update(ended_at=timezone.now()), "match 2 has gone on before"),
        (lambda: Match.objects.filter(number=1).update(ended_at=None), "is recorded in a different match"),
        (lambda: Entrant.objects.filter(name="Cem").update(match=None), "is recorded in a different match"),
        (lambda: Entrant.objects.filter(name="Ada").update(match=match_of("Cem")), "is recorded in a different match"),
        (lambda: two_at_a_time(), "is in two matches at the same time"),
        (
            lambda: Tournament.objects.update(phase="over", over_at=timezone.now()),
            "it is over, but a match is still in progress",
        ),
    ],
)
def test_tampering_is_found(made, tamper, problem):
    tamper()
    assert any(problem in found for found in problems()), problems()


def two_at_a_time() -> None:
    """Puts an entrant first in one match and second in another, which no constraint catches."""
    Match.objects.create(
        tournament_id=number(), number=9, first=entrant("Ben"), second=entrant("Cem"), start="_________"
    )
