"""News between server processes, with a real Redis between them. Each Relay here stands for one process."""

import asyncio
import errno
import logging
from collections.abc import AsyncIterator

import msgpack
import pytest
from channels_redis.pubsub import RedisPubSubChannelLayer
from redis.asyncio import Redis

from games.engine.position import Mark
from games.news import relay
from games.news.relay import News, Relay
from games.selectors.doodles import Doodle, Drawing
from games.selectors.presence import Presence
from games.selectors.state import State
from tests.show.test_pov import state
from tests.waiting import PATIENCE, eventually

ONE = News("aaaa", "presence", Presence(here="X", watchers=2))
TWO = ONE._replace(code="bbbb")


class Process:
    """A Relay, the rooms with listeners beside it, and what it brings from the others."""

    def __init__(self, *rooms: str) -> None:
        self.brought: asyncio.Queue[News] = asyncio.Queue()
        self.rooms = set(rooms)
        self.relay = Relay(self.brought.put_nowait, self.rooms)

    async def next(self) -> News:
        return await asyncio.wait_for(self.brought.get(), PATIENCE)

    async def ready(self) -> None:
        """Waits until it hears all of its rooms."""
        await eventually(lambda: self.relay.heard == self.rooms)

    async def join(self, room: str) -> None:
        self.rooms.add(room)
        self.relay.follow(room)
        await self.relay.hears(room)

    async def leave(self, room: str) -> None:
        self.rooms.remove(room)
        self.relay.follow(room)
        await eventually(lambda: not self.relay.changed)

    async def close(self) -> None:
        self.relay.receiving.cancel()
        await asyncio.gather(self.relay.receiving, return_exceptions=True)


@pytest.fixture
async def processes(redis, settings) -> AsyncIterator[tuple[Process, Process]]:
    settings.REDIS_URL = redis.url
    both = Process("aaaa"), Process("aaaa", "bbbb")
    for process in both:
        await process.ready()
    yield both
    for process in both:
        await process.close()


@pytest.fixture
async def third(processes) -> AsyncIterator[Process]:
    """One more process, which has no listeners."""
    third = Process()
    await eventually(lambda: third.relay.ears)
    yield third
    await third.close()


@pytest.fixture
async def client(redis) -> AsyncIterator[Redis]:
    async with Redis.from_url(redis.url) as client:
        yield client


class Older:
    """A process of a release before 1.1, which tells all news to all others through a channel layer."""

    def __init__(self, layer: RedisPubSubChannelLayer, channel: str) -> None:
        self.layer = layer
        self.channel = channel

    async def next(self) -> list[News]:
        message = await asyncio.wait_for(self.layer.receive(self.channel), PATIENCE)
        return [News(code, kind, relay.KINDS[kind].from_message(told)) for code, kind, told in message["news"]]

    async def send(self, *news: tuple) -> None:
        message = {"type": "news", "sender": "older", "release": "older", "news": news}
        await self.layer.group_send("rooms", message)


@pytest.fixture
async def older(redis) -> AsyncIterator[Older]:
    layer = RedisPubSubChannelLayer(hosts=[{"address": redis.url, "socket_timeout": None}])
    channel = await layer.new_channel()
    await layer.group_add("rooms", channel)
    yield Older(layer, channel)
    await layer.flush()


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


async def test_news_goes_only_to_processes_with_listeners(processes, third, client):
    here, there = processes
    async with client.pubsub(ignore_subscribe_messages=True) as overheard:
        await overheard.psubscribe("*")
        await overheard.get_message(timeout=PATIENCE)
        there.relay.send([ONE._replace(code="bbbb")])  # nobody but itself
        there.relay.send([ONE._replace(code="cccc")])  # nobody at all
        await there.relay.sending.task
        there.relay.send([ONE])
        assert await here.next() == ONE
        told = await overheard.get_message(timeout=PATIENCE)
        assert told["channel"] == b"tictactoe:room:aaaa"
        assert await overheard.get_message(timeout=0.1) is None


async def test_news_of_many_rooms_is_one_message_to_all_where_that_is_less(processes, third, client):
    here, there = processes
    await here.join("bbbb")
    async with client.pubsub(ignore_subscribe_messages=True) as overheard:
        await overheard.psubscribe("*")
        await overheard.get_message(timeout=PATIENCE)
        there.relay.send([ONE, TWO, ONE._replace(code="cccc")])
        assert [await here.next() for _news in range(2)] == [ONE, TWO]
        message = await overheard.get_message(timeout=PATIENCE)
        assert message["channel"] == relay.EVERY_ROOM.encode()
        assert [code for code, _kind, _told in msgpack.unpackb(message["data"])["news"]] == ["aaaa", "bbbb"]


async def test_a_room_is_heard_from_its_first_listener_to_its_last(processes):
    here, there = processes
    await here.join("bbbb")
    there.relay.send([TWO])
    assert await here.next() == TWO
    await here.leave("bbbb")
    there.relay.send([TWO, ONE])
    assert await here.next() == ONE
    await here.join("bbbb")
    there.relay.send([TWO])
    assert await here.next() == TWO


async def test_who_waits_to_hear_a_room_does_not_wait_for_a_redis_that_is_away(processes, redis):
    here, _there = processes
    await asyncio.to_thread(redis.pause)
    try:
        async with asyncio.timeout(PATIENCE):
            await here.join("cccc")
    finally:
        await asyncio.to_thread(redis.resume)
    await here.ready()
    await asyncio.to_thread(redis.stop)
    await eventually(lambda: here.relay.ears is None)
    async with asyncio.timeout(PATIENCE):
        await here.join("dddd")


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
    await there.join("cccc")
    await asyncio.to_thread(redis.start)
    for process in processes:
        await process.ready()
    here.relay.send([ONE, ONE._replace(code="cccc")])
    assert [await there.next() for _news in range(2)] == [ONE, ONE._replace(code="cccc")]


async def test_a_redis_that_was_gone_without_a_word_is_listened_to_again(processes):
    here, there = processes
    ears = there.relay.ears
    ears.connection._reader.set_exception(TimeoutError(errno.ETIMEDOUT, "as the network says"))
    await eventually(lambda: there.relay.ears not in (ears, None))
    await there.ready()
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


async def test_one_piece_that_cannot_be_read_takes_no_other_with_it(processes, older, client, caplog):
    _here, there = processes
    without = state("1 4 2").as_message()
    del without["record"]
    told = ONE.told.as_message()
    wild = {"mark": "X", "drawing": "rude"}
    odd = [("aaaa", "state", without), ("aaaa", "mood", {}), ("aaaa", "doodle", wild), ("aaaa",), 7]
    for message in (b"", b"\xc1", msgpack.packb(7), msgpack.packb({"type": "moods", "moods": ["good"]})):
        await client.publish(relay.EVERY_ROOM, message)
    await older.send(*odd, ("aaaa", "presence", told, "loud"))
    assert await there.next() == ONE
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_two_releases_side_by_side_understand_each_other(processes, older):
    here, there = processes
    await older.send(("aaaa", "presence", ONE.told.as_message()), ("bbbb", "presence", TWO.told.as_message()))
    assert await here.next() == ONE
    assert [await there.next() for _news in range(2)] == [ONE, TWO]
    assert await older.next() == [ONE, TWO]  # its own
    here.relay.send([TWO, ONE])
    assert await older.next() == [TWO, ONE]
    assert [await there.next() for _news in range(2)] == [TWO, ONE]


async def test_a_subscription_that_fails_at_once_is_asked_again_after_a_pause(processes, monkeypatch, caplog):
    monkeypatch.setattr(relay, "AGAIN", 0.05)
    asked = 0

    async def fails(_self: Relay) -> None:
        nonlocal asked
        asked += 1
        raise ConnectionError

    here, there = processes
    with monkeypatch.context() as broken:
        broken.setattr(Relay, "_listen", fails)
        await there.relay.ears.connection.disconnect()
        await eventually(lambda: asked)
        began, asked = asyncio.get_running_loop().time(), 0
        await eventually(lambda: asked >= 3)
        assert asked <= 2 + (asyncio.get_running_loop().time() - began) / relay.AGAIN
    await there.ready()
    here.relay.send([ONE])
    assert await there.next() == ONE
    assert "the news of the other processes did not come" in caplog.text
