"""The heartbeats for pages of games and of tournaments."""

import asyncio
import contextlib

import pytest
from asgiref.sync import sync_to_async

from games.play import beats
from games.play.consumers import RoomConsumer
from games.play.selectors.presence import NOBODY
from games.tournaments.consumers import TournamentConsumer
from games.tournaments.models import Tournament
from games.tournaments.services.news import room_of
from tests.support.tournaments import tournament
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


class Page:
    """A page that records its beats, which `read_beats` reads, or handles them with `beat`."""

    def __init__(self, room: str = "2222222222", read_beats=None, beat=None) -> None:
        self.room, self.read_beats, self.beats = room, read_beats, asyncio.Queue()
        self.beat = beat or self.beats.put

    async def next(self):
        return await asyncio.wait_for(self.beats.get(), PATIENCE)


async def closed(_data):
    raise ConnectionError("closed")


async def blocked(_data):
    await asyncio.Event().wait()


@contextlib.contextmanager
def opened(*pages):
    for page in pages:
        beats.add(page)
    try:
        yield pages
    finally:
        for page in pages:
            beats.discard(page)


@pytest.fixture
def readings(monkeypatch, settings):
    """The groups of rooms that are read together, without a database."""
    settings.BEAT, groups = 0.1, []

    async def read(rooms):
        groups.append(rooms)
        return dict.fromkeys(rooms, 7)

    monkeypatch.setattr(beats, "read", read)
    return groups


async def test_a_beat_carries_versions_of_games_and_tournaments(game):
    made = await sync_to_async(tournament)("Ada", "Ben")
    version, topic = (await Tournament.objects.aget()).version, room_of(made.code)
    rooms = [Page(code, RoomConsumer.read_beats) for code in (game.code, "2222222222")]
    with opened(*rooms, Page(topic, TournamentConsumer.read_beats)):
        found = await beats.read([game.code, "2222222222", topic])
    assert found == {game.code: (game.version, NOBODY), topic: version}


async def test_every_page_gets_a_beat_with_one_read_for_many(readings):
    with opened(Page("aaaa"), Page("bbbb"), Page("bbbb")) as pages:
        assert [await page.next() for page in pages] == [7, 7, 7]
    assert readings[0] == ["aaaa", "bbbb"]


async def test_a_page_that_opens_during_a_round_gets_a_beat_at_its_end(readings):
    with opened(Page("aaaa")) as [first]:
        await asyncio.sleep(0)  # let the round begin
        with opened(Page("bbbb")) as [late]:
            assert [await first.next(), await late.next()] == [7, 7]
    assert readings[0] == ["aaaa", "bbbb"]


async def test_a_blocked_or_failing_page_delays_nobody(readings, caplog):
    with opened(Page(beat=blocked), Page(beat=closed), Page()) as [_blocked, _closed, page]:
        assert [await page.next(), await page.next()] == [7, 7]
    assert "could not send a beat to a socket of 2222222222" in caplog.messages


@pytest.mark.parametrize("read", [closed, blocked])
async def test_after_a_failed_read_the_round_continues_without_data(settings, monkeypatch, caplog, read):
    settings.BEAT = 0.1
    monkeypatch.setattr(beats, "ROOMS_AT_ONCE", 1)
    monkeypatch.setattr(beats, "read", read)
    with opened(*(Page(str(number)) for number in range(5))) as pages:
        assert [await page.next() for page in pages] == [None] * 5
    assert len([message for message in caplog.messages if message.startswith("could not read")]) == 1
