"""The list of a player's games: its order, its filters, and the totals above it."""

import re

import pytest

from games.engine.position import Mark
from games.home.views import start
from games.play import services
from games.play.models import Game, Status
from games.play.selectors.results import Record, overall_record, records_of, totals_of
from games.play.words.game_list import opponent
from tests.support.games import friends, play

pytestmark = pytest.mark.django_db

FOUND = {
    "": {"won", "lost", "open", "easy", "screen"},
    "result=won": {"won"},
    "result=lost": {"lost", "easy"},
    "result=drawn": set(),
    "opponent=person": {"won", "lost", "open"},
    "opponent=computer": {"easy"},
    "opponent=easy": {"easy"},
    "opponent=hard": set(),
    "opponent=screen": {"screen"},
    "opponent=friend-Ben": {"won", "lost", "open"},
    "opponent=friend-Ben&game=wild": set(),
    "side=X": {"won", "open", "easy"},
    "side=O&state=finished": {"lost"},
    "state=open": {"open"},
    "game=classic&state=finished&result=lost&opponent=person": {"lost"},
    "result=nonsense": set(),
}


@pytest.fixture
def kinds(ada, ben) -> dict[str, Game]:
    games = {name: friends(x=ada.who, o=ben.who) for name in ("won", "open")}
    games["lost"] = friends(x=ben.who, o=ada.who)
    games |= {"easy": ada.make("computer", opponent="easy", side="X"), "screen": ada.make("one_screen")}
    services.resign(code=games["won"].code, player=ben.who)
    for name in ("lost", "easy", "screen"):
        services.resign(code=games[name].code, player=ada.who)
    return games


def test_unfinished_games_come_first_then_finished_ones_newest_first_in_pages(ada, client, monkeypatch):
    monkeypatch.setattr(start, "GAMES_PER_PAGE", 2)
    games = [ada.make("computer", opponent="easy", side="X") for _ in range(4)]
    for game in (games[3], games[2]):
        services.resign(code=game.code, player=ada.who)
    pages = [[row["code"] for row in ada.get(f"/games/?page={page}").context["rows"]] for page in (1, 2)]
    assert pages == [[games[1].code, games[0].code], [games[2].code, games[3].code]]
    assert client.get("/games/").context["rows"] == []  # a stranger's


def test_games_are_found_by_game_result_opponent_side_and_state(ada, kinds):
    for query, found in FOUND.items():
        page = ada.see(f"/games/?{query}")
        assert {name for name, game in kinds.items() if f"/g/{game.code}/" in page} == found, query
    assert '<option value="friend-Ben">Ben</option>' in page


def test_a_player_at_the_limit_of_solo_games_is_warned(ada, monkeypatch):
    monkeypatch.setattr(start, "MAX_ALONE", 2)
    games = [ada.make("one_screen"), ada.make("computer", opponent="easy", side="X")]
    sentence = "You have 2 unfinished games against the computer or on one screen."
    assert sentence in ada.see("/games/")
    services.resign(code=games[0].code, player=ada.who)
    assert sentence not in ada.see("/games/")


class TestTotals:
    def test_they_are_by_opponent_and_side_and_omit_one_screen_games(self, ada, kinds):
        of_ben, easy = totals_of(ada.who)
        assert (opponent(of_ben), of_ben.played, of_ben.won, of_ben.drawn, of_ben.lost) == ("Ben", 2, 1, 0, 1)
        assert (of_ben.sides["X"], of_ben.sides["O"]) == (Record(won=1, drawn=0, lost=0), Record(0, 0, 1))
        assert (opponent(easy), easy.sides["X"], easy.sides["O"]) == ("Easy", Record(0, 0, 1), Record(0, 0, 0))
        assert re.findall(r'<th scope="row">(.+?)</th>', ada.see("/games/")) == ["As X", "As O", "As X"]

    def test_they_omit_games_from_a_set_up_position(self, ada):
        game = ada.make("computer", opponent="hard", side="O", start="X________")
        services.resign(code=game.code, player=ada.who)
        assert (totals_of(ada.who), overall_record(ada.who).played) == ([], 0)

    def test_they_are_separate_for_each_variant_and_for_wins_with_hints(self, ada):
        for variant, hints in (("classic", "on"), ("classic", ""), ("misere", "")):
            game = ada.make("computer", opponent="easy", side="X", variant=variant, hints=hints)
            if hints:
                services.hint(code=game.code, player=ada.who)
            Game.objects.filter(pk=game.pk).update(status=Status.FINISHED, ended="resigned", winner="X")
        found = [(one.variant, one.played, one.won, one.helped) for one in totals_of(ada.who)]
        assert found == [("classic", 2, 1, 1), ("misere", 1, 1, 0)]
        assert records_of(ada.who)["easy"]["X"] == Record(won=1, drawn=0, lost=0, helped=1)
        page = ada.see("/games/")
        assert "3 games: won 2, drawn 0, lost 0 · Won with hints: 1" in page
        variants = re.findall(r'<bdi>Easy</bdi> <small class="soft">(.+?)</small>', page)
        assert variants == ["Classic", "Don’t make three"]

    def test_they_are_above_the_list_unless_it_is_filtered(self, ada, kinds):
        page = ada.see("/games/")
        assert page.index("3 games: won 1, drawn 0, lost 2") < page.index('class="rows"')
        filtered = ada.see("/games/?opponent=person")
        assert ("3 games found." in filtered, "3 games: won 1" in filtered) == (True, False)

    def test_they_have_the_mistakes_per_game(self, ben, game):
        play(game, "1 2")
        services.resign(code=game.code, player=ben.who)
        [total] = totals_of(ben.who)
        assert total.mistakes_per_game == 1

    def test_they_show_the_most_played_opponents(self, ada, monkeypatch):
        monkeypatch.setattr("games.play.selectors.results.MAX_TOTALS", 2)
        for key, count in (("easy", 1), ("hard", 3), ("normal", 2)):
            for _game in range(count):
                made = services.start_against_computer(player=ada.who, opponent=key, side=Mark.X)
                services.resign(code=made.code, player=ada.who)
        assert [(one.key, one.lost) for one in totals_of(ada.who)] == [("hard", 3), ("normal", 2)]
