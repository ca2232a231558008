"""Changes that share a commit: each stands or falls by itself."""

import asyncio

import pytest
from django.db import IntegrityError, connection, transaction

from games import together
from games.models import Player
from tests.games import player

pytestmark = pytest.mark.django_db(transaction=True)


def make(name: str):
    return lambda: player(name).name


def fail():
    player("never")
    raise ZeroDivisionError


def break_a_rule():
    Player.objects.create(made_by="same")


async def test_all_are_stored_and_each_gets_its_own_answer():
    names = [str(number) for number in range(200)]
    assert await asyncio.gather(*(together.commit(name, make(name)) for name in names)) == names
    assert await Player.objects.acount() == 200


async def test_one_that_fails_leaves_the_others_be_and_nothing_behind():
    await Player.objects.acreate(made_by="same")
    changes = [make("Ada"), fail, make("Ben"), break_a_rule, make("Cem")]
    answers = await asyncio.gather(
        *(together.commit(str(number), do) for number, do in enumerate(changes)), return_exceptions=True
    )
    assert [type(answer) for answer in answers] == [str, ZeroDivisionError, str, IntegrityError, str]
    assert [name async for name in Player.objects.exclude(name="").values_list("name", flat=True)] == [
        *("Ada", "Ben", "Cem")
    ]


async def test_news_waits_for_the_commit():
    told = []

    def change(name: str):
        def do() -> None:
            player(name)
            transaction.on_commit(lambda: told.append((name, connection.in_atomic_block)))

        return do

    await asyncio.gather(*(together.commit(name, change(name)) for name in "abc"))
    assert sorted(told) == [("a", False), ("b", False), ("c", False)]


async def test_who_no_longer_waits_keeps_nobody_waiting():
    first = asyncio.create_task(together.commit("a", make("Ada")))
    second = asyncio.create_task(together.commit("b", make("Ben")))
    await asyncio.sleep(0)
    second.cancel()
    assert await first == "Ada"
    assert await together.commit("c", make("Cem")) == "Cem"
