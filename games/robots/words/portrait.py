"""The face of a robot as a picture, for previews of links in chats."""

from functools import cache, lru_cache
from io import BytesIO

from django.contrib.staticfiles import finders
from PIL import Image, ImageDraw, ImageFont

from games.play.words.picture import FINER, HEIGHT, LEAD, WIDTH, colours, drawing, mask, paper
from games.robots.words import faces
from games.robots.words.faces import Face

FACE, NAME_SIZE, NAME_WIDTH = 432, 120, 840  # of a robot


def portrait(face: Face, name: str) -> bytes:
    """A PNG of a robot's face, 1200 x 630, with its name below it where the font of the site has its letters."""
    with drawing:
        return _portrait(face, name)


@lru_cache(maxsize=256)
def _portrait(face: Face, name: str) -> bytes:
    named = bool(name) and _has_letters(name)
    picture, scale = paper().copy(), FACE // faces.SIDE
    left, top = (WIDTH - FACE) // 2, (40 if named else (HEIGHT - FACE) // 2)
    picture.paste(LEAD, (left, top), mask(FACE, lambda draw: _draw_face(draw, face, scale * FINER)))
    if named:
        size = min(NAME_SIZE, NAME_SIZE * NAME_WIDTH // max(1, round(_font(NAME_SIZE).getlength(name))))
        ImageDraw.Draw(picture).text((WIDTH // 2, HEIGHT - 90), name, fill=LEAD, font=_font(size), anchor="mm")
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


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(str(finders.find("fonts/shantell-sans.woff2")), size)
    font.set_variation_by_axes([600])
    return font


def _has_letters(name: str) -> bool:
    """Whether the font has every letter of a name: it draws nothing in place of others."""
    return all(_font(NAME_SIZE).getmask(letter).getbbox() for letter in name if letter != " ")
