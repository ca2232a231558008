"""A tournament as its host sees it."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games.tournaments.models import Entrant
from games.tournaments.services import tournaments
from games.tournaments.words.hosting import Hosting
from tests.support.games import player
from tests.support.played import played
from tests.support.tournaments import (
    current_state,
    entrant,
    go_away,
    person,
    playing,
    start_computer_games,
    tournament,
    waiting,
)

pytestmark = pytest.mark.django_db


def seen(at: datetime | None = None) -> Hosting:
    return Hosting(current_state(), at or timezone.now())


def doing(at: datetime | None = None) -> dict[str, str]:
    return {one.name: doing for one, doing in seen(at).people}


class TestActivities:
    def test_people_play_wait_rest_and_leave(self):
        made = playing("Ada Ben", "Cem", "Dan", "Eve", "Fay", "Gus")
        Entrant.objects.filter(name="Cem").update(standing="aside")
        tournaments.leave(code=made.code, player=person("Dan"))
        go_away("Gus")
        tournaments.remove(key=made.key, entrant=entrant("Eve").pk)
        waits = entrant("Fay").free_since + timedelta(seconds=4)
        assert list(doing(waits).items()) == [
            ("Ada", "playing Ben"),
            ("Ben", "playing Ada"),
            ("Cem", "on a break"),
            ("Dan", "left"),
            ("Fay", "waiting 4 s"),
            ("Gus", "away"),
            ("Eve", "removed"),
        ]
        assert (seen().count, seen().games_on, seen(waits).waits) == (5, 1, "1, for 4 s")
        assert [one.name for one, _doing in seen().people if not one.here] == ["Gus"]

    def test_an_unpaired_player_plays_the_computer(self):
        tournament("Ada")
        start_computer_games()
        assert (doing(), seen().games_on) == ({"Ada": "playing the computer while waiting"}, 0)

    def test_before_the_start_and_in_a_pause_nobody_waits(self):
        made = waiting("Ada")
        assert doing() == {"Ada": "here"}
        tournaments.start(key=made.key)
        tournaments.pause(key=made.key)
        assert doing() == {"Ada": "here"}


def test_deleted_names_are_replaced_by_numbers():
    played()
    Entrant.objects.filter(name__in=["Ada", "Cem"]).update(name="")
    assert [*doing()] == ["Ben", "Dan", "Player 1", "Player 3"]


def test_screen_readers_announce_each_entrant_and_their_number():
    made = waiting()
    assert seen().joined == ""
    for name in ("Ada", "Ben"):
        tournaments.join(code=made.code, player=player(name), name=name)
    assert seen().joined == "Ben has joined. 2 players are in."
    tournaments.leave(code=made.code, player=person("Ada"))
    assert seen().joined == "Ben has joined. 1 player is in."


class TestCountdown:
    def test_it_runs_from_the_start_to_zero(self):
        made = waiting("Ada", minutes=10)
        before = seen().countdown
        assert (before.clock, before.runs, before.share) == ("10:00", False, "100.00")
        tournaments.start(key=made.key)
        after = seen(current_state().ends_at - timedelta(minutes=4, seconds=2.5)).countdown
        assert (after.clock, after.runs) == ("4:03", True)
        assert seen(current_state().ends_at + timedelta(seconds=5)).countdown.clock == "0:00"

    def test_screen_readers_announce_that_little_time_is_left(self):
        made = waiting("Ada", minutes=20)
        assert seen().time_announcement == ""
        tournaments.start(key=made.key)
        announced = [
            seen(current_state().ends_at - timedelta(minutes=left)).time_announcement
            for left in (19, 10, 9, 5, 4, 1, 0.5, 0)
        ]
        ten, five, one = (f"Less than {words} left." for words in ("10 minutes", "5 minutes", "1 minute"))
        assert announced == ["", "", ten, ten, five, five, one, ""]

    def test_it_can_be_extended_by_five_minutes_up_to_a_limit(self):
        made = tournament("Ada", minutes=60)
        assert seen().longer == 65
        tournaments.set_minutes(key=made.key, minutes=180)
        assert seen().longer == 0


def test_names_are_in_alphabetical_order():
    waiting("Zoë", "Łukasz", "Lukas", "Émile", "Eva", "Mia", "øyvind", "Olaf")
    assert [*doing()] == ["Émile", "Eva", "Lukas", "Łukasz", "Mia", "Olaf", "øyvind", "Zoë"]
