"""The administrator's page about the state of the site."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone

from games.engine.classic import CLASSIC
from games.engine.misere import MISERE
from games.engine.position import Mark
from games.play import services
from games.play.models import Game, Seat
from games.tournaments.models import Tournament
from tests.support.commands import output_of
from tests.support.games import friends, player
from tests.support.tournaments import tournament

pytestmark = pytest.mark.django_db


def page(host: Client) -> str:
    return host.get("/admin/house/").content.decode()


def figure(host: Client, name: str) -> str:
    """Return the figure next to a name, without tags."""
    found = re.search(rf"<dt>{name}</dt>(.*?)</div>", page(host))
    return re.sub(r"<[^>]+>", " ", found[1]).strip()


def store_finished(opponent: str, winner: str) -> None:
    """Store a finished game between a person, as X, and a computer player."""
    game = Game.objects.create(status="finished", winner=winner, ended="line" if winner else "full")
    Seat.objects.create(game=game, mark="X", player=player("Ada"))
    Seat.objects.create(game=game, mark="O", opponent=opponent)


def test_only_administrators_who_may_view_games_see_the_page(client):
    assert client.get("/admin/house/").status_code == 302
    client.force_login(User.objects.create_user("visitor"))
    assert client.get("/admin/house/").status_code == 302
    reviewer = User.objects.create_user("reviewer", is_staff=True)
    client.force_login(reviewer)
    assert client.get("/admin/house/").status_code == 403
    assert 'href="/admin/house/"' not in client.get("/admin/").content.decode()
    reviewer.user_permissions.add(Permission.objects.get(codename="view_game"))
    assert client.get("/admin/house/").status_code == 200
    assert 'href="/admin/house/"' in client.get("/admin/").content.decode()


def test_the_page_counts_people_here_and_games_in_play(host):
    friends(x=player("Ada"), o=player("Ben"))
    left = friends(x=player("Eve"), o=player("Zoe"))
    Game.objects.filter(pk=left.pk).update(changed_at=timezone.now() - timedelta(hours=1))
    assert (figure(host, "People here now"), figure(host, "Games in play now")) == ("2", "1")


def test_a_tournament_without_a_director_is_reported(host):
    tournament("Ada", "Ben")
    assert figure(host, "Tournaments under way").split() == ["1", "1", "is", "waiting", "for", "a", "process"]
    Tournament.objects.update(directed_until=timezone.now() + timedelta(seconds=3))
    assert figure(host, "Tournaments under way").split() == ["1"]


def test_games_by_day_and_variant_are_a_chart_and_a_table(host, still):
    ada = player("Ada")
    for variant, days in ((MISERE, 0), (MISERE, 0), (CLASSIC, 0), (CLASSIC, 29), (CLASSIC, 30)):
        code = services.invite(player=ada, side=Mark.X, variant=variant).code
        Game.objects.filter(code=code).update(created_at=still - timedelta(days=days))
    shown = page(host)
    rows = re.findall(r'<tr><th scope="row">[\d/]+</th>(.*?)</tr>', shown)
    assert len(rows) == 30
    assert [int(number) for number in re.findall(r"<td>(\d+)</td>", rows[0])] == [1, 0, 2, 0, 0, 3]
    assert [re.findall(r"<td>(\d+)</td>", row)[-1] for row in rows[1:]] == ["0"] * 28 + ["1"]
    assert len(re.findall(r'<rect class="[\w-]+" x=', shown)) == 3


def test_results_against_computers_are_shown_with_all_robots_in_one_row(host):
    for opponent, winner in [("easy", "X"), ("easy", "X"), ("easy", "O"), ("easy", ""), ("wbf", "O"), ("fbw", "")]:
        store_finished(opponent, winner)
    services.start_series(player=player("Ada"), x="easy", o="hard", count=3)  # between two computer players
    rows = re.findall(r'<tr><th scope="row">(\w+)</th> ?((?:<td>\d+</td> ?){3})</tr>', page(host))
    figures = {name: re.findall(r"\d+", numbers) for name, numbers in rows}
    assert figures == {"Easy": ["1", "1", "2"], "Robots": ["1", "1", "0"]}


def test_the_page_shows_the_ages_of_the_last_backup_and_tidying(host, settings, tmp_path):
    settings.BACKUP_DIR = tmp_path
    output_of("tidy", "--dry-run")
    assert (figure(host, "Last backup"), figure(host, "Last tidied")) == ("None on this machine", "Never so far")
    (tmp_path / "tictactoe-2026-11-22.sqlite3").touch()
    output_of("tidy")
    assert figure(host, "Last backup") == figure(host, "Last tidied") == "0\xa0minutes ago"


def test_the_page_shows_whether_redis_answers(host, settings):
    assert figure(host, "Redis") == "Not in use, so there is only one process"
    settings.REDIS_URL = "redis://127.0.0.1:1"
    redis = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": settings.REDIS_URL}
    settings.CACHES = {"default": redis}
    assert figure(host, "Redis").startswith("Not responding")
