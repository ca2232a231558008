"""Who imports whom, as ARCHITECTURE.md says, held against the real imports."""

import ast
import re
import subprocess
import sys
from importlib.util import resolve_name
from pathlib import Path

import pytest

GAMES = Path(__file__).parent.parent / "games"

# Who may import whom, room by room. Below all of them stands tictactoe_site.release, which knows nothing of games.
ALLOWED = {
    "background": set(),
    "backups": set(),
    "engine": set(),
    "names": set(),
    "metrics": set(),
    "models": {"engine"},
    "pairing": set(),
    "selectors": {"engine", "models", "pairing"},
    "refusals": {"engine"},
    "show": {"engine", "models", "pairing", "selectors", "refusals", "metrics"},
    "news": {"selectors"},
    "limits": {"metrics"},
    "services": {"engine", "names", "models", "selectors", "news", "limits", "refusals", "metrics"},
    "identity": {"models", "selectors", "services", "limits"},
    "files": {"engine", "pairing", "names", "models", "selectors", "show"},
    "live": {
        "models",
        "pairing",
        "selectors",
        "show",
        "news",
        "services",
        "limits",
        "refusals",
        "identity",
        "background",
        "metrics",
    },
    "web": {
        "engine",
        "names",
        "models",
        "selectors",
        "show",
        "services",
        "limits",
        "refusals",
        "identity",
        "files",
        "live",
        "backups",
        "metrics",
    },
    "admin": {"engine", "models", "selectors", "show", "files", "services", "refusals", "web", "backups"},
    "management": {"engine", "models", "selectors", "show", "services", "limits", "live", "files", "backups"},
}


# Take long to load, and are not needed by every process.
LATE = {"networkx", "psycopg", "redis"}


def room_of(path: Path) -> str:
    return path.relative_to(GAMES).parts[0].removesuffix(".py")


def package_of(path: Path) -> str:
    return ".".join(path.parent.relative_to(GAMES.parent).parts)


def imports(source: str, package: str) -> set[str]:
    """The rooms of games that a file of a package imports. The package games as a whole is called ""."""
    names = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            origin = resolve_name("." * node.level + (node.module or ""), package)
            names += [f"{origin}.{name.name}" for name in node.names]
        elif isinstance(node, ast.Import):
            names += [name.name for name in node.names]
    return {f"{name}.".split(".")[1] for name in names if name.split(".")[0] == "games"}


def hidden_imports(source: str) -> list[str]:
    """The imports inside functions, but for those of LATE."""
    functions = [
        node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    hidden = [
        node for function in functions for node in ast.walk(function) if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    return [ast.unparse(node) for node in hidden if not roots(node) <= LATE]


def roots(node: ast.Import | ast.ImportFrom) -> set[str]:
    """The packages that an import statement loads; "" stands for one's own."""
    names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
    return {"" if isinstance(node, ast.ImportFrom) and node.level else name.partition(".")[0] for name in names}


FILES = [path for path in sorted(GAMES.rglob("*.py")) if "migrations" not in path.parts and path.stat().st_size]


def test_a_module_imports_what_stands_below_it():
    found = {path: imports(path.read_text(), package_of(path)) - {room_of(path)} for path in FILES}
    assert [path for path, rooms in found.items() if not rooms <= ALLOWED.get(room_of(path), set())] == []


def test_every_arrow_is_used():
    used = {(room_of(path), room) for path in FILES for room in imports(path.read_text(), package_of(path))}
    assert {(room, below) for room in ALLOWED for below in ALLOWED[room]} <= used


def test_no_import_hides_in_a_function():
    assert {path: hidden for path in FILES if (hidden := hidden_imports(path.read_text()))} == {}


@pytest.mark.parametrize(
    ("source", "package", "found"),
    [
        ("import games.services", "games", {"services"}),
        ("import games.services.moves as moves", "games", {"services"}),
        ("import json, games.news.pubsub", "games", {"news"}),
        ("import games", "games", {""}),
        ("from games import live, services", "games", {"live", "services"}),
        ("from games.services import play", "games", {"services"}),
        ("from games import *", "games", {"*"}),
        ("from . import live, services", "games", {"live", "services"}),
        ("from .services import play", "games", {"services"}),
        ("from .services.playing import play", "games", {"services"}),
        ("from . import storing", "games.services", {"services"}),
        ("from .. import live", "games.services", {"live"}),
        ("from ..live import publish", "games.services", {"live"}),
        ("from ...live import publish", "games.management.commands", {"live"}),
        ("async def connect():\n    from .live import publish", "games", {"live"}),
        ("if TYPE_CHECKING:\n    from ..live import Hub", "games.services", {"live"}),
        ("import gamesome.live\nfrom gamesome import live\nfrom django import forms", "games", set()),
        ("from . import programs", "tools.cluster", set()),
    ],
)
def test_every_way_to_import_is_seen(source, package, found):
    assert imports(source, package) == found


def test_an_import_in_any_kind_of_function_is_seen():
    assert hidden_imports("def play():\n    import json") == ["import json"]
    assert hidden_imports(
        "class Page:\n    async def connect(self):\n        with open():\n            from . import live"
    )
    # What takes long to load may be imported where it is needed.
    assert hidden_imports("def pair():\n    import networkx") == []
    assert hidden_imports("def pair():\n    import networkx, json") == ["import networkx, json"]


def test_a_server_with_sqlite_alone_loads_nothing_of_that(tmp_path):
    code = f"import sys, tictactoe_site.asgi, games.web.urls; sys.exit(sys.modules.keys() & {LATE} or None)"
    loaded = subprocess.run(
        [sys.executable, "-c", code],
        cwd=GAMES.parent,
        env={"DATA_DIR": str(tmp_path)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert (loaded.returncode, loaded.stderr) == (0, "")


def test_imports_at_the_head_of_a_file_are_not_hidden():
    assert hidden_imports("import json\nif True:\n    import sys\nclass Page:\n    import re") == []


def test_what_runs_the_site_knows_nothing_of_games():
    for path in [*(GAMES.parent / "deploy").glob("*.py"), *(GAMES.parent / "tools" / "cluster").glob("*.py")]:
        assert imports(path.read_text(), package_of(path)) == set(), path


def test_the_engine_brings_no_django_along():
    code = (
        "import pkgutil, importlib, sys, games.engine as e\n"
        "[importlib.import_module(m.name) for m in pkgutil.iter_modules(e.__path__, 'games.engine.')]\n"
        "sys.exit(any(name.split('.')[0] == 'django' for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=GAMES.parent, check=False).returncode == 0


def test_helpers_of_tests_are_in_support():
    """Helpers that several share are in tests/support."""
    from_tests = re.compile(r"^\s*(from|import) (tests[\w.]*\.test_\w+|tests[\w.]* import test_)", re.M)
    tests = [*GAMES.parent.glob("tests/**/*.py"), *GAMES.parent.glob("tools/**/*.py")]
    assert [path for path in tests if from_tests.search(path.read_text())] == []
