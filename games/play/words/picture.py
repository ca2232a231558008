"""The board, or the face of a robot, as a picture for link previews in chats, with words below it. It is composed of
cached parts: each except the paper is a mask through which ink is pasted onto a copy of the paper."""

import math
import re
from collections.abc import Callable
from functools import cache, lru_cache
from io import BytesIO
from itertools import cycle
from threading import Lock

from django.contrib.staticfiles import finders
from PIL import Image, ImageDraw, ImageFont

from games.engine.position import BLANK, Cell, Line, Mark, Position
from games.engine.variant import Variant
from games.play.words.marks import HOLLOW, drawn, ink_of

EDITION = 5  # increment to invalidate cached pictures
WIDTH, HEIGHT = 1200, 630  # the size that chats expect
SUPERSAMPLING = 2  # masks are drawn this much larger and scaled down, to smooth the edges
OVERHANG = 8  # pixels by which the lines extend beyond the squares
BOARD_WIDTH = 450  # pixels, without the overhang
SIDE = BOARD_WIDTH + 2 * OVERHANG
LEFT, TOP = (WIDTH - SIDE) // 2, (HEIGHT - SIDE) // 2
TOP_WITH_WORDS = 24
WORDS_SIZE, WORDS_WIDTH, LONG_WORDS = 72, 840, 36  # pixels, pixels, letters that still fit on one line
MARGIN = 120  # pixels of the desk on either side of the paper
QUADS = 30  # pixels between the lines of the paper
COLOURS = 64
DESK, LEAF, QUAD, LEAD = "#eeeae1", "#fffefa", "#e1eaf1", "#4a4e57"
INK = {Mark.X: "#2140a5", Mark.O: "#c02a26"}
HIGHLIGHT = "#ffe35a"
ZIGZAGS = 17  # in a scribble
# A picture with every possible colour: both inks, on and off the highlighter.
EVERY_INK, DIAGONAL = "XOXOOXXOX", (0, 4, 8)

drawing = Lock()  # draw one picture at a time, because each takes a few megabytes


def png(variant: Variant, position: Position, inks: str = "", words: str = "") -> bytes:
    """Return a PNG of the board, WIDTH x HEIGHT, with `words` below or, if the font lacks their letters, the mark that
    they name. `inks` is the ink of each square, by default that of its mark."""
    outcome = position.outcome
    line, lost = (outcome.line, not outcome.line_wins) if outcome else (None, False)
    with drawing:
        return _png(drawn(position.cells, inks or position.cells), variant.columns, line, lost, words)


@lru_cache(maxsize=256)
def _png(marks: str, columns: int, line: Line | None, lost: bool, words: str) -> bytes:
    picture = _painted(marks, columns, line, lost, words)
    out = BytesIO()
    picture.quantize(palette=colours(), dither=Image.Dither.NONE).save(out, "PNG")
    return out.getvalue()


def _painted(marks: str, columns: int, line: Line | None, lost: bool, words: str = "") -> Image.Image:
    picture, top = paper().copy(), TOP
    if not has_letters(words):
        words = "".join(re.findall("[XO]", words))
    if words:
        top, lines = TOP_WITH_WORDS, words if len(words) <= LONG_WORDS else words.replace(". ", ".\n", 1)
        size = WORDS_SIZE if lines == words else WORDS_SIZE * 2 // 3
        write(picture, lines, (top + SIDE + HEIGHT) // 2, size)
    if line and not lost:
        picture.paste(HIGHLIGHT, (LEFT, top), _highlighter(line, columns))
    picture.paste(LEAD, (LEFT, top), _lines(columns))
    for cell, mark in enumerate(marks):
        if mark != BLANK:
            across, down = (OVERHANG + place * (BOARD_WIDTH // columns) for place in (cell % columns, cell // columns))
            picture.paste(INK[ink_of(mark)], (LEFT + across, top + down), _mark(mark, BOARD_WIDTH // columns))
    if line and lost:
        picture.paste(LEAD, (LEFT, top), _scribble(line, columns))
    return picture


# --- words


def write(picture: Image.Image, words: str, middle: int, size: int) -> None:
    """Write centred words at this height, smaller if they are too wide."""
    width = max(_font(size).getlength(line) for line in words.splitlines())
    font = _font(min(size, int(size * WORDS_WIDTH / max(1, width))))
    ImageDraw.Draw(picture).text((WIDTH // 2, middle), words, fill=LEAD, font=font, anchor="mm", align="center")


def has_letters(words: str) -> bool:
    """Return whether the font has every letter."""
    return all(_font(WORDS_SIZE).getmask(letter).getbbox() for letter in words if not letter.isspace())


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(str(finders.find("fonts/shantell-sans.woff2")), size)
    font.set_variation_by_axes([600])
    return font


# --- the parts


@cache
def colours() -> Image.Image:
    return _painted(EVERY_INK, 3, DIAGONAL, False).quantize(COLOURS)


@cache
def paper() -> Image.Image:
    paper = Image.new("RGB", (WIDTH, HEIGHT), DESK)
    draw = ImageDraw.Draw(paper)
    draw.rectangle([MARGIN, 0, WIDTH - MARGIN - 1, HEIGHT], fill=LEAF)
    for place in range(MARGIN, WIDTH - MARGIN, QUADS):
        draw.line([place, 0, place, HEIGHT], fill=QUAD)
    for place in range(0, HEIGHT, QUADS):
        draw.line([MARGIN, place, WIDTH - MARGIN - 1, place], fill=QUAD)
    return paper


def mask(side: int, draw_on: Callable[[ImageDraw.ImageDraw], None]) -> Image.Image:
    """Return a square mask, opaque where `draw_on` draws."""
    mask = Image.new("L", (side * SUPERSAMPLING, side * SUPERSAMPLING))
    draw_on(ImageDraw.Draw(mask))
    return mask.resize((side, side), Image.Resampling.LANCZOS)


@cache
def _lines(columns: int) -> Image.Image:
    def draw_on(draw: ImageDraw.ImageDraw) -> None:
        for step in range(1, columns):
            along = (OVERHANG + step * (BOARD_WIDTH // columns)) * SUPERSAMPLING
            draw.line([along, 0, along, SIDE * SUPERSAMPLING], fill=255, width=6 * SUPERSAMPLING)
            draw.line([0, along, SIDE * SUPERSAMPLING, along], fill=255, width=6 * SUPERSAMPLING)

    return mask(SIDE, draw_on)


@cache
def _highlighter(line: Line, columns: int) -> Image.Image:
    first, *_others, last = (_middle(cell, columns) for cell in line)
    return mask(SIDE, lambda draw: draw.line([first, last], fill=255, width=60 * SUPERSAMPLING))


@cache
def _scribble(line: Line, columns: int) -> Image.Image:
    (x, y), *_others, (end_x, end_y) = (_middle(cell, columns) for cell in line)
    across, down = (end_x - x) / ZIGZAGS, (end_y - y) / ZIGZAGS
    off = 34 * SUPERSAMPLING / math.hypot(across, down)
    ends = [
        (x + turn * across - way * off * down, y + turn * down + way * off * across)
        for turn, way in zip(range(ZIGZAGS + 1), cycle((1, -1)), strict=False)
    ]
    return mask(SIDE, lambda draw: draw.line(ends, fill=255, width=8 * SUPERSAMPLING, joint="curve"))


def _middle(cell: Cell, columns: int) -> tuple[int, int]:
    square = BOARD_WIDTH // columns
    places = (cell % columns, cell // columns)
    across, down = ((OVERHANG + place * square + square // 2) * SUPERSAMPLING for place in places)
    return across, down


@cache
def _mark(mark: str, square: int) -> Image.Image:
    """Return the mask of a mark for a square this many pixels wide; the numbers are for 170 pixels."""
    scale = square / 170 * SUPERSAMPLING
    middle, reach, width = square // 2 * SUPERSAMPLING, round(52 * scale), round(13 * scale)
    low, high = middle - reach, middle + reach

    def cross(draw: ImageDraw.ImageDraw, width: int, ink: int) -> None:
        for ends in ([(low, low), (high, high)], [(low, high), (high, low)]):
            draw.line(ends, fill=ink, width=width)
            for end in ends:
                draw.circle(end, width // 2, fill=ink)

    def draw_on(draw: ImageDraw.ImageDraw) -> None:
        if mark == Mark.O:
            draw.ellipse([low, low, high, high], outline=255, width=width)
        elif mark == HOLLOW:
            cross(draw, round(20 * scale), 255)
            cross(draw, round(8 * scale), 0)
        else:
            cross(draw, width, 255)

    return mask(square, draw_on)
