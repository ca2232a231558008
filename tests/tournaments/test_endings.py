"""A director computes the ending of a tournament once and stores it."""

import asyncio
import threading

import pytest
from asgiref.sync import sync_to_async

from games.tournaments.director import Director
from games.tournaments.models import Tournament
from games.tournaments.selectors import endings
from games.tournaments.services import directing
from tests.support.played import played
from tests.support.tournaments import tournament
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
ask = sync_to_async


def over(**settings: object) -> Tournament:
    """Return a finished tournament without an ending, as from releases that did not store endings."""
    made = played(**settings)
    Tournament.objects.filter(pk=made.pk).update(ending=None)
    return made


async def add_endings(*directors: Director) -> None:
    """Run a step of each director, and wait until they have added missing endings."""
    for one in directors:
        await one.step()
    tasks = [one.endings.task for one in directors if one.endings.task]
    await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE)


async def test_an_ending_is_computed_once_and_on_its_own_thread(monkeypatch):
    made, computed, compute_ending = await ask(over)(), [], endings.compute_ending

    def note(state, *read):
        computed.append((state.code, threading.current_thread()))
        return compute_ending(state, *read)

    monkeypatch.setattr(endings, "compute_ending", note)
    await add_endings(Director(), Director())
    await add_endings(Director())
    [(code, thread)] = computed
    assert code == made.code
    assert not thread.name.startswith(("reads", "writes")) and thread is not threading.current_thread()
    stored = await ask(Tournament.objects.get)()
    assert stored.ending == made.ending
    assert (stored.version, made.ending["missed"]) == (made.version + 1, [["X________", 2, 2]])


async def test_a_stored_ending_is_not_replaced():
    made = await ask(played)()
    nothing = endings.Ending((), None, None)
    await ask(directing.store_ending)(tournament=made.pk, ending=nothing)
    again = await ask(Tournament.objects.get)()
    assert (again.ending, again.version) == (made.ending, made.version)


async def test_a_failing_ending_does_not_block_the_others(monkeypatch, caplog):
    first, compute_ending = await ask(over)(), endings.compute_ending
    second = await ask(tournament)()
    await ask(Tournament.objects.filter(pk=second.pk).update)(phase="over", over_at=first.over_at)

    def fail(state, *read):
        if state.id == second.pk:
            raise ValueError("wrong")
        return compute_ending(state, *read)

    monkeypatch.setattr(endings, "compute_ending", fail)
    one = Director()
    await add_endings(one)
    await add_endings(one)
    stored = {made.pk: made.ending for made in await ask(list)(Tournament.objects.all())}
    assert stored == {first.pk: first.ending, second.pk: None}
    assert caplog.text.count("could not be computed") == 1
