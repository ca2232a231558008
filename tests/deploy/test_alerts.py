"""The alerts, evaluated by promtool: they wake someone if there is trouble, and nobody if a small site is quiet."""

import json
import re
from pathlib import Path

from tests.support.commands import ROOT, run
from tests.support.needed import needed

# Values of each series every five minutes, in promtool's notation: "0+2x10" is 0, 2, 4 … 20.
QUIET = {
    'up{job="tictactoe",instance="a"}': "1x576",
    'tictactoe_database_up{job="tictactoe"}': "1x576",
    'tictactoe_errors_total{job="tictactoe"}': "0x576",
    'tictactoe_turned_away_total{job="tictactoe",queue="pages"}': "0x576",
    'tictactoe_limits_hit_total{job="tictactoe",limit="moves"}': "0+1x576",
    # One move in five minutes, which takes a second, as from a phone on a bad network.
    'tictactoe_move_seconds_bucket{job="tictactoe",le="0.5"}': "0x576",
    'tictactoe_move_seconds_bucket{job="tictactoe",le="1"}': "0+1x576",
    'tictactoe_move_seconds_bucket{job="tictactoe",le="+Inf"}': "0+1x576",
    'tictactoe_move_seconds_count{job="tictactoe"}': "0+1x576",
    'tictactoe_database_seconds_sum{job="tictactoe",instance="a",thread="writing"}': "0+1x576",
    'process_open_fds{job="tictactoe",instance="a"}': "40x576",
    'process_max_fds{job="tictactoe",instance="a"}': "1024x576",
    'tictactoe_backup_timestamp_seconds{job="tictactoe"}': "0+300x576",
    'tictactoe_release_info{job="tictactoe",version="1",files="a"}': "1x576",
}
RULES = re.findall("- alert: (.+)", (ROOT / "deploy" / "alerts.yaml").read_text())


def verdict(folder: Path, series: dict[str, str], *questions: tuple[str, str]) -> str:
    """Return promtool's verdict on alerts, given by name and time: "SUCCESS" if none fires."""
    asked = [{"eval_time": at, "alertname": alert, "exp_alerts": []} for alert, at in questions]
    values = [{"series": name, "values": values} for name, values in series.items()]
    test = {
        "rule_files": [str(ROOT / "deploy" / "alerts.yaml")],
        "evaluation_interval": "2m",
        "tests": [{"interval": "5m", "input_series": values, "alert_rule_test": asked}],
    }
    (folder / "test.yaml").write_text(json.dumps(test))
    ran = run(needed("promtool"), "test", "rules", folder / "test.yaml")
    return ran.stdout + ran.stderr


def test_a_quiet_site_fires_no_alert(tmp_path):
    assert "SUCCESS" in verdict(tmp_path, QUIET, *((alert, at) for alert in RULES for at in ("10m", "3h", "47h")))


def test_an_outage_of_ten_minutes_wakes_someone_and_a_short_restart_nobody(tmp_path):
    away = {'up{job="tictactoe",instance="a"}': "1x5 0x10"}
    assert "SUCCESS" in verdict(tmp_path, away, ("ProcessAway", "27m"))
    assert 'severity="page"' in verdict(tmp_path, away, ("ProcessAway", "45m"))


def test_many_slow_moves_wake_someone(tmp_path):
    moves = {name: values.replace("+1x", "+30x") for name, values in QUIET.items() if "move_seconds" in name}
    assert 'severity="page"' in verdict(tmp_path, moves, ("MovesSlow", "2h"))


def test_an_error_can_wait_for_the_morning(tmp_path):
    errors = {'tictactoe_errors_total{job="tictactoe"}': "0x12 1x100"}
    said = verdict(tmp_path, errors, ("SomeErrors", "3h"), ("ManyErrors", "3h"))
    assert 'severity="note"' in said
    assert 'severity="page"' not in said
