"""The board as a picture, for previews of links in chats.

A picture is put together from parts that are drawn once: the paper, the lines, a cross, a ring, the highlighter along
each of the eight lines. All but the paper are masks, through which ink is poured onto a copy of it.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from io import BytesIO
from threading import Lock

from PIL import Image, ImageDraw

from games.engine.position import BLANK, Line, Mark, Position

EDITION = 2  # of the drawing: a higher one tells browsers and proxies that theirs is old
WIDTH, HEIGHT = 1200, 630  # what chats ask for
FINER = 2  # masks are drawn this much larger and scaled down, which smooths the edges
SQUARE = 170
BEYOND = 8  # how far the lines reach beyond the board
SIDE = 3 * SQUARE + 2 * BEYOND
LEFT, TOP = (WIDTH - SIDE) // 2, (HEIGHT - SIDE) // 2
MARGIN = 120  # of the desk, left and right of the paper
QUADS = 30
COLOURS = 64
DESK, LEAF, QUAD, LEAD = "#eeeae1", "#fffefa", "#e1eaf1", "#4a4e57"
INK = {Mark.X: "#2140a5", Mark.O: "#c02a26"}
HIGHLIGHT = "#ffe35a"
# Both marks on and off the highlighter: every colour that a picture can have.
ALL_THERE_IS, ALONG = "XOXOOXXOX", (0, 4, 8)

_drawing = Lock()  # one at a time: a drawing holds some megabytes while it is made


def png(position: Position) -> bytes:
    """A PNG of the board alone, 1200 x 630, without any text."""
    with _drawing:
        return _png(position)


@lru_cache(maxsize=256)
def _png(position: Position) -> bytes:
    outcome = position.outcome
    picture = _painted(position.cells, outcome.line if outcome else None)
    out = BytesIO()
    picture.quantize(palette=_colours(), dither=Image.Dither.NONE).save(out, "PNG")
    return out.getvalue()


def _painted(cells: str, line: Line | None) -> Image.Image:
    picture = _paper().copy()
    if line:
        picture.paste(HIGHLIGHT, (LEFT, TOP), _highlighter(line))
    picture.paste(LEAD, (LEFT, TOP), _lines())
    for cell, symbol in enumerate(cells):
        if symbol != BLANK:
            across, down = (BEYOND + place * SQUARE for place in (cell % 3, cell // 3))
            picture.paste(INK[Mark(symbol)], (LEFT + across, TOP + down), _mark(Mark(symbol)))
    return picture


# --- the parts


@cache
def _colours() -> Image.Image:
    return _painted(ALL_THERE_IS, ALONG).quantize(COLOURS)


@cache
def _paper() -> Image.Image:
    paper = Image.new("RGB", (WIDTH, HEIGHT), DESK)
    draw = ImageDraw.Draw(paper)
    draw.rectangle([MARGIN, 0, WIDTH - MARGIN - 1, HEIGHT], fill=LEAF)
    for place in range(MARGIN, WIDTH - MARGIN, QUADS):
        draw.line([place, 0, place, HEIGHT], fill=QUAD)
    for place in range(0, HEIGHT, QUADS):
        draw.line([MARGIN, place, WIDTH - MARGIN - 1, place], fill=QUAD)
    return paper


def _mask(side: int, draw_on: Callable[[ImageDraw.ImageDraw], None]) -> Image.Image:
    """A square through which ink goes where `draw_on` has drawn."""
    mask = Image.new("L", (side * FINER, side * FINER))
    draw_on(ImageDraw.Draw(mask))
    return mask.resize((side, side), Image.Resampling.LANCZOS)


@cache
def _lines() -> Image.Image:
    def draw_on(draw: ImageDraw.ImageDraw) -> None:
        for step in (1, 2):
            along = (BEYOND + step * SQUARE) * FINER
            draw.line([along, 0, along, SIDE * FINER], fill=255, width=6 * FINER)
            draw.line([0, along, SIDE * FINER, along], fill=255, width=6 * FINER)

    return _mask(SIDE, draw_on)


@cache
def _highlighter(line: Line) -> Image.Image:
    first, _second, last = (_middle(cell) for cell in line)
    return _mask(SIDE, lambda draw: draw.line([first, last], fill=255, width=60 * FINER))


def _middle(cell: int) -> tuple[int, int]:
    across, down = ((BEYOND + place * SQUARE + SQUARE // 2) * FINER for place in (cell % 3, cell // 3))
    return across, down


@cache
def _mark(mark: Mark) -> Image.Image:
    middle, reach, width = SQUARE // 2 * FINER, 52 * FINER, 13 * FINER

    def draw_on(draw: ImageDraw.ImageDraw) -> None:
        low, high = middle - reach, middle + reach
        if mark is Mark.O:
            draw.ellipse([low, low, high, high], outline=255, width=width)
            return
        for ends in ([(low, low), (high, high)], [(low, high), (high, low)]):
            draw.line(ends, fill=255, width=width)
            for end in ends:
                draw.circle(end, width // 2, fill=255)

    return _mask(SQUARE, draw_on)
