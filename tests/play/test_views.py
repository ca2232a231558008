"""The pages of an invite and of a game, for its players and for a stranger."""

import re

import pytest
from django.test import Client

from games.play.models import Game
from games.play.selectors.state import State
from games.site.models import Player
from tests.support.browsers import Browser
from tests.support.games import play, player
from tests.support.presence import presence_of
from tests.support.stored import digest

pytestmark = pytest.mark.django_db


class TestInvite:
    @pytest.fixture
    def invite(self, ada) -> Game:
        return Browser(ada).make("friend", side="X")

    def test_its_host_sees_the_link_and_its_qr_code_and_may_cancel(self, ada, invite, client):
        page = Browser(ada).see(f"/g/{invite.code}/")
        for part in (f"http://testserver/g/{invite.code}/", 'class="qr"', "Cancel", "noindex"):
            assert part in page
        assert 'class="qr"' not in client.get(f"/g/{invite.code}/").content.decode()

    def test_the_friend_sees_its_host_their_own_mark_and_a_preview_with_a_board(self, invite, client):
        Player.objects.update(name='Ada "<b>"')
        page = client.get(f"/g/{invite.code}/").content.decode()
        for words in ("invites you to play.", "You’ll be O.", "Join the game", "Just watch"):
            assert words in page
        assert 'property="og:title" content="Ada &quot;&lt;b&gt;&quot; invites you to play tic-tac-toe"' in page
        picture = re.search(r'property="og:image" content="http://testserver([^"]+)"', page)[1]
        assert client.get(picture)["Content-Type"] == "image/png"

    def test_a_spectator_may_still_join(self, ada, ben, invite):
        join, watching = f'formaction="/g/{invite.code}/join/">Join the game</button>', f"/g/{invite.code}/?watch=1"
        assert [join in Browser(who).see(watching) for who in (ben, ada)] == [True, False]
        assert Browser(ben).post(f"/g/{invite.code}/join/")["Location"] == f"/g/{invite.code}/"
        assert join not in Browser(None).see(watching)

    def test_a_bad_name_takes_no_seat(self, invite, client):
        before = digest()
        response = client.post(f"/g/{invite.code}/join/", {"name": "x" * 21})
        assert (response.status_code, "at most 20 characters" in response.content.decode()) == (400, True)
        assert digest() == before


class TestRoom:
    def test_refusals_show_the_reason_and_the_current_board(self, ada, ben, game):
        play(game, "5")
        for who, number, status, words in [
            (ben, 5, 409, "Already taken"),
            (ada, 1, 409, "Wait for"),
            (None, 1, 403, "Only the two players can do that."),
        ]:
            response = Browser(who).mark(game, number)
            assert response.status_code == status
            assert words in response.content.decode()
            assert "Centre, X, last move" in response.content.decode()

    @pytest.mark.parametrize(
        ("sent", "status"),
        [
            ({}, 400),
            *(({"cell": cell, "version": "1"}, 400) for cell in ("9", "middle", "²")),
            *(({"cell": "4", "version": version}, 409) for version in ("9" * 30, "soon", "0")),
        ],
    )
    def test_an_invalid_move_is_refused(self, ada, game, sent, status):
        browser = Browser(ada)
        before = digest()
        assert browser.post(f"/g/{game.code}/play/", sent).status_code == status
        assert digest() == before

    def test_the_polled_state_announces_missed_events_and_counts_players_as_here(self, ben, game):
        address, seen = f"/g/{game.code}/state/", State.of(game).seen
        play(game, "5")
        sentence = '<p id="told">Ada marked centre. Your turn.</p>'
        answers = [Browser(ben).see(f"{address}?lang=en{query}") for query in ("", f"&seen={seen}")]
        assert [sentence in answer for answer in answers] == [False, True]
        Browser(player("Eve")).get(address)
        assert presence_of(game.code).here == "O"


class TestHints:
    def test_they_are_shown_on_request_if_switched_on(self, ada):
        browser = Browser(ada)
        game = browser.make("computer", opponent="hard", side="X", hints="on")
        room = f"/g/{game.code}/"
        assert "X wins" not in browser.see(room)
        browser.post(f"{room}hint/")
        assert browser.see(room).count('<b class="worth ">draw</b>') == 9
        assert Game.objects.get().helped
        browser.mark(game, 1)
        assert 'class="worth' not in browser.see(room)

    def test_they_are_refused_in_other_games(self, ada, game):
        browser = Browser(ada)
        for one in (game, browser.make("computer", opponent="hard", side="X")):
            answer = browser.post(f"/g/{one.code}/hint/")
            assert (answer.status_code, "Hints are off" in answer.content.decode()) == (409, True)


def test_a_join_form_sent_twice_creates_one_guest(ada):
    room = f"/g/{Browser(ada).make('friend', side='X').code}/"
    for _click in range(2):
        newcomer = Client(enforce_csrf_checks=True)
        newcomer.cookies["csrftoken"] = "k" * 32  # the token of the page; the response will set the session
        newcomer.post(f"{room}join/", {"csrfmiddlewaretoken": "k" * 32})
    assert Player.objects.count() == 2
    newcomer.post("/prefer/", {"csrfmiddlewaretoken": "k" * 32})
    page = newcomer.get(room).content.decode()
    assert ('data-screen="board"' in page, "You’re watching" in page) == (True, False)
