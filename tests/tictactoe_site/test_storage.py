"""The served form of style sheets, scripts and templates."""

import pytest
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.template.loader import render_to_string

from tictactoe_site.storage import HashedStaticFilesStorage

CSS = b"/* Why\n so. */\na { color: red; } /* And so. */\nb { background: url(/img/a.svg); }\n"
SCRIPT = b'// Why so.\nconst address = "wss://here";\n  // And so.\nopen(address);\n'


def test_our_comments_are_stripped(tmp_path):
    storage = HashedStaticFilesStorage(location=tmp_path, base_url="/static/")
    for name in ("play/a.css", "play/a.js", "vendor/a.js"):
        storage.save(name, ContentFile(CSS if name.endswith("css") else SCRIPT))
    assert (tmp_path / "play/a.css").read_bytes() == b"a { color: red; } b { background: url(/img/a.svg); }\n"
    assert (tmp_path / "play/a.js").read_bytes() == b'const address = "wss://here";\nopen(address);\n'
    assert (tmp_path / "vendor/a.js").read_bytes() == SCRIPT


@pytest.fixture
def collect(settings, tmp_path):
    """Collect one of our style sheets, as a release does, and return the target folder."""
    ours, root = tmp_path / "ours", tmp_path / "root"
    (ours / "play").mkdir(parents=True)
    settings.STATIC_ROOT, settings.STATICFILES_DIRS = root, [ours]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STORAGES = {"staticfiles": {"BACKEND": "tictactoe_site.storage.HashedStaticFilesStorage"}}

    def run(css: str):
        (ours / "play/a.css").write_text(css)
        call_command("collectstatic", interactive=False, verbosity=0)
        return root / "play"

    return run


def test_only_hashed_files_are_kept_and_compressed_once(collect):
    css = collect("a { color: red; }" * 100)
    [plain, *compressed] = sorted(css.iterdir())
    assert [file.name for file in compressed] == [f"{plain.name}.br", f"{plain.name}.gz"]
    for file in compressed:
        file.write_text("made before")
    collect("a { color: red; }" * 100)
    assert {file.read_text() for file in compressed} == {"made before"}
    assert len([*collect("a { color: blue; }" * 100).iterdir()]) == 6


def test_an_interrupted_run_is_repeated(collect, tmp_path):
    compressed = next(collect("a { color: red; }" * 100).glob("*.gz"))
    (tmp_path / "root/staticfiles.json").unlink()
    compressed.write_text("half a file")
    collect("a { color: red; }" * 100)
    assert compressed.read_bytes()[:2] == b"\x1f\x8b"


def test_the_indentation_of_templates_is_not_sent():
    page = render_to_string("tournaments/_how_to_play.html")
    assert "\n " not in page
    assert "\n<h2>" in page
