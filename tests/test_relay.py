"""News between server processes, with a real Redis between them. Each Relay here stands for one process."""

import asyncio
import itertools
from collections.abc import AsyncIterator

import pytest
from channels.layers import get_channel_layer

from games import relay
from games.presence import Presence
from games.relay import News, Relay
from games.state import State
from tests.test_pov import state
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
    here.relay.send([ONE, played])
    assert [await there.next(), await there.next()] == [ONE, played]
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


async def test_news_of_another_release_that_can_not_be_read_stops_nothing(processes, caplog):
    here, there = processes
    odd = {"type": "news", "sender": "x", "news": [("aaaa", "presence", {"mood": "good"}), ("aaaa", "weather", {})]}
    for _again in range(3):
        await get_channel_layer().group_send(relay.ROOMS, odd)
        here.relay.send([ONE])
        assert await there.next() == ONE
    # Both processes, each time.
    await eventually(lambda: caplog.messages.count("news of another process could not be read") == 6)


async def test_a_command_without_sockets_tells_all_processes(processes):
    await asyncio.to_thread(relay.send_now, ONE)
    assert [await process.next() for process in processes] == [ONE, ONE]


async def test_after_redis_was_away_news_travels_again(processes, redis, caplog):
    here, there = processes
    await asyncio.to_thread(redis.stop)
    here.relay.send([ONE])
    await asyncio.wait_for(here.relay.sending, PATIENCE)
    assert "the other processes could not be told of 1 changes" in caplog.messages
    await asyncio.to_thread(redis.start)
    await there.subscribed(by=here)
    here.relay.send([ONE])
    assert await there.next() == ONE


def test_a_state_is_the_same_after_the_way():
    there = state("1 4 2", next_code="4444444444", hints=True)
    assert State.from_message(there.as_message()) == there
