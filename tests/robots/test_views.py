"""The page of a robot and the workshop, whose state is in the URL."""

import re
from urllib.parse import quote

import pytest
from django.test import Client

from games.engine.robots import RULES
from games.play.models import Game, Seat
from games.robots import views
from games.robots.words.robots import RULES_IN_WORDS
from tests.support.browsers import Browser, words
from tests.support.games import against_robot, player
from tests.support.hostile import ALLOWED

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
    @pytest.mark.parametrize(
        ("address", "question", "about", "names"),
        [
            ("/robots/wb/?name=Rusty", "Can you beat Rusty?", "It is made of 2 rules.", ["Win", "Block"]),
            ("/robots/w/", "Can you beat this robot?", "It is made of 1 rule.", ["Win"]),
            ("/robots/-/", "Can you beat this robot?", "It has no rules: it marks any empty square.", []),
        ],
    )
    def test_it_asks_whether_one_can_beat_it_and_shows_its_rules(self, client, address, question, about, names):
        page = client.get(address).content.decode()
        assert question in words(page)
        assert about in words(page)
        assert rules(page) == names

    def test_its_form_starts_a_game_and_the_room_but_no_push_contains_its_card(self, client):
        page = client.get("/robots/wbfsck/?name=Rusty").content.decode()
        sent = dict(re.findall(r'<input type="hidden" name="(opponent|name)" value="([^"]*)"', page))
        made = client.post("/new/computer/", {**sent, "side": "X"})["Location"]
        seat = Seat.objects.exclude(opponent="").get()
        assert (seat.opponent, seat.name, seat.mark) == ("wbfsck", "Rusty", "O")
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
        assert "Your best chance of winning if it starts 0%" in text

    def test_a_copy_of_it_opens_in_the_workshop(self, client):
        [path] = re.findall(r'href="(/robots/\?[^"]+)"', client.get("/robots/wbf/?name=R%26D").content.decode())
        page = client.get(path.replace("&amp;", "&")).content.decode()
        assert rules(page) == ["Win", "Block", "Fork"]
        assert 'value="R&amp;D"' in page
        assert 'href="/robots/league/?robot=wbf~R%26D"' in page

    def test_link_previews_show_its_name_and_its_face(self, client):
        page = client.get("/robots/wbf/?name=Rusty").content.decode()
        assert '<meta property="og:title" content="Can you beat Rusty?">' in page
        [picture] = re.findall(r'og:image" content="http://testserver([^"]+)"', page)
        assert client.get(picture)["Content-Type"] == "image/png"

    @pytest.mark.parametrize(
        ("address", "sentence"),
        [
            ("/robots/wbw/", "No robot can read this card: one of its rules appears twice."),
            ("/robots/<b>/", "No robot can read this card: “&lt;” is not a rule."),
            ("/robots/%25/", "No robot can read this card: “%” is not a rule."),
            (f"/robots/wb/?name={'n' * 2_000}", "A name can have at most 20 characters."),
            ("/robots/?rules=wbz", "“z” is not a rule."),
            (f"/robots/?rules=wb&at={'X' * 2_000}", "A position has nine symbols, one for each square."),
            ("/robots/?rules=wb&at=XXXOO____", "This position is already the end of a game."),
        ],
    )
    def test_a_bad_url_is_explained(self, client, address, sentence):
        answer = client.get(address)
        assert answer.status_code == 404
        assert sentence in answer.content.decode()
        assert answer.content.count(b"<h1") == 1

    def test_a_matching_etag_is_answered_without_drawing(self, client, monkeypatch):
        etag = client.get("/robots/wb/face.png")["ETag"]
        monkeypatch.setattr(views, "portrait", None)
        assert client.get("/robots/wb/face.png", headers={"if-none-match": etag}).status_code == 304

    def test_blanks_around_its_letters_are_ignored(self, client):
        pictures = [client.get(f"/robots/{letters}/face.png").content for letters in ("wb", "wb%0D%0A")]
        assert pictures[0] == pictures[1]

    @pytest.mark.parametrize(
        ("changes", "sentence"),
        [
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
            robots = f"/robots/wb/?truth&name={quote(name)}", f"/robots/?rules=wb&name={quote(name)}"
            pages = [Client().get(page) for page in (*robots, f"/robots/league/?robot=wb~{quote(name)}")]
            return [re.findall(r"<(/?\w+)", page.content.decode()) for page in (client.get(room), *pages)]

        harmless = tags("Rusty")
        for kind in ("html", "attribute", "template", "right to left"):
            assert tags(ALLOWED[kind]) == harmless, kind


class TestWorkshop:
    def test_it_starts_with_an_empty_card_which_plays_at_random(self, client):
        page = client.get("/robots/").content.decode()
        assert rules(page) == []
        assert "It has no rules: it marks any empty square." in page
        assert page.count('name="add"') == len(RULES)
        assert "Yes, nearly always" in page

    def test_a_button_changes_the_card_and_the_page_announces_it_and_its_effect(self, client):
        page = client.get("/robots/?rules=wbf&name=Rusty&add=s").content.decode()
        sentence = r"You added “Stop a fork”. It’s rule 4 of 4. You can still beat it as [XO]: in \d+% of games\."
        assert re.fullmatch(sentence, status(page))
        assert rules(page) == ["Win", "Block", "Fork", "Stop a fork"]
        assert '<input type="hidden" name="rules" value="wbfs">' in page
        assert 'value="http://testserver/robots/wbfs/?name=Rusty"' in page

    @pytest.mark.parametrize("at", ["", "&at=X___O___X"])
    def test_it_explains_all_rules(self, client, at):
        page = words(client.get(f"/robots/?rules=wb{at}").content.decode())
        explained = page.partition("What each rule does")[2]
        for rule in RULES_IN_WORDS.values():
            assert f"{rule.name} {rule.says}" in explained

    def test_a_rule_below_any_is_never_reached(self, client):
        page = client.get("/robots/?rules=wacb").content.decode()
        assert page.count("Never reached") == page.count('class="unread"') == 2

    def test_an_invalid_name_is_reported_and_the_card_stays(self, client):
        answer = client.get(f"/robots/?rules=wb&name={'n' * 21}")
        page = answer.content.decode()
        assert answer.status_code == 200
        assert "A name can have at most 20 characters." in page
        assert rules(page) == ["Win", "Block"]
        assert 'href="/robots/wb/"' in page
        assert client.get(f"/robots/wb/face.png?name={'n' * 21}").status_code == 404

    @pytest.mark.parametrize("path", ["/", "/opponents/", "/how-to-play/"])
    def test_other_pages_link_to_it(self, client, path):
        assert 'href="/robots/"' in client.get(path).content.decode()


class TestMending:
    """The position in which a robot made a mistake stays beside its card until it is closed."""

    ERRED = "/robots/?rules=wbfsck&name=Rusty&at=X___O___X"

    @pytest.mark.parametrize(
        ("rules", "button", "workshop"),
        [
            ("wbfsck", "Fix it", ERRED),
            ("wbftcoke", "Change its rules", "/robots/?rules=wbftcoke&name=Rusty"),  # it never loses
        ],
    )
    def test_one_tap_leads_from_a_game_to_the_robots_mistake_or_card(self, rules, button, workshop):
        ada = player("Ada")
        room = f"/g/{against_robot(ada, rules, 'Rusty', squares='1 9').code}/"
        for viewer in (Browser(ada), Client()):
            for address in (f"{room}?over", room):
                assert f'href="{room}robot/">{button}</a>' in viewer.get(address).content.decode()
            assert viewer.get(f"{room}robot/")["Location"] == workshop

    def test_games_without_a_robot_are_not_found(self, client):
        room = client.post("/new/computer/", {"opponent": "hard", "side": "X"})["Location"]
        for address in (room, "/g/2222222222/"):
            assert client.get(f"{address}robot/").status_code == 404

    def test_the_position_stays_through_every_change_until_it_is_closed(self, client):
        page = client.get("/robots/?rules=wbfscke&name=Rusty&at=X___O___X&place=e4").content.decode()
        assert status(page).startswith("“Edge” moved up. It’s now rule 4 of 7.")
        assert status(page).endswith("Here it makes no mistake.")
        assert '<input type="hidden" name="at" value="X___O___X">' in page
        assert '<a href="/robots/?rules=wbfesck&amp;name=Rusty">Close this position</a>' in page
