"""The picture of a board that chats show."""

from io import BytesIO

import pytest
from PIL import Image

from games import picture

BOARDS = ["_________", "X________", "XOXXOOOXX", "XXXOO____", "XX_OOO_X_"]


@pytest.mark.parametrize("cells", BOARDS)
def test_it_opens_as_a_png_of_the_size_chats_ask_for_and_under_60_kb(cells):
    data = picture.png(cells)
    image = Image.open(BytesIO(data))
    assert (image.format, image.size) == ("PNG", (1200, 630))
    assert len(data) < 60_000


def test_marks_are_where_they_belong_in_their_colours():
    image = Image.open(BytesIO(picture.png("X_______O"))).convert("RGB")
    red, _green, blue = image.getpixel((600 - 170, 315 - 170))
    assert blue > red
    red, _green, blue = image.getpixel((600 + 170, 315 + 170 - 46))
    assert red > blue


def test_different_boards_are_different_pictures():
    assert len({picture.png(cells) for cells in BOARDS}) == len(BOARDS)
