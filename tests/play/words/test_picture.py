"""A board's preview image for chats."""

from io import BytesIO

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from PIL import Image

from games.engine.classic import CLASSIC, ClassicPosition
from games.engine.misere import MISERE
from games.engine.notakto import NOTAKTO
from games.engine.variant import Variant
from games.play.words import picture
from games.play.words.titles import standing_in_words
from tests.support.games import play


def drawing(variant: Variant, cells: str, inks: str = "") -> Image.Image:
    return Image.open(BytesIO(picture.png(variant, variant.position(cells), inks))).convert("RGB")


def test_each_mark_is_in_its_square_and_its_colour():
    image = drawing(CLASSIC, "X_______O")
    red, _green, blue = image.getpixel((600 - 150, 315 - 150))
    assert blue > red
    red, _green, blue = image.getpixel((600 + 150, 315 + 150 - 41))
    assert red > blue


@pytest.mark.parametrize("cells", ["XXXOO____", "X_OXO_X__", "XO_OX___X", "O_XOX_X__"])
def test_the_highlighter_runs_through_the_line_that_won(cells):
    image = drawing(CLASSIC, cells)
    first, _second, last = (divmod(cell, 3) for cell in ClassicPosition(cells).outcome.line)
    for way in (0.32, 0.68):  # on the line, but not on a mark
        down, across = (start * (1 - way) + end * way for start, end in zip(first, last, strict=True))
        red, _green, blue = image.getpixel((600 + round((across - 1) * 150), 315 + round((down - 1) * 150)))
        assert red - blue > 100


def test_a_losing_line_is_scribbled_over():
    image = drawing(MISERE, "XXXOO____")
    row = [image.getpixel((600 + across, 315 - 150)) for across in range(-150, 151)]
    assert not any(red - blue > 100 for red, _green, blue in row)
    assert sum(max(pixel) < 100 for pixel in row) > 50


def test_an_x_of_the_second_side_is_hollow_and_red():
    image = drawing(NOTAKTO, "X________", inks="O________")
    red, _green, blue = image.getpixel((600 - 150, 315 - 150))
    assert min(red, blue) > 200  # paper
    inked = [image.getpixel((600 - 150 + off, 315 - 150 + off + 8)) for off in range(20, 36)]
    assert all(red - blue > 80 for red, _green, blue in inked)


def box_below(data: bytes) -> tuple[int, int, int, int] | None:
    """Return the bounding box of the words below a board, in pixels of the whole picture."""
    dark = Image.open(BytesIO(data)).convert("L").point(lambda light: 255 * (light < 130))
    dark.paste(0, (0, 0, 1200, picture.TOP_WITH_WORDS + picture.SIDE))
    return dark.getbbox()


@pytest.mark.parametrize(
    "words", ["X’s turn", "X to play and win. Find the move.", "X" * 36, "Encuentra la jugada. " * 3]
)
def test_words_are_below_the_board_and_within_the_paper(words):
    data = picture.png(CLASSIC, CLASSIC.position("XX_OOO_X_"), words=words)
    image = Image.open(BytesIO(data))
    assert (image.format, image.size) == ("PNG", (1200, 630))
    left, top, right, bottom = box_below(data)
    assert 140 < left < 600 < right < 1060
    assert 490 < top < bottom < 620
    assert len(data) < 60_000


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
@pytest.mark.parametrize(("stands", "mark"), [("X-turn", "X"), ("O-wins", "O"), ("draw", "")])
def test_if_the_font_lacks_the_letters_only_the_mark_is_written(language, stands, mark):
    with override(language):
        words = standing_in_words(CLASSIC, stands)
    bare, said = (picture.png(CLASSIC, CLASSIC.position("XO_______"), words=one) for one in (mark, words))
    assert words
    assert (said == bare) == (language in ("zh-hans", "ar"))


class TestAddress:
    ADDRESS = "/board/XXXOO____.png"

    def test_it_uses_no_database_or_session_and_is_the_same_for_everyone(self):
        # Without the database mark: a query would fail here.
        for browser in (Client(), Client(headers={"accept-language": "de"})):
            browser.cookies["sessionid"] = "a" * 32
            answer = browser.get(self.ADDRESS)
            assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
            assert answer.get("Vary", "Accept-Encoding") == "Accept-Encoding"
            assert set(answer["Cache-Control"].split(", ")) == {"public", "max-age=2592000", "immutable"}
            assert not answer.cookies

    def test_a_matching_etag_is_answered_without_drawing(self, monkeypatch):
        etag = Client().get(self.ADDRESS)["ETag"]
        monkeypatch.setattr(picture, "png", None)
        assert Client().get(self.ADDRESS, headers={"if-none-match": etag}).status_code == 304
        monkeypatch.setattr(picture, "EDITION", picture.EDITION + 1)
        with pytest.raises(TypeError):
            Client().get(self.ADDRESS, headers={"if-none-match": etag})

    def test_it_describes_the_game_in_its_own_language(self):
        answers = {lang: Client().get(f"{self.ADDRESS}?standing=X-wins&lang={lang}") for lang in ("en", "de", "?")}
        german = Client(headers={"accept-language": "de"}).get(f"{self.ADDRESS}?standing=X-wins&lang=en")
        assert german.content == answers["en"].content == answers["?"].content != answers["de"].content
        assert german["ETag"] == answers["en"]["ETag"] != answers["de"]["ETag"]

    def test_it_ignores_other_words(self):
        bare = Client().get(self.ADDRESS)
        assert bare.content == picture.png(CLASSIC, CLASSIC.position("XXXOO____"))
        for standing in ("", "X", "Eve-wins", "X-loses", "Buy now"):
            answer = Client().get(self.ADDRESS, {"standing": standing, "lang": "en"})
            assert (answer.content, answer["ETag"]) == (bare.content, bare["ETag"])

    @pytest.mark.django_db
    @pytest.mark.parametrize("cells", ["XXXXXXXXX", "OOO______", "xo_______", "X"])
    def test_impossible_pictures_are_not_found(self, cells):
        assert Client().get(f"/board/{cells}.png").status_code == 404

    @pytest.mark.django_db
    def test_the_url_of_a_game_redirects_to_it_with_one_query(self, game, django_assert_num_queries):
        play(game, "1 4 2 5 3")
        for query, cells in [
            ("", "XXXOO____"),
            ("?7", "XXXOO____"),
            ("?ply=2&v=9", "X__O_____"),
            ("?ply=0", "_________"),
        ]:
            with django_assert_num_queries(1):
                answer = Client().get(f"/g/{game.code}/board.png{query}")
            assert answer["Location"] == reverse("games:board", args=[cells])
            assert ("public" in answer["Cache-Control"], answer.get("Vary")) == (True, None)
        assert Client().get("/g/2222222222/board.png").status_code == 404

    @pytest.mark.parametrize(
        ("key", "inks"),
        [("notakto", "XO_______"), ("vanishing", "XXOO__X_O"), ("wild", "OO_______"), ("misere", "XO_______")],
    )
    def test_it_contains_the_drawing_in_every_game(self, key, inks):
        answer = Client().get(f"/board/{inks}.png?variant={key}")
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")

    @pytest.mark.django_db
    def test_the_page_links_to_it_for_previews_and_downloads(self, game):
        play(game, "1 4 2 5 3")
        for query, cells, stands, words in [
            ("", "XXXOO____", "X-wins", "Ada wins."),
            ("?ply=1", "X________", "O-turn", "O’s turn"),
            ("?ply=4", "XX_OO____", "X-turn", "X’s turn"),
            ("?ply=2&try", "X________", "O-again", "O to play. Find a better move."),
            ("?ply=5", "XXXOO____", "X-wins", "Ada wins."),
        ]:
            page = Client().get(f"/g/{game.code}/{query}").content.decode()
            path = f"/board/{cells}.png?standing={stands}&amp;lang=en"
            assert f'<meta property="og:image" content="http://testserver{path}">' in page
            assert f'<meta property="og:description" content="{words}">' in page
            room = f"/g/{game.code}/{query}".replace("&", "&amp;")
            assert f'<meta property="og:url" content="http://testserver{room}">' in page
            if query:
                assert f'href="{path}"' in page
                assert f'data-says="{words}"' in page
