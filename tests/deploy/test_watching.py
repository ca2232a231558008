"""The dashboard and the alerts use only metrics that exist."""

import ipaddress
import json
import re

import pytest
import yaml
from django.conf import settings as given
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from games import routing
from tests.support.commands import output_of
from tests.support.games import friends, player
from tests.support.tournaments import waiting

DEPLOY = given.BASE_DIR / "deploy"
NAME = re.compile(r"\b((?:tictactoe|process)_[a-z_]+)")


def dashboard() -> list[str]:
    board = json.loads((DEPLOY / "grafana.json").read_text())
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    return [*asked, *(note["expr"] for note in board["annotations"]["list"])]


def alerts() -> list[str]:
    [group] = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"]
    return [rule["expr"] for rule in group["rules"]]


@pytest.fixture
def labels(settings, tmp_path) -> dict[str, set[str]]:
    settings.METRICS_ALLOW = [ipaddress.ip_network("127.0.0.1")]
    settings.BACKUP_DIR = tmp_path
    (tmp_path / "tictactoe-2026-11-22.sqlite3").touch()
    waiting()
    friends(x=player(), o=player())
    output_of("tidy")
    families = text_string_to_metric_families(Client().get("/metrics").content.decode())
    return {one.name: set(one.labels) for family in families for one in family.samples}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("expressions", [dashboard, alerts])
def test_every_metric_they_use_exists(expressions, labels):
    asked = {name for expression in expressions() for name in NAME.findall(expression)}
    assert len(asked) > 5
    assert routing.websocket_urlpatterns  # importing the consumers registers their metrics
    assert asked <= set(labels)
