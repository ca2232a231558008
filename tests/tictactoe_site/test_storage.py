"""What is served of style sheets and scripts."""

from django.core.files.base import ContentFile

from tictactoe_site.storage import HashedStaticFilesStorage

CSS = b"/* Why\n so. */\na { color: red; } /* And so. */\nb { background: url(/img/a.svg); }\n"
SCRIPT = b'// Why so.\nconst address = "wss://here";\n  // And so.\nopen(address);\n'


def test_comments_of_ours_are_left_out(tmp_path):
    storage = HashedStaticFilesStorage(location=tmp_path, base_url="/static/")
    for name in ("css/a.css", "js/a.js", "vendor/a.js"):
        storage.save(name, ContentFile(CSS if name.endswith("css") else SCRIPT))
    assert (tmp_path / "css/a.css").read_bytes() == b"a { color: red; } b { background: url(/img/a.svg); }\n"
    assert (tmp_path / "js/a.js").read_bytes() == b'const address = "wss://here";\nopen(address);\n'
    assert (tmp_path / "vendor/a.js").read_bytes() == SCRIPT
