"""Every computer player of the engine is described, and games against a removed one stay readable."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.urls import reverse

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.engine.variants import VARIANTS
from games.opponents.words import odds
from games.play import services
from games.play.models import Game
from games.play.words import refusals, roster
from games.site.refusals import Reason
from tests.support.addresses import PATTERNS, Site
from tests.support.commands import output_of
from tests.support.stored import check_refused

GONE = "giveaway"


@pytest.fixture
def games(ada) -> dict[str, Game]:
    """Three games of Ada against GONE: one in which it is her turn, one put away, and a finished one."""
    made = [services.start_against_computer(player=ada, opponent=GONE, side=side) for side in (Mark.O, Mark.X, Mark.X)]
    services.put_away(code=made[1].code, player=ada, away=True)
    services.play(code=made[2].code, player=ada, move="4", version=made[2].version)
    services.resign(code=made[2].code, player=ada)
    return {kind: Game.objects.get(code=one.code) for kind, one in zip(("open", "away", "over"), made, strict=True)}


@pytest.fixture
def site(rf, ada, games, monkeypatch) -> Iterator[Site]:
    """The site after the removal of GONE, with games of Ada and a series."""
    site = Site(rf)
    site.ada, site.series = ada, services.start_series(player=ada, x=GONE, o="hard", count=2)
    left = {key: found for key, found in odds.every_opponent(CLASSIC).items() if key != GONE}
    monkeypatch.setattr(odds, "every_opponent", lambda _variant: left)
    opponents, described = CLASSIC.opponents, roster.PLAYERS[CLASSIC.key]
    with patch.dict(opponents), patch.dict(described):  # patch.dict also restores the order
        del opponents[GONE], described[GONE]
        yield site


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_every_computer_player_of_a_game_is_described_and_no_other(variant):
    described = list(roster.PLAYERS.get(variant.key, {}))
    assert described == list(variant.opponents), f"describe them in games/play/words/roster.py: PLAYERS, {variant.key}"
    places = sorted(player.place for player in roster.players_of(variant).values() if player.place)
    assert places == list(range(1, len(places) + 1))


def test_a_removed_computer_player_is_called_by_its_key():
    assert [roster.called(key) for key in ("extreme-first", "long-gone")] == ["Almost Extreme", "Long gone"]


@pytest.mark.django_db
class TestRemovedComputerPlayer:
    def test_every_page_works(self, site, games):
        browser, names = site.browser(staff=True), 0
        for kind, site.game in games.items():
            for written, _pattern in PATTERNS:
                if kind == "over" or "code:code" in written:
                    answer = browser.get(site.address(written), secure=True)
                    assert answer.status_code < 500, written
                    names += b"Giveaway" in answer.content
            assert b"Giveaway" in browser.get(f"/g/{site.game.code}/?ply=1", secure=True).content
        assert names > 15
        for address in ("/games/?away", f"/w/{site.series.code}/?game=2&ply=5"):
            assert b"Giveaway" in browser.get(address, secure=True).content, address

    def test_exports_and_checks_work(self, site, games):
        browser, asked = site.browser(staff=True), [game.pk for game in games.values()]
        for action in ("export_csv", "export_json", "check_rules"):
            sent = {"action": action, "_selected_action": asked}
            answer = browser.post(reverse("admin:games_game_changelist"), sent, secure=True)
            assert answer.status_code < 400
            assert action == "check_rules" or answer.content.decode().count("Giveaway") == 3
        for command in ("verify", "judge", "tidy"):
            output_of(command)

    def test_a_file_of_its_game_opens_again(self, site, games):
        browser, over = site.browser(), games["over"].code
        file = browser.get(f"/g/{over}/game.json", secure=True).content.decode()
        opened = browser.post("/open/", {"pasted": file}, secure=True, follow=True)
        assert (opened.status_code, b"Giveaway" in opened.content) == (200, True)

    def test_a_game_in_play_can_be_resigned_or_put_away_but_not_continued(self, site, games):
        browser, code = site.browser(), games["open"].code
        free = next(cell for cell in range(9) if str(cell) not in games["open"].record)
        answer = browser.post(f"/g/{code}/play/", {"cell": free, "version": 1}, secure=True)
        sentence = "Giveaway no longer plays here. You can give up this game or put it away."
        assert (answer.status_code, sentence in answer.content.decode()) == (409, True)
        assert Game.objects.get(code=code).version == 1
        for address in (f"/games/{code}/put-away/", f"/g/{code}/resign/"):
            assert browser.post(address, {"away": "on"}, secure=True).status_code == 302
        assert Game.objects.get(code=code).ended == "resigned"

    def test_no_rematch_and_no_new_game_can_be_started(self, site, games, ada):
        refused = check_refused(Reason.NO_REMATCH, services.rematch, code=games["over"].code, player=ada)
        assert refusals.in_words(refused) == "Giveaway no longer plays here. Start a game with another robot."
        check_refused(Reason.UNKNOWN_OPPONENT, services.start_against_computer, player=ada, opponent=GONE, side=None)
        check_refused(Reason.UNKNOWN_OPPONENT, services.start_series, player=ada, x=GONE, o="hard", count=1)
