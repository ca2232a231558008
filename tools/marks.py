"""Makes the drawings of the board from the strokes in marks.json: `make marks`. The results are committed.

static/img/marks.svg holds the outlines, fetched once and kept by the browser. templates/games/_reveals.html holds the
centre lines, each masked by its outline: animating their strokes makes a mark draw itself. What moves is painted, never
in the mask: WebKit does not paint anew what a mask uses. They stand in the page because masks of another file can't be
used.
"""

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STROKES = json.loads((Path(__file__).parent / "marks.json").read_text())
SPRITE = ROOT / "static" / "img" / "marks.svg"
REVEALS = ROOT / "templates" / "games" / "_reveals.html"


def paths(strokes: list[dict[str, str]]) -> str:
    return "".join(f'<path d="{stroke["fill"]}"/>' for stroke in strokes)


def symbol(name: str, size: int, drawing: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {size} {size}" overflow="visible" fill="currentColor">{drawing}</symbol>'


def sprite() -> str:
    """Symbols X-0 to X-3, O-0 to O-3, grid, and win-1-2-3 for each line, all in the current colour."""
    symbols = [
        symbol(f"{mark}-{variant}", 100, paths(strokes))
        for mark in "XO"
        for variant, strokes in enumerate(STROKES[mark])
    ]
    symbols.append(symbol("grid", 300, paths(STROKES["grid"])))
    for line, stroke in STROKES["win"].items():
        band = f'<path class="band" d="{stroke["line"]}" fill="none" stroke="currentColor" stroke-width="34"/>'
        symbols += [symbol(f"band-{line}", 300, band), symbol(f"win-{line}", 300, paths([stroke]))]
    body = "\n".join(symbols)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{body}\n</svg>\n'


def ghost(mark: str) -> str:
    """One mark as a picture of its own, the shape of the faint one under the mouse."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{paths(STROKES[mark][0])}</svg>\n'


def reveal(name: str, strokes: list[dict[str, str]]) -> str:
    lines = "".join(f'<path d="{stroke["line"]}" pathLength="1"/>' for stroke in strokes)
    return (
        f'<mask id="shape-{name}" maskUnits="userSpaceOnUse" x="0" y="0" width="100" height="100">'
        f'<use href="#{name}" width="100" height="100" color="#fff"/></mask>'
        f'<g id="draw-{name}" class="strokes" mask="url(#shape-{name})">{lines}</g>'
    )


def reveals() -> str:
    """Groups draw-X-0 to draw-O-3, each with the centre lines of a mark in the order they are drawn."""
    drawn = [reveal(f"{mark}-{variant}", strokes) for mark in "XO" for variant, strokes in enumerate(STROKES[mark])]
    return "\n".join(drawn) + "\n"


def main() -> None:
    SPRITE.parent.mkdir(parents=True, exist_ok=True)
    SPRITE.write_text(sprite())
    for mark in "XO":
        (SPRITE.parent / f"ghost-{mark}.svg").write_text(ghost(mark))
    REVEALS.write_text(reveals())
    print(f"{SPRITE.name}: {SPRITE.stat().st_size:,} bytes, {REVEALS.name}: {REVEALS.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
