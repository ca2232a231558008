"""Build the site's two fonts from the published ones (`make fonts`). The results are committed.

The published Latin files contain unused weights and take 113 KB. With only the weights 400 to 700 and the characters
below, they take about 70 KB, still half of what a first visit loads. The download needs npm.
"""

import subprocess
import tarfile
import tempfile
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

TARGET = Path(__file__).resolve().parent.parent / "static" / "fonts"
VERSION = "5.3.0"
WEIGHTS = (400, 700)
LATIN_1 = [*range(0x20, 0x7F), *range(0xA0, 0x100)]
TYPOGRAPHY = [ord(sign) for sign in "–—‘’“”„…•←→↑↓×−●○✓"]
FONTS = {
    "shantell-sans": "Shantell Sans",
    "atkinson-hyperlegible-next": "Atkinson Hyperlegible Next",
}


def published(name: str, folder: Path) -> Path:
    """Download the package of a font and return its folder."""
    package = f"@fontsource-variable/{name}@{VERSION}"
    packed = subprocess.run(
        ["npm", "pack", "--silent", package], cwd=folder, check=True, capture_output=True, text=True
    ).stdout.split()[-1]
    with tarfile.open(folder / packed) as archive:
        archive.extractall(folder / name, filter="data")
    return folder / name / "package"


def make(name: str, source: Path) -> Path:
    """Write a subset of a font and its licence, and return the font's path."""
    font = TTFont(source / "files" / f"{name}-latin-wght-normal.woff2", recalcTimestamp=False)  # reproducible
    options = Options(flavor="woff2", layout_features=["kern", "liga", "calt", "ccmp", "locl", "mark", "mkmk", "tnum"])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=LATIN_1 + TYPOGRAPHY)
    subsetter.subset(font)
    font = instantiateVariableFont(font, {"wght": WEIGHTS})
    font.flavor = "woff2"
    made = TARGET / f"{name}.woff2"
    font.save(made)
    licence = (source / "LICENSE").read_text()
    note = f"{FONTS[name]}, from npm @fontsource-variable/{name} {VERSION}, limited by tools/fonts.py.\n\n"
    (TARGET / f"{name}.LICENSE").write_text(note + licence)
    return made


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in FONTS:
            made = make(name, published(name, Path(folder)))
            print(f"{made.name}: {made.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
