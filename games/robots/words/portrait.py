"""The face of a robot as a picture, for link previews in chats."""

from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

from games.play.words.picture import (
    HEIGHT,
    LEAD,
    SUPERSAMPLING,
    WIDTH,
    colours,
    drawing,
    has_letters,
    mask,
    paper,
    write,
)
from games.robots.words import faces
from games.robots.words.faces import Face

FACE, NAME_SIZE = 432, 120  # pixels


def portrait(face: Face, name: str) -> bytes:
    """Return a PNG of a robot's face, 1200 x 630, with its name below if the font has all its letters."""
    with drawing:
        return _portrait(face, name)


@lru_cache(maxsize=256)
def _portrait(face: Face, name: str) -> bytes:
    named = bool(name) and has_letters(name)
    picture, scale = paper().copy(), FACE // faces.SIDE
    left, top = (WIDTH - FACE) // 2, (40 if named else (HEIGHT - FACE) // 2)
    picture.paste(LEAD, (left, top), mask(FACE, lambda draw: _draw_face(draw, face, scale * SUPERSAMPLING)))
    if named:
        write(picture, name, HEIGHT - 90, NAME_SIZE)
    out = BytesIO()
    picture.quantize(palette=colours(), dither=Image.Dither.NONE).save(out, "PNG")
    return out.getvalue()


def _draw_face(draw: ImageDraw.ImageDraw, face: Face, scale: int) -> None:
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
