"""The face of a robot, composed of parts by its rules. The faces of the computer players have the same parts.

Everything is drawn on 48 x 48 units, in strokes 2 wide.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.engine.robots import letters_of

SIDE: Final = 48
Point = tuple[float, float]
Circle = tuple[float, float, float]  # centre and radius

HEAD: Final = "M10 17c9-2 19-2 28 0 1 8 1 15 0 23-9 2-19 2-28 0-1-8-1-15 0-23z"
TOKEN: Final = re.compile(r"[a-zA-Z]|-?\d*\.?\d+")
STEPS: Final = 8  # straight segments for each curve


@dataclass(frozen=True)
class Face:
    """The shapes of a face, or of a part of one: strokes as an SVG path, rings, and dots."""

    strokes: str = ""
    rings: tuple[Circle, ...] = ()
    dots: tuple[Circle, ...] = ()

    @property
    def lines(self) -> list[list[Point]]:
        """The strokes as straight segments, for drawing without SVG."""
        return list(_lines(self.strokes))


ONE_ANTENNA: Final = Face("M24 16V8", rings=((24, 6, 1.8),))
TWO_ANTENNAS: Final = Face("M17 16l-3-8M31 16l3-8", rings=((13.5, 6.5, 1.5), (34.5, 6.5, 1.5)))
LIGHTNING: Final = Face("M17 16l-3-8M31 16l2-4-3-2 3-4", rings=((13.5, 6.5, 1.5),))
PLAIN_EYES: Final = Face(dots=((18.5, 25, 1.8),)), Face(dots=((29.5, 25, 1.8),))
SQUARE_EYES: Final = (
    Face("M15 21h7v7h-7z", dots=((18.5, 24.5, 1.3),)),
    Face("M26 21h7v7h-7z", dots=((29.5, 24.5, 1.3),)),
)
ROUND_EYE: Final = Face(rings=((29.5, 25, 4),), dots=((30, 25.5, 1.3),))
LID: Final = Face("M15 26c1-3 5-3 6 0")
SMILE, STRAIGHT, ROUND_MOUTH = Face("M17 34c4 3 9 3 14 0"), Face("M18 34h12"), Face(rings=((24, 34.5, 2.2),))
TEETH: Final = Face("M21 35.5v2.5M25.5 36v2.3")
BROWS: Final = Face("M15 18.5l7 1.5M33 18.5l-7 1.5")
EARS: Final = Face("M9 25h-3M9 30h-3M39 25h3M39 30h3")
FRECKLES: Final = Face(dots=((14, 31, 0.8), (16.5, 30, 0.8), (31.5, 30, 0.8), (34, 31, 0.8)))
CHIN: Final = Face("M20 41v3M28 41v3")


def face_of(key: str) -> Face:
    """Return the face of the robot with this key. Raises BadLetters."""
    parts = list(_parts(letters_of(key)))
    return Face(
        HEAD + "".join(part.strokes for part in parts),
        tuple(ring for part in parts for ring in part.rings),
        tuple(dot for part in parts for dot in part.dots),
    )


def _parts(rules: str) -> Iterator[Face]:
    """Yield the parts. Each rule changes one part, whatever its place on the card."""
    yield LIGHTNING if "f" in rules else TWO_ANTENNAS if "s" in rules else ONE_ANTENNA
    yield SQUARE_EYES[0] if "k" in rules else LID if "e" in rules else PLAIN_EYES[0]
    yield ROUND_EYE if "c" in rules else SQUARE_EYES[1] if "o" in rules else PLAIN_EYES[1]
    yield SMILE if "w" in rules else STRAIGHT if rules else ROUND_MOUTH
    for rule, part in (("b", TEETH), ("t", BROWS), ("p", EARS), ("o", FRECKLES), ("a", CHIN)):
        if rule in rules:
            yield part


def _lines(path: str) -> Iterator[list[Point]]:
    """Yield the lines of a path. Supports only the commands in this module: M and V, and c, h, l, v and z."""
    tokens, line, command = TOKEN.findall(path), list[Point](), ""
    while tokens:
        if tokens[0].isalpha():
            command = tokens.pop(0)
        if command == "z":
            line.append(line[0])
            continue
        if command == "M" and line:
            yield line
            line = []
        line += _piece(command, line[-1] if line else (0, 0), tokens)
    yield line


def _piece(command: str, at: Point, tokens: list[str]) -> list[Point]:
    """Return the points that one command adds, removing its numbers from the tokens."""

    def point(start: Point = (0, 0)) -> Point:
        return start[0] + float(tokens.pop(0)), start[1] + float(tokens.pop(0))

    if command == "c":
        bends = at, point(at), point(at), point(at)
        return [_on_curve(bends, step / STEPS) for step in range(1, STEPS + 1)]
    if command in "hv":
        along = float(tokens.pop(0))
        return [(at[0] + along, at[1]) if command == "h" else (at[0], at[1] + along)]
    if command == "V":
        return [(at[0], float(tokens.pop(0)))]
    return [point(at if command == "l" else (0, 0))]


def _on_curve(bends: tuple[Point, Point, Point, Point], share: float) -> Point:
    """Return the point of a Bézier curve at a parameter from 0 to 1."""
    weights = (1 - share) ** 3, 3 * share * (1 - share) ** 2, 3 * share**2 * (1 - share), share**3
    x, y = (sum(weight * bend[axis] for weight, bend in zip(weights, bends, strict=True)) for axis in (0, 1))
    return x, y
