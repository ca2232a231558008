"""Repairs of seats that earlier releases gave to the wrong nameless player."""

import pytest
from django.utils import timezone

from games.home import services as home_services
from games.hosting.verification import check_everything
from games.play.models import Seat
from games.site.models import Player
from games.tournaments.models import Entrant
from games.tournaments.services import matches
from games.tournaments.services.upkeep import repair_forgotten_seats
from tests.support.tournaments import entrant, game_of, lose, person, playing

pytestmark = pytest.mark.django_db


@pytest.fixture
def damaged() -> list[Player]:
    """Ada was forgotten in two attempts, each of which created a nameless player: the first has her first seat, the
    second the entrant and her last seats."""
    made = playing("Ada Ben", "Cem")
    lose("Ada", "Ben")
    matches.start_computer_game(made, entrant("Ada"), timezone.now())
    gone, replacements = person("Ada"), [Player.objects.create(), Player.objects.create()]
    first, *others = gone.seats.order_by("pk")
    Seat.objects.filter(pk=first.pk).update(player=replacements[0])
    Seat.objects.filter(pk__in=[seat.pk for seat in others]).update(player=replacements[1])
    Entrant.objects.filter(player=gone).update(player=replacements[1], name="")
    gone.delete()
    return replacements


def test_every_seat_goes_to_the_player_of_its_entrant(damaged):
    assert [*check_everything()] != []
    assert [repair_forgotten_seats() for _time in range(2)] == [1, 0]
    assert [*check_everything()] == []
    assert not damaged[0].seats.exists()


def test_a_half_forgotten_player_gets_their_seats_back(damaged):
    """This is the state after an interrupted attempt that was not repeated."""
    ada = Player.objects.create()
    Entrant.objects.filter(player=damaged[1]).update(player=ada)
    Seat.objects.filter(player=damaged[1]).update(player=damaged[0])
    assert repair_forgotten_seats() == 3
    assert [*check_everything()] == []
    home_services.forget(player=ada)
    assert [*check_everything()] == []


def test_seats_of_people_with_a_name_are_left_alone(damaged):
    tampered = Seat.objects.filter(game=game_of("Ben"), player=person("Ben"))
    tampered.update(player=Player.objects.create(name="Eve"))
    repair_forgotten_seats()
    assert [*check_everything()] != []
