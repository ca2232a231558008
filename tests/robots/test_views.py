"""The page of a robot and the workshop, whose state is in the URL."""

import re
from io import BytesIO
from urllib.parse import quote

import pytest
from django.test import Client
from PIL import Image

from games.engine.classic import CLASSIC
from games.engine.robots import RULES
from games.play.models import Game, Seat
from games.play.selectors.games import games_with_seats
from games.play.selectors.state import State
from games.robots.words.robots import RULES_IN_WORDS
from tests.support.browsers import words
from tests.support.hostile import ALLOWED, REFUSED, STORED

pytestmark = pytest.mark.django_db


def rules(page: str) -> list[str]:
    """Return the names of the rules on the card, from the top."""
    card, _explained, _rest = page.partition("What each rule does")
    return re.findall(r"<b>([^<]+)</b> <small>", card)


def status(page: str) -> str:
    """Return the announcement of a change and of its effect."""
    [status] = re.findall(r'role="status"[^>]*>([^<]*)<', page)
    return status.strip()


class TestRobotPage:
    def test_it_asks_whether_one_can_beat_it_and_shows_its_rules(self, client):
        page = client.get("/robots/wbfsck/?name=Rusty").content.decode()
        assert "Can you beat Rusty?" in words(page)
        assert "It is made of 6 rules." in page
        assert rules(page) == ["Win", "Block", "Fork", "Stop a fork", "Centre", "Corner"]

    def test_without_a_name_it_is_called_this_robot(self, client):
        page = client.get("/robots/w/").content.decode()
        assert "Can you beat this robot?" in page
        assert "It is made of 1 rule." in page

    def test_without_rules_it_says_so(self, client):
        page = client.get("/robots/-/").content.decode()
        assert "It has no rules: it marks any empty square." in page
        assert rules(page) == []

    @pytest.mark.parametrize("side", ["X", "O", "either"])
    def test_its_form_starts_a_game_on_the_chosen_side(self, client, side):
        page = client.get("/robots/wbfsck/?name=Rusty").content.decode()
        sent = dict(re.findall(r'<input type="hidden" name="(opponent|name)" value="([^"]*)"', page))
        made = client.post("/new/computer/", {**sent, "side": side})
        code = made["Location"].split("/")[2]
        seat = Seat.objects.exclude(opponent="").get(game__code=code)
        assert (seat.opponent, seat.name) == ("wbfsck", "Rusty")
        assert side == "either" or seat.mark != side
        assert "Rusty" in client.get(made["Location"]).content.decode()

    def test_the_room_but_no_push_contains_its_card(self, client):
        made = client.post("/new/computer/", {"opponent": "wbfsck", "name": "Rusty", "side": "X"})["Location"]
        page = client.get(made).content.decode()
        assert "How Rusty thinks" in page
        assert rules(page)[3] == "Stop a fork"
        assert "Stop a fork" not in client.get(f"{made}state/").content.decode()

    def test_whether_it_can_be_beaten_is_shown_on_request(self, client):
        page = client.get("/robots/wbfsck/?name=Rusty").content.decode()
        assert "every time" not in page
        [query] = re.findall(r'id="truth-link" href="([^"]+)"', page)
        text = words(client.get(f"/robots/wbfsck/{query.replace('&amp;', '&')}").content.decode())
        assert "Yes, every time, if you start" in text
        assert "Fastest way to beat it: 4 moves of yours" in text
        assert "Your best chance of winning if it starts 0%" in text
        assert "Move 4 loses the game. The rule was “Stop a fork”." in text

    def test_a_copy_of_it_opens_in_the_workshop(self, client):
        [path] = re.findall(r'href="(/robots/\?[^"]+)"', client.get("/robots/wbf/?name=R%26D").content.decode())
        page = client.get(path.replace("&amp;", "&")).content.decode()
        assert rules(page) == ["Win", "Block", "Fork"]
        assert 'value="R&amp;D"' in page

    def test_link_previews_show_its_name_and_its_face(self, client):
        page = client.get("/robots/wbf/?name=Rusty").content.decode()
        assert '<meta property="og:title" content="Can you beat Rusty?">' in page
        [picture] = re.findall(r'og:image" content="http://testserver([^"]+)"', page)
        image = Image.open(BytesIO(client.get(picture).content))
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
    def test_a_bad_url_is_explained(self, client, address, sentence):
        answer = client.get(address)
        assert answer.status_code == 404
        assert sentence in answer.content.decode()
        assert answer.content.count(b"<h1") == 1

    @pytest.mark.parametrize("address", ["/robots/wbz/face.png", f"/robots/wb/face.png?name={'n' * 21}"])
    def test_a_bad_url_has_no_picture(self, client, address):
        assert client.get(address).status_code == 404

    @pytest.mark.parametrize("blank", ["%20", "%0A", "%0D%0A"])
    def test_blanks_around_its_letters_are_ignored(self, client, blank):
        pictures = [client.get(f"/robots/{letters}/face.png") for letters in ("wb", f"wb{blank}")]
        assert [(picture.status_code, picture["ETag"]) for picture in pictures] == 2 * [(200, pictures[0]["ETag"])]

    @pytest.mark.parametrize(
        ("changes", "sentence"),
        [
            ({"opponent": "wz"}, "Please choose a robot and who starts."),
            ({"name": "n" * 21}, "A name can have at most 20 characters."),
            ({"variant": "misere"}, "Please choose a robot and who starts."),
        ],
    )
    def test_an_invalid_game_is_refused(self, client, changes, sentence):
        answer = client.post("/new/computer/", {"opponent": "wb", "side": "X", **changes})
        assert answer.status_code == 400
        assert sentence in answer.content.decode()
        assert Game.objects.count() == 0


class TestNames:
    def test_a_hostile_name_is_only_text(self, client):
        def tags(name: str) -> list[list[str]]:
            room = client.post("/new/computer/", {"opponent": "wb", "name": name, "side": "X"})["Location"]
            addresses = f"/robots/wb/?truth&name={quote(name)}", f"/robots/?rules=wb&name={quote(name)}", room
            return [re.findall(r"<(/?\w+)", client.get(address).content.decode()) for address in addresses]

        harmless = tags("Rusty")
        for kind in ALLOWED.keys() & STORED.keys():
            assert tags(ALLOWED[kind]) == harmless, kind

    @pytest.mark.parametrize("kind", ["null", "right-to-left override", "zalgo", "too long"])
    def test_a_forbidden_name_is_forbidden_for_robots_too(self, client, kind):
        name = quote(REFUSED[kind])
        assert client.get(f"/robots/wb/?name={name}").status_code == 404
        assert client.get(f"/robots/wb/face.png?name={name}").status_code == 404
        assert 'href="/robots/wb/"' in client.get(f"/robots/?rules=wb&name={name}").content.decode()


class TestWorkshop:
    def test_it_starts_with_an_empty_card_which_plays_at_random(self, client):
        page = client.get("/robots/").content.decode()
        assert rules(page) == []
        assert "It has no rules: it marks any empty square." in page
        assert page.count('name="add"') == len(RULES)
        assert "Yes, nearly always" in page

    @pytest.mark.parametrize(
        ("change", "card", "sentence"),
        [
            ("add=c", ["Win", "Block", "Fork", "Centre"], "You added “Centre”. It’s rule 4 of 4."),
            ("off=b", ["Win", "Fork"], "You removed “Block”."),
            ("up=f", ["Win", "Fork", "Block"], "“Fork” moved up. It’s now rule 2 of 3."),
            ("down=w", ["Block", "Win", "Fork"], "“Win” moved down. It’s now rule 2 of 3."),
            ("place=f1", ["Fork", "Win", "Block"], "“Fork” moved up. It’s now rule 1 of 3."),
            ("place=w3", ["Block", "Fork", "Win"], "“Win” moved down. It’s now rule 3 of 3."),
            ("place=w11", ["Block", "Fork", "Win"], "“Win” moved down. It’s now rule 3 of 3."),
        ],
    )
    def test_a_button_changes_the_card_and_says_so(self, client, change, card, sentence):
        page = client.get(f"/robots/?rules=wbf&name=Rusty&{change}").content.decode()
        assert rules(page) == card
        assert status(page).startswith(sentence)

    @pytest.mark.parametrize(
        "change",
        [
            *("", "up=w", "down=f", "add=w", "off=c", "up=z", "up=", "add=wb"),
            *("place=w1", "place=w0", "place=w", "place=w٣", "place=c1", "place="),
        ],
    )
    def test_an_impossible_change_changes_and_says_nothing(self, client, change):
        page = client.get(f"/robots/?rules=wbf&name=Rusty&{change}").content.decode()
        assert (rules(page), status(page)) == (["Win", "Block", "Fork"], "")

    def test_the_effect_of_a_change_is_announced(self, client):
        page = client.get("/robots/?rules=wbf&add=s").content.decode()
        sentence = r"You added “Stop a fork”. It’s rule 4 of 4. You can still beat it as [XO]: in \d+% of games\."
        assert re.fullmatch(sentence, status(page))

    def test_the_page_continues_from_the_changed_card(self, client):
        page = client.get("/robots/?rules=wbf&up=f").content.decode()
        assert '<input type="hidden" name="rules" value="wfb">' in page
        assert 'href="/robots/wfb/"' in page

    @pytest.mark.parametrize("at", ["", "&at=X___O___X"])
    def test_it_explains_all_rules(self, client, at):
        page = words(client.get(f"/robots/?rules=wb{at}").content.decode())
        explained = page.partition("What each rule does")[2]
        for rule in RULES_IN_WORDS.values():
            assert f"{rule.name} {rule.says}" in explained

    def test_a_rule_below_any_is_never_reached(self, client):
        page = client.get("/robots/?rules=wac").content.decode()
        assert page.count("Never reached") == 1

    def test_an_invalid_name_is_reported_and_the_card_stays(self, client):
        answer = client.get(f"/robots/?rules=wb&name={'n' * 21}")
        page = answer.content.decode()
        assert answer.status_code == 200
        assert "A name can have at most 20 characters." in page
        assert rules(page) == ["Win", "Block"]
        assert 'href="/robots/wb/"' in page

    def test_it_has_a_link_to_the_robots_page(self, client):
        page = client.get("/robots/?rules=wb&name=Rusty").content.decode()
        assert 'value="http://testserver/robots/wb/?name=Rusty"' in page

    @pytest.mark.parametrize("path", ["/", "/opponents/", "/how-to-play/"])
    def test_other_pages_link_to_it(self, client, path):
        assert 'href="/robots/"' in client.get(path).content.decode()


class TestMending:
    """The position in which a robot made a mistake stays beside its card until it is closed."""

    ERRED = "/robots/?rules=wbfsck&name=Rusty&at=X___O___X"

    def against(self, rules: str, client: Client, *wanted: int) -> str:
        """Return the room of a finished game against a robot: X marks the wanted squares, then the best ones."""
        room = client.post("/new/computer/", {"opponent": rules, "name": "Rusty", "side": "X"})["Location"]
        code = room.split("/")[2]
        while (state := State.of(games_with_seats().get(code=code))).position.outcome is None:
            best = CLASSIC.solver.best_moves(state.position)[0]
            cell = wanted[state.plies // 2] - 1 if state.plies // 2 < len(wanted) else best
            client.post(f"{room}play/", {"cell": str(cell), "version": state.version})
        return room

    def test_one_tap_leads_from_a_lost_game_to_its_mistake(self, client):
        room = self.against("wbfsck", client, 1, 9)
        for viewer in (client, Client()):
            for address in (f"{room}?over", room):
                assert f'href="{room}robot/">Fix it</a>' in viewer.get(address).content.decode()
            assert viewer.get(f"{room}robot/")["Location"] == self.ERRED

    def test_other_games_lead_to_the_robots_card(self, client):
        room = self.against("wbftcoke", client)
        assert f'href="{room}robot/">Change its rules</a>' in client.get(room).content.decode()
        assert client.get(f"{room}robot/")["Location"] == "/robots/?rules=wbftcoke&name=Rusty"

    def test_games_without_a_robot_are_not_found(self, client):
        room = client.post("/new/computer/", {"opponent": "hard", "side": "X"})["Location"]
        assert client.get(f"{room}robot/").status_code == 404
        assert client.get("/g/2222222222/robot/").status_code == 404

    def test_the_page_names_the_deciding_rule_the_right_move_and_the_squares_of_each_rule(self, client):
        page = client.get(self.ERRED).content.decode()
        decides = "The robot plays O and moves next. “Stop a fork” decides: it marks top right or bottom left."
        for sentence in ("Here it goes wrong.", decides, "To keep the draw: any edge."):
            assert sentence in words(page)
        assert "<b>Stop a fork</b> <small>Here: top right or bottom left. That is a mistake.</small>" in page
        assert "<b>Win</b> <small>It picks no square here.</small>" in page
        assert "Pair</button> <small>Here: any edge, top right or bottom left. That may be a mistake.</small>" in page
        assert "Edge</button> <small>Here: any edge.</small>" in page

    def test_the_position_stays_through_every_change(self, client):
        page = client.get(f"{self.ERRED}&add=e").content.decode()
        assert "Here it goes wrong." in status(page)
        assert '<input type="hidden" name="at" value="X___O___X">' in page
        mended = client.get("/robots/?rules=wbfscke&name=Rusty&at=X___O___X&place=e4").content.decode()
        assert status(mended).startswith("“Edge” moved up. It’s now rule 4 of 7.")
        assert status(mended).endswith("Here it makes no mistake.")

    def test_the_position_can_be_closed(self, client):
        page = client.get(self.ERRED).content.decode()
        assert '<a href="/robots/?rules=wbfsck&amp;name=Rusty">Close this position</a>' in page
        assert "Close this position" not in client.get("/robots/?rules=wbfsck&name=Rusty").content.decode()
