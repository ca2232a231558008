"""The site with only requirements.txt, without the packages of larger sites."""

import shutil
import sys
from subprocess import CompletedProcess

import pytest

from tests.support.commands import run
from tests.support.server import METRICS_TOKEN, Server

EXTRAS = (
    "channels_redis",
    "httptools",
    "msgpack",
    "prometheus_client",
    "psycopg",
    "redis",
    "uvicorn",
    "uvloop",
    "websockets",
)
WITHOUT = f"import sys; sys.modules.update(dict.fromkeys({EXTRAS}))\n"  # None: not installed
ASK = """
import runpy
sys.argv = ["manage.py", "shell", "--verbosity", "0", "--command", '''
import tictactoe_site.asgi
from django.test import Client
for path in ("/", "/metrics"):
    answer = Client().get(path, headers={"host": "127.0.0.1", "authorization": "Bearer TOKEN"})
    print(answer.status_code)
print(answer.content.decode())
''']
runpy.run_path("manage.py", run_name="__main__")
""".replace("TOKEN", METRICS_TOKEN)


def run_without_extras(folder, script: str, **variables: str) -> CompletedProcess:
    return run(sys.executable, "-c", WITHOUT + script, env=Server(folder, **variables).environment)


@pytest.mark.slow
def test_pages_are_served_and_metrics_name_the_missing_package(prepared, tmp_path):
    asked = run_without_extras(shutil.copytree(prepared, tmp_path / "site"), ASK, METRICS_TOKEN=METRICS_TOKEN)
    home, figures, sentence = asked.stdout.splitlines()
    assert (home, figures) == ("200", "404"), asked.stderr
    assert "pip install -r requirements-scale.txt" in sentence


@pytest.mark.parametrize(
    ("variable", "address", "package"),
    [("DATABASE_URL", "postgres://me@here/games", "psycopg"), ("REDIS_URL", "redis://here", "redis")],
)
def test_a_setting_whose_package_is_missing_is_refused_with_a_sentence(tmp_path, variable, address, package):
    script = "import tictactoe_site.settings"
    refused = run_without_extras(tmp_path, script, **{variable: address})
    assert refused.returncode == 1
    assert refused.stderr == f"{variable} needs {package}: pip install -r requirements-scale.txt.\n"


def test_a_server_whose_package_is_missing_is_refused_with_a_sentence(tmp_path):
    refused = run_without_extras(tmp_path, "import deploy.process")
    assert refused.stderr == "deploy.process needs uvicorn: pip install -r requirements-scale.txt.\n"
