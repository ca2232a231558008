"""The storage of static files: hashed and compressed, without comments."""

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from django.core.files.base import ContentFile, File
from servestatic.storage import CompressedManifestStaticFilesStorage

# In scripts, only comments on lines of their own, because // may occur in strings.
COMMENTS: Final = {
    ".css": re.compile(rb"/\*.*?\*/\s*", re.DOTALL),
    ".js": re.compile(rb"^[ \t]*//.*\n", re.MULTILINE),
}
KEEP_COMMENTS: Final = ("vendor/", "admin/")  # which contain licences


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Hashes and compresses static files, and writes the hashed names into the imports of scripts. Strips comments, a
    sixth of scripts and style sheets."""

    support_js_module_import_aggregation = True
    _compressed_before: frozenset[str] = frozenset()

    def post_process(self, *args: Any, **kwargs: Any) -> Iterator[tuple[str, str | None, bool | Exception]]:
        self._compressed_before = frozenset(self.load_manifest_stats())  # only complete runs write these
        yield from super().post_process(*args, **kwargs)

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        """Compress files, except those that an earlier run has compressed: the hashed name identifies the content."""
        yield from super().compress_files({path for path in paths if f"{path}.gz" not in self._compressed_before})

    def _save(self, name: str, content: "File[bytes]") -> str:
        comment = COMMENTS.get(PurePath(name).suffix)
        if comment and not name.startswith(KEEP_COMMENTS):
            content = ContentFile(comment.sub(b"", b"".join(content.chunks())))
        saved: str = super()._save(name, content)
        return saved
