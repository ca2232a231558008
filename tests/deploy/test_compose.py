"""compose.yaml passes on every setting that a host may write into `.env`."""

import re

import yaml

from tests.support.server import ROOT

# The image itself sets where it listens and stores, and only deploy.process uses FORWARDED_ALLOW_IPS.
NOT_PASSED_ON = {"DATA_DIR", "DEBUG", "FORWARDED_ALLOW_IPS", "HOST", "PORT", "STATIC_ROOT"}


def test_every_setting_is_passed_on():
    table = re.findall(r"^\| (`.+?) \|", (ROOT / "deploy" / "settings.md").read_text(), re.MULTILINE)
    settings = {name for cell in table for name in re.findall(r"`([A-Z_]+)`", cell)}
    passed_on = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["site"]["environment"]
    assert {*passed_on} == settings - NOT_PASSED_ON
