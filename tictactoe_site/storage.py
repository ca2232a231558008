from servestatic.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Hashes and compresses static files, and gives `import … from` in scripts the hashed names too."""

    support_js_module_import_aggregation = True
