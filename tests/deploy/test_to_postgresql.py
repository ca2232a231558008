"""Moving from SQLite to PostgreSQL with the commands of deploy/several-machines.md."""

import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from django.apps import apps

from tests.support.commands import ROOT, run
from tests.support.server import Server

pytestmark = pytest.mark.slow
SECTION = (ROOT / "deploy" / "several-machines.md").read_text().partition("## From SQLite to PostgreSQL")[2]
DUMP, LOAD = re.findall(r"```sh\n(.+?)```", SECTION.partition("\n## ")[0], re.DOTALL)

# Fills every table.
FILL = """
from io import StringIO
from axes.models import AccessAttempt, AccessAttemptExpiration, AccessFailureLog, AccessLog
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.utils import timezone
from games.home import services as home
from games.models import Player
from games.site.sessions import SessionStore
from tests.support.growth import store_a_day
from games.tournaments.models import Tournament
from games.tournaments.services import directing
from tests.support.stored import store_everything
from tests.support.tournaments import tournament
ada = Player.objects.create(name="Ada")
store_everything(ada)
store_everything(zoe := Player.objects.create(name='Zoë "Ñ" 玩家 \\\\ 😀', name_locked=True))
Player.objects.filter(pk=zoe.pk).update(blocked=True)
Player.objects.create(name="later", replaced_by=Player.objects.create())
store_a_day(1, games=4, guests=6)
Tournament.objects.exclude(matches=None).delete()  # its match has no games
made = tournament("Hal", "Ian")
numbers = tuple(made.entrants.values_list("pk", flat=True))
directing.pair(tournament=made.pk, pairs=[numbers], at=timezone.now())
home.forget(player=Player.objects.get(pk=ada.pk))
session = SessionStore()
session["player"] = 1
session.save()
host = User.objects.get(username="host")
host.set_password("pencil")
host.save()
host.groups.add(Group.objects.create(name="Teachers"))
host.user_permissions.add(*Permission.objects.filter(codename__contains="player"))
Group.objects.get().permissions.add(Permission.objects.get(codename="view_game"))
LogEntry.objects.create(user=host, action_flag=CHANGE, content_type=ContentType.objects.get_for_model(Player))
who = {"username": "host", "ip_address": "192.0.2.1"}
AccessFailureLog.objects.create(**who)
AccessLog.objects.create(**who)
AccessAttemptExpiration.objects.create(access_attempt=AccessAttempt.objects.first(), expires_at=timezone.now())
call_command("tidy", stdout=StringIO())
"""

# Prints every row of every table, except content types and permissions, which belong to the release and may have other
# ids.
SHOW = """
from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
facts = (ContentType, Permission)
names = {fact: {one.pk: one.natural_key() for one in fact.objects.all()} for fact in facts}
for model in apps.get_models(include_auto_created=True):
    fields = [field for field in model._meta.concrete_fields if not (model in facts and field.primary_key)]
    for row in model._base_manager.values():
        values = {}
        for field in fields:
            value = row[field.attname]
            values[field.name] = names[field.related_model][value] if value and field.related_model in facts else value
        print(model._meta.label, values)
"""
A_NEW_DAY = "from tests.support.growth import store_a_day; store_a_day(2, games=4, guests=6)"


def run_lines(site: Server, lines: str) -> str:
    """Run lines in a shell, which stops at the first one that fails."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = run("sh", "-euc", lines, env=site.environment | {"PATH": path})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def shown(site: Server) -> list[str]:
    return sorted(site.shell(SHOW).splitlines())


def test_every_row_is_copied_and_new_rows_get_free_ids(prepared, postgres, tmp_path):
    old = Server(shutil.copytree(prepared, tmp_path / "data"))
    old.shell(FILL)
    before = shown(old)
    new = Server(old.folder, DATABASE_URL=postgres.url)
    file = tmp_path / "moved.xml"
    run_lines(old, DUMP.replace("moved.xml", str(file)))
    assert file.stat().st_mode & 0o077 == 0
    assert ", 0 problems." in run_lines(new, LOAD.replace("moved.xml", str(file)))
    assert not file.exists()
    assert shown(new) == before
    tables = {model._meta.label for model in apps.get_models(include_auto_created=True)}
    assert {line.split()[0] for line in before} == tables
    new.shell(A_NEW_DAY)
    for site in (old, new):
        site.close_shell()
