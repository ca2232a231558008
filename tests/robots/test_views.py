"""The page of a robot and the workshop, with their whole state in the URL."""

import re
from io import BytesIO
from urllib.parse import quote

import pytest
from django.http import HttpResponse
from django.test import Client
from PIL import Image

from games.engine.classic import CLASSIC
from games.engine.robots import RULES
from games.play.models import Game, Seat
from games.play.selectors.games import games_with_seats
from games.play.selectors.state import State
from games.robots.words.robots import IN_WORDS
from tests.support.browsers import words
from tests.support.hostile import ALLOWED, REFUSED, STORED

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Client:
    return Client()


def rules(page: str) -> list[str]:
    """Return the names of the rules on the card, from the top."""
    card, _explained, _rest = page.partition("What each rule does")
    return re.findall(r"<b>([^<]+)</b> <small>", card)


def status(page: str) -> str:
    """Return the announcement of a change and its effect."""
    [status] = re.findall(r'role="status"[^>]*>([^<]*)<', page)
    return status.strip()


class TestRobotPage:
    def test_it_asks_who_can_beat_it_and_shows_its_rules(self, ada):
        page = ada.get("/robots/wbfsck/?name=Rusty").content.decode()
        assert "Can you beat Rusty?" in words(page)
        assert "It is made of 6 rules." in page
        assert rules(page) == ["Win", "Block", "Fork", "Stop a fork", "Centre", "Corner"]

    def test_without_a_name_it_is_called_this_robot(self, ada):
        page = ada.get("/robots/w/").content.decode()
        assert "Can you beat this robot?" in page
        assert "It is made of 1 rule." in page

    def test_without_rules_it_says_so(self, ada):
        page = ada.get("/robots/-/").content.decode()
        assert "It has no rules: it marks any empty square." in page
        assert rules(page) == []

    @pytest.mark.parametrize("side", ["X", "O", "either"])
    def test_it_plays_either_side(self, ada, side):
        page = ada.get("/robots/wbfsck/?name=Rusty").content.decode()
        sent = dict(re.findall(r'<input type="hidden" name="(opponent|name)" value="([^"]*)"', page))
        made = ada.post("/new/computer/", {**sent, "side": side})
        code = made["Location"].split("/")[2]
        seat = Seat.objects.exclude(opponent="").get(game__code=code)
        assert (seat.opponent, seat.name) == ("wbfsck", "Rusty")
        assert side == "either" or seat.mark != side
        assert "Rusty" in ada.get(made["Location"]).content.decode()

    def test_its_card_is_beside_the_game_and_not_in_pushes(self, ada):
        made = ada.post("/new/computer/", {"opponent": "wbfsck", "name": "Rusty", "side": "X"})["Location"]
        page = ada.get(made).content.decode()
        assert "How Rusty thinks" in page
        assert rules(page)[3] == "Stop a fork"
        assert "Stop a fork" not in ada.get(f"{made}state/").content.decode()

    def test_whether_it_can_be_beaten_waits_for_the_question(self, ada):
        page = ada.get("/robots/wbfsck/?name=Rusty").content.decode()
        assert "every time" not in page
        [asked] = re.findall(r'id="truth-link" href="([^"]+)"', page)
        text = words(ada.get(f"/robots/wbfsck/{asked.replace('&amp;', '&')}").content.decode())
        assert "Yes, every time, if you start" in text
        assert "Fastest way to beat it: 4 moves of yours" in text
        assert "Your best chance of winning if it starts 0%" in text
        assert re.findall(
            r"(You|Centre|Stop a fork|Block)(?= (?:[XO] |Move))", text[text.index("Fastest way to beat it") :]
        ) == [*("You", "Centre", "You", "Stop a fork", "You", "Block", "You")]
        assert "Move 4 loses the game. The rule was “Stop a fork”." in text
        assert "Can you beat Rusty?" in text

    def test_one_that_never_loses_has_no_shortest_game(self, ada):
        text = ada.get("/robots/wbftcoke/?truth").content.decode()
        assert "No, never" in text
        assert "Fastest way to beat it" not in text

    def test_a_copy_of_it_opens_in_the_workshop(self, ada):
        [path] = re.findall(r'href="(/robots/\?[^"]+)"', ada.get("/robots/wbf/?name=R%26D").content.decode())
        page = ada.get(path.replace("&amp;", "&")).content.decode()
        assert rules(page) == ["Win", "Block", "Fork"]
        assert 'value="R&amp;D"' in page

    def test_chats_show_its_name_and_its_face(self, ada):
        page = ada.get("/robots/wbf/?name=Rusty").content.decode()
        assert '<meta property="og:title" content="Can you beat Rusty?">' in page
        [picture] = re.findall(r'og:image" content="http://testserver([^"]+)"', page)
        image = Image.open(BytesIO(ada.get(picture).content))
        assert (image.format, image.size) == ("PNG", (1200, 630))

    @pytest.mark.parametrize(
        ("address", "sentence"),
        [
            ("/robots/wbz/", "No robot can read this card: “z” is not a rule."),
            ("/robots/wbw/", "No robot can read this card: one of its rules appears twice."),
            ("/robots/wb-/", "“-” is not a rule."),
            (f"/robots/{'w' * 2_000}/", "appears twice"),
            ("/robots/<b>/", "“&lt;” is not a rule."),
            (f"/robots/wb/?name={'n' * 21}", "A name can have at most 20 characters."),
            (f"/robots/wb/?name={'n' * 2_000}", "A name can have at most 20 characters."),
            ("/robots/wb/?name=a%E2%80%8Bb", "A name can’t contain invisible or unknown characters."),
            ("/robots/?rules=wbz", "“z” is not a rule."),
            ("/robots/?rules=ww", "appears twice"),
            ("/robots/?rules=wb&at=XO", "A position has nine symbols, one for each square."),
            ("/robots/?rules=wb&at=XXX______", "X starts and the sides take turns"),
            ("/robots/?rules=wb&at=XXXOO____", "This position is already the end of a game."),
            (f"/robots/?rules=wb&at={'X' * 2_000}", "A position has nine symbols, one for each square."),
        ],
    )
    def test_a_bad_address_gets_a_clear_page(self, ada, address, sentence):
        answer = ada.get(address)
        assert answer.status_code == 404
        assert sentence in answer.content.decode()
        assert answer.content.count(b"<h1") == 1

    @pytest.mark.parametrize("address", ["/robots/wbz/face.png", f"/robots/wb/face.png?name={'n' * 21}"])
    def test_a_bad_url_has_no_picture(self, ada, address):
        assert ada.get(address).status_code == 404

    @pytest.mark.parametrize("blank", ["%20", "%0A", "%0D%0A"])
    def test_blanks_around_its_letters_are_ignored(self, ada, blank):
        pictures = [ada.get(f"/robots/{letters}/face.png") for letters in ("wb", f"wb{blank}")]
        assert [(picture.status_code, picture["ETag"]) for picture in pictures] == 2 * [(200, pictures[0]["ETag"])]

    @pytest.mark.parametrize(
        ("changes", "sentence"),
        [
            ({"opponent": "wz"}, "Please choose a robot and who starts."),
            ({"name": "n" * 21}, "A name can have at most 20 characters."),
            ({"variant": "misere"}, "Please choose a robot and who starts."),
        ],
    )
    def test_a_bad_game_is_refused(self, ada, changes, sentence):
        answer = ada.post("/new/computer/", {"opponent": "wb", "side": "X", **changes})
        assert answer.status_code == 400
        assert sentence in answer.content.decode()
        assert Game.objects.count() == 0


class TestNames:
    def test_a_name_is_text_whatever_it_looks_like(self, ada):
        def pages(name: str) -> list[list[str]]:
            game = ada.post("/new/computer/", {"opponent": "wb", "name": name, "side": "X"})["Location"]
            by_name = f"/robots/wb/?truth&name={quote(name)}", f"/robots/?rules=wb&name={quote(name)}"
            return [tags(ada.get(address)) for address in (*by_name, game)]

        usual = pages("Rusty")
        for what, name in ALLOWED.items():
            if what in STORED:
                assert pages(name) == usual, what

    @pytest.mark.parametrize("what", ["null", "right-to-left override", "zalgo", "too long"])
    def test_a_forbidden_name_is_forbidden_for_robots_too(self, ada, what):
        given = quote(REFUSED[what])
        assert ada.get(f"/robots/wb/?name={given}").status_code == 404
        assert ada.get(f"/robots/wb/face.png?name={given}").status_code == 404
        assert 'href="/robots/wb/"' in ada.get(f"/robots/?rules=wb&name={given}").content.decode()


def tags(answer: HttpResponse) -> list[str]:
    """Return the elements of a page."""
    assert answer.status_code == 200
    return re.findall(r"<(/?\w+)", answer.content.decode())


class TestTheWorkshop:
    def test_it_starts_with_an_empty_card_which_plays_at_random(self, ada):
        page = ada.get("/robots/").content.decode()
        assert rules(page) == []
        assert "It has no rules: it marks any empty square." in page
        assert page.count('name="add"') == len(RULES)
        assert "Yes, nearly always" in page

    @pytest.mark.parametrize(
        ("change", "card", "sentence"),
        [
            ("", ["Win", "Block", "Fork"], ""),
            ("add=c", ["Win", "Block", "Fork", "Centre"], "You added “Centre”. It’s rule 4 of 4."),
            ("off=b", ["Win", "Fork"], "You removed “Block”."),
            ("up=f", ["Win", "Fork", "Block"], "“Fork” moved up. It’s now rule 2 of 3."),
            ("down=w", ["Block", "Win", "Fork"], "“Win” moved down. It’s now rule 2 of 3."),
            ("up=w", ["Win", "Block", "Fork"], ""),
            ("down=f", ["Win", "Block", "Fork"], ""),
            ("add=w", ["Win", "Block", "Fork"], ""),
            ("off=c", ["Win", "Block", "Fork"], ""),
            ("up=z", ["Win", "Block", "Fork"], ""),
            ("up=", ["Win", "Block", "Fork"], ""),
            ("add=wb", ["Win", "Block", "Fork"], ""),
            ("place=f1", ["Fork", "Win", "Block"], "“Fork” moved up. It’s now rule 1 of 3."),
            ("place=w3", ["Block", "Fork", "Win"], "“Win” moved down. It’s now rule 3 of 3."),
            ("place=w11", ["Block", "Fork", "Win"], "“Win” moved down. It’s now rule 3 of 3."),
            ("place=w1", ["Win", "Block", "Fork"], ""),
            ("place=w0", ["Win", "Block", "Fork"], ""),
            ("place=w", ["Win", "Block", "Fork"], ""),
            ("place=w٣", ["Win", "Block", "Fork"], ""),
            ("place=c1", ["Win", "Block", "Fork"], ""),
            ("place=", ["Win", "Block", "Fork"], ""),
        ],
    )
    def test_a_button_changes_the_card_and_says_so(self, ada, change, card, sentence):
        page = ada.get(f"/robots/?rules=wbf&name=Rusty&{change}").content.decode()
        assert rules(page) == card
        assert status(page).startswith(sentence) if sentence else status(page) == ""

    def test_it_describes_the_effect_of_a_change(self, ada):
        page = ada.get("/robots/?rules=wbf&add=s").content.decode()
        sentence = r"You added “Stop a fork”. It’s rule 4 of 4. You can still beat it as [XO]: in \d+% of games\."
        assert re.fullmatch(sentence, status(page))

    def test_the_page_continues_from_the_changed_card(self, ada):
        page = ada.get("/robots/?rules=wbf&up=f").content.decode()
        assert '<input type="hidden" name="rules" value="wfb">' in page
        assert 'href="/robots/wfb/"' in page

    @pytest.mark.parametrize("at", ["", "&at=X___O___X"])
    def test_it_explains_all_rules(self, ada, at):
        page = words(ada.get(f"/robots/?rules=wb{at}").content.decode())
        rules = page[page.index("What each rule does") :]
        for rule in IN_WORDS.values():
            assert f"{rule.name} {rule.says}" in rules

    def test_a_rule_below_any_is_never_reached(self, ada):
        page = ada.get("/robots/?rules=wac").content.decode()
        assert page.count("Never reached") == 1

    def test_a_bad_name_is_reported_beside_its_field_and_the_card_stays(self, ada):
        answer = ada.get(f"/robots/?rules=wb&name={'n' * 21}")
        page = answer.content.decode()
        assert answer.status_code == 200
        assert "A name can have at most 20 characters." in page
        assert rules(page) == ["Win", "Block"]
        assert 'href="/robots/wb/"' in page

    def test_its_link_asks_others_to_beat_it(self, ada):
        page = ada.get("/robots/?rules=wb&name=Rusty").content.decode()
        assert 'value="http://testserver/robots/wb/?name=Rusty"' in page

    @pytest.mark.parametrize("path", ["/", "/opponents/", "/how-to-play/"])
    def test_other_pages_lead_to_it(self, ada, path):
        assert 'href="/robots/"' in ada.get(path).content.decode()


class TestMending:
    """The position in which a robot made a mistake stays beside its card until it is put away."""

    ERRED = "/robots/?rules=wbfsck&name=Rusty&at=X___O___X"

    def against(self, rules: str, ada: Client, *wanted: int) -> str:
        """Return the room of a finished game against a robot: X marks the wanted squares, then the best ones."""
        room = ada.post("/new/computer/", {"opponent": rules, "name": "Rusty", "side": "X"})["Location"]
        code = room.split("/")[2]
        while (state := State.of(games_with_seats().get(code=code))).position.outcome is None:
            best = CLASSIC.solver.best_moves(state.position)[0]
            cell = wanted[state.plies // 2] - 1 if state.plies // 2 < len(wanted) else best
            ada.post(f"{room}play/", {"cell": str(cell), "version": state.version})
        return room

    def test_one_tap_leads_from_a_lost_game_to_its_mistake(self, ada):
        room = self.against("wbfsck", ada, 1, 9)
        for viewer in (ada, Client()):
            for address in (f"{room}?over", room):
                assert f'href="{room}robot/">Fix it</a>' in viewer.get(address).content.decode()
            assert viewer.get(f"{room}robot/")["Location"] == self.ERRED

    def test_from_other_games_it_leads_to_its_card(self, ada):
        room = self.against("wbftcoke", ada)
        assert f'href="{room}robot/">Change its rules</a>' in ada.get(room).content.decode()
        assert ada.get(f"{room}robot/")["Location"] == "/robots/?rules=wbftcoke&name=Rusty"

    def test_games_without_a_robot_are_not_found(self, ada):
        room = ada.post("/new/computer/", {"opponent": "hard", "side": "X"})["Location"]
        assert ada.get(f"{room}robot/").status_code == 404
        assert ada.get("/g/2222222222/robot/").status_code == 404

    def test_it_names_the_deciding_rule_and_the_right_move(self, ada):
        text = words(ada.get(self.ERRED).content.decode())
        assert "Here it goes wrong." in text
        assert (
            "The robot plays O, and it is its turn. “Stop a fork” decides: it marks top right or bottom left." in text
        )
        assert "To keep the draw: any edge." in text

    def test_every_rule_lists_its_squares_there(self, ada):
        page = ada.get(self.ERRED).content.decode()
        assert "<b>Stop a fork</b> <small>Here: top right or bottom left. That is a mistake.</small>" in page
        assert "<b>Win</b> <small>It picks no square here.</small>" in page
        assert "Pair</button> <small>Here: any edge, top right or bottom left. That may be a mistake.</small>" in page
        assert "Edge</button> <small>Here: any edge.</small>" in page

    def test_the_position_stays_through_every_change(self, ada):
        page = ada.get(f"{self.ERRED}&add=e").content.decode()
        assert "Here it goes wrong." in status(page)
        assert '<input type="hidden" name="at" value="X___O___X">' in page
        mended = ada.get("/robots/?rules=wbfscke&name=Rusty&at=X___O___X&place=e4").content.decode()
        assert status(mended).startswith("“Edge” moved up. It’s now rule 4 of 7.")
        assert status(mended).endswith("Here it makes no mistake.")

    def test_it_can_be_put_away(self, ada):
        page = ada.get(self.ERRED).content.decode()
        assert '<a href="/robots/?rules=wbfsck&amp;name=Rusty">Close this position</a>' in page
        assert "Close this position" not in ada.get("/robots/?rules=wbfsck&name=Rusty").content.decode()
