"""The board as a picture, for previews of links in chats."""

from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

from games.engine.position import BLANK, Mark, Position

WIDTH, HEIGHT = 1200, 630  # what chats ask for
FINER = 2  # drawn this much larger and scaled down, which smooths the edges
SQUARE = 170
DESK, LEAF, QUAD, LEAD = "#eeeae1", "#fffefa", "#e1eaf1", "#4a4e57"
INK = {Mark.X: "#2140a5", Mark.O: "#c02a26"}
HIGHLIGHT = "#ffe35a"


@lru_cache(maxsize=256)
def png(cells: str) -> bytes:
    """A PNG of the board alone, 1200 x 630, without any text. `cells` are the nine symbols of a possible position."""
    position = Position(cells)
    image = Image.new("RGB", (WIDTH * FINER, HEIGHT * FINER), DESK)
    draw = ImageDraw.Draw(image)
    _paper(draw)
    if position.outcome and position.outcome.line:
        first, _second, last = position.outcome.line
        draw.line([_middle(first), _middle(last)], fill=HIGHLIGHT, width=60 * FINER)
    _lines(draw)
    for cell, symbol in enumerate(cells):
        if symbol != BLANK:
            _mark(draw, Mark(symbol), *_middle(cell))
    image = image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS).quantize(64)
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _middle(cell: int) -> tuple[int, int]:
    left, top = (WIDTH - 3 * SQUARE) // 2, (HEIGHT - 3 * SQUARE) // 2
    return (left + cell % 3 * SQUARE + SQUARE // 2) * FINER, (top + cell // 3 * SQUARE + SQUARE // 2) * FINER


def _paper(draw: ImageDraw.ImageDraw) -> None:
    draw.rectangle([120 * FINER, 0, (WIDTH - 120) * FINER, HEIGHT * FINER], fill=LEAF)
    for place in range(120, WIDTH - 120, 30):
        draw.line([place * FINER, 0, place * FINER, HEIGHT * FINER], fill=QUAD, width=FINER)
    for place in range(0, HEIGHT, 30):
        draw.line([120 * FINER, place * FINER, (WIDTH - 120) * FINER, place * FINER], fill=QUAD, width=FINER)


def _lines(draw: ImageDraw.ImageDraw) -> None:
    (left, top), half = _middle(0), SQUARE * FINER // 2
    for step in (1, 2):
        along, begin, end = step * SQUARE * FINER - half, -half - 8 * FINER, 5 * half + 8 * FINER
        draw.line([left + along, top + begin, left + along, top + end], fill=LEAD, width=6 * FINER)
        draw.line([left + begin, top + along, left + end, top + along], fill=LEAD, width=6 * FINER)


def _mark(draw: ImageDraw.ImageDraw, mark: Mark, x: int, y: int) -> None:
    reach, width = 52 * FINER, 13 * FINER
    if mark is Mark.O:
        draw.ellipse([x - reach, y - reach, x + reach, y + reach], outline=INK[mark], width=width)
        return
    for slope in (1, -1):
        ends = [(x - reach, y - slope * reach), (x + reach, y + slope * reach)]
        draw.line(ends, fill=INK[mark], width=width)
        for end in ends:
            draw.circle(end, width // 2, fill=INK[mark])
