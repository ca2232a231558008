"""News through Redis, and while Redis is down."""

import asyncio
import errno

import pytest

from games.play import news
from games.play.news.pubsub import PROCESSES, RedisLayer
from games.play.selectors.presence import Presence
from tests.support.waiting import PATIENCE

ONE = Presence(here="X")


@pytest.fixture
def settings(redis, settings):
    settings.REDIS_URL = redis.url
    settings.CHANNEL_LAYERS = {
        "default": {"BACKEND": "games.play.news.pubsub.RedisLayer", "CONFIG": {"url": redis.url}},
    }
    return settings


@pytest.fixture
async def layers(redis, settings):
    """The layers of two processes."""
    made = news.layer(), RedisLayer(redis.url)
    yield made
    for layer in made:
        await layer.redis.flush()


async def listener(layer, room="aaaa"):
    channel = await layer.new_channel()
    await layer.group_add(room, channel)
    return channel


async def heard(layer, channel):
    return (await asyncio.wait_for(layer.receive(channel), PATIENCE))["told"]


async def heard_after_repeats(layer, channel):
    """Publish until the message arrives, because the subscription may not be ready."""
    hearing = asyncio.create_task(heard(layer, channel))
    while not hearing.done():
        await asyncio.to_thread(news.publish, "aaaa", "presence", ONE)
        await asyncio.wait([hearing], timeout=0.1)
    return await hearing


async def test_a_socket_opens_while_redis_is_down_and_receives_news_afterwards(layers, redis, caplog):
    redis.stop()
    here, there = await layers[0].new_channel(), await layers[1].new_channel()
    await news.join("aaaa", here)
    assert "the channel layer failed for the room aaaa" in caplog.text
    await asyncio.to_thread(news.publish, "aaaa", "presence", ONE)  # must not fail
    assert await heard(layers[0], here) == ONE  # news within the process bypasses Redis
    await asyncio.to_thread(redis.start)
    await layers[1].group_add("aaaa", there)
    assert await heard_after_repeats(layers[1], there) == ONE


@pytest.mark.parametrize("unknown", [{"kind": "weather", "told": {}}, {"kind": "state", "told": {"code": "aaaa"}}])
async def test_unknown_news_of_another_release_is_skipped(layers, unknown, caplog):
    there, last = await listener(layers[1]), Presence(watchers=7)
    await heard_after_repeats(layers[1], there)
    known = {"kind": "presence", "told": last.as_message()}
    for message in ({}, {"news": [("aaaa", unknown), ("aaaa", known)]}):
        await layers[0].redis.group_send(PROCESSES, {**message, "from": "elsewhere"})
    while await heard(layers[1], there) != last:
        pass
    assert caplog.text.count("news of another release could not be read") == 2


async def test_rapid_news_reaches_another_process_in_order(layers):
    await listener(layers[0])
    there, sent = await listener(layers[1], "bbbb"), [Presence(watchers=number) for number in range(100)]
    for one in sent:
        for room in ("aaaa", "bbbb"):
            await layers[0].group_send(room, {"kind": "presence", "told": one})
    assert [await heard(layers[1], there) for _one in sent] == sent


async def test_a_process_receives_its_own_message_once(layers):
    here, there = [await listener(layer) for layer in layers]
    await heard_after_repeats(layers[1], there)
    await asyncio.to_thread(news.publish, "aaaa", "presence", Presence(watchers=2))
    for layer, channel in ((layers[1], there), (layers[0], here)):  # by then, Redis has delivered it here too
        while await heard(layer, channel) == ONE:
            pass
    assert layers[0].channels[here].qsize() == 0


async def test_a_listener_receives_news_after_a_restart_of_redis(layers, redis):
    there = await listener(layers[1])
    await heard_after_repeats(layers[1], there)
    await asyncio.to_thread(redis.stop)
    await asyncio.to_thread(redis.start)
    assert await heard_after_repeats(layers[1], there) == ONE


async def test_a_link_that_the_system_gives_up_is_reopened(layers, redis, caplog):
    """redis-py takes ETIMEDOUT for the end of one of its own waits, and would retry the read immediately, forever."""
    there = await listener(layers[1])
    await heard_after_repeats(layers[1], there)
    link = layers[1].redis._get_layer()._shards[0]._pubsub.connection
    link._reader.set_exception(TimeoutError(errno.ETIMEDOUT, "Connection timed out"))
    assert await heard_after_repeats(layers[1], there) == ONE
