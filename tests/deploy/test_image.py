"""The image as hosts run it: with its own user and command, a read-only root, and a volume."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.support.commands import run
from tests.support.people import two_in_a_game
from tests.support.server import free_port
from tests.support.waiting import until
from tictactoe_site.release import VERSION, checked_out, commit

pytestmark = pytest.mark.slow

# podman cannot use mixed old and new cgroups, which these tests do not need.
WITHOUT_NEW_CGROUPS = ["unshare", "--mount", "sh", "-c", 'umount /sys/fs/cgroup/unified; exec "$@"', "-"]
PODMAN = [*(WITHOUT_NEW_CGROUPS if Path("/sys/fs/cgroup/unified").exists() else []), "podman"]


def podman(*arguments: str) -> str:
    """Run podman and return its output. Raises subprocess.CalledProcessError."""
    return run(*PODMAN, *arguments, check=True).stdout.strip()


@pytest.fixture(scope="module")
def image() -> Iterator[str]:
    name = f"tictactoe-{uuid4().hex}"
    built = run("tools/image", name)
    if built.stderr.startswith("Missing:"):
        pytest.skip(built.stderr.strip())
    assert built.returncode == 0, built.stderr
    yield name
    podman("image", "rm", name, f"{name}-base")


class Container:
    """A running container of the image, with the options of compose.yaml, on a local port."""

    def __init__(self, image: str, data: Path) -> None:
        self.data, self.port = data, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.number = podman(
            "create",
            *("--read-only", "--read-only-tmpfs=false", "--cap-drop=all", "--security-opt=no-new-privileges"),
            *("--volume", f"{data}:/data", "--env", "HOST=127.0.0.1", "--env", f"PORT={self.port}"),
            # A test machine may lack podman's networks and cgroups, and may not allow higher limits.
            *("--network=host", "--cgroups=disabled", "--ulimit=nofile=1024:1024", "--ulimit=nproc=1024:1024"),
            image,
        )

    def start(self) -> None:
        """Start it and wait until its own health check passes."""
        podman("start", self.number)
        until(self.is_well)

    def is_well(self) -> bool:
        return run(*PODMAN, "healthcheck", "run", self.number).returncode == 0

    def stop(self) -> int:
        """Stop the container as a host does, and return the exit code of its process."""
        podman("stop", self.number)
        return int(podman("inspect", "--format", "{{.State.ExitCode}}", self.number))

    def logs(self) -> str:
        return podman("logs", self.number)


@pytest.fixture
def container(image, tmp_path) -> Iterator[Container]:
    os.chown(tmp_path, *map(int, podman("image", "inspect", "--format", "{{.User}}", image).split(":")))
    container = Container(image, tmp_path)
    yield container
    podman("rm", "--force", container.number)


def test_a_game_goes_on_when_the_image_is_stopped_and_started_on_the_same_volume(container):
    container.start()
    ada, ben, code = two_in_a_game(container.url)
    assert ada.post(f"/g/{code}/play/", cell="4", version=1).status == 200
    assert container.stop() == 0
    assert not container.is_well()
    container.start()
    assert ben.post(f"/g/{code}/play/", cell="0", version=2).status == 200
    assert container.stop() == 0
    assert {file.stat().st_mode & 0o077 for file in container.data.rglob("*.sqlite3")} == {0}
    assert re.findall("Open .+", container.logs()) == [f"Open {container.url} in a browser. Ctrl-C stops it."] * 2
    assert not re.search("ERROR|WARNING|Traceback", container.logs())


def test_the_labels_of_the_image_name_its_release(image):
    labels = json.loads(podman("image", "inspect", "--format", "{{json .Labels}}", image))
    assert labels["org.opencontainers.image.version"] == VERSION
    assert labels["org.opencontainers.image.revision"] == commit()


def test_without_the_build_argument_it_still_finds_its_commit(image, tmp_path):
    container = podman("create", "--network=host", "--cgroups=disabled", image)
    podman("cp", f"{container}:/site/.git", str(tmp_path / "git"))
    podman("rm", container)
    assert checked_out(tmp_path / "git") == commit()
