"""Background work: one task of each kind per event loop."""

import asyncio

import pytest

from games.site.background import Background


async def test_running_work_is_not_started_again():
    runs = []

    @Background
    async def note() -> None:
        runs.append(note.task)
        await asyncio.sleep(0)

    note.start()
    note.start()
    await note.task
    note.start()
    await note.task
    assert len(runs) == 2


async def test_failed_work_starts_again():
    @Background
    async def fail() -> None:
        raise ConnectionError

    for _again in range(2):
        fail.start()
        with pytest.raises(ConnectionError):
            await fail.task


def test_work_unfinished_in_one_event_loop_starts_again_in_the_next():
    runs, tasks = [], []

    @Background
    async def wait() -> None:
        runs.append(asyncio.get_running_loop())
        await asyncio.Event().wait()

    async def begin() -> None:
        wait.start()
        tasks.append(wait.task)
        await asyncio.sleep(0)

    loops = [asyncio.new_event_loop() for _ in range(2)]
    for loop in loops:
        loop.run_until_complete(begin())
    assert runs == loops
    for loop, task in zip(loops, tasks, strict=True):
        task.cancel()
        loop.run_until_complete(asyncio.gather(task, return_exceptions=True))
        loop.close()
