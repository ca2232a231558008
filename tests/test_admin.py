"""The review desk: what it shows, that it changes nothing, and what it costs."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games import services
from games.engine.position import Mark
from games.models import Game
from tests.games import friends, play, player

pytestmark = pytest.mark.django_db

LIST = "/admin/games/game/"


@pytest.fixture
def host(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("host", password="pencil"))
    return client


@pytest.fixture
def won() -> Game:
    game = friends(x=player("Ada"), o=player("Ben"))
    play(game, "1 4 2 5 3")
    return Game.objects.get(pk=game.pk)


def listed(host: Client, query: str = "") -> list[Game]:
    return list(host.get(LIST + query).context["cl"].result_list)


def detail(game: Game) -> str:
    return reverse("admin:games_game_change", args=[game.pk])


def test_the_list_shows_each_game_with_its_board(host, won):
    page = host.get(LIST).content.decode()
    for words in ("board-thumb", won.code, "Ada", "Ben", "X won", "three in a row"):
        assert words in page


def test_a_game_shows_every_move_in_order(host, won):
    page = host.get(detail(won)).content.decode()
    assert page.count("board-thumb") == 5
    places = [page.index(words) for words in ("top left (1)", "left (4)", "top (2)", "centre (5)", "top right (3)")]
    assert places == sorted(places)
    assert "0 seconds" in page


def test_a_player_is_shown_with_their_games(host, won):
    ada = won.seats.get(mark="X").player
    page = host.get(reverse("admin:games_player_change", args=[ada.pk])).content.decode()
    assert won.code in page
    assert detail(won) in page


def test_nothing_can_be_changed(host, won):
    assert host.get("/admin/games/game/add/").status_code == 403
    assert host.post(detail(won), {"status": "started"}).status_code == 403
    assert host.post(f"{detail(won)[: -len('change/')]}delete/", {"post": "yes"}).status_code == 403
    assert Game.objects.get().winner == "X"


def test_others_see_nothing(client, won):
    assert client.get(LIST).status_code == 302
    client.force_login(User.objects.create_user("guest"))
    assert client.get(LIST).status_code == 302


@pytest.fixture
def of_every_kind() -> dict[str, Game]:
    ada, ben = player("Ada"), player("Ben")
    games = {name: friends(x=ada, o=ben) for name in ("x", "o", "draw", "resigned")}
    play(games["x"], "1 4 2 5 3")
    play(games["o"], "1 4 2 5 9 6")
    play(games["draw"], "1 2 3 5 4 6 8 7 9")
    services.resign(code=games["resigned"].code, player=ada)
    codes = {
        "waiting": services.invite(player=ada, side=Mark.X).code,
        "easy": services.start_against_computer(player=ben, opponent="easy", side=Mark.X).code,
        "hard": services.start_against_computer(player=ben, opponent="hard", side=Mark.X).code,
    }
    return {**games, **{name: Game.objects.get(code=code) for name, code in codes.items()}}


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("?result=X", {"x"}),
        ("?result=O", {"o", "resigned"}),
        ("?result=draw", {"draw"}),
        ("?ended__exact=resigned", {"resigned"}),
        ("?status__exact=waiting", {"waiting"}),
        ("?status__exact=started", {"easy", "hard"}),
        ("?opponent=computer", {"easy", "hard"}),
        ("?opponent=easy", {"easy"}),
        ("?opponent=person", {"x", "o", "draw", "resigned", "waiting"}),
        ("?q=Ada", {"x", "o", "draw", "resigned", "waiting"}),
        ("?q=nobody", set()),
    ],
)
def test_filters_and_search(host, of_every_kind, query, names):
    assert {game.code for game in listed(host, query)} == {of_every_kind[name].code for name in names}


def test_search_by_code(host, of_every_kind):
    assert listed(host, f"?q={of_every_kind['o'].code}") == [of_every_kind["o"]]


def test_the_list_takes_as_many_queries_for_many_games_as_for_one(host, won, django_assert_max_num_queries):
    with django_assert_max_num_queries(9) as one:
        host.get(LIST)
    for number in range(20):
        play(friends(x=player(f"A{number}"), o=player(f"B{number}")), "1 4 2 5 3")
    with django_assert_max_num_queries(9) as many:
        host.get(LIST)
    assert len(many.captured_queries) == len(one.captured_queries)


def test_no_page_holds_an_inline_script_or_style(host, won):
    ada = won.seats.get(mark="X").player
    for address in ("/admin/", LIST, detail(won), reverse("admin:games_player_change", args=[ada.pk])):
        page = host.get(address).content.decode()
        assert "<style" not in page
        assert "<script>" not in page
        assert " style=" not in page
