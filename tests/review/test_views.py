"""A finished game's review, of a stored game and of one from a file, without a script."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.play.models import Game
from games.review.exchange import values_of
from games.site import limits
from games.site.models import Player
from tests.support.browsers import Browser
from tests.support.games import friends, play, player
from tests.support.states import RESIGNED, long_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Browser:
    return Browser(player("Ada"))


@pytest.fixture
def eve() -> Browser:
    """A stranger."""
    return Browser(None)


@pytest.fixture
def game(ada) -> Game:
    return friends(x=ada.who, o=player("Ben"))


@pytest.fixture
def over(game) -> str:
    """The path of a finished game, which Ada has won."""
    play(game, "5 4 7 3 1 6 9")
    return f"/g/{game.code}/"


class TestReview:
    def test_the_last_move_leads_to_the_end_of_the_game(self, ada, game):
        play(game, "5 4 7 3 1 6")
        end = ada.mark(game, 9).headers["Location"]
        assert end == f"/g/{game.code}/?over"
        assert 'data-screen="board"' in ada.see(end)

    def test_the_url_of_a_finished_game_shows_its_first_mistake(self, ada, eve, over):
        assert "Move 5 of 7" in ada.see(over)  # the first of her own
        assert "Move 2 of 7" in eve.see(over)

    @pytest.mark.parametrize(
        ("query", "words"),
        [
            ("ply=5", "Better: bottom middle or bottom right, then X wins in 1 move. After this move it was a draw."),
            ("ply=5&worth=off", "The squares no longer show what they’re worth."),
            ("ply=0", "The start"),
            ("ply=99", "Move 7 of 7"),
            ("ply=-1", "Move 2 of 7"),
        ],
    )
    def test_each_moment_has_a_url(self, eve, over, query, words):
        assert words in eve.see(f"{over}?{query}")

    def test_the_links_work_without_a_script(self, eve, over):
        links = re.findall(r'id="(first|back|on|last)" href="\?ply=(\d)', eve.see(f"{over}?ply=5"))
        assert links == [("first", "0"), ("back", "4"), ("on", "6"), ("last", "7")]

    def test_a_shared_review_offers_a_game(self, ada, eve, over):
        file = ada.see(f"{over}game.json")
        for page in (eve.see(over), eve.post("/open/", {"pasted": file}, follow=True).content.decode()):
            assert ("Make your own link" in page, "this robot" in page) == (True, False)
        assert "Make your own link" not in ada.see(over)

    def test_a_review_against_a_robot_links_to_the_robot(self, ada, eve):
        game = ada.make("computer", side="O", opponent="hard")
        ada.post(f"/g/{game.code}/resign/")
        page = eve.see(f"/g/{game.code}/")
        [form] = re.findall(r'<form method="post" action="/new/computer/">.*?</form>', page, re.DOTALL)
        assert "Play this robot" in form
        played = eve.make("computer", **dict(re.findall(r'name="(opponent|side)" value="([^"]*)"', form)))
        assert {seat.mark: seat.opponent for seat in played.seats.all()} == {"X": "hard", "O": ""}


class TestFiles:
    def test_an_exported_game_opens_without_being_stored(self, ada, eve, over):
        file = ada.get(f"{over}game.json")
        name = f"tic-tac-toe-{over.split('/')[2]}.json"
        assert file["Content-Disposition"] == f'attachment; filename="{name}"'
        for sent in (
            {"pasted": file.content.decode()},
            {"file": SimpleUploadedFile("game.json", file.content, "application/json")},
        ):
            page = eve.post("/open/", sent, follow=True)
            assert "Move 2 of 7" in page.content.decode()
            assert "Missed a win" in eve.see(f"{page.wsgi_request.get_full_path()}&ply=5")
        assert (Game.objects.count(), Player.objects.count()) == (1, 2)

    def test_the_links_of_an_opened_game_contain_the_game_but_not_the_rest_of_the_file(self, ada, eve, over):
        file = ada.get(f"{over}game.json").json()
        plain = eve.get("/look/", {"game": json.dumps(file)}).content
        full = eve.get("/look/", {"game": json.dumps(file | {"rest": "filling" * 1_000})}).content.decode()
        links = re.findall(r'(?:href|action)="(\?game=[^"]*)"', full)
        assert len(links) > 10
        assert not any("filling" in link for link in links)
        # Every page contains its own URL, for the forms that change the language or the name.
        assert len(full) < len(plain) + 4.1 * 7_000

    def test_a_very_long_game_has_a_small_page(self, eve):
        page = eve.get("/look/", {"game": json.dumps(values_of(long_game(300, **RESIGNED))), "ply": "150"})
        assert "Move 150 of 300" in page.content.decode()
        assert len(page.content) < 200_000

    def test_viewing_them_is_limited_by_address_and_number_of_moves(self, eve, monkeypatch):
        monkeypatch.setattr(limits, "VIEWING", limits.Limit("few", 100, limits.DAY, limits.VIEWING.sentence))
        short, long = (json.dumps(values_of(long_game(plies, **RESIGNED))) for plies in (8, 60))
        games = [short, long, short, long]
        assert [eve.get("/look/", {"game": game}).status_code for game in games] == [200, 200, 200, 429]
        assert eve.get("/look/", {"game": short}, REMOTE_ADDR="192.0.2.8").status_code == 200

    @pytest.mark.parametrize("text", ["", "[" * 20_000])
    def test_invalid_game_data_is_refused_with_a_sentence(self, eve, text):
        answer = eve.post("/open/", {"pasted": text})
        assert (answer.status_code, 'role="alert"' in answer.content.decode()) == (400, True)
        upload = eve.post("/open/", {"file": SimpleUploadedFile("game.json", text.encode() or b" ")})
        assert upload.status_code == eve.get("/look/", {"game": text}).status_code == 400
        assert "Choose a file, or paste a game." in eve.post("/open/", {"pasted": " "}).content.decode()

    def test_only_finished_games_are_exported(self, eve, game):
        for name in ("game.json", "game.txt"):
            assert eve.get(f"/g/{game.code}/{name}").status_code == 409
            assert eve.get(f"/g/2222222222/{name}").status_code == 404
