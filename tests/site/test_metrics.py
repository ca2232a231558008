"""A process's metrics."""

import logging

import pytest
from channels.db import database_sync_to_async
from prometheus_client import REGISTRY

from games.play import services
from games.site import limits
from games.site.admission import BoundedQueue, Busy
from games.site.limits import Limit, TooMany
from tests.support.games import friends, player

pytestmark = pytest.mark.django_db(transaction=True)


class Counted:
    def __init__(self, name: str, **labels: str) -> None:
        self.name, self.labels = f"tictactoe_{name}", labels
        self.before = self.now

    @property
    def now(self) -> float:
        return REGISTRY.get_sample_value(self.name, self.labels) or 0

    @property
    def more(self) -> float:
        return self.now - self.before


@pytest.mark.usefixtures("little_grace")
async def test_a_move_is_counted_and_timed(room_page):
    ada, ben = [await database_sync_to_async(player)(name) for name in ("Ada", "Ben")]
    game = await database_sync_to_async(friends)(x=ada, o=ben)
    sockets, moves, timed = Counted("sockets", page="room"), Counted("moves_total"), Counted("move_seconds_count")
    refused, trips = Counted("refused_total", reason="taken"), Counted("database_seconds_count", thread="writes")
    pages = [room_page(game.code, who) for who in (ada, ben)]
    for page in pages:
        await page.open()
    assert sockets.more == 2
    await pages[0].do("play", cell=4, version=game.version)
    await pages[1].state(game.version + 1)
    await pages[1].do("play", cell=4, version=game.version + 1)
    await pages[1].next("refused")
    assert (moves.more, timed.more, refused.more) == (1, 1, 1)
    assert trips.more >= 2
    for page in pages:
        await page.disconnect()
    assert sockets.more == 0


@pytest.mark.parametrize("games", [1, 3])
def test_the_moves_of_computers_are_counted_too(games):
    moves = Counted("moves_total")
    series = services.start_series(player=player("Ada"), x="easy", o="hard", count=games)
    assert moves.more == sum(game.moves.count() for game in series.games.all()) > 0


def test_an_exceeded_limit_is_counted_by_its_name():
    hits, limit = Counted("limits_hit_total", limit="for-tests"), Limit("for-tests", 1, 60, "")
    limits.take(limit, 1)
    with pytest.raises(TooMany):
        limits.take(limit, 1)
    assert hits.more == 1


def test_a_socket_that_floods_is_counted_once():
    floods, pace = Counted("limits_hit_total", limit="flood"), limits.Pace()
    for _frame in range(limits.FRAMES.most + 2 * limits.FLOOD):
        pace.count()
    assert (pace.flooded, floods.more) == (True, 1)


def test_a_queue_reports_its_length_and_its_refusals():
    waiting, turned_away = Counted("waiting", queue="door"), Counted("turned_away_total", queue="door")
    places = BoundedQueue("door", 1)
    with places.place():
        assert waiting.now == 1
        with pytest.raises(Busy), places.place():
            pass
    assert (waiting.now, turned_away.more) == (0, 1)


def test_logged_errors_are_counted():
    counted = Counted("errors_total")
    logging.getLogger("games.play").error("a failure")
    logging.getLogger("games.play").warning("a warning")
    logging.getLogger("django.security.DisallowedHost").error("a client's mistake")
    assert counted.more == 1
