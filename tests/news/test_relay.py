"""News between server processes, with a real Redis between them. Each Relay here stands for one process."""

import asyncio
import itertools
import logging
from collections.abc import AsyncIterator

import pytest
from channels.layers import get_channel_layer

from games.engine.position import Mark
from games.news import relay
from games.news.relay import News, Relay
from games.selectors.doodles import Doodle, Drawing
from games.selectors.presence import Presence
from games.selectors.state import State
from tests.show.test_pov import state
from tests.waiting import PATIENCE, eventually

ONE = News("aaaa", "presence", Presence(here="X", watchers=2))


class Process:
    """A Relay, and what it brings from the others."""

    def __init__(self, *wanted: str) -> None:
        self.brought: asyncio.Queue[News] = asyncio.Queue()
        self.relay = Relay(self.brought.put_nowait, wanted.__contains__)

    async def next(self) -> News:
        return await asyncio.wait_for(self.brought.get(), PATIENCE)

    async def subscribed(self, by: "Process") -> None:
        """Waits until what `by` sends arrives here, and takes in all that it has sent."""
        async with asyncio.timeout(PATIENCE):
            for number in itertools.count(100):
                hello = News("aaaa", "presence", Presence(watchers=number))
                by.relay.send([hello])
                await asyncio.sleep(0.05)
                if not self.brought.empty():
                    break
            while await self.next() != hello:
                pass


@pytest.fixture
async def processes(redis, settings) -> AsyncIterator[tuple[Process, Process]]:
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [{"address": redis.url, "socket_timeout": None, "socket_connect_timeout": 3}]},
        }
    }
    both = Process("aaaa"), Process("aaaa", "bbbb")
    await both[0].subscribed(by=both[1])
    await both[1].subscribed(by=both[0])
    yield both
    for process in both:
        process.relay.receiving.cancel()
    await asyncio.gather(*(process.relay.receiving for process in both), return_exceptions=True)
    await get_channel_layer().flush()


def test_one_process_alone_needs_none():
    assert not relay.needed()


async def test_news_reaches_the_others_whole_and_not_its_sender(processes):
    here, there = processes
    played = News("aaaa", "state", state("1 4 2 5 3", status="finished", winner="X", ended="line", offered_by="O"))
    shown = News("aaaa", "doodle", Doodle(Mark.O, Drawing.NICE))
    here.relay.send([ONE, played, shown])
    assert [await there.next() for _news in range(3)] == [ONE, played, shown]
    there.relay.send([ONE])
    assert await here.next() == ONE
    assert here.brought.empty()


async def test_news_of_games_nobody_here_listens_to_is_passed_over(processes):
    here, there = processes
    there.relay.send([ONE._replace(code="bbbb"), ONE])
    assert await here.next() == ONE


async def test_more_than_fits_into_one_message_comes_in_order(processes, monkeypatch):
    monkeypatch.setattr(relay, "MOST", 3)
    here, there = processes
    news = [ONE._replace(told=Presence(watchers=number)) for number in range(10)]
    here.relay.send(news)
    assert [await there.next() for _ in news] == news


async def test_a_command_without_sockets_tells_all_processes(processes):
    await asyncio.to_thread(relay.send_now, ONE)
    assert [await process.next() for process in processes] == [ONE, ONE]


async def test_after_redis_was_away_news_travels_again(processes, redis, caplog):
    here, there = processes
    await asyncio.to_thread(redis.stop)
    here.relay.send([ONE])
    await asyncio.wait_for(here.relay.sending.task, PATIENCE)
    assert "the other processes could not be told of 1 changes" in caplog.messages
    await asyncio.to_thread(redis.start)
    await there.subscribed(by=here)
    here.relay.send([ONE])
    assert await there.next() == ONE


def test_a_state_is_the_same_after_the_way():
    there = state("1 4 2", next_code="4444444444", hints=True)
    assert State.from_message(there.as_message()) == there


def test_news_of_another_release_is_read_and_what_is_unknown_passed_over():
    played = state("1 4 2")
    message = played.as_message()
    seats = {mark: [*seat, "blue"] for mark, seat in message["seats"].items()}
    assert State.from_message({**message, "seats": seats, "reactions": ["wave"]}) == played
    assert Presence.from_message({**ONE.told.as_message(), "mood": "good"}) == ONE.told
    assert Presence.from_message({"here": "X"}) == Presence(here="X")


async def test_one_piece_that_cannot_be_read_takes_no_other_with_it(processes, caplog):
    _here, there = processes
    without = state("1 4 2").as_message()
    del without["record"]
    message = {"type": "news", "sender": "another", "release": "older", "news": []}
    told = ONE.told.as_message()
    wild = {"mark": "X", "drawing": "rude"}
    odd = [("aaaa", "state", without), ("aaaa", "mood", {}), ("aaaa", "doodle", wild), ("aaaa",), 7]
    message["news"] = [*odd, ("aaaa", "presence", told, "loud")]
    await get_channel_layer().group_send(relay.ROOMS, {"type": "moods", "moods": ["good"]})
    await get_channel_layer().group_send(relay.ROOMS, message)
    assert await there.next() == ONE
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_a_subscription_that_fails_at_once_is_asked_again_after_a_pause(processes, monkeypatch, caplog):
    monkeypatch.setattr(relay, "AGAIN", 0.05)
    asked, layer = 0, get_channel_layer()

    async def fails(_channel: str) -> None:
        nonlocal asked
        asked += 1
        if asked > 100:  # otherwise nothing else would ever have its turn
            await asyncio.sleep(0)
        raise ConnectionError

    here, there = processes
    with monkeypatch.context() as broken:
        broken.setattr(layer, "receive", fails)
        there.relay.send([ONE])  # what `receive` is waiting for comes, and the next one fails
        await here.next()
        await eventually(lambda: asked)
        began, asked = asyncio.get_running_loop().time(), 0
        await eventually(lambda: asked >= 3)
        assert asked <= 2 + (asyncio.get_running_loop().time() - began) / relay.AGAIN
    there.relay.send([ONE])
    assert await here.next() == ONE
    assert "the news of the other processes did not come" in caplog.text
