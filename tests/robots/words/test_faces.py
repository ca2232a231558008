"""A robot's face, and its picture."""

from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image

from games.engine.robots import RULES
from games.robots.words.faces import SIDE, face_of, portrait


def test_each_rule_and_each_pair_of_rules_has_its_own_face_in_any_order():
    # The lightning of "f" hides the antennas of "s", and the square eye of "k" the closed one of "e".
    pairs = {"".join(pair) for pair in combinations(RULES, 2)} - {"fs", "ke"}
    assert len({face_of(key) for key in ("-", *RULES, *pairs)}) == 1 + len(RULES) + len(pairs)
    assert face_of("wbf") == face_of("fwb")


@pytest.mark.parametrize("key", ["-", "w", "wbfsck", "wbftcoke", "".join(RULES)])
def test_a_face_is_drawn_within_its_square(key):
    face = face_of(key)
    points = [point for line in face.lines for point in line]
    points += [(x + way * radius, y + way * radius) for x, y, radius in face.rings + face.dots for way in (-1, 1)]
    assert all(0 < x < SIDE and 0 < y < SIDE for x, y in points)


def test_its_lines_follow_the_curves_and_corners_of_its_paths():
    lines = face_of("k").lines
    assert lines[0][0] == lines[0][-1] == (10, 17)  # the outline of the head, from one ear around to it
    assert [(15, 21), (22, 21), (22, 28), (15, 28), (15, 21)] in lines  # a square eye


@pytest.mark.parametrize("name", ["", "W" * 20])
def test_its_picture_has_the_expected_size_and_is_small(name):
    data = portrait(face_of("".join(RULES)), name)
    assert Image.open(BytesIO(data)).size == (1200, 630)
    assert len(data) < 60_000


@pytest.mark.parametrize("name", ["Rusty", "W" * 20, "Björn der Große"])
def test_the_name_is_below_the_face_and_within_the_picture(name):
    below = Image.open(BytesIO(portrait(face_of("wb"), name))).convert("L").crop((0, 480, 1200, 630))
    left, _top, right, _bottom = below.point(lambda light: 255 * (light < 130)).getbbox()
    assert 140 < left < 600 < right < 1060


def test_a_name_without_letters_in_the_font_is_omitted():
    assert portrait(face_of("wb"), "机器人") == portrait(face_of("wb"), "")
