"""Verification of stored matchbox machines finds tampering."""

import pytest
from django.core.management import call_command

from games.menace import services
from games.menace.models import Menace, MenaceGame
from games.menace.verification import check_machines
from tests.support.games import player
from tests.support.matchboxes import GIVES_UP_SECOND, answer, play_out, store_machine

pytestmark = pytest.mark.django_db


def problems() -> list[str]:
    return [problem.partition(": ")[2] for problem in check_machines()]


@pytest.fixture
def game() -> MenaceGame:
    """A finished game, in which the machine gave up."""
    ada = player("Ada")
    store_machine(GIVES_UP_SECOND, owner=ada)
    return answer(services.begin_with_machine(player=ada, house=False), 4)


def test_machines_stored_by_services_have_no_problems(game):
    ada, ben = player("Ada"), player("Ben")
    for who, house in ((ada, True), (ada, False), (ben, False)):
        for _game in range(3):
            played = play_out(who, house=house)
    services.teach_machine(player=ben, opponent="easy", games=10, version=played.version)
    services.begin_with_machine(player=ben, house=True)
    services.begin_with_machine(player=ada, house=False)
    services.reset_machine(player=ada)
    assert problems() == []


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"beads": '{"_________":[-1,4,4]}'}, "its beads can’t be read"),
        ({"lost": 0}, "its curve does not match its games"),
        *(
            ({"curve": curve}, "its curve does not match its games")
            for curve in ([[1]], 7, [[2, 9_000]], [[1, 10_001]])
        ),
        ({"blind_curve": [[1, 9_000]]}, "its curve does not match its games"),
    ],
)
def test_a_tampered_machine_is_found(game, changes, problem):
    Menace.objects.update(**changes)
    assert problems() == [problem]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"record": "00"}, "its moves are illegal: taken"),
        ({"record": "x"}, "its moves are illegal: not a square"),
        ({"winner": "X"}, "its result does not match its moves"),
        ({"number": None, "winner": "", "before": []}, "its result does not match its moves"),
        ({"boxes": []}, "its boxes do not match its moves"),
        ({"before": [1, 2]}, "its boxes do not match its moves"),
    ],
)
def test_a_tampered_game_is_found(game, changes, problem):
    MenaceGame.objects.update(**changes)
    assert problems() == [problem]


def test_verify_reports_problems_and_fails(game, capsys):
    Menace.objects.update(beads="")
    with pytest.raises(SystemExit, match="1"):
        call_command("verify")
    assert capsys.readouterr().out == "Ada: its beads can’t be read\n0 games checked, 1 problems.\n"
