"""The rights in a tournament: a new URL or verb fails here until its rights are listed.

Everyone without the right tries every action, by page and by socket, and no row may change.
"""

import re
from collections.abc import Callable
from itertools import cycle, product

import pytest
from channels.db import database_sync_to_async
from django.template.loader import get_template
from django.test import Client
from django.urls import reverse

from games import urls
from games.play.models import Game
from games.play.verbs import VERBS
from games.routing import websocket_urlpatterns
from games.site.models import Player
from games.tournaments.models import Tournament
from games.tournaments.services import breaks, tournaments
from tests.support import tournaments as play
from tests.support.browsers import Browser
from tests.support.games import deleted, player
from tests.support.room_pages import OverviewPage
from tests.support.stored import digest

on_thread = database_sync_to_async


def class_under_way() -> Tournament:
    """Return a tournament in which Ada is to move against Ben, Cem waits, Kim reviews a match, Dan has a break, Lea has
    left and Rob was removed."""
    made = play.tournament("Ada", "Ben", "Cem", "Kim", "Dan", "Lea", "Rob")
    play.pair("Ada Ben")
    made.entrants.filter(name="Kim").update(free_since=play.in_seconds(60))
    breaks.take_a_break(code=made.code, player=play.person("Dan"))
    tournaments.leave(code=made.code, player=play.person("Lea"))
    tournaments.remove(key=made.key, entrant=play.entrant("Rob").pk)
    return made


def entrant_of_another_tournament() -> Player:
    eve = player("Eve")
    tournaments.join(code=tournaments.create().code, player=eve, name="Eve")
    return eve


# The host is not on this list: without the key, they are a stranger or one of these people.
WHO: dict[str, Callable[[], Player | None]] = {
    "stranger": lambda: None,
    "former visitor": lambda: player("Mia"),
    "deleted player": deleted,
    "player of another tournament": entrant_of_another_tournament,
    "removed entrant": lambda: play.person("Rob"),
    "entrant who left": lambda: play.person("Lea"),
    "entrant on a break": lambda: play.person("Dan"),
    "waiting entrant": lambda: play.person("Cem"),
    "entrant in a review": lambda: play.person("Kim"),
    "player to move": lambda: play.person("Ada"),
    "opponent": lambda: play.person("Ben"),
}
OUTSIDE = {"stranger", "former visitor", "deleted player", "player of another tournament"}
PLAYING = {"player to move", "opponent"}

# The actions that write, and who may perform them.
MAY_AS_A_PLAYER = {
    "join_tournament": OUTSIDE,
    "leave": {"entrant on a break", "waiting entrant", "entrant in a review", *PLAYING},
    "take_a_break": {"waiting entrant", "entrant in a review"},
    "be_ready": {"entrant in a review"},
    "more_time": {"entrant on a break", "entrant who left", "waiting entrant", "entrant in a review", *PLAYING},
    "come_back": {"entrant on a break", "entrant who left"},
}
MAY_IN_A_GAME = {verb: set[str]() for verb in VERBS} | {"play": {"player to move"}, "resign": PLAYING}
NOT_IN_TOURNAMENTS = {"take-back", "hint", "claim", "draw", "rematch", "doodle"}
HOSTS = ("start", "pause", "go-on", "longer", "end", "draw-names", "rename", "remove", "delete")
HOSTS += ("release", "close", "open", "remove-unmoved", "more-time", "usual-time")

# The status of each page; 302 leads to the person's own page.
ALL = dict.fromkeys(WHO, 200)
PAGES: dict[str, dict[str, int]] = {
    "join_tournament": {who: 200 if who in OUTSIDE else 302 for who in WHO},
    "tournament": {who: 302 if who in OUTSIDE | PLAYING else 200 for who in WHO},
    "tournament_state": ALL,
    "tournament_wall": ALL,
    "tournament_results": ALL,
    "tournament_table": ALL,
    "tournament_games": ALL,
    "class_review": ALL,
    "class_practice": dict.fromkeys(WHO, 404),  # none before the end
    "tournament_host": dict.fromkeys(WHO, 404),  # without the key
}
# The screen on an entrant's page.
SCREENS = dict.fromkeys(OUTSIDE, "outside") | dict.fromkeys(PLAYING, "playing")
SCREENS |= {
    "removed entrant": "removed",
    "entrant who left": "left",
    "entrant on a break": "aside",
    "waiting entrant": "next",
    "entrant in a review": "resting",
}


def test_every_url_of_a_tournament_is_in_a_table():
    of_one = {one.name for one in urls.urlpatterns if re.search("<(entry|key|str:typed)", str(one.pattern))}
    assert of_one == {*PAGES, *MAY_AS_A_PLAYER}


def test_every_socket_of_a_tournament_is_in_the_list():
    """tests/tournaments/test_overview_consumers.py has more on the host's page."""
    of_one = {str(one.pattern) for one in websocket_urlpatterns if "<entry:" in str(one.pattern)}
    assert of_one == {"ws/t/<entry:code>/", "ws/t/<entry:code>/wall/", "ws/host/<key:key>/<entry:code>/"}


def test_every_verb_of_a_host_is_in_the_list():
    page = get_template("tournaments/_host.html").template.source
    assert set(re.findall(r'name="do" value="([^"]+)"', page)) == {*HOSTS}


def address(name: str, made: Tournament) -> str:
    return f"/host/{made.code}/" if name == "tournament_host" else reverse(f"games:{name}", args=[made.code])


def stored() -> dict:
    """Return the whole database, except the version of the tournament, which viewing a page may raise."""
    shown = Tournament.objects.values_list("pk", "title", "phase", "ends_at", "minutes", "closed", "drawn_in")
    return digest(but={"Tournament"}) | {"Tournament": [*shown]}


def browsers(but: set[str] = frozenset()) -> dict[str, Client]:
    """Return everyone's browser, except those of `but`."""
    return {who: Browser(found()) for who, found in WHO.items() if who not in but}


@pytest.mark.django_db
class TestByPage:
    @pytest.mark.parametrize("verb", MAY_AS_A_PLAYER)
    def test_a_players_action_changes_nothing_when_others_try_it(self, verb):
        made = class_under_way()
        found = browsers(but=MAY_AS_A_PLAYER[verb])
        before = stored()
        for who, browser in found.items():
            assert browser.post(address(verb, made), {"name": "Mallory"}).status_code in (302, 409), who
        assert stored() == before

    @pytest.mark.parametrize(
        ("verb", "who"), [(verb, who) for verb, may in MAY_AS_A_PLAYER.items() for who in sorted(may)]
    )
    def test_entitled_people_can_act_in_the_tournament(self, verb, who):
        made = class_under_way()
        browser = browsers()[who]
        before = stored()
        assert browser.post(address(verb, made), {"name": "Mallory"}).status_code == 302
        assert stored() != before

    def test_only_the_two_players_act_in_a_tournament_game(self):
        class_under_way()
        game, found = play.game_of("Ada"), browsers()
        before = stored()
        for verb, (who, browser) in product(VERBS, found.items()):
            if who not in MAY_IN_A_GAME[verb]:
                answer = browser.do(game.code, verb, game.version)
                assert answer.status_code in (403, 409), (verb, who)
                refused = "You can’t do that in a tournament." in answer.content.decode()
                assert refused == (verb in NOT_IN_TOURNAMENTS and who in PLAYING), (verb, who)
        assert stored() == before

    @pytest.mark.parametrize(
        ("verb", "who"), [(verb, who) for verb, may in MAY_IN_A_GAME.items() for who in sorted(may)]
    )
    def test_entitled_players_can_act_in_a_game(self, verb, who):
        class_under_way()
        game, browser = play.game_of("Ada"), browsers()[who]
        assert browser.do(game.code, verb, game.version).status_code == 302
        assert Game.objects.get(pk=game.pk).version > game.version

    def test_a_finished_game_has_no_rematch(self):
        class_under_way()
        play.resign("Ada")
        game, found = play.game_of("Ada"), browsers()
        before = stored()
        for who in PLAYING:
            assert found[who].do(game.code, "rematch", game.version).status_code == 409
        assert stored() == before

    def test_each_person_sees_their_own_page_and_nobody_the_key(self):
        made = class_under_way()
        for name, (who, browser) in product(PAGES, browsers().items()):
            answer = browser.get(address(name, made))
            assert answer.status_code == PAGES[name][who], who
            assert made.key not in answer.content.decode() + answer.get("Location", ""), who

    def test_an_entrants_page_reveals_nothing_of_others(self):
        made = class_under_way()
        for who, browser in browsers().items():
            page = browser.get(address("tournament_state", made)).content.decode()
            assert f'data-screen="{SCREENS[who]}"' in page
            assert (play.game_of("Ada").code in page) == (who in PLAYING), who
            assert not {"Ada", "Ben", "Cem", "Dan", "Lea", "Rob"} & {*re.findall(r"\w+", page)}, who

    def test_other_methods_than_post_do_nothing(self):
        made = class_under_way()
        tried = [*product((address(verb, made) for verb in MAY_AS_A_PLAYER), browsers(but=OUTSIDE).values())]
        tried += [(f"/host/{made.key}/?do={verb}", Client()) for verb in HOSTS]
        before = stored()
        for path, browser in tried:
            for method in (browser.get, browser.head, browser.put, browser.patch, browser.delete):
                assert method(path).status_code < 500
        assert stored() == before


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["t/{0.code}", "t/{0.code}/wall", "host/{0.key}/{0.code}"])
async def test_sockets_accept_no_action(path, settings):
    """tests/test_rights.py tests the socket of a room, which has the rights of its forms."""
    settings.LIMITS = False
    made = await on_thread(class_under_way)()
    people = await on_thread(lambda: {who: WHO[who]() for who in ("stranger", "waiting entrant", "player to move")})()
    before = await on_thread(stored)()
    for who, person in people.items():
        page = OverviewPage(path.format(made), person)
        html = (await page.open())["html"]
        assert path != "t/{0.code}" or f'data-screen="{SCREENS[who]}"' in html
        for word in (*VERBS, *MAY_AS_A_PLAYER, "break", "come-back", *HOSTS, "join", "__class__", ""):
            await page.do(word, key=made.key, name="Mallory", minutes=60, entrant=1, cell=4, version=0)
            assert (await page.next("refused"))["message"], word
        await page.disconnect()
    assert await on_thread(stored)() == before


@pytest.mark.django_db
def test_nobody_acts_as_host_without_the_key():
    """Not even with the code, or with the key of another tournament."""
    made, others = class_under_way(), tournaments.create()
    keys = [others.key, made.code, made.key[:-1], made.key.upper(), made.key[::-1], str(made.pk), f"{made.key}2"]
    addresses = [f"/host/{key}/" for key in keys] + [address(name, made) for name in PAGES]
    ada = play.entrant("Ada").pk
    found = browsers()

    def theirs() -> list:
        return [*Tournament.objects.filter(pk=made.pk).values_list(), *made.entrants.order_by("pk").values_list()]

    before = theirs()
    people = cycle(("stranger", "removed entrant", "player to move"))
    for who, (tried, verb) in zip(people, product(addresses, HOSTS), strict=False):
        sent = {"do": verb, "entrant": ada, "name": "Ada", "minutes": 60, "at_once": "on"}
        assert found[who].post(tried, sent).status_code in (302, 404, 405, 409), (who, verb, tried)
    assert theirs() == before
