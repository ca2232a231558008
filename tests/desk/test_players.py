"""Players at the review desk."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.engine.position import Mark
from games.play import services
from games.play.models import Game
from games.site.models import Player
from games.tournaments.models import Entrant
from games.tournaments.services import tournaments
from tests.support.browsers import Browser
from tests.support.games import friends, play, player
from tests.support.presence import presence_of
from tests.support.stored import digest, store_everything
from tests.support.tournaments import waiting

pytestmark = pytest.mark.django_db
A_DAY = timedelta(days=1)


def page_of(host: Client, who: Player) -> str:
    return host.get(reverse("admin:games_player_change", args=[who.pk])).content.decode()


def test_a_player_is_shown_with_their_games(host, won):
    page = page_of(host, won.seats.get(mark="X").player)
    assert f">{won.code}</a></th>" in page  # the heading of its row
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
def test_a_players_page_shows_the_result_of_each_game(host, games_of_every_kind, name, words):
    game = games_of_every_kind[name]
    for who, result in words.items():
        page = page_of(host, Player.objects.get(name=who))
        row = page[page.index(game.code) :].partition("</tr>")[0]
        assert f"<td>{result}</td>" in row


def test_a_game_on_one_screen_says_which_mark_won(host):
    ada = player("Ada")
    code = services.start_one_screen(player=ada).code
    play(Game.objects.get(code=code), "1 4 2 5 3")
    assert "<td>X won (three in a row)</td>" in page_of(host, ada)


def ask(what: str, who: Player) -> str:
    return reverse(f"admin:games_player_{what}", args=[who.pk])


class TestRenaming:
    def test_a_new_name_applies_everywhere(self, host):
        rude = player("Mallory")
        tournaments.join(code=waiting().code, player=rude, name="Malice")
        assert "Malice" in page_of(host, rude)
        assert ask("rename", rude) in page_of(host, rude)
        assert "Mallory" in host.get(ask("rename", rude)).content.decode()
        assert host.post(ask("rename", rude), {"name": "Ned"}).status_code == 302
        assert (Player.objects.get().name, Entrant.objects.get().name) == ("Ned", "Ned")
        assert "Mallory" not in str(LogEntry.objects.values_list())
        host.post(ask("rename", rude), {"name": ""})
        assert Player.objects.get().name == ""

    def test_a_forbidden_name_is_refused(self, host):
        rude = player("Mallory")
        answer = host.post(ask("rename", rude), {"name": "x" * 21})
        assert "A name can have at most 20 characters." in answer.content.decode()
        assert Player.objects.get().name == "Mallory"


def test_only_administrators_can_change_a_locked_name(host):
    rude = player("Mallory")
    host.post(ask("rename", rude), {"name": "Ned", "locked": "on"})
    rude.refresh_from_db()
    browser = Browser(rude)
    answer = browser.post("/name/", {"name": "Malice"})
    assert (answer.status_code, "have locked your name" in answer.content.decode()) == (400, True)
    code = services.invite(player=player("Ada"), side=Mark.X).code
    assert "have locked your name" in browser.post(f"/g/{code}/join/", {"name": "Malice"}).content.decode()
    assert "have locked your name" in browser.post(f"/join/{waiting().code}/", {"name": "Mal"}).content.decode()
    assert (Player.objects.get(pk=rude.pk).name, Entrant.objects.filter(player=rude).exists()) == ("Ned", False)
    host.post(ask("rename", rude), {"name": "Ned"})
    assert browser.post("/name/", {"name": "Max"}).status_code == 302


class TestBlocking:
    def test_a_blocked_player_gets_one_sentence_instead_of_playing(self, host):
        rude, ada = player("Mallory"), player("Ada")
        game = friends(x=rude, o=ada)
        browser = Browser(rude)
        assert ask("block", rude) in page_of(host, rude)
        assert "Their games stay" in host.get(ask("block", rude)).content.decode()
        assert host.post(ask("block", rude)).status_code == 302
        code, there = services.invite(player=ada, side=Mark.X).code, waiting().code
        before = digest(but={"Session"})
        for path, data in (
            (f"/g/{game.code}/play/", {"cell": "4", "version": game.version}),
            (f"/g/{game.code}/doodle/", {"drawing": "heart"}),
            (f"/g/{code}/join/", {}),
            (f"/join/{there}/", {"name": "Mal"}),
            ("/new/friend/", {"side": "X"}),
            ("/name/", {"name": "Malice"}),
        ):
            answer = browser.post(path, data).content.decode()
            assert "The people who run this site have blocked you" in answer, path
        assert digest(but={"Session"}) == before
        assert browser.get(f"/g/{game.code}/").status_code == 200
        host.post(ask("block", rude))  # once more
        assert browser.post("/new/friend/", {"side": "X"}).status_code == 302

    def test_their_games_can_be_resigned_and_claimed(self, host):
        rude, ada = player("Mallory"), player("Ada")
        games = [friends(x=rude, o=ada) for _ in range(2)]
        process = services.open_process()
        arrived = [(one.code, who.pk) for one in games for who in (rude, ada)]
        services.record_attendance(process=process, arrived=arrived)
        host.post(ask("block", rude))
        assert presence_of(games[0].code).left == "X"
        services.record_attendance(process=process, arrived=[(games[0].code, rude.pk)])  # the page is opened again
        assert presence_of(games[0].code).left == "X"
        Browser(rude).post(f"/g/{games[1].code}/resign/")
        assert Game.objects.get(pk=games[1].pk).ended == "resigned"


class TestList:
    def test_it_filters_by_administrators_actions_and_by_last_seen(self, host):
        Player.objects.create(name="Blocked", blocked=True, seen_at=timezone.now())
        Player.objects.create(name="Locked", name_locked=True, seen_at=timezone.now())
        Player.objects.create(name="Gone", seen_at=timezone.now() - A_DAY)
        today = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
        here = {"seen_at__gte": today, "seen_at__lt": today + A_DAY}
        assert listed(host, blocked__exact=1) == ["Blocked"]
        assert listed(host, name_locked__exact=1) == ["Locked"]
        assert listed(host, **here) == ["Locked", "Blocked"]

    @pytest.mark.parametrize("asked", ["Łukasz", "lukasz", "LUKASZ ñandú", "nandu"])
    def test_search_ignores_accents_and_case(self, host, asked):
        player("Łukasz Ñandú")
        player("Ludwig")
        assert listed(host, q=asked) == ["Łukasz Ñandú"]

    def test_search_finds_names_in_tournaments_and_games_by_players(self, host):
        rude = player("Mallory")
        tournaments.join(code=waiting().code, player=rude, name="Gañán 100%_")
        assert listed(host, q="ganan") == listed(host, q="100%_") == ["Mallory"]
        game = friends(x=player("Zoë"), o=rude)
        assert game.code in host.get(reverse("admin:games_game_changelist"), {"q": "zoe"}).content.decode()


def listed(host, **asked) -> list[str]:
    page = host.get(reverse("admin:games_player_changelist"), asked)
    assert page.status_code == 200
    return [one.name for one in page.context["cl"].result_list]


def test_a_player_is_forgotten_everywhere_after_a_page_with_the_consequences(host):
    ada = player("Ada")
    codes = store_everything(ada)
    before = digest()
    page = host.get(ask("forget", ada)).content.decode()
    assert digest() == before
    assert "2 finished games stay, without the name." in page
    assert host.post(ask("forget", ada)).status_code == 302
    assert not Player.objects.filter(name="Ada").exists()
    assert Game.objects.filter(code__in=codes.values()).count() == len(codes)
    assert "Ada" not in str(LogEntry.objects.values_list())
    assert host.get(ask("forget", ada)).status_code == 404


@pytest.mark.parametrize("what", ["rename", "forget", "block"])
def test_a_user_who_may_only_view_players_cannot_change_them(client, what):
    ada = player("Ada")
    looker = User.objects.create_user("looker", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_player"))
    client.force_login(looker, backend="django.contrib.auth.backends.ModelBackend")
    before = digest(but={"Session"})
    assert ask(what, ada) not in page_of(client, ada)
    for method in (client.get, client.post):
        assert method(ask(what, ada), {"name": "Ned"}).status_code == 403
    assert digest(but={"Session"}) == before
