"""How news reaches the listeners of this process."""

import asyncio

import pytest

from games.news import hub
from games.selectors.presence import Presence
from tests.waiting import PATIENCE


class Ear:
    """A listener that keeps what it hears."""

    def __init__(self) -> None:
        self.heard = []
        self.told = asyncio.Event()

    async def hear(self, kind, told):
        self.heard.append((kind, told))
        self.told.set()

    async def next(self):
        await asyncio.wait_for(self.told.wait(), PATIENCE)
        self.told.clear()
        return self.heard[-1]


class Slow(Ear):
    """One whose connection takes nothing more."""

    async def hear(self, kind, told):
        await super().hear(kind, told)
        await asyncio.Event().wait()


class Broken(Ear):
    async def hear(self, kind, told):
        raise ConnectionError("closed")


async def nothing_known(codes):
    return {}


def join(ear, code="aaaa", every=60.0, read=nothing_known):
    hub.join(code, ear, every=every, read=read)
    return ear


@pytest.fixture(autouse=True)
async def empty():
    yield
    for code in list(hub._hub.rooms):
        for ear in list(hub._hub.rooms[code]):
            hub.leave(code, ear)
    hub._hub.beating.task.cancel()
    for task in hub._hub.telling:
        task.cancel()


ONE, TWO = Presence(here="X"), Presence(here="XO")


async def test_news_reaches_whoever_listens_to_that_game_from_any_thread():
    here, elsewhere = join(Ear()), join(Ear(), "bbbb")
    await asyncio.to_thread(hub.publish, "aaaa", "presence", ONE)
    assert await here.next() == ("presence", ONE)
    hub.publish("aaaa", "presence", TWO)
    assert await here.next() == ("presence", TWO)
    assert elsewhere.heard == []


async def test_who_has_left_hears_nothing_more_and_may_leave_again():
    gone, here = join(Ear()), join(Ear())
    hub.leave("aaaa", gone)
    hub.leave("aaaa", gone)
    hub.publish("aaaa", "presence", ONE)
    await here.next()
    assert gone.heard == []
    assert hub.listened("aaaa")
    hub.leave("aaaa", here)
    assert not hub.listened("aaaa")


async def test_one_that_takes_nothing_more_or_fails_keeps_nobody_waiting(caplog):
    join(Slow()), join(Broken()), join(Slow())
    here = join(Ear())
    for news in (ONE, TWO, ONE):
        hub.publish("aaaa", "presence", news)
        assert await here.next() == ("presence", news)
    assert caplog.messages == ["could not tell a socket of the game aaaa"] * 3


async def test_much_published_at_once_comes_in_order_and_complete():
    ear = join(Ear())
    news = [Presence(watchers=number) for number in range(1000)]

    def publish_all():
        for one in news:
            hub.publish("aaaa", "presence", one)

    await asyncio.to_thread(publish_all)
    while len(ear.heard) < len(news):
        await ear.next()
    assert [told for _kind, told in ear.heard] == news


async def test_a_beat_tells_every_room_with_one_reading_for_many():
    asked = []

    async def read(codes):
        asked.append(codes)
        return dict.fromkeys(codes, (7, ONE))

    ears = {code: join(Ear(), code, every=0.01, read=read) for code in ("aaaa", "bbbb")}
    for ear in ears.values():
        assert await ear.next() == ("beat", (7, ONE))
    assert sorted(asked[0]) == ["aaaa", "bbbb"]


async def test_a_room_that_is_joined_during_a_round_is_told_at_its_end():
    asked = []

    async def read(codes):
        asked.append(codes)
        return dict.fromkeys(codes, (7, ONE))

    first, late = join(Ear(), "aaaa", every=0.2, read=read), Ear()
    await asyncio.sleep(0)  # the round begins
    join(late, "bbbb", every=0.2, read=read)
    for ear in (first, late):
        assert await ear.next() == ("beat", (7, ONE))
    assert asked[0] == ["aaaa", "bbbb"]


async def test_beats_of_very_many_rooms_are_spread(monkeypatch):
    monkeypatch.setattr(hub, "AT_ONCE", 2)
    asked = []

    async def read(codes):
        asked.append(len(codes))
        return {}

    ears = [join(Ear(), str(number), every=0.01, read=read) for number in range(5)]
    for ear in ears:
        await ear.next()
    assert asked[:3] == [2, 2, 1]


async def test_a_beat_comes_also_where_the_games_can_not_be_read(caplog):
    async def read(codes):
        raise OSError

    assert await join(Ear(), every=0.01, read=read).next() == ("beat", None)
    assert "could not read how games stand for a beat" in caplog.messages


async def test_where_one_reading_fails_or_hangs_the_round_of_beats_goes_on_without(monkeypatch, caplog):
    monkeypatch.setattr(hub, "AT_ONCE", 1)
    told_before = []  # each reading

    async def read(codes):
        told_before.append(sum(len(ear.heard) for ear in ears))
        await asyncio.Event().wait()

    ears = [join(Ear(), str(number), every=0.1, read=read) for number in range(5)]
    for ear in ears:
        assert await ear.next() == ("beat", None)
    assert told_before[0] == 0
    assert all(told >= len(ears) for told in told_before[1:])
    assert "could not read in time how games stand for a beat" in caplog.messages
