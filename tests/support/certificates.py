"""Certificates for tests over TLS."""

import subprocess
from pathlib import Path


def certificate_for(host: str, folder: Path) -> tuple[Path, Path]:
    """Make a self-signed certificate for a host. Return its file and that of its key."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"]
    named = ["-subj", f"/CN={host}", "-addext", f"subjectAltName=DNS:{host}", "-out", certificate, "-keyout", key]
    subprocess.run([*made, *named], check=True, capture_output=True)
    return certificate, key
