"""The two threads of the sockets, and their connections."""

import asyncio
import threading

import pytest
from django.db import DatabaseError, connection
from django.db.backends.signals import connection_created

from games.site.models import Player
from games.site.threads import reading, writing

pytestmark = pytest.mark.django_db(transaction=True)


def here() -> tuple[str, int]:
    """Return the name of the thread and the identity of its connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return threading.current_thread().name, id(connection.connection)


async def test_reading_and_writing_each_keep_a_thread_and_a_connection():
    assert await reading(here)() == await reading(here)()
    assert await writing(here)() == await writing(here)()
    assert await reading(here)() != await writing(here)()


async def test_readers_do_not_wait_for_writers():
    read = threading.Event()

    def write() -> bool:
        Player.objects.create(name="Ada")
        return read.wait(5)

    writer = asyncio.create_task(writing(write)())
    assert await reading(Player.objects.count)() in (0, 1)
    read.set()
    assert await writer
    assert await reading(Player.objects.count)() == 1


async def test_a_connection_is_replaced_after_a_failure():
    def fail() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT * FROM nowhere")

    await writing(here)()
    with pytest.raises(DatabaseError):
        await writing(fail)()
    opened = []
    connection_created.connect(lambda **_: opened.append(True), weak=False, dispatch_uid="opened")
    await writing(here)()
    await writing(here)()
    connection_created.disconnect(dispatch_uid="opened")
    assert opened == [True]
