"""The ladder of a game, climbed rung by rung."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from games.engine.ladder import Rung, rungs
from games.engine.notakto import NOTAKTO
from games.engine.position import Move
from games.engine.vanishing import VANISHING
from games.engine.variant import Variant
from games.engine.wild import WILD
from games.practice.models import Climb
from games.site.models import Player

pytestmark = pytest.mark.django_db

each = pytest.mark.parametrize("variant", [VANISHING, NOTAKTO, WILD], ids=repr)


def path(rung: Rung) -> str:
    return f"/practice/ladder/{rung.moves}/?variant={rung.variant.key}"


def record_of(rung: Rung) -> str:
    return "".join(map(rung.variant.write, rung.played))


def press(client: Client, rung: Rung, move: Move, record: str | None = None) -> HttpResponse:
    """Press the square of a move after a record, by default at the start of the rung."""
    sent = {"record": record_of(rung) if record is None else record, "cell": rung.variant.write(move)}
    return client.post(path(rung), sent)


def climb(client: Client, rung: Rung) -> str:
    """Play a rung to its end by best moves, and return the last page."""
    record, page = record_of(rung), ""
    for _move in range(rung.moves):
        position = rung.positions(rung.variant.moves(record))[-1]
        page = press(client, rung, rung.solver.best_moves(position)[0], record).content.decode()
        record = re.search(r'name="record" value="(\w+)"', page)[1]
    return page


def announcement(page: str) -> str:
    return re.search(r'role="status">([^<]*)<', page)[1]


def ladder(client: Client, variant: Variant) -> str:
    return client.get(f"/practice/ladder/?variant={variant.key}").content.decode()


@each
def test_the_page_lists_every_rung_and_says_how_long_the_win_is(client, variant):
    page, opening = ladder(client, variant), rungs(variant)[-1]
    assert f"Learn the {opening.plies}-move win" in page
    assert f"the game takes {opening.plies} moves, {opening.moves} of them yours." in page
    for rung in rungs(variant):
        assert f'href="{path(rung)}">' in page
        assert f"to play and win in {rung.moves} move" in page
    assert ">climbed<" not in page


@pytest.mark.parametrize("key", ["classic", "misere"])
def test_a_drawn_game_has_no_ladder(client, key):
    page = client.get(f"/practice/ladder/?variant={key}").content.decode()
    assert "With best play it is a draw." in page
    assert "there is no win to learn" in page
    assert client.get(f"/practice/ladder/1/?variant={key}").status_code == 404


@each
def test_every_rung_can_be_climbed_and_stays_climbed(client, variant):
    for rung in rungs(variant):
        page = climb(client, rung)
        assert "wins." in announcement(page)
        assert page.count('form="nowhere" name="cell"') == variant.squares
    for one in (VANISHING, NOTAKTO, WILD):
        assert ladder(client, one).count(">climbed<") == (len(rungs(one)) if one is variant else 0)
    for words in ("You have climbed them all.", "Play it out against Hard"):
        assert words in ladder(client, variant)
    climb(client, rungs(variant)[0])
    assert Climb.objects.count() == len(rungs(variant))


@each
def test_at_the_top_the_whole_game_can_be_played_against_hard(client, variant):
    below, opening = (climb(client, rung) for rung in rungs(variant)[-2:])
    assert "Play it out against Hard" not in below
    form = opening[opening.index('action="/new/computer/"') :]
    fields = dict(re.findall(r'name="(variant|start|side|opponent)" value="(\w*)"', form)[:4])
    assert fields == {"variant": variant.key, "start": variant.start.text, "side": "X", "opponent": "hard"}
    assert client.post("/new/computer/", fields, follow=True).status_code == 200


def test_nothing_is_stored_before_a_rung_is_climbed(client):
    rung = rungs(VANISHING)[2]
    press(client, rung, rung.solver.best_moves(rung.position)[0])
    assert not Climb.objects.exists()
    assert not Player.objects.exists()


def test_a_move_that_gives_the_win_away_is_explained_and_restarts_the_rung(client):
    rung = rungs(NOTAKTO)[1]
    wrong = next(move for move in rung.position.legal_moves if move not in rung.solver.keeping_moves(rung.position))
    page = press(client, rung, wrong).content.decode()
    assert announcement(page).startswith("Turned a win into a loss. Better: ")
    assert announcement(page).endswith("After this move 2nd could win in 1 move.")
    assert f'id="next" href="{path(rung)}"' in page
    assert page.count('form="nowhere" name="cell"') == 9


def test_a_hint_shows_what_each_square_is_worth_except_in_the_opening(client):
    _lowest, rung, *_others, opening = rungs(VANISHING)
    assert 'name="hint"' in client.get(path(rung)).content.decode()
    page = client.post(path(rung), {"record": record_of(rung), "hint": "1"}).content.decode()
    assert page.count('class="worth') == len(rung.position.legal_moves)
    assert 'name="hint"' not in page
    assert 'name="hint"' not in client.get(path(opening)).content.decode()
    assert 'class="worth' not in client.post(path(opening), {"record": "", "hint": "1"}).content.decode()
    assert re.fullmatch(r"The other player marked .+\.", announcement(press(client, opening, 1).content.decode()))


@pytest.mark.parametrize("record", ["01", "00", "x", "9", "0" * 5_000, "4"])
def test_an_invalid_climb_is_refused(client, record):
    response = press(client, rungs(NOTAKTO)[-1], 0, record)
    assert response.status_code == 409
    assert "The board has changed." in response.content.decode()


@pytest.mark.parametrize(
    ("cell", "words"),
    [("", "That is not a square"), ("x", "That is not a square"), ("1", "Already taken")],
)
def test_an_impossible_move_is_refused_with_a_sentence(client, cell, words):
    rung = rungs(VANISHING)[-2]
    response = client.post(path(rung), {"record": record_of(rung), "cell": cell})
    assert response.status_code == 409
    assert words in announcement(response.content.decode())


def test_a_rung_that_does_not_exist_is_not_found(client):
    for address in ("0/?variant=wild", "5/?variant=wild", "1/", "1/?variant=chess"):
        assert client.get(f"/practice/ladder/{address}").status_code == 404


def test_practice_and_the_rules_link_to_the_ladder(client):
    for page in ("/practice/1/?variant=vanishing", "/how-to-play/"):
        html = client.get(page).content.decode()
        assert '<a href="/practice/ladder/?variant=vanishing">Learn the 13-move win</a>' in html
    assert "/practice/ladder/" not in client.get("/practice/1/").content.decode()
