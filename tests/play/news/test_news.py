"""News reaches its listeners in this process."""

import asyncio

from games.play import news
from games.play.selectors.presence import Presence
from tests.support.waiting import PATIENCE

ONE, TWO = Presence(here="X"), Presence(here="XO")


async def listener(room: str = "aaaa") -> str:
    channel = await news.layer().new_channel()
    await news.join(room, channel)
    return channel


async def heard(channel: str) -> Presence:
    return (await asyncio.wait_for(news.layer().receive(channel), PATIENCE))["told"]


async def test_news_from_any_thread_reaches_the_listeners_of_its_room():
    here, elsewhere = await listener(), await listener("bbbb")
    await asyncio.to_thread(news.publish, "aaaa", "presence", ONE)
    assert await heard(here) == ONE
    news.publish("aaaa", "presence", TWO)
    news.publish("bbbb", "presence", TWO)
    assert [await heard(here), await heard(elsewhere)] == [TWO, TWO]


async def test_a_listener_that_left_receives_nothing():
    gone = await listener()
    for _time in range(2):
        await news.leave("aaaa", gone)
    news.publish("aaaa", "presence", ONE)
    await news.join("bbbb", gone)
    news.publish("bbbb", "presence", TWO)
    assert await heard(gone) == TWO


async def test_rapid_news_arrives_in_order_even_if_another_listener_stops_reading():
    await listener()
    here = await listener()
    for _time in range(3):  # as much as a queue holds, so the other one overflows
        sent = [Presence(watchers=number) for number in range(100)]
        await asyncio.to_thread(lambda news_of=sent: [news.publish("aaaa", "presence", one) for one in news_of])
        assert [await heard(here) for _one in sent] == sent


async def test_a_failure_of_the_layer_is_logged_and_not_raised(monkeypatch, caplog):
    monkeypatch.setattr(news.layer(), "group_send", lambda *_sent: 1 / 0)
    await news.send("aaaa", {"type": "room.news"})
    assert caplog.messages == ["the channel layer failed for the room aaaa: ZeroDivisionError('division by zero')"]
