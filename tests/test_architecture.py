"""Who imports whom, as ARCHITECTURE.md says, held against the real imports."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

GAMES = Path(__file__).parent.parent / "games"

DATA = {"engine", "models", "names", "roster", "squares", "verdicts"}
READS = {"state", "presence", "pov", "selectors", "live"}
ADAPTERS = {"views", "consumers", "admin"}
SHARED = {
    "database",
    "overload",
    "limits",
    "exchange",
    "review",
    "tables",
    "together",
    "training",
    "verification",
    "attendance",
    "fragments",
    "rows",
    "forms",
    "identity",
    "actions",
    "links",
    "codes",
    "context",
    "editor",
    "odds",
    "opponents",
    "picture",
}

ALLOWED = {
    "engine": {"engine"},
    "apps": set(),
    "models": {"engine"},
    "roster": {"engine"},
    "selectors": DATA,
    "squares": set(),
    "names": set(),
    "verdicts": {"engine", "squares"},
    "exchange": DATA | {"pov", "state"},
    "review": DATA | {"pov", "state"},
    "training": DATA,
    "tables": {"models", "roster"},
    "verification": {"engine", "models"},
    "state": {"engine", "models"},
    "pov": DATA | {"state", "presence"},
    "presence": {"engine", "models"},
    "relay": {"presence", "state"},
    "live": {"relay"},
    "database": set(),
    "together": {"database", "models", "presence", "selectors", "services", "state"},
    "overload": set(),
    "middleware": {"overload", "views"},
    "limits": set(),
    "attendance": {"database", "presence", "services"},
    "services": DATA | READS | {"limits"},
    "fragments": {"engine", "names", "pov", "presence", "state"},
    "rows": {"pov", "state", "models"},
    "editor": DATA,
    "picture": {"engine"},
    "odds": {"engine"},
    "opponents": {"odds", "roster", "engine", "squares"},
    "forms": DATA | {"editor", "exchange"},
    "identity": {"limits", "services", "models"},
    "actions": {"limits", "services", "models", "state"},
    "links": {"models"},
    "codes": {"models"},
    "context": {"identity", "models"},
    "consumers": DATA | READS | SHARED | {"services"},
    "views": DATA | READS | SHARED | {"services"},
    "admin": DATA | READS | SHARED | {"services"},
    "urls": {"codes", "views", "actions"},
    "routing": {"codes", "consumers"},
    "management": DATA | READS | SHARED | {"services"},
}


def module_of(path: Path) -> str:
    return path.relative_to(GAMES).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """The modules of games that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module == "games":
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("games."):
            found.add(node.module.split(".")[1])
        elif isinstance(node, ast.Import):
            found |= {name.name.split(".")[1] for name in node.names if name.name.startswith("games.")}
    return found


FILES = [path for path in sorted(GAMES.rglob("*.py")) if "migrations" not in path.parts and path.stat().st_size]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(GAMES)))
def test_a_module_imports_what_stands_below_it(path):
    assert imports(path) - {module_of(path)} <= ALLOWED.get(module_of(path), set())


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(GAMES)))
def test_no_import_hides_in_a_function(path):
    functions = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)]
    hidden = [
        node for function in functions for node in ast.walk(function) if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert hidden == []


@pytest.mark.parametrize("path", sorted((GAMES.parent / "deploy").glob("*.py")), ids=lambda path: path.name)
def test_what_runs_the_site_knows_nothing_of_games(path):
    assert imports(path) == set()


def test_the_engine_brings_no_django_along():
    code = (
        "import pkgutil, importlib, sys, games.engine as e\n"
        "[importlib.import_module(m.name) for m in pkgutil.iter_modules(e.__path__, 'games.engine.')]\n"
        "sys.exit(any(name.split('.')[0] == 'django' for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=GAMES.parent, check=False).returncode == 0
