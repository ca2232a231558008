"""Players at the review desk."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.urls import reverse

from games.play import services
from games.play.models import Game
from games.site.models import Player
from games.tournaments.models import Entrant
from games.tournaments.services import tournaments
from tests.support.games import play, player
from tests.support.stored import digest, everything
from tests.support.tournaments import waiting

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
        ("resigned", {"Ada": "lost (given up)", "Ben": "won (given up)"}),
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


def ask(what: str, who: Player) -> str:
    return reverse(f"admin:games_player_{what}", args=[who.pk])


class TestAnotherName:
    def test_a_player_has_it_everywhere(self, host):
        rude = player("Mallory")
        tournaments.join(code=waiting().code, player=rude, name="Malice")
        shown = host.get(reverse("admin:games_player_change", args=[rude.pk])).content.decode()
        assert "Malice" in shown
        assert ask("rename", rude) in shown
        assert "Mallory" in host.get(ask("rename", rude)).content.decode()
        assert host.post(ask("rename", rude), {"name": "Ned"}).status_code == 302
        assert (Player.objects.get().name, Entrant.objects.get().name) == ("Ned", "Ned")
        assert "Mallory" not in str(LogEntry.objects.values_list())

    def test_none_at_all(self, host):
        rude = player("Mallory")
        host.post(ask("rename", rude), {"name": ""})
        assert Player.objects.get().name == ""

    def test_one_that_nobody_may_have_is_refused(self, host):
        rude = player("Mallory")
        answer = host.post(ask("rename", rude), {"name": "x" * 21})
        assert "A name can have at most 20 characters." in answer.content.decode()
        assert Player.objects.get().name == "Mallory"


class TestRemoving:
    def test_the_page_lists_the_consequences_beforehand(self, host):
        ada = player("Ada")
        everything(ada)
        before = digest()
        page = host.get(ask("forget", ada)).content.decode()
        assert digest() == before
        assert "2 finished games stay, without the name." in page
        assert "1 invite that nobody has accepted expires." in page

    def test_then_they_are_nobody(self, host):
        ada = player("Ada")
        codes = everything(ada)
        assert host.post(ask("forget", ada)).status_code == 302
        assert not Player.objects.filter(name="Ada").exists()
        assert Game.objects.filter(code__in=codes.values()).count() == len(codes)
        assert "Ada" not in str(LogEntry.objects.values_list())
        assert host.get(ask("forget", ada)).status_code == 404


@pytest.mark.parametrize("what", ["rename", "forget"])
def test_a_user_who_may_only_view_can_neither_rename_nor_forget(client, what):
    ada = player("Ada")
    looker = User.objects.create_user("looker", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_player"))
    client.force_login(looker, backend="django.contrib.auth.backends.ModelBackend")
    before = digest(but={"Session"})
    assert ask(what, ada) not in client.get(reverse("admin:games_player_change", args=[ada.pk])).content.decode()
    for method in (client.get, client.post):
        assert method(ask(what, ada), {"name": "Ned"}).status_code == 403
    assert digest(but={"Session"}) == before
