"""Store everything that a player can leave in the database, and compare the whole database with its earlier state."""

from collections.abc import Callable

import pytest
from django.apps import apps
from django.db import connection

from games.engine.classic import CLASSIC
from games.engine.exercises import exercises
from games.engine.ladder import rungs
from games.engine.position import Mark
from games.engine.vanishing import VANISHING
from games.menace import services as menace_services
from games.play import services as play_services
from games.practice import services as practice_services
from games.practice.daily import FIRST_DAY
from games.practice.models import Daily
from games.robots import services as robot_services
from games.site.models import Player
from games.site.refusals import Reason, Refused
from tests.support.games import friends, play, player

ROBOT = "Mallobot"


def store_everything(who: Player) -> dict[str, str]:
    """Store a row of each kind that a player can leave behind. Return the codes of the games, by kind."""
    ben = player("Ben")
    over, going, offered = friends(x=who, o=ben), friends(x=ben, o=who), friends(x=who, o=ben)
    play(over, "1 4 2 5 3")
    play(going, "5")
    play(offered, "1 4 2 5 3")
    play_services.rematch(code=offered.code, player=who)
    codes = {"over": over.code, "going": going.code, "offered": offered.code}
    codes["waiting"] = play_services.invite(player=who, side=Mark.X).code
    codes["screen"] = play_services.start_one_screen(player=who).code
    codes["robot"] = play_services.start_against_computer(player=who, opponent="wbf", side=Mark.X, name=ROBOT).code
    play_services.start_series(player=who, x="easy", o="wb", o_name=ROBOT, count=2)
    robot_services.keep_robot(player=who, key="wbf", name=ROBOT)
    exercise = exercises(CLASSIC)[0]
    practice_services.answer_exercise(player=who, exercise=exercise, move=exercise.position.legal_moves[0])
    Daily.objects.create(player=who, day=FIRST_DAY)
    practice_services.climb(player=who, rung=rungs(VANISHING)[0])
    menace_services.begin_with_machine(player=who, house=True)
    menace_services.teach_machine(player=who, opponent="easy", games=1, version=0)
    play_services.record_attendance(process=play_services.open_process(), arrived=[(going.code, who.pk)])
    return codes


WHO_IS_HERE = {"Process", "Attendance", "Audience"}  # models that record views of rooms
REPORTED = {"here_until", "seen_at"}  # columns that record views of games and tournaments


def digest(*, but: set[str] = frozenset()) -> dict[str, list[tuple]]:
    """Return every row of every table, except those of the models in `but`."""
    quoted = connection.ops.quote_name

    def columns(model) -> str:
        return ", ".join(quoted(one.column) for one in model._meta.concrete_fields if one.column not in REPORTED)

    with connection.cursor() as cursor:
        # The ORM would take most of the time of tests that call this repeatedly.
        return {
            model._meta.label: cursor.execute(
                f"SELECT {columns(model)} FROM {quoted(model._meta.db_table)} ORDER BY {quoted(model._meta.pk.column)}"
            ).fetchall()
            for model in apps.get_models()
            if model.__name__ not in but
        }


def check_refused(reason: Reason, verb: Callable[..., object], **arguments: object) -> Refused:
    """Check that a service refuses for this reason and stores nothing. Return the refusal."""
    before = digest()
    with pytest.raises(Refused) as caught:
        verb(**arguments)
    assert caught.value.reason is reason
    assert digest() == before
    return caught.value
