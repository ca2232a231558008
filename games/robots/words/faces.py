"""The face of a robot, composed of parts by its rules; and the face as a picture, for link previews in chats.

Everything is drawn on 48 x 48 units, in strokes 2 wide.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from games.engine.robots import letters_of
from games.play.words import picture

SIDE: Final = 48
Point = tuple[float, float]
Circle = tuple[float, float, float]  # centre and radius

HEAD: Final = "M10 17c9-2 19-2 28 0 1 8 1 15 0 23-9 2-19 2-28 0-1-8-1-15 0-23"
COMMAND: Final = re.compile(r"([Mcl])([^Mcl]*)")
NUMBER: Final = re.compile(r"-?\d*\.?\d+")
STEPS: Final = 8  # straight segments for each curve
FACE, NAME_SIZE = 432, 120  # pixels of a picture


@dataclass(frozen=True)
class Face:
    """The shapes of a face, or of a part of one: strokes as an SVG path of the commands M, l and c, rings, and dots."""

    strokes: str = ""
    rings: tuple[Circle, ...] = ()
    dots: tuple[Circle, ...] = ()

    @property
    def lines(self) -> list[list[Point]]:
        """The strokes as straight segments, for drawing without SVG."""
        lines: list[list[Point]] = []
        for command, text in COMMAND.findall(self.strokes):
            numbers = [float(number) for number in NUMBER.findall(text)]
            points = list(zip(numbers[::2], numbers[1::2], strict=True))
            if command == "M":
                lines.append(points)
                continue
            count = 3 if command == "c" else 1
            for first in range(0, len(points), count):
                x, y = lines[-1][-1]
                ends = [(x + right, y + down) for right, down in points[first : first + count]]
                lines[-1] += _curve((x, y), *ends) if command == "c" else ends
        return lines


ONE_ANTENNA: Final = Face("M24 16l0-8", rings=((24, 6, 1.8),))
TWO_ANTENNAS: Final = Face("M17 16l-3-8M31 16l3-8", rings=((13.5, 6.5, 1.5), (34.5, 6.5, 1.5)))
LIGHTNING: Final = Face("M17 16l-3-8M31 16l2-4-3-2 3-4", rings=((13.5, 6.5, 1.5),))
PLAIN_EYES: Final = Face(dots=((18.5, 25, 1.8),)), Face(dots=((29.5, 25, 1.8),))
SQUARE_EYES: Final = (
    Face("M15 21l7 0 0 7-7 0 0-7", dots=((18.5, 24.5, 1.3),)),
    Face("M26 21l7 0 0 7-7 0 0-7", dots=((29.5, 24.5, 1.3),)),
)
ROUND_EYE: Final = Face(rings=((29.5, 25, 4),), dots=((30, 25.5, 1.3),))
LID: Final = Face("M15 26c1-3 5-3 6 0")
SMILE, STRAIGHT, ROUND_MOUTH = Face("M17 34c4 3 9 3 14 0"), Face("M18 34l12 0"), Face(rings=((24, 34.5, 2.2),))
TEETH: Final = Face("M21 35.5l0 2.5M25.5 36l0 2.3")
BROWS: Final = Face("M15 18.5l7 1.5M33 18.5l-7 1.5")
EARS: Final = Face("M9 25l-3 0M9 30l-3 0M39 25l3 0M39 30l3 0")
FRECKLES: Final = Face(dots=((14, 31, 0.8), (16.5, 30, 0.8), (31.5, 30, 0.8), (34, 31, 0.8)))
CHIN: Final = Face("M20 41l0 3M28 41l0 3")


def face_of(key: str) -> Face:
    """Return the face of the robot with this key. Raises BadLetters."""
    parts = list(_parts(letters_of(key)))
    return Face(
        HEAD + "".join(part.strokes for part in parts),
        tuple(ring for part in parts for ring in part.rings),
        tuple(dot for part in parts for dot in part.dots),
    )


def _parts(rules: str) -> Iterator[Face]:
    """Yield the parts for these rules, whose order on the card does not matter."""
    yield LIGHTNING if "f" in rules else TWO_ANTENNAS if "s" in rules else ONE_ANTENNA
    yield SQUARE_EYES[0] if "k" in rules else LID if "e" in rules else PLAIN_EYES[0]
    yield ROUND_EYE if "c" in rules else SQUARE_EYES[1] if "o" in rules else PLAIN_EYES[1]
    yield SMILE if "w" in rules else STRAIGHT if rules else ROUND_MOUTH
    for rule, part in (("b", TEETH), ("t", BROWS), ("p", EARS), ("o", FRECKLES), ("a", CHIN)):
        if rule in rules:
            yield part


def _curve(*bends: Point) -> list[Point]:
    """Return the points of a Bézier curve, without the first."""
    points = []
    for step in range(1, STEPS + 1):
        share = step / STEPS
        weights = (1 - share) ** 3, 3 * share * (1 - share) ** 2, 3 * share**2 * (1 - share), share**3
        x, y = (sum(weight * bend[axis] for weight, bend in zip(weights, bends, strict=True)) for axis in (0, 1))
        points.append((x, y))
    return points


def portrait(face: Face, name: str) -> bytes:
    """Return a PNG of a robot's face, 1200 x 630, with its name below if the font has all its letters."""
    with picture.drawing:
        return _portrait(face, name)


@lru_cache(maxsize=256)
def _portrait(face: Face, name: str) -> bytes:
    named = bool(name) and picture.has_letters(name)
    paper, scale = picture.paper().copy(), FACE // SIDE
    left, top = (picture.WIDTH - FACE) // 2, (40 if named else (picture.HEIGHT - FACE) // 2)
    mask = picture.mask(FACE, lambda draw: _draw(draw, face, scale * picture.SUPERSAMPLING))
    paper.paste(picture.LEAD, (left, top), mask)
    if named:
        picture.write(paper, name, picture.HEIGHT - 90, NAME_SIZE)
    out = BytesIO()
    paper.quantize(palette=picture.colours(), dither=Image.Dither.NONE).save(out, "PNG")
    return out.getvalue()


def _draw(draw: ImageDraw.ImageDraw, face: Face, scale: int) -> None:
    width = 2 * scale
    for line in face.lines:
        points = [(x * scale, y * scale) for x, y in line]
        draw.line(points, fill=255, width=width, joint="curve")
        for point in points:
            draw.circle(point, width // 2, fill=255)
    for x, y, radius in face.rings:
        draw.circle((x * scale, y * scale), radius * scale + width / 2, outline=255, width=width)
    for x, y, radius in face.dots:
        draw.circle((x * scale, y * scale), radius * scale, fill=255)
