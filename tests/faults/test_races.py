"""4: several hands reach for one square at the same moment; one wins, and everybody sees the same."""

import asyncio
import itertools
import random
import threading

import pytest
from django.db import connection

from games import services
from games.models import Game, Move
from games.services import Refused
from tests.faults.audit import Audit
from tests.faults.players import PATIENCE, Crowd, Table
from tests.faults.report import times
from tests.games import friends, player

AT_ONCE = 10  # tables


async def race(table: Table) -> int:
    """Plays a game, each move of it as a race of four pages; returns how many races there were.

    Two tabs of the player to move press the same square, or by turns two different ones, while two tabs of the other
    player press the square they will get.
    """
    for count in itertools.count():
        board = table.pages[0].board
        if board.position.outcome:
            return count
        one, other = random.sample(board.position.legal_moves * 2, 2) if count % 2 else [table.choose(board)] * 2
        mark = board.position.turn
        mine = [page for page in table.pages if page.mark == mark]
        others = [page for page in table.pages if page.mark != mark]
        pressed = [(mine[0], one), (mine[1], other), *((page, one) for page in others)]
        random.shuffle(pressed)
        await asyncio.gather(*(page.click(cell) for page, cell in pressed))
        for page in table.pages:
            await page.until(lambda page=page, ply=count + 1: not page.unanswered and len(page.board.record) == ply)
        [record] = {page.board.record for page in table.pages}
        assert int(record[-1]) in (one, other)


async def test_four_tabs_race_for_every_square(make_site, fault):
    fault, site = fault("4 one square raced for by two tabs of each player"), make_site()
    wanted = times(full=1_000, short=200)
    crowd = await Crowd.gather(site, wanted // 5)  # no game ends before its fifth move
    for table in crowd.tables:
        table.add("X")
        table.add("O")
    waiting = iter(crowd.tables)

    async def worker() -> None:
        for table in waiting:
            if fault.tried >= wanted:
                return
            async with Crowd([table]):
                races = await race(table)
            fault.tried += races

    async with asyncio.timeout(PATIENCE * times(full=5, short=1)):
        await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
    assert fault.tried >= wanted
    crowd.tables = [table for table in crowd.tables if table.newest]
    fault.recovered(crowd.lags())
    fault.hold(await Audit.of(site, crowd))


@pytest.mark.django_db(transaction=True)
def test_two_threads_race_through_the_services(fault):
    """The same on the database of the tests, which TEST_DATABASE_URL makes PostgreSQL."""
    fault = fault(f"4b one square raced for in the services, {connection.vendor}")
    people = {"X": player("Ada"), "O": player("Ben")}
    both = threading.Barrier(2)

    def press(code: str, mark: str, cell: int, version: int, answers: list[object]) -> None:
        both.wait()
        try:
            answers.append(services.play(code=code, player=people[mark], cell=cell, version=version))
        except Refused as refused:
            answers.append(refused.reason)
        finally:
            connection.close()

    for number in range(times(full=1_000, short=100)):
        game = friends(x=people["X"], o=people["O"])
        # The same seat twice at two squares, the same seat twice at one, both seats at one.
        hands = [[("X", 0), ("X", 1)], [("X", 4), ("X", 4)], [("X", 8), ("O", 8)]][number % 3]
        answers: list[object] = []
        threads = [threading.Thread(target=press, args=(game.code, *hand, game.version, answers)) for hand in hands]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        states = [answer for answer in answers if hasattr(answer, "record")]
        assert len(states) == (2 if number % 3 == 1 else 1), answers
        [row] = Move.objects.filter(game=game)
        game = Game.objects.get(pk=game.pk)
        assert {state.record for state in states} == {str(row.cell)} == {game.record}
        assert (row.mark, game.version) == ("X", 2)
        fault.tried += 1
        fault.moves += 1
