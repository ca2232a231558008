"""A game is one module: an unsolved, asymmetric game with a forbidden square works on every page."""

from io import StringIO

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth.models import User
from django.core.cache import caches
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from games.hosting.selectors import check_everything
from games.play import services
from games.play.models import Game
from games.play.selectors.games import read_game
from games.play.selectors.state import State
from games.play.words.board import line_on
from games.review.exchange import from_json
from games.site.refusals import Reason, Refused
from tests.support.browsers import Browser
from tests.support.games import friends, play, player
from tests.support.order_and_chaos import registered
from tests.support.room_pages import Page
from tests.support.tournaments import game_of, pair, person, tournament

ORDER_WINS, CHAOS_WINS = "1X 5O 2X 9O 3X", "1X 2X 3O 4O 5O 6X 7X 8X 9O"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def order():
    """Register the game, clearing cached pages of other games."""
    for cache in caches.all():
        cache.clear()
    with registered() as game:
        yield game
    for cache in caches.all():
        cache.clear()


def played(order, moves: str = "") -> Game:
    """Return a game between Ada, who is Order, and Ben, after these moves."""
    game = friends(x=player("Ada"), o=player("Ben"), variant=order)
    play(game, moves)
    return read_game(game.code)


def test_a_full_board_is_won_by_chaos_and_a_row_by_order(order):
    won, full = played(order, ORDER_WINS), played(order, CHAOS_WINS)
    assert (won.winner, won.ended) == ("X", "line")
    assert (full.winner, full.ended) == ("O", "full")
    assert [*check_everything()] == []


def test_a_forbidden_square_is_refused_and_cannot_be_pressed(order, ada):
    code = services.start_one_screen(player=ada, variant=order).code
    page = Browser(ada).get(f"/g/{code}/").content.decode()
    assert 'aria-label="Centre, empty, not allowed now"' in page
    assert page.count('aria-disabled="true"') == 1
    with pytest.raises(Refused) as refused:
        services.play(code=code, player=ada, move="4X", version=0)
    assert refused.value.reason is Reason.NOT_ALLOWED
    answer = Browser(ada).post(f"/g/{code}/play/", {"cell": "4", "write": "X", "version": "0"})
    assert "Not allowed now" in answer.content.decode()


@pytest.mark.parametrize("moves", [ORDER_WINS, CHAOS_WINS])
def test_its_review_has_no_verdicts(order, moves):
    game = played(order, moves)
    for ply in range(len(moves.split()) + 1):
        page = Client().get(f"/g/{game.code}/?ply={ply}")
        assert page.status_code == 200
    text = page.content.decode()
    assert ("which wins for Order" in text) == (moves == ORDER_WINS)
    assert ("which wins for Chaos" in text) == (moves == CHAOS_WINS)
    for verdict in ("Mistake</", "Best", "is winning", "Show what each square is worth"):
        assert verdict not in text.replace("Mistakes", "")
    for name in ("json", "text", "picture"):
        assert Client().get(reverse(f"games:{name}", args=[game.code])).status_code in (200, 302)
    file = Client().get(f"/g/{game.code}/game.json").content.decode()
    assert from_json(file).record == game.record


def test_the_winning_row_is_not_crossed_out(order):
    assert line_on(order.position("XXX_O___O")) == ("1-2-3", "X")
    assert line_on(order.position("XXX_OO___")) == ("1-2-3", "X")  # completed by Chaos


@pytest.mark.parametrize(
    "address",
    [
        *("/?", "/opponents/?", "/opponents/?side=O&", "/practice/?", "/setup/?", "/watch/?", "/tournament/?"),
        *("/how-to-play/?", "/games/?"),
    ],
)
def test_pages_for_any_game_show_it(ada, address):
    page = Browser(ada).get(f"{address}variant=order")
    assert page.status_code == 200
    assert "None" not in page.content.decode()


def test_it_has_no_puzzles(client):
    assert "This game has no puzzles." in client.get("/practice/?variant=order").content.decode()
    assert client.get("/practice/1/?variant=order").status_code == 404


def test_it_is_played_against_computers_and_in_series(order, ada):
    browser = Browser(ada)
    made = browser.post("/new/computer/", {"variant": "order", "opponent": "medium", "side": "O"})
    assert browser.get(made["Location"]).status_code == 200
    made = browser.post("/new/series/", {"variant": "order", "x": "easy", "o": "medium", "count": "3"})
    for ply in ("0", "3", "9"):
        assert browser.get(f"{made['Location'].partition('?')[0]}?game=2&ply={ply}").status_code == 200


@pytest.mark.django_db(transaction=True)
async def test_its_socket_refuses_the_forbidden_square(order, ada):
    code = await database_sync_to_async(lambda: services.start_one_screen(player=ada, variant=order).code)()
    page = Page(code, ada)
    await page.open()
    await page.do("play", cell="4X", version=0)
    assert (await page.next("refused"))["message"] == "Not allowed now"
    await page.disconnect()


def test_it_is_played_in_tournaments(order):
    made = tournament("Ada", "Ben", variant=order)
    pair("Ada Ben")
    game = game_of("Ada")
    mover = person("Ada") if State.of(game).seats["X"].name == "Ada" else person("Ben")
    services.play(code=game.code, player=mover, move="0X", version=game.version)
    for address in (f"/t/{made.code}/", f"/t/{made.code}/wall/", f"/t/{made.code}/results/", f"/host/{made.key}/"):
        assert Browser(person("Ada")).get(address, follow=True).status_code == 200


def test_the_admin_shows_it(order, client):
    game = played(order, CHAOS_WINS)
    client.force_login(User.objects.create_superuser("host", password="pencil"))
    for address in (
        reverse("admin:games_game_changelist"),
        reverse("admin:games_game_change", args=[game.pk]),
        f"{reverse('admin:games_game_changelist')}?variant=order",
        reverse("house"),
    ):
        assert client.get(address).status_code == 200


def test_it_is_played_in_the_terminal(monkeypatch):
    """Coordinates count from the bottom left, and the centre is forbidden at first."""
    monkeypatch.setattr("sys.stdin", StringIO("start user easy\n2 2\n1 3\nX\n"))
    call_command("play", game="order", stdout=(out := StringIO()))
    assert "This cell is not allowed now!" in out.getvalue()
    assert 'Making move level "easy"' in out.getvalue()


def test_solve_does_not_offer_it():
    with pytest.raises(CommandError, match="invalid choice: 'order'"):
        call_command("solve", "order")
