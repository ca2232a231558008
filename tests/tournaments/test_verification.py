"""Verification of stored tournaments finds tampering."""

import pytest
from django.utils import timezone

from games.play.models import Game, Seat
from games.play.verification import problems_of
from games.tournaments.models import Entrant, Kind, Match, Tournament
from games.tournaments.services import tournaments
from tests.support.games import play
from tests.support.tournaments import (
    entrant,
    finish,
    game_of,
    in_seconds,
    lose,
    match_of,
    pair,
    person,
    playing,
    problems,
    run_out,
    settle,
    start_computer_games,
    tournament_id,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> Tournament:
    """A tournament with every kind of match: Ada and Ben have finished theirs, Cem and Dan are in their second game,
    and Eve plays a computer player."""
    made = playing("Ada Ben", "Cem Dan", "Eve", "Fay")
    play(game_of("Ada"), "5 1 9")
    run_out("Ada")
    settle()
    lose("Cem", "Ada")
    tournaments.leave(code=made.code, player=person("Fay"))
    start_computer_games()
    return made


def test_tournaments_stored_by_services_have_no_problems(made):
    assert problems() == []
    pair("Ada Eve")
    tournaments.remove(key=made.key, entrant=entrant("Dan").pk)
    assert problems() == []
    tournaments.end(key=made.key, at_once=True)
    finish(in_seconds(1))
    assert problems() == []
    assert [problem for game in Game.objects.all() for problem in problems_of(game)] == []


def test_forfeits_in_a_round_robin_are_no_problems():
    made = playing("Ada Ben", "Cem", kind=Kind.ROUND)
    tournaments.leave(code=made.code, player=person("Ada"))
    assert problems() == []


@pytest.mark.parametrize(
    ("tamper", "problem"),
    [
        (
            lambda: game_of("Ada").seats.all().delete(),
            "match 1 has a game with the wrong players, rules or starting position",
        ),
        (
            lambda: Seat.objects.filter(game=game_of("Ada"), player=person("Ben")).update(player=person("Eve")),
            "match 1 has a game with the wrong players, rules or starting position",
        ),
        (
            lambda: Game.objects.filter(pk=game_of("Ada").pk).update(start="X________"),
            "match 1 has a game with the wrong players, rules or starting position",
        ),
        (
            lambda: Game.objects.filter(match__number=1, place=1).update(match=None, place=None),
            "match 1 has missing or extra games",
        ),
        (lambda: Match.objects.filter(number=2).update(ended_at=timezone.now()), "match 2 went on before"),
        (lambda: Match.objects.filter(number=1).update(ended_at=None), "is recorded in a different match"),
        (lambda: Entrant.objects.filter(name="Cem").update(match=None), "is recorded in a different match"),
        (lambda: Entrant.objects.filter(name="Ada").update(match=match_of("Cem")), "is recorded in a different match"),
        (
            # No constraint finds an entrant who is first in one match and second in another.
            lambda: Match.objects.create(
                tournament_id=tournament_id(), number=9, first=entrant("Ben"), second=entrant("Cem"), start="_" * 9
            ),
            "is in two matches at the same time",
        ),
        (
            lambda: Tournament.objects.update(phase="over", over_at=timezone.now()),
            "it is over, but a match is still in progress",
        ),
    ],
)
def test_tampering_is_found(made, tamper, problem):
    tamper()
    assert any(problem in found for found in problems()), problems()
