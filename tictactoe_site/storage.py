import re
from typing import Final

from django.core.files.base import ContentFile, File
from servestatic.storage import CompressedManifestStaticFilesStorage

# Ours alone: those of others hold their licences. Scripts write comments on lines of their own.
COMMENTS: Final = {
    "css/": re.compile(rb"/\*.*?\*/\s*", re.DOTALL),
    "js/": re.compile(rb"^[ \t]*//.*\n", re.MULTILINE),
}


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Hashes and compresses static files, and gives `import … from` in scripts the hashed names too. Leaves comments
    out, which weigh a sixth of style sheets and scripts."""

    support_js_module_import_aggregation = True

    def _save(self, name: str, content: "File[bytes]") -> str:
        for folder, comment in COMMENTS.items():
            if name.startswith(folder):
                content = ContentFile(comment.sub(b"", b"".join(content.chunks())))
        saved: str = super()._save(name, content)
        return saved
