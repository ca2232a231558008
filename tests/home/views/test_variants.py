"""The pages of every game, from the home page to the review, and those about its computer players."""

import re

import pytest
from django.test import Client

from games.engine.position import Termination
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.opponents.words import odds
from games.play.models import Status
from games.play.selectors.games import games_with_seats
from games.play.selectors.state import State
from games.play.words.roster import players_of
from games.play.words.rules import name_unless_usual, rules_of, side_name

pytestmark = pytest.mark.django_db


@pytest.fixture(params=VARIANTS)
def variant(request) -> Variant:
    return VARIANTS[request.param]


@pytest.fixture
def chosen(variant: Variant) -> dict[str, str]:
    """The field of a form that starts a game of this variant."""
    return {"variant": variant.key}


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def code_of(answer) -> str:
    return answer["Location"].split("/")[2]


def state_of(code: str) -> State:
    return State.of(games_with_seats().get(code=code))


def play_to_the_end(code: str, *clients: Client) -> State:
    """Make the first legal move until the game is over; the clients move in turn."""
    while (state := state_of(code)).status == Status.STARTED:
        sent = {"cell": state.variant.write(state.position.legal_moves[0]), "version": state.version}
        assert clients[state.plies % len(clients)].post(f"/g/{code}/play/", sent).status_code == 302
    return state


def test_the_home_page_shows_each_game_and_the_rule_of_the_one_started_last(variant, chosen):
    ada, rule, name = Client(), str(rules_of(variant).rule), name_unless_usual(variant)
    first = page(ada, f"/?variant={variant.key}")
    for one in VARIANTS.values():
        assert f'href="?variant={one.key}"' in first
        assert str(rules_of(one).rule) in first
    assert f"{name or f'{len(VARIANTS)} games'}</summary>" in first
    assert ('class="starting"' in first) == bool(name and variant.solver)  # the worth of starting
    assert re.search(rf"<h1[^>]*>{re.escape(rule)}</h1>", first)
    assert re.findall(r'name="opponent" value="([\w-]+)"', first) == [
        key for key, one in sorted(players_of(variant).items(), key=lambda item: item[1].place) if one.place
    ]
    ada.post("/new/friend/", {"side": "X", **chosen})
    assert re.search(rf"<h1[^>]*>{re.escape(rule)}</h1>", page(ada, "/"))


def test_a_game_by_link_is_played_to_its_end_and_reviewed(variant, chosen):
    ada, ben, eve, rules = Client(), Client(), Client(), rules_of(variant)
    code = code_of(ada.post("/new/friend/", {"side": "X", **chosen}))
    assert f'<p class="game"><b>{rules.name}</b> {rules.rule}</p>' in page(ada, f"/g/{code}/")
    invitation = page(ben, f"/g/{code}/")
    named = f"<b>{rules.name}</b> " if name_unless_usual(variant) else ""
    assert f'<p class="new-here">{named}{rules.new_here}</p>' in invitation
    assert f'<meta property="og:title" content="{rules.invitation}">' in invitation
    ben.post(f"/g/{code}/join/")
    assert state_of(code).variant is variant
    assert (f"<small>{rules.name} · You’re {rules.sides[0]}</small>" in page(ada, "/")) == bool(
        name_unless_usual(variant)
    )
    for client in (ada, ben):
        assert page(client, f"/g/{code}/").count('class="rule"') == bool(name_unless_usual(variant))
    assert 'class="rule"' not in page(eve, f"/g/{code}/")
    end = play_to_the_end(code, ada, ben)
    assert end.position.outcome is not None
    for ply in range(end.plies + 1):
        moment = page(ada, f"/g/{code}/?ply={ply}")
        assert ('class="verdict"' in moment) == (variant.solver is not None)
    assert (str(rules.line) in moment) == (variant.solver is not None and end.ended == Termination.LINE)
    row = re.search(r'<p class="soft">([^<]*)</p>', page(ada, "/games/").split('class="rows"')[1])
    assert row[1].startswith(name_unless_usual(variant))


def test_the_computer_players_are_shown_and_watched(variant, chosen):
    ada = Client()
    groups = ada.get(f"/opponents/?variant={variant.key}").context["groups"]
    assert [one["key"] for group in groups.values() for one in group] == list(odds.every_opponent(variant))
    assert f"<label>{side_name(variant, 'X')} (starts)<select" in page(ada, f"/watch/?variant={variant.key}")
    offered = re.findall(r'<option value="([\w-]+)"', page(ada, f"/watch/?variant={variant.key}").split('name="o"')[0])
    assert offered == list(players_of(variant))
    first, *_others, last = players_of(variant)
    watched = ada.post("/new/series/", {"x": first, "o": last, "count": "2", **chosen})["Location"]
    for moment in ("", "?game=1&ply=3", "?game=2&ply=1"):
        assert str(players_of(variant)[last].name) in page(ada, watched + moment)


def test_a_position_is_set_up_and_played_from(variant, chosen):
    ada, opponent = Client(), next(iter(players_of(variant)))
    position = variant.start.play(variant.start.legal_moves[0])
    editor = page(ada, f"/setup/?variant={variant.key}&cells={position.text}")
    assert f'name="start" value="{position.text}"' in editor
    assert ('class="worth' in editor) == (variant.solver is not None)
    assert ('<button name="cells"' in editor) == (f'href="?variant={variant.key}"' in editor) == (not variant.ages)
    for side in rules_of(variant).sides:
        assert f"You are {side}" in editor
    assert f"{side_name(variant, position.turn)} to play." in editor
    sent = {"start": position.text, "opponent": opponent, "side": "either", **chosen}
    code = code_of(ada.post("/new/computer/", sent))
    assert state_of(code).positions[0] == position
    assert page(ada, f"/g/{code}/")


def test_the_editor_reports_an_impossible_position(variant):
    editor = page(Client(), f"/setup/?variant={variant.key}&cells=nonsense!")
    assert (str(rules_of(variant).setting_up.wrong) in editor) == (not variant.ages)
    assert ("No game can lead to this position." in editor) == variant.ages
    assert "Play the computer" not in editor


def test_how_to_play_explains_every_game_with_pictures_of_reachable_positions(variant):
    text, rules = page(Client(), "/how-to-play/"), rules_of(variant)
    assert str(rules.exactly) in text
    for picture in (rules.picture, *rules.explained):
        assert variant.drawn(picture.cells.upper().replace("H", "O")).cells
    for picture in rules.explained:
        assert str(picture.label) in text


def test_a_known_rule_is_not_explained_again(variant, chosen):
    ada = Client()
    play_to_the_end(code_of(ada.post("/new/one-screen/", chosen)), ada)
    again = code_of(ada.post("/new/one-screen/", chosen))
    assert 'class="rule"' not in page(ada, f"/g/{again}/")
