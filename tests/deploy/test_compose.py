"""What compose.yaml gives to nginx."""

from pathlib import Path

from deploy import nginx
from tests.server import ROOT

PRINTED = ROOT / "deploy" / "compose"


def test_the_configuration_of_nginx_is_what_the_command_prints():
    """If not: DATA_DIR=/data python -m deploy.nginx --servers 10.213.47.11:8000,10.213.47.12:8000 --listen 8080"""
    servers = ["10.213.47.11:8000", "10.213.47.12:8000"]
    assert (PRINTED / "site.conf").read_text() == nginx.site(listen=["8080"], servers=servers, data=Path("/data"))


def test_around_it_is_an_nginx_that_is_not_root():
    assert (PRINTED / "nginx.conf").read_text() == nginx.around(root=False)
