"""Check the features' imports against the order in ARCHITECTURE.md."""

import ast
import re
import sys
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

import pytest

from games.features import FEATURES
from tests.support.commands import run

GAMES = Path(__file__).parent.parent / "games"

# A feature may import those in earlier rows, but none from its own row.
ORDER = (
    ("features",),
    ("engine",),
    ("site",),
    ("play",),
    ("review",),
    ("opponents",),
    ("practice", "robots", "menace", "tournaments"),
    ("home",),
    ("desk", "hosting"),
    ("management", "urls", "routing", "admin", "models", "apps"),
)
RANK = {feature: rank for rank, row in enumerate(ORDER) for feature in row}
# Exceptions, in addition to imports of types in features.py.
EXCEPT = {
    ("tournaments", "practice"),  # the class review links to similar puzzles
    ("features", "engine"),
    ("features", "site"),
    ("features", "play"),
}
# Layers that do not import each other: a service refuses with facts, and `words` makes the sentence.
APART = {
    "words": {"services", "views", "consumers"},
    "services": {"words", "views", "forms", "consumers"},
    "selectors": {"services", "words", "views"},
    "models": {"selectors", "services", "words", "views"},
}
# The modules of games that the project package may import.
OF_THE_SITE = {"features", "routing", "engine", "site"}
# Slow to load, and not needed by every process.
LAZY = {"networkx", "psycopg", "redis"}


def feature_of(path: Path) -> str:
    return path.relative_to(GAMES).parts[0].removesuffix(".py")


def names(nodes: Iterable[ast.AST]) -> list[str]:
    """Return the full names of everything that these nodes of a file import."""
    found = []
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            found += [f"{node.module}.{name.name}" for name in node.names]
        elif isinstance(node, ast.Import):
            found += [name.name for name in node.names]
    return found


def imports(source: str) -> set[str]:
    """Return the features that a file imports; "" means the package `games` itself."""
    found = names(ast.walk(ast.parse(source)))
    return {f"{name}.".split(".")[1] for name in found if name.split(".")[0] == "games"}


def hidden_imports(source: str) -> list[str]:
    """Return the names imported inside functions, except those in LAZY."""
    functions = [one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    found = names(chain.from_iterable(map(ast.walk, functions)))
    return [name for name in found if name.split(".")[0] not in LAZY]


def layer_of(path: Path) -> str:
    parts = path.relative_to(GAMES).with_suffix("").parts
    return parts[1] if len(parts) > 1 else ""


def layers(source: str) -> set[str]:
    """Return the layers that a file imports, of any feature."""
    found = (name.split(".") for name in names(ast.walk(ast.parse(source))))
    return {name[2] for name in found if name[0] == "games" and len(name) > 2}


FILES = [path for path in sorted(GAMES.rglob("*.py")) if "migrations" not in path.parts and path.stat().st_size]


def may(importer: str, imported: str) -> bool:
    return importer == imported or RANK[imported] < RANK[importer] or (importer, imported) in EXCEPT


def test_every_feature_is_in_the_order():
    assert {feature_of(path) for path in FILES} - {"__init__"} == RANK.keys()
    assert set(FEATURES) == RANK.keys() - {"engine", "features", *ORDER[-1]}


def test_a_feature_imports_only_earlier_rows():
    wrong = [
        (path, feature) for path in FILES for feature in imports(path.read_text()) if not may(feature_of(path), feature)
    ]
    assert wrong == []


def test_every_exception_is_needed():
    used = {(feature_of(path), feature) for path in FILES for feature in imports(path.read_text())}
    assert used >= EXCEPT


def test_separate_layers_do_not_import_each_other():
    found = {path: layers(path.read_text()) & APART.get(layer_of(path), set()) for path in FILES}
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def test_the_django_project_imports_no_feature():
    for path in sorted((GAMES.parent / "tictactoe_site").glob("**/*.py")):
        assert imports(path.read_text()) <= OF_THE_SITE, path


def test_functions_import_only_slow_modules():
    found = {path: hidden_imports(path.read_text()) for path in FILES}
    assert {path: hidden for path, hidden in found.items() if hidden} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import json, games.news.pubsub", {"news"}),
        ("from games import live, services", {"live", "services"}),
        ("async def connect():\n    from games.live import publish", {"live"}),
        ("import gamesome.live\nfrom gamesome import live\nfrom django import forms", set()),
    ],
)
def test_every_kind_of_import_is_detected(source, found):
    assert imports(source) == found


def test_only_imports_in_functions_count_as_hidden():
    assert hidden_imports("import json\nif True:\n    import sys\nclass Page:\n    import re") == []
    nested = "class Page:\n    async def connect(self):\n        with open():\n            from games import live"
    assert hidden_imports(nested) == ["games.live"]
    assert hidden_imports("def pair():\n    import networkx, json") == ["json"]


def test_a_server_with_sqlite_loads_none_of_the_slow_modules(tmp_path):
    code = f"import sys, tictactoe_site.asgi, games.urls; sys.exit(sys.modules.keys() & {LAZY} or None)"
    loaded = run(sys.executable, "-c", code, env={"DATA_DIR": str(tmp_path)})
    assert (loaded.returncode, loaded.stderr) == (0, "")


def test_deployment_code_imports_nothing_of_games():
    for path in [*(GAMES.parent / "deploy").glob("*.py"), *(GAMES.parent / "tools" / "cluster").glob("*.py")]:
        assert imports(path.read_text()) == set(), path


def test_the_engine_does_not_load_django():
    code = (
        "import pkgutil, importlib, sys, games.engine as e\n"
        "[importlib.import_module(m.name) for m in pkgutil.iter_modules(e.__path__, 'games.engine.')]\n"
        "sys.exit(any(name.split('.')[0] == 'django' for name in sys.modules))"
    )
    assert run(sys.executable, "-c", code).returncode == 0


def test_no_test_imports_from_another_test():
    from_tests = re.compile(r"^\s*(from|import) (tests[\w.]*\.test_\w+|tests[\w.]* import test_)", re.M)
    tests = [*GAMES.parent.glob("tests/**/*.py"), *GAMES.parent.glob("tools/**/*.py")]
    assert [path for path in tests if from_tests.search(path.read_text())] == []
