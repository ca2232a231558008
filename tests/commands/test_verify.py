"""`manage.py verify` and `manage.py judge`."""

import sys

import psycopg
import pytest
from django.core.management import call_command

from games.management.commands import restore
from games.play.models import Game, Seat
from games.site.models import Player
from tests.support.commands import output_of
from tests.support.games import friends, play, player
from tests.support.server import Server
from tests.support.tournaments import pair, person, tournament
from tests.support.waiting import PATIENCE, until

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    game = friends(x=player(), o=player())
    play(game, "5 4 7 3 1 6 9")
    return game


def test_valid_games_have_no_problems(game):
    assert output_of("verify") == "1 games checked, 0 problems.\n"


def test_a_problem_is_reported_and_fails(game, capsys):
    Game.objects.update(winner="O")
    with pytest.raises(SystemExit, match="1"):
        call_command("verify")
    assert capsys.readouterr().out.startswith(f"{game.code}: its board says ('X', 'line')")
    assert Game.objects.get().winner == "O"


def test_a_problem_of_a_tournament_is_reported_and_repaired_on_request_and_when_a_backup_is_restored(capsys):
    code = tournament("Ada", "Ben").code
    pair("Ada Ben")
    seat = Seat.objects.filter(player=person("Ada"))
    seat.update(player=Player.objects.create())
    with pytest.raises(SystemExit, match="1"):
        call_command("verify")
    assert capsys.readouterr().out.startswith(f"{code}: ")
    assert output_of("verify", "--repair") == "1 seats of forgotten players repaired.\n1 games checked, 0 problems.\n"
    seat.update(player=Player.objects.create())
    assert [*restore.Command().repair_and_check()] == []
    assert capsys.readouterr().out == "1 seats of forgotten players repaired.\n"


def test_games_without_verdicts_get_theirs(game):
    Game.objects.update(x_mistakes=None, o_mistakes=None)
    version = Game.objects.get().version
    assert output_of("judge") == "Judged 1 games.\n"
    stored = Game.objects.get()
    assert (stored.x_mistakes, stored.o_mistakes, stored.version) == (1, 2, version)
    assert output_of("judge") == "Judged 0 games.\n"
    assert output_of("judge", "--all") == "Judged 1 games.\n"


@pytest.mark.slow
def test_a_crash_of_postgresql_during_the_check_is_reported_in_one_line(postgres, tmp_path):
    site = Server(tmp_path, DATABASE_URL=postgres.url)
    site.manage("migrate", "--verbosity", "0", patience=5 * PATIENCE)
    with psycopg.connect(postgres.url) as locked, psycopg.connect(postgres.url, autocommit=True) as watch:
        locked.execute("LOCK TABLE games_game")
        verifying = site.launch(sys.executable, "manage.py", "verify")
        until(lambda: watch.execute("SELECT FROM pg_locks WHERE NOT granted").fetchone() is not None)
        postgres.kill()
        assert verifying.wait(timeout=PATIENCE) == 1
        locked.close()
    output = site.log.read_text()
    assert output.startswith("The database can't be used: ")
    assert output.count("\n") == 1
