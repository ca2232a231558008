"""compose.yaml passes on every setting that a host may write into `.env`, and the image knows its version."""

import re

import yaml

from tests.support.server import ROOT
from tictactoe_site.release import VERSION

# The image itself sets where the site listens and stores its data, and only deploy.process uses FORWARDED_ALLOW_IPS.
NOT_PASSED_ON = {"DATA_DIR", "DEBUG", "FORWARDED_ALLOW_IPS", "HOST", "PORT", "STATIC_ROOT"}
SITE = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["site"]


def test_every_setting_is_passed_on():
    table = re.findall(r"^\| (`.+?) \|", (ROOT / "deploy" / "settings.md").read_text(), re.MULTILINE)
    settings = {name for cell in table for name in re.findall(r"`([A-Z_]+)`", cell)}
    assert {*SITE["environment"]} == settings - NOT_PASSED_ON


def test_an_image_names_the_version_by_itself():
    assert f"\nARG VERSION={VERSION}\n" in (ROOT / "Containerfile").read_text()
    assert "VERSION" not in SITE["build"]["args"]  # an empty value would replace the default
