"""Make the drawings of the board from the strokes in marks.json (`make marks`). The results are committed.

H is the second side's hollow X in a game in which both sides write X; `loss` is the scribble over a losing line.

static/img/marks.svg holds the outlines, which the browser caches. templates/site/_reveals.html holds the centre lines,
each masked by its outline: a mark draws itself when its centre lines are animated. Nothing inside a mask moves, because
WebKit does not repaint when a mask's content changes. The masks are inline, because masks in another file do not work.
"""

import json
import math
import re
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STROKES = json.loads((Path(__file__).parent / "marks.json").read_text())
SPRITE = ROOT / "static" / "img" / "marks.svg"
REVEALS = ROOT / "templates" / "site" / "_reveals.html"
HOLLOW_WIDTH, GAP_WIDTH = 11.5, 4.6  # of a hollow stroke
SCRIBBLE_AMPLITUDE, SCRIBBLE_TURNS = 19, 26

Point = tuple[float, float]


def points(line: str, per_curve: int = 12) -> list[Point]:
    """Return the points of a centre line, "M… C…": `per_curve` for each of its curves."""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", line)]
    ends = list(zip(numbers[::2], numbers[1::2], strict=True))
    found = [ends[0]]
    for at in range(0, len(ends) - 1, 3):
        curve = ends[at : at + 4]
        for step in range(1, per_curve + 1):
            t = step / per_curve
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            x, y = (sum(weight * end[axis] for weight, end in zip(weights, curve, strict=True)) for axis in (0, 1))
            found.append((x, y))
    return found


def parallel(line: list[Point], off: float) -> list[Point]:
    """Return a parallel line at the distance `off` to the left, or to the right if negative."""
    found = []
    for index, (x, y) in enumerate(line):
        (ax, ay), (bx, by) = line[max(index - 1, 0)], line[min(index + 1, len(line) - 1)]
        length = math.hypot(bx - ax, by - ay)
        found.append((x + off * (by - ay) / length, y - off * (bx - ax) / length))
    return found


def crossing(one: list[Point], other: list[Point]) -> tuple[int, int, Point]:
    """Return where two lines cross: the index of the preceding point on each, and the crossing."""
    for first, ((ax, ay), (bx, by)) in enumerate(pairwise(one)):
        for second, ((cx, cy), (dx, dy)) in enumerate(pairwise(other)):
            area = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
            if not area:
                continue
            t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / area
            u = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / area
            if 0 <= t <= 1 and 0 <= u <= 1:
                return first, second, (ax + t * (bx - ax), ay + t * (by - ay))
    raise ValueError("the lines do not cross")


def cross(first: list[Point], second: list[Point], width: float) -> str:
    """Return the outline of a cross with round ends; its strokes begin at the top left and at the top right."""
    half = width / 2
    a, b = (parallel(first, half), parallel(first, -half)), (parallel(second, half), parallel(second, -half))

    def arm(one: list[Point], other: list[Point], corners: tuple[list[Point], list[Point]], *, back: bool) -> str:
        """Return the path from a corner along one side of a stroke, round its end, and along its other side."""
        start, _at, corner = crossing(one, corners[0])
        end, _at, after = crossing(other, corners[1])
        out = [corner, *(one[start::-1] if back else one[start + 1 :])]
        home = [*(other[: end + 1] if back else other[:end:-1]), after]
        turn = f"A{half:g} {half:g} 0 0 1 {home[0][0]:.1f} {home[0][1]:.1f}"
        return "L".join(written(out)) + turn + "L" + "L".join(written(home))

    arms = (
        arm(b[1], b[0], (a[0], a[0]), back=True),
        arm(a[0], a[1], (b[0], b[0]), back=False),
        arm(b[0], b[1], (a[1], a[1]), back=False),
        arm(a[1], a[0], (b[1], b[1]), back=True),
    )
    return "M" + "L".join(arms) + "Z"


def written(line: list[Point]) -> list[str]:
    """Return every fourth point of a line, and both ends, in the notation of SVG paths."""
    return [f"{x:.1f} {y:.1f}" for index, (x, y) in enumerate(line) if index % 4 == 0 or index == len(line) - 1]


def hollow(strokes: list[dict[str, str]]) -> str:
    """Return the shape of a hollow cross."""
    first, second = (points(stroke["line"]) for stroke in strokes)
    return f'<path fill-rule="evenodd" d="{cross(first, second, HOLLOW_WIDTH)}{cross(first, second, GAP_WIDTH)}"/>'


def scribble(line: str) -> str:
    """Return the path of a pencil that zigzags across a line from one end to the other."""
    along, turns = points(line, 40), []
    left, right = parallel(along, SCRIBBLE_AMPLITUDE), parallel(along, -SCRIBBLE_AMPLITUDE)
    for turn in range(SCRIBBLE_TURNS + 1):
        at = round(turn * (len(along) - 1) / SCRIBBLE_TURNS)
        x, y = (left, right)[turn % 2][at]
        turns.append((x + 3 * math.sin(3 * turn), y + 3 * math.cos(5 * turn)))
    halfway = [((x + to_x) / 2, (y + to_y) / 2) for (x, y), (to_x, to_y) in pairwise(turns)]
    curves = [
        f"Q{x:.0f} {y:.0f} {to_x:.0f} {to_y:.0f}" for (x, y), (to_x, to_y) in zip(turns[1:], halfway[1:], strict=False)
    ]
    pencil = 'fill="none" stroke="currentColor" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"'
    return f'<path d="M{halfway[0][0]:.0f} {halfway[0][1]:.0f}{"".join(curves)}" {pencil}/>'


def paths(strokes: list[dict[str, str]]) -> str:
    return "".join(f'<path d="{stroke["fill"]}"/>' for stroke in strokes)


LINES = {"X": "X", "O": "O", "H": "X"}  # the strokes of each mark
SHAPES = {
    f"{mark}-{variant}": hollow(strokes) if mark == "H" else paths(strokes)
    for mark, lines in LINES.items()
    for variant, strokes in enumerate(STROKES[lines])
}


def symbol(name: str, size: int, drawing: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {size} {size}" overflow="visible" fill="currentColor">{drawing}</symbol>'


def sprite() -> str:
    """Return the symbols X-0 to X-3, O-0 to O-3, H-0 to H-3 and grid, and three for each line, such as band-1-2-3,
    win-1-2-3 and loss-1-2-3, in the current colour."""
    symbols = [symbol(name, 100, shape) for name, shape in SHAPES.items()]
    symbols.append(symbol("grid", 300, paths(STROKES["grid"])))
    for line, stroke in STROKES["win"].items():
        band = f'<path class="band" d="{stroke["line"]}" fill="none" stroke="currentColor" stroke-width="34"/>'
        symbols += [symbol(f"band-{line}", 300, band), symbol(f"win-{line}", 300, paths([stroke]))]
        symbols.append(symbol(f"loss-{line}", 300, scribble(stroke["line"])))
    body = "\n".join(symbols)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{body}\n</svg>\n'


def ghost(mark: str) -> str:
    """Return a mark as a separate SVG, for the faint mark under the mouse."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{SHAPES[f"{mark}-0"]}</svg>\n'


def reveal(name: str, strokes: list[dict[str, str]]) -> str:
    curves = [stroke["line"].replace("C", "\nC") for stroke in strokes]
    lines = "\n".join(f'<path d="{curve}" pathLength="1"/>' for curve in curves)
    return (
        f'<mask id="shape-{name}" maskUnits="userSpaceOnUse" x="0" y="0" width="100" height="100">\n'
        f'<use href="#{name}" width="100" height="100" color="#fff"/></mask>\n'
        f'<g id="draw-{name}" class="strokes" mask="url(#shape-{name})">\n{lines}</g>'
    )


def reveals() -> str:
    """Return groups draw-X-0 to draw-H-3, each with the centre lines of a mark in drawing order."""
    return "\n".join(reveal(name, STROKES[LINES[name[0]]][int(name[2])]) for name in SHAPES) + "\n"


def main() -> None:
    SPRITE.parent.mkdir(parents=True, exist_ok=True)
    SPRITE.write_text(sprite())
    for mark in LINES:
        (SPRITE.parent / f"ghost-{mark}.svg").write_text(ghost(mark))
    REVEALS.write_text(reveals())
    print(f"{SPRITE.name}: {SPRITE.stat().st_size:,} bytes, {REVEALS.name}: {REVEALS.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
