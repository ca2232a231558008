"""The pages of two players and of a stranger: invites, rooms, lists, reviews."""

import json
import re
from datetime import timedelta
from io import BytesIO
from urllib.parse import urlsplit

import pytest
import segno
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from games.engine.classic import CLASSIC
from games.home.views import start
from games.opponents.words.gallery import picker
from games.opponents.words.odds import every_opponent
from games.play.models import Game, Move, Seat, Status
from games.play.selectors.results import Record, overall_record, records_of, totals_of
from games.play.selectors.state import State
from games.play.verbs import VERBS
from games.play.words.game_list import opponent
from games.review.exchange import values_of
from games.site import limits, links
from games.site.models import Player
from tests.support.presence import presence_of
from tests.support.states import RESIGNED, long_game

pytestmark = pytest.mark.django_db


class Person(Client):
    """A person at a browser."""

    def make(self, address: str, **data: str) -> Game:
        """Create a game through a form of the home page."""
        response = self.post(reverse(f"games:new_{address}"), data)
        assert response.status_code == 302, response.content
        return Game.objects.get(code=response["Location"].split("/")[2])

    def do(self, game: Game, verb: str, **data: object):
        return self.post(reverse(f"games:{verb}", args=[game.code]), data)

    def mark(self, game: Game, number: int):
        """Mark a square, 1 to 9, on the current board."""
        version = Game.objects.get(pk=game.pk).version
        return self.do(game, "play", cell=number - 1, version=version)

    def see(self, game: Game) -> str:
        return self.get(reverse("games:room", args=[game.code])).content.decode()


@pytest.fixture
def ada() -> Person:
    return Person()


@pytest.fixture
def ben() -> Person:
    return Person()


@pytest.fixture
def eve() -> Person:
    return Person()


@pytest.fixture
def game(ada: Person, ben: Person) -> Game:
    """A game in play: Ada is X, Ben is O."""
    game = ada.make("friend", side="X")
    ben.do(game, "join")
    return Game.objects.get(pk=game.pk)


def stored() -> list:
    return [list(table.objects.order_by("pk").values()) for table in (Game, Seat, Move, Player)]


class TestHome:
    def test_viewing_creates_no_player_and_no_session(self, ada, game, eve):
        before = stored()
        room = f"/g/{game.code}/"
        for address in ("/", "/games/", "/name/", "/day/", "/practice/1/", room, f"{room}?watch=1"):
            assert eve.get(address).status_code == 200
            assert eve.head(address).status_code == 200
        assert stored() == before
        assert "sessionid" not in eve.cookies

    def test_games_in_which_it_is_the_players_turn_come_first(self, ada, game):
        other = ada.make("friend", side="O")
        assert other.code in ada.get("/").content.decode()
        shown = ada.get("/").context
        assert [(row.code, row.side) for row in shown["turns"]] == [(game.code, "X")]
        assert [row.code for row in shown["unfinished"]] == [other.code]
        link = f'<h1><a class="now" href="/g/{game.code}/"><span>Your turn</span></a></h1>'
        assert link in ada.get("/").content.decode()
        for _more in range(5):
            ada.make("computer", opponent="easy", side="O")
        shown = ada.get("/").context
        assert [len(shown["turns"]), len(shown["unfinished"])] == [4, 3]

    def test_a_rematch_offer_stays_on_top_until_it_is_answered(self, ada, ben, game):
        ada.do(game, "resign")
        ada.do(game, "rematch")
        five_days_ago = timezone.now() - timedelta(days=5)
        Game.objects.update(changed_at=five_days_ago, finished_at=five_days_ago)
        for _number in range(7):
            for one in (ada, ben):
                one.mark(one.make("one_screen"), 5)
        assert [line.code for line in ben.get("/").context["turns"]] == [game.code]
        assert "would like a rematch." in ben.get("/").content.decode()
        assert ada.get("/").context["unfinished"][0].offer.startswith("You asked ")
        for one in (ada, ben):
            assert one.get("/games/").context["rows"][0].code == game.code
        assert f"/g/{game.code}/withdraw/" in ada.get(f"/g/{game.code}/").content.decode()
        assert f"/g/{game.code}/decline/" in ben.get(f"/g/{game.code}/").content.decode()
        ben.do(game, "decline")
        for one in (ada, ben):
            shown = one.get("/").context
            assert game.code not in {line.code for line in [*shown["turns"], *shown["unfinished"]]}

    def test_solo_games_without_a_move_are_omitted(self, ada):
        started = ada.make("one_screen")
        ada.mark(started, 5)
        ada.make("one_screen")
        ada.make("computer", opponent="easy", side="X")
        waiting = ada.make("friend", side="X")
        shown = ada.get("/").context
        assert {row.code for row in [*shown["turns"], *shown["unfinished"]]} == {started.code, waiting.code}

    @pytest.mark.parametrize(
        ("form", "data"),
        [
            ("friend", {}),
            ("friend", {"side": "Z"}),
            ("computer", {"side": "X"}),
            ("computer", {"side": "X", "opponent": "deep"}),
            ("computer", {"opponent": "easy"}),
        ],
    )
    def test_an_invalid_form_creates_nothing(self, eve, form, data):
        response = eve.post(reverse(f"games:new_{form}"), data)
        assert response.status_code == 400
        assert "Please choose" in response.content.decode()
        assert not Game.objects.exists()
        assert not Player.objects.exists()


@pytest.mark.parametrize("address", ["/games/", "/watch/", "/name/", "/nowhere/", "/g/2222222222/"])
def test_an_empty_page_has_a_drawing_a_sentence_and_a_link(ada, address):
    main = ada.get(address).content.decode().partition("<main")[2].partition("</main>")[0]
    assert re.search(r'class="art" aria-hidden="true"><svg', main)
    assert re.search(r"<p>[A-Z][^<]+\.</p>", main)
    assert re.search(r'class="(button )?main"', main)


class TestHowToPlay:
    def test_the_home_page_links_to_it_and_it_lists_the_keys(self, ada):
        assert 'href="/how-to-play/"' in ada.get("/").content.decode()
        page = ada.get("/how-to-play/").content.decode()
        assert "The first to get three in a row wins" in page
        assert "<kbd>R</kbd>" in page
        assert "“X wins in 2” counts X’s own moves: after this one, X needs two more." in page

    def test_it_shows_the_three_ways_to_win_and_a_draw(self, ada):
        page = ada.get("/how-to-play/").content.decode()
        rules = page[page.index("<h2>The rules") : page.index("<h2>With a friend")]
        boards = re.findall(r'<svg class="thumb".*?</svg>', rules, re.DOTALL)
        lines = [[int(cell) + 1 for cell in re.findall(r'href="#[xo](\d)"', board)] for board in boards[:4]]
        assert lines == [[1, 2, 3], [1, 4, 7], [1, 5, 9], []]

    def test_its_claims_about_computer_players_are_true(self, ada):
        page = ada.get("/how-to-play/").content.decode()
        assert "Tap a robot and the game starts." in page
        assert "In the classic game some never lose." in page
        assert 0 in [max(every_opponent(CLASSIC)[choice.key].beaten.values()) for choice in picker(CLASSIC, {})]


class TestInvite:
    def test_the_creator_sees_the_link_and_its_qr_code_and_may_cancel(self, ada):
        game = ada.make("friend", side="X")
        page = ada.see(game)
        link = f"http://testserver/g/{game.code}/"
        qr_code = segno.make(link, error="m", micro=False).svg_inline(
            border=4, dark="#22262e", light="#fff", svgclass="qr", lineclass=None, omitsize=True
        )
        drawing = f'<svg aria-hidden="true"{qr_code.removeprefix("<svg")}'
        for part in (link, drawing, "Cancel", "noindex"):
            assert part in page
        assert 'class="qr"' not in Person().see(game)

    def test_a_player_with_a_name_is_asked_to_change_it(self, ada):
        assert "What should we call you?" in ada.get("/name/").content.decode()
        ada.post("/name/", {"name": "Ada"})
        assert "Change your name" in ada.get("/name/").content.decode()

    def test_the_friend_sees_the_host_and_their_own_mark(self, ada, ben):
        ada.post("/name/", {"name": "Ada"})
        page = ben.see(ada.make("friend", side="X"))
        for words in ("Ada invites you to play.", "You’ll be O.", "Join the game", "Just watch"):
            assert words in page

    def test_a_spectator_of_an_invite_may_still_join(self, ada, ben, eve):
        game = ada.make("friend", side="X")
        join = f'formaction="/g/{game.code}/join/">Join the game</button>'
        assert join in ben.get(f"/g/{game.code}/?watch=1").content.decode()
        assert join not in ada.get(f"/g/{game.code}/?watch=1").content.decode()
        assert ben.do(game, "join")["Location"] == f"/g/{game.code}/"
        assert join not in eve.get(f"/g/{game.code}/?watch=1").content.decode()

    def test_the_second_visitor_to_join_is_told_that_the_seat_is_taken(self, ada, ben, eve, game):
        before = stored()
        response = eve.do(game, "join", name="Eve")
        assert response.status_code == 409
        assert "Someone has already taken this seat. You can watch." in response.content.decode()
        assert stored() == before

    def test_a_bad_name_takes_no_seat(self, ada, ben):
        game = ada.make("friend", side="X")
        before = stored()
        response = ben.do(game, "join", name="x" * 21)
        assert response.status_code == 400
        assert "at most 20 characters" in response.content.decode()
        assert stored() == before

    def test_its_preview_names_the_host_and_shows_a_board(self, ada, ben):
        ada.post("/name/", {"name": 'Ada "<b>"'})
        game = ada.make("friend", side="X")
        page = ben.see(game)
        assert 'property="og:title" content="Ada &quot;&lt;b&gt;&quot; invites you to play tic-tac-toe"' in page
        picture = re.search(r'property="og:image" content="http://testserver([^"]+)"', page)[1]
        response = ben.get(picture)
        assert response["Content-Type"] == "image/png"
        assert Image.open(BytesIO(response.content)).size == (1200, 630)


class TestRoom:
    def test_refusals_show_the_reason_and_the_current_board(self, ada, ben, eve, game):
        ada.mark(game, 5)
        before = stored()
        for person, number, status, words in [
            (ben, 5, 409, "Already taken"),
            (ada, 1, 409, "Wait for"),
            (eve, 1, 403, "Only the two players can do that."),
        ]:
            response = person.mark(game, number)
            assert response.status_code == status
            assert words in response.content.decode()
            assert "Centre, X, last move" in response.content.decode()
        assert stored() == before

    @pytest.mark.parametrize(
        ("data", "status"),
        [
            ({}, 400),
            *(({"cell": cell, "version": "1"}, 400) for cell in ("9", "-1", "middle", "²")),
            ({"cell": "4", "version": "9" * 30}, 409),
            ({"cell": "4", "version": "soon"}, 409),
            ({"cell": "4", "version": "0"}, 409),
        ],
    )
    def test_an_invalid_move_is_refused(self, ada, game, data, status):
        before = stored()
        assert ada.do(game, "play", **data).status_code == status
        assert stored() == before

    def test_reloading_a_refusal_redirects_to_the_page_of_the_form(self, ada, game):
        for verb in ("join", *VERBS):
            assert ada.get(reverse(f"games:{verb}", args=[game.code]))["Location"] == f"/g/{game.code}/"
        for address in ("/new/friend/", "/new/computer/", "/new/one-screen/", "/new/series/", "/prefer/"):
            assert ada.get(address)["Location"] == "/"

    @pytest.mark.parametrize("address", ["/g/2222222222/", "/g/2222222222/state/", "/g/short/", "/g/IIIIIIIIII/", "/x"])
    def test_a_missing_page_gets_the_sites_own_404_page(self, eve, address):
        response = eve.get(address)
        assert response.status_code == 404
        assert "This page doesn’t exist" in response.content.decode()

    def test_the_polled_state_announces_missed_events(self, ada, ben, game):
        address, seen = reverse("games:state", args=[game.code]), State.of(game).seen
        ada.mark(game, 5)
        sentence = '<p id="told">The other player marked centre. Your turn.</p>'
        answers = [ben.get(f"{address}?lang=en{query}").content.decode() for query in ("", f"&seen={seen}")]
        assert [sentence in answer for answer in answers] == [False, True]

    def test_polling_counts_players_as_here_but_not_strangers(self, ada, ben, eve, game):
        for person in (ben, eve):
            person.get(reverse("games:state", args=[game.code]))
        assert presence_of(game.code).here == "O"


class TestName:
    def test_spaces_are_trimmed_and_merged(self, ada):
        assert ada.post("/name/", {"name": "  Ada   L. ", "next": "/games/"})["Location"] == "/games/"
        assert Player.objects.get().name == "Ada L."

    @pytest.mark.parametrize("name", ["", "   ", "x" * 21])
    def test_a_forbidden_name_is_refused(self, ada, name):
        assert ada.post("/name/", {"name": name}).status_code == 400
        assert not Player.objects.exists()

    @pytest.mark.parametrize(
        "wanted",
        [
            *("https://elsewhere.example/", "//elsewhere.example", "//elsewhere.example/?x", "/\\elsewhere.example?x"),
            *("javascript:alert(1)", "foo", "?x", "games:none", "/games/?".ljust(links.LONGEST_URL + 1, "x")),
        ],
    )
    def test_its_form_redirects_only_within_this_site(self, ada, wanted):
        assert ada.post("/name/", {"name": "Ada", "next": wanted})["Location"] == "/"
        assert ada.post("/prefer/", {"theme": "dark", "next": wanted})["Location"] == "/"

    def test_a_form_leads_back_to_a_page_with_a_query(self, ada):
        wanted = "/robots/league/?robot=".ljust(links.LONGEST_URL, "w")
        assert ada.post("/prefer/", {"theme": "dark", "next": wanted})["Location"] == wanted

    def test_the_link_to_its_form_keeps_the_query_of_the_page(self, ada):
        [link] = re.findall(r'href="(/name/[^"]*)"', ada.get("/", {"variant": "misere"}).content.decode())
        form = ada.get(link).content.decode()
        assert '<input type="hidden" name="next" value="/?variant=misere">' in form


class TestYourGames:
    def test_unfinished_first_then_finished_newest_first_in_pages(self, ada):
        games = [ada.make("computer", opponent="easy", side="X") for _ in range(22)]
        ada.do(games[21], "resign")
        ada.do(games[20], "resign")
        first = [row.code for row in ada.get("/games/").context["rows"]]
        second = [row.code for row in ada.get("/games/?page=2").context["rows"]]
        assert first == [game.code for game in reversed(games[:20])]
        assert second == [games[20].code, games[21].code]

    def test_a_stranger_sees_no_games_of_others(self, eve, game):
        assert eve.get("/games/").context["rows"] == []


def test_an_unknown_theme_is_ignored(ada):
    ada.post("/prefer/", {"theme": '"><script>'})
    assert "data-theme" not in ada.get("/").content.decode()


def test_a_forged_form_gets_the_sites_own_error_page():
    response = Person(enforce_csrf_checks=True).post("/new/one-screen/")
    assert response.status_code == 403
    assert "open for too long" in response.content.decode()
    assert not Player.objects.exists()


class TestPuttingAway:
    def test_a_game_against_the_computer_leaves_the_lists_but_stays_available(self, ada):
        game = ada.make("computer", opponent="easy", side="X")
        address = f"/games/{game.code}/put-away/"
        assert address in ada.get("/games/").content.decode()
        assert ada.post(address, {"away": "on"})["Location"] == "/games/"
        for page in ("/", "/games/"):
            assert game.code not in ada.get(page).content.decode()
        assert game.code in ada.get("/games/?away").content.decode()
        ada.post(address, {"away": "off"})
        assert game.code in ada.get("/games/").content.decode()

    def test_the_next_move_brings_it_back(self, ada):
        game = ada.make("computer", opponent="easy", side="X")
        ada.post(f"/games/{game.code}/put-away/", {"away": "on"})
        ada.mark(game, 5)
        assert game.code in ada.get("/").content.decode()

    def test_a_game_with_a_friend_cannot_be_put_away(self, ada, game):
        answer = ada.post(f"/games/{game.code}/put-away/", {"away": "on"})
        assert (answer.status_code, "someone is waiting for you" in answer.content.decode()) == (409, True)


class TestAnotherDevice:
    def link(self, person: Person) -> str:
        """Return the path of a new link for this person."""
        return urlsplit(re.search(r'value="(http[^"]+/device/[^"]+)"', person.get("/device/").content.decode())[1]).path

    def test_the_link_carries_a_player_over_once(self, ada, eve, game):
        phone, link = Person(), self.link(ada)
        for _view in range(3):
            assert "Continue here" in phone.get(link).content.decode()
            phone.head(link)
        assert phone.post(link)["Location"] == "/games/"
        assert "Your turn" in phone.see(game)
        assert "Your turn" in ada.see(game)
        answer = eve.post(link)
        assert (answer.status_code, "This link no longer works" in answer.content.decode()) == (410, True)
        assert Player.objects.count() == 2

    def test_the_page_of_the_link_does_not_contain_its_secret(self, ada, eve, game):
        link = self.link(ada)
        assert link.split("/")[2] not in eve.get(link).content.decode()

    def test_a_new_link_works_after_the_first_was_used(self, ada, game):
        Person().post(self.link(ada))
        phone = Person()
        phone.post(self.link(ada))
        assert "Your turn" in phone.see(game)

    def test_an_expired_link_does_not_work(self, ada, eve, game, monkeypatch):
        link = self.link(ada)
        monkeypatch.setattr("games.home.links.DEVICE_LINK_LASTS", timedelta(seconds=-1))
        for method in (eve.get, eve.post):
            assert method(link).status_code == 410

    def test_using_the_link_on_the_same_device_does_not_spend_it(self, ada, game):
        link = self.link(ada)
        assert ada.post(link)["Location"] == "/games/"
        phone = Person()
        phone.post(link)
        assert "Your turn" in phone.see(game)

    def test_a_player_who_has_games_on_that_device_is_warned(self, ada, ben, game):
        assert "no longer be listed here" in ben.get(self.link(ada)).content.decode()

    def test_without_games_there_is_no_link(self, eve):
        assert "nothing to carry over" in eve.get("/device/").content.decode()
        assert not Player.objects.exists()


class TestNewcomer:
    def test_a_form_sent_twice_creates_one_guest(self, ada):
        game = ada.make("friend", side="X")
        for _click in range(2):
            newcomer = Client(enforce_csrf_checks=True)
            newcomer.cookies["csrftoken"] = "k" * 32  # the token of the page; the response will set the session
            newcomer.post(f"/g/{game.code}/join/", {"csrfmiddlewaretoken": "k" * 32})
        assert Player.objects.count() == 2
        assert Player.objects.exclude(made_by=None).count() == 1
        newcomer.post("/prefer/", {"csrfmiddlewaretoken": "k" * 32})
        page = newcomer.get(f"/g/{game.code}/").content.decode()
        assert "Ada’s turn" not in page
        assert 'data-screen="board"' in page
        assert "You’re watching" not in page

    def test_a_csrf_token_does_not_identify_its_player_later(self, ada):
        ada.cookies["csrftoken"] = "k" * 32
        ada.handler.enforce_csrf_checks = True
        ada.post("/new/friend/", {"side": "X", "csrfmiddlewaretoken": "k" * 32})
        Player.objects.update(created_at=timezone.now() - timedelta(minutes=1))
        thief = Client(enforce_csrf_checks=True)
        thief.cookies["csrftoken"] = "k" * 32
        thief.post("/name/", {"name": "Mallory", "csrfmiddlewaretoken": "k" * 32})
        assert list(Player.objects.order_by("pk").values_list("name", flat=True)) == ["", "Mallory"]


def test_posting_to_a_read_only_page_gets_the_sites_own_error_page(ada):
    answer = ada.post("/games/")
    assert (answer.status_code, "Nothing can be sent" in answer.content.decode()) == (405, True)


class TestReview:
    @pytest.fixture
    def over(self, ada, ben, game) -> Game:
        for number, who in zip([5, 4, 7, 3, 1, 6, 9], [ada, ben] * 4, strict=False):
            who.mark(game, number)
        return Game.objects.get(pk=game.pk)

    def test_the_last_move_leads_to_the_end_of_the_game(self, ada, ben, game):
        for number, who in zip([5, 4, 7, 3, 1, 6], [ada, ben] * 3, strict=True):
            who.mark(game, number)
        end = ada.mark(game, 9)
        assert end.headers["Location"] == f"/g/{game.code}/?over"
        assert 'data-screen="board"' in ada.get(end.headers["Location"]).content.decode()

    def test_the_url_of_a_finished_game_shows_its_first_mistake(self, ada, eve, over):
        assert "Move 5 of 7" in ada.see(over)  # the first of her own
        assert "Move 2 of 7" in eve.see(over)
        assert "Guest (X) wins." in eve.see(over)

    @pytest.mark.parametrize(
        ("query", "words"),
        [
            ("ply=5", "Better: bottom middle or bottom right, then X wins in 1 move. After this move it was a draw."),
            ("ply=0", "The start"),
            ("ply=5&worth=off", "The squares no longer show what they’re worth."),
            ("ply=x", "Move 2 of 7"),
            ("ply=99", "Move 7 of 7"),
            ("ply=-1", "Move 2 of 7"),
        ],
    )
    def test_each_moment_has_a_url(self, eve, over, query, words):
        assert words in eve.get(f"/g/{over.code}/?{query}").content.decode()

    def test_a_shared_review_offers_a_game(self, ada, eve, over):
        file = ada.get(f"/g/{over.code}/game.json").content.decode()
        for page in (eve.see(over), eve.post("/open/", {"pasted": file}, follow=True).content.decode()):
            assert "Make your own link" in page
            assert "this robot" not in page
        assert "Make your own link" not in ada.see(over)

    def test_a_review_against_a_robot_links_to_the_robot(self, ada, eve):
        game = ada.make("computer", side="O", opponent="hard")
        ada.do(game, "resign")
        page = eve.see(game)
        [form] = re.findall(r'<form method="post" action="/new/computer/">.*?</form>', page, re.DOTALL)
        assert "Play this robot" in form
        played = eve.make("computer", **dict(re.findall(r'name="(opponent|side)" value="([^"]*)"', form)))
        assert {seat.mark: seat.opponent for seat in played.seats.all()} == {"X": "hard", "O": ""}

    def test_the_links_work_without_a_script(self, eve, over):
        page = eve.get(f"/g/{over.code}/?ply=5").content.decode()
        assert re.findall(r'id="(first|back|on|last)" href="\?ply=(\d)', page) == [
            ("first", "0"), ("back", "4"), ("on", "6"), ("last", "7"),
        ]  # fmt: skip

    def test_an_exported_game_opens_without_being_stored(self, ada, eve, over):
        file = ada.get(f"/g/{over.code}/game.json")
        assert file["Content-Disposition"] == f'attachment; filename="tic-tac-toe-{over.code}.json"'
        before = Game.objects.count()
        for sent in (
            {"pasted": file.content.decode()},
            {"file": SimpleUploadedFile("game.json", file.content, "application/json")},
        ):
            page = eve.post("/open/", sent, follow=True)
            assert "Move 2 of 7" in page.content.decode()
            assert "Missed a win" in eve.get(f"{page.wsgi_request.get_full_path()}&ply=5").content.decode()
        assert (Game.objects.count(), Player.objects.count()) == (before, 2)

    def test_the_links_of_an_opened_game_contain_the_game_but_not_the_rest_of_the_file(self, ada, eve, over):
        file = ada.get(f"/g/{over.code}/game.json").json()
        plain = eve.get("/look/", {"game": json.dumps(file)}).content
        full = eve.get("/look/", {"game": json.dumps(file | {"rest": "filling" * 1_000})}).content.decode()
        links = re.findall(r'(?:href|action)="(\?game=[^"]*)"', full)
        assert len(links) > 10
        assert not any("filling" in link for link in links)
        # Every page contains its own URL, for the forms that change the language or the name.
        assert len(full) < len(plain) + 4.1 * 7_000

    def test_a_very_long_game_has_a_small_page(self, eve):
        game = json.dumps(values_of(long_game(300, **RESIGNED)))
        page = eve.get("/look/", {"game": game, "ply": "150"})
        assert "Move 150 of 300" in page.content.decode()
        assert len(page.content) < 200_000

    def test_viewing_files_is_limited_by_address_and_number_of_moves(self, eve, monkeypatch):
        monkeypatch.setattr(limits, "VIEWING", limits.Limit("few", 100, limits.DAY, limits.VIEWING.sentence))
        short, long = (json.dumps(values_of(long_game(plies, **RESIGNED))) for plies in (8, 60))
        games = [short, long, short, long]
        assert [eve.get("/look/", {"game": game}).status_code for game in games] == [200, 200, 200, 429]
        assert eve.get("/look/", {"game": short}, REMOTE_ADDR="192.0.2.8").status_code == 200

    @pytest.mark.parametrize("text", ["", "x", '{"format": "tic-tac-toe"', "[" * 20_000])
    def test_invalid_game_data_is_refused_with_a_sentence(self, eve, text):
        answer = eve.post("/open/", {"pasted": text})
        assert (answer.status_code, 'role="alert"' in answer.content.decode()) == (400, True)
        upload = eve.post("/open/", {"file": SimpleUploadedFile("game.json", text.encode() or b" ")})
        assert upload.status_code == 400
        assert eve.get("/look/", {"game": text}).status_code == 400
        assert not Game.objects.exists()

    def test_an_empty_form_asks_for_a_game(self, eve):
        assert "Choose a file, or paste a game." in eve.post("/open/", {"pasted": " "}).content.decode()

    def test_only_finished_games_are_exported(self, eve, game):
        for name in ("game.json", "game.txt"):
            assert eve.get(f"/g/{game.code}/{name}").status_code == 409
            assert eve.get(f"/g/2222222222/{name}").status_code == 404


class TestHints:
    def test_hints_are_shown_on_request_if_switched_on(self, ada):
        game = ada.make("computer", opponent="hard", side="X", hints="on")
        assert "X wins" not in ada.see(game)
        ada.do(game, "hint")
        assert ada.see(game).count('<b class="worth ">draw</b>') == 9
        assert Game.objects.get().helped
        ada.mark(game, 1)
        assert 'class="worth' not in ada.see(game)

    def test_hints_are_refused_in_other_games(self, ada, eve, game):
        other = ada.make("computer", opponent="hard", side="X")
        for one in (game, other):
            answer = ada.do(one, "hint")
            assert (answer.status_code, "Hints are off" in answer.content.decode()) == (409, True)
        assert eve.do(other, "hint").status_code == 403
        assert not Game.objects.filter(helped=True).exists()


class TestFindingGames:
    @pytest.fixture
    def kinds(self, ada, ben) -> dict[str, Game]:
        games = {name: ada.make("friend", side=side) for name, side in (("won", "X"), ("lost", "O"), ("open", "X"))}
        for game in games.values():
            ben.do(game, "join")
        games |= {"easy": ada.make("computer", opponent="easy", side="X"), "screen": ada.make("one_screen")}
        ben.do(games["won"], "resign")
        for name in ("lost", "easy", "screen"):
            ada.do(games[name], "resign")
        return games

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ("", {"won", "lost", "open", "easy", "screen"}),
            ("result=won", {"won"}),
            ("result=lost", {"lost", "easy"}),
            ("result=drawn", set()),
            ("opponent=person", {"won", "lost", "open"}),
            ("opponent=computer", {"easy"}),
            ("opponent=easy", {"easy"}),
            ("opponent=hard", set()),
            ("opponent=screen", {"screen"}),
            ("side=X", {"won", "open", "easy"}),
            ("side=O&state=finished", {"lost"}),
            ("state=open", {"open"}),
            ("state=finished&result=lost&opponent=person", {"lost"}),
            ("result=nonsense", set()),
        ],
    )
    def test_games_are_found_by_result_opponent_side_and_state(self, ada, kinds, query, found):
        page = ada.get(f"/games/?{query}").content.decode()
        assert {name for name, game in kinds.items() if f"/g/{game.code}/" in page} == found

    def test_totals_are_by_opponent_and_side_and_omit_one_screen_games(self, ada, kinds):
        guest, easy = totals_of(Player.objects.get(pk=ada.session["player"]))
        assert (opponent(guest), guest.played, guest.won, guest.drawn, guest.lost) == ("Guest", 2, 1, 0, 1)
        assert (opponent(easy), easy.played, easy.won, easy.drawn, easy.lost) == ("Easy", 1, 0, 0, 1)
        assert (guest.sides["X"], guest.sides["O"]) == (Record(won=1, drawn=0, lost=0), Record(won=0, drawn=0, lost=1))
        assert (easy.sides["X"], easy.sides["O"]) == (Record(won=0, drawn=0, lost=1), Record(won=0, drawn=0, lost=0))
        page = ada.get("/games/").content.decode()
        assert re.findall(r'<th scope="row">(.+?)</th>', page) == ["As X", "As O", "As X"]

    def test_totals_omit_games_from_a_set_up_position(self, ada):
        ada.do(ada.make("computer", opponent="hard", side="O", start="X________"), "resign")
        assert totals_of(Player.objects.get()) == []
        assert overall_record(Player.objects.get()).played == 0

    def test_totals_are_separate_for_each_variant_and_for_wins_with_hints(self, ada):
        for variant, hints in (("classic", "on"), ("classic", ""), ("misere", "")):
            game = ada.make("computer", opponent="easy", side="X", variant=variant, hints=hints)
            if hints:
                ada.do(game, "hint")
            Game.objects.filter(pk=game.pk).update(status=Status.FINISHED, ended="resigned", winner="X")
        me = Player.objects.get()
        assert [(one.variant, one.played, one.won, one.helped) for one in totals_of(me)] == [
            ("classic", 2, 1, 1),
            ("misere", 1, 1, 0),
        ]
        assert records_of(me)["easy"]["X"] == Record(won=1, drawn=0, lost=0, helped=1)
        assert "Won with hints: 1" in ada.get("/opponents/?variant=classic").content.decode()
        page = ada.get("/games/").content.decode()
        assert "3 games: won 2, drawn 0, lost 0 · Won with hints: 1" in page
        variants = re.findall(r'<bdi>Easy</bdi> <small class="soft">(.+?)</small>', page)
        assert variants == ["Classic", "Don’t make three"]

    def test_totals_are_above_the_list_unless_it_is_filtered(self, ada, kinds):
        page = ada.get("/games/").content.decode()
        assert page.index("3 games: won 1, drawn 0, lost 2") < page.index('class="rows"')
        assert "all-in-all" not in Person().get("/games/").content.decode()
        filtered = ada.get("/games/?opponent=person").content.decode()
        assert ("3 games found." in filtered, "3 games: won 1" in filtered) == (True, False)

    def test_games_are_found_by_variant_and_friend(self, ada, ben, kinds):
        Player.objects.filter(pk=ben.session["player"]).update(name="Ben")
        page = ada.get("/games/").content.decode()
        assert '<option value="friend-Ben">Ben</option>' in page
        assert "3 games found." in ada.get("/games/?opponent=friend-Ben").content.decode()
        assert "None of your games match." in ada.get("/games/?opponent=friend-Ben&game=wild").content.decode()
        assert "None of your games match." not in ada.get("/games/?game=classic").content.decode()

    def test_totals_have_the_mistakes_per_game(self, ada, ben, game):
        ada.mark(game, 1)
        ben.mark(game, 2)
        ben.do(game, "resign")
        [total] = totals_of(Player.objects.get(pk=ben.session["player"]))
        assert total.mistakes_per_game == 1

    def test_totals_show_the_most_played_opponents(self, ada, monkeypatch):
        monkeypatch.setattr("games.play.selectors.results.MAX_TOTALS", 2)
        for key, count in (("easy", 1), ("hard", 3), ("normal", 2)):
            for _game in range(count):
                ada.do(ada.make("computer", opponent=key, side="X"), "resign")
        assert [(one.key, one.lost) for one in totals_of(Player.objects.get())] == [("hard", 3), ("normal", 2)]

    def test_a_player_at_the_limit_of_solo_games_is_warned(self, ada, monkeypatch):
        monkeypatch.setattr(start, "MAX_ALONE", 2)
        games = [ada.make("one_screen"), ada.make("computer", opponent="easy", side="X")]
        sentence = "You have 2 unfinished games against the computer or on one screen."
        assert sentence in ada.get("/games/").content.decode()
        ada.do(games[0], "resign")
        assert "unfinished games against" not in ada.get("/games/").content.decode()
