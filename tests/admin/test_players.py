"""Players at the review desk."""

import pytest
from django.urls import reverse

from games import services
from games.models import Game, Player
from tests.games import play, player

pytestmark = pytest.mark.django_db


def test_a_player_is_shown_with_their_games(host, won):
    ada = won.seats.get(mark="X").player
    page = host.get(reverse("admin:games_player_change", args=[ada.pk])).content.decode()
    assert won.code in page
    assert reverse("admin:games_game_change", args=[won.pk]) in page


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("x", {"Ada": "won (three in a row)", "Ben": "lost (three in a row)"}),
        ("draw", {"Ada": "drawn (board full)", "Ben": "drawn (board full)"}),
        ("resigned", {"Ada": "lost (resigned)", "Ben": "won (resigned)"}),
        ("waiting", {"Ada": "waiting for a friend"}),
    ],
)
def test_a_players_page_says_how_each_game_went_for_them(host, of_every_kind, name, words):
    game = of_every_kind[name]
    for who, result in words.items():
        shown = Player.objects.get(name=who)
        page = host.get(reverse("admin:games_player_change", args=[shown.pk])).content.decode()
        row = page[page.index(game.code) :].partition("</tr>")[0]
        assert f"<td>{result}</td>" in row


def test_a_game_on_one_screen_says_which_mark_won(host):
    ada = player("Ada")
    code = services.start_one_screen(player=ada).code
    play(Game.objects.get(code=code), "1 4 2 5 3")
    page = host.get(reverse("admin:games_player_change", args=[ada.pk])).content.decode()
    assert "<td>X won (three in a row)</td>" in page
