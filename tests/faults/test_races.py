"""4: several hands reach for one square at the same moment; one wins, and everybody sees the same."""

import threading

import pytest
from django.db import connection

from games import services
from games.models import Game, Move
from games.refusals import Refused
from tests.faults.players import Crowd
from tests.faults.racing import race_everywhere
from tests.faults.report import times
from tests.games import friends, player


async def test_four_tabs_race_for_every_square(make_site, fault):
    fault, site = fault("4 one square raced for by two tabs of each player"), make_site()
    wanted = times(full=1_000, short=200)
    crowd = await Crowd.gather(site, wanted // 5)  # no game ends before its fifth move
    for table in crowd.tables:
        table.add("X")
        table.add("O")
    await race_everywhere(crowd, fault, wanted)


@pytest.mark.django_db(transaction=True)
def test_two_threads_race_through_the_services(fault):
    """The same on the database of the tests, which TEST_DATABASE_URL makes PostgreSQL."""
    fault = fault(f"4b one square raced for in the services, {connection.vendor}")
    people = {"X": player("Ada"), "O": player("Ben")}
    both = threading.Barrier(2)

    def press(code: str, mark: str, cell: int, version: int, answers: list[object]) -> None:
        both.wait()
        try:
            answers.append(services.play(code=code, player=people[mark], move=str(cell), version=version))
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
        assert {state.record for state in states} == {row.text} == {game.record}
        assert (row.mark, game.version) == ("X", 2)
        fault.tried += 1
        fault.moves += 1
