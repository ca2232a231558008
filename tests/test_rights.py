"""The rights to every action: a new verb or URL fails here until its rights are listed.

Everyone without the right tries every action, by page and by socket, and no row may change. Tournaments have
test_rights_in_tournaments.py.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.urls import reverse

from games import urls
from games.engine.classic import CLASSIC
from games.engine.exercises import exercises
from games.engine.ladder import rungs
from games.engine.notakto import NOTAKTO
from games.engine.position import Mark
from games.home.views.device import device_url
from games.menace import services as menace_services
from games.menace.models import Menace
from games.play import services as play_services
from games.play.models import Game
from games.play.selectors.state import State
from games.play.verbs import VERBS
from games.practice.daily import FIRST_DAY, exercise_of
from games.robots import services as robot_services
from games.robots.models import KeptRobot
from games.site import services as site_services
from games.site.models import Player
from tests.support.browsers import Browser
from tests.support.games import deleted, friends, play, player, take_back
from tests.support.played import played
from tests.support.presence import LONG, process, turned, visit
from tests.support.room_pages import Page
from tests.support.stored import WHO_IS_HERE, digest

UNKNOWN = "2222222222"

# Every URL by name: URLs that only read, those that change only the sender's own data, and those that need a right,
# like the verbs of a room.
SHOW = {
    *("home", "your_games", "open", "look", "exercises", "device", "opponents", "watch", "series", "setup", "room"),
    *("today", "daily_picture", "state", "picture", "board", "json", "text", "healthz", "readyz", "metrics"),
    *("manifest", "favicon"),
    *("robots", "how_to_play", "settings", "workshop", "robot", "robot_picture", "robot_of_game", "league", "lesson"),
    *("ladder", "menace_json", "menace_house_json", "you", "your_file"),
    *("enter", "tournament", "tournament_state", "tournament_wall", "tournament_results", "tournament_table"),
    *("tournament_games", "class_review", "class_practice"),
}
RUNG = rungs(NOTAKTO)[0]
OWN = {
    "new_friend": {"side": "X"},
    "new_computer": {"opponent": "easy", "side": "X"},
    "new_one_screen": {},
    "tournament_new": {},
    "new_series": {"x": "easy", "o": "hard", "count": "1"},
    "name": {"name": "Mallory"},
    "prefer": {"theme": "dark"},
    "kept_robots": {"rules": "wb", "name": "Mallory’s"},
    "forget": {"sure": "yes"},
    "exercise": {"cell": str(exercises(CLASSIC)[0].position.legal_moves[0])},
    "rung": {
        "record": "".join(map(NOTAKTO.write, RUNG.played)),
        "cell": NOTAKTO.write(RUNG.solver.best_moves(RUNG.position)[0]),
    },
    "menace": {"reset": ""},
    "menace_house": {"begin": ""},
    "daily": {"cell": str(exercise_of(FIRST_DAY).position.legal_moves[0])},
}
NEED_A_RIGHT = {
    *("join", "put_away", "carry", "join_tournament", "leave", "come_back", "take_a_break", "be_ready", "more_time"),
    *("ask", "tournament_host"),
}
# The arguments and the query of URLs for which the code of a game is not the only argument.
ARGUMENTS = {
    "exercise": [1],
    "daily": [FIRST_DAY],
    "daily_picture": [FIRST_DAY],
    "robot": ["wbf"],
    "robot_picture": ["wbf"],
}
ARGUMENTS["rung"] = [RUNG.moves]
QUERIES = {"rung": "?variant=notakto"}


def test_every_url_is_on_one_of_the_lists():
    names = [pattern.name for pattern in urls.urlpatterns]
    assert sorted(names) == sorted([*SHOW, *OWN, *NEED_A_RIGHT, *VERBS])


@dataclass
class Situation:
    """A game in which `holder` may now perform an action; `other` is the other player."""

    code: str
    holder: Player
    other: Player | None = None

    @property
    def version(self) -> int:
        return Game.objects.get(code=self.code).version


def in_play(squares: str = "") -> Situation:
    ada, ben = player("Ada"), player("Ben")
    game = friends(x=ada, o=ben)
    play(game, squares)
    return Situation(game.code, ada, ben)


def asked_to_take_back() -> Situation:
    """Ben has asked to take back a move; Ada answers."""
    situation = in_play("5 1")
    take_back(code=situation.code, player=situation.other)
    return situation


def ben_has_left() -> Situation:
    situation = in_play("5")
    game = Game.objects.get(code=situation.code)
    at = process()
    visit(at, game, situation.holder, arrived=LONG)
    visit(at, game, situation.other, arrived=LONG, left=LONG / 2)
    turned(game, LONG / 2)
    return situation


def won() -> Situation:
    return in_play("1 4 2 5 3")


def rematch_offered() -> Situation:
    situation = won()
    play_services.rematch(code=situation.code, player=situation.holder)
    return situation


def waiting() -> Situation:
    ada = player("Ada")
    return Situation(play_services.invite(player=ada, side=Mark.X).code, ada)


def with_hints() -> Situation:
    ada = player("Ada")
    made = play_services.start_against_computer(player=ada, opponent="easy", side=Mark.X, hints=True)
    return Situation(made.code, ada)


SITUATIONS: dict[str, Callable[[], Situation]] = {
    "play": in_play,
    "swap": waiting,
    "take-back": lambda: in_play("5"),
    "allow": asked_to_take_back,
    "hint": with_hints,
    "resign": in_play,
    "claim": ben_has_left,
    "draw": ben_has_left,
    "rematch": won,
    "decline": asked_to_take_back,
    "withdraw": rematch_offered,
    "cancel": waiting,
    "doodle": in_play,
}
STORES_NOTHING = {"doodle"}


# Attempts without the right: the code of a game, and the person who tries the verb there.
Attempt = tuple[str, Player | None]


def the_wrong_seat(situation: Situation, verb: str) -> Attempt:
    """Let the game's other player try; for an invite, the friend who has accepted it."""
    if situation.other is None and verb in ("swap", "cancel"):
        situation.other = player("Ben")
        play_services.join(code=situation.code, player=situation.other)
    return situation.code, situation.other


def of_a_finished_game(_situation: Situation, _verb: str) -> Attempt:
    over = won()
    return over.code, over.holder


ATTEMPTS: dict[str, Callable[[Situation, str], Attempt]] = {
    "stranger": lambda situation, _verb: (situation.code, None),
    "spectator": lambda situation, _verb: (situation.code, player("Eve")),
    "player_of_another_game": lambda situation, verb: (situation.code, SITUATIONS[verb]().holder),
    "the_wrong_seat": the_wrong_seat,
    "of_a_finished_game": of_a_finished_game,
    "by_a_guessed_code": lambda situation, _verb: (UNKNOWN, situation.holder),
    "a_deleted_player": lambda situation, _verb: (situation.code, deleted()),
}
# Attempts that must succeed, with the reason.
ALLOWED = {
    ("resign", "the_wrong_seat"): "either side may resign at any time",
    ("rematch", "the_wrong_seat"): "either side may ask for a rematch",
    ("rematch", "of_a_finished_game"): "a rematch follows a finished game",
    ("doodle", "the_wrong_seat"): "either side may show a doodle",
    ("doodle", "of_a_finished_game"): "doodles are also shown after the end",
}
# A game against the computer has only one person.
IMPOSSIBLE = {("hint", "the_wrong_seat")}


def attempts_at(verb: str) -> list[str]:
    return [who for who in ATTEMPTS if (verb, who) not in IMPOSSIBLE]


def test_every_verb_has_a_game_in_which_it_is_possible():
    assert sorted(SITUATIONS) == sorted(VERBS)
    assert {verb for verb, _who in [*ALLOWED, *IMPOSSIBLE]} <= set(VERBS)
    assert {who for _verb, who in [*ALLOWED, *IMPOSSIBLE]} <= set(ATTEMPTS)


@pytest.mark.django_db
class TestByPage:
    @pytest.mark.parametrize("verb", VERBS)
    def test_an_attempt_without_the_right_is_refused_and_stores_nothing(self, verb):
        for who in attempts_at(verb):
            situation = SITUATIONS[verb]()
            code, person = ATTEMPTS[who](situation, verb)
            browser, version = Browser(person), situation.version
            if who == "spectator":
                browser.get(reverse("games:room", args=[code]) + "?watch=1")
            before = digest()
            answer = browser.do(code, verb, version)
            if (verb, who) in ALLOWED:
                assert answer.status_code == 302, who
                assert (digest() == before) == (verb in STORES_NOTHING), who
            else:
                assert answer.status_code in ({404} if code == UNKNOWN else {400, 403, 409}), who
                assert digest() == before, who

    @pytest.mark.parametrize("verb", VERBS)
    def test_the_entitled_player_can_act(self, verb):
        """Otherwise the refusals might not be due to the person."""
        situation = SITUATIONS[verb]()
        browser = Browser(situation.holder)
        before = digest(but=WHO_IS_HERE)
        assert browser.do(situation.code, verb, situation.version).status_code == 302
        assert (digest(but=WHO_IS_HERE) == before) == (verb in STORES_NOTHING)

    @pytest.mark.parametrize("verb", [*VERBS, "join"])
    def test_other_methods_than_post_do_nothing(self, verb):
        situation = SITUATIONS.get(verb, waiting)()
        browsers = Browser(None), Browser(player("Eve"))
        before = digest()
        for browser in browsers:
            for method in (browser.get, browser.head, browser.put, browser.patch, browser.delete, browser.options):
                assert method(reverse(f"games:{verb}", args=[situation.code])).status_code == 302
        assert digest() == before


@pytest.mark.usefixtures("little_grace")
@pytest.mark.django_db(transaction=True)
class TestBySocket:
    @staticmethod
    def prepared(verb: str, who: str) -> tuple[str, Player | None, int]:
        situation = SITUATIONS[verb]()
        return *ATTEMPTS[who](situation, verb), situation.version

    @pytest.mark.parametrize("verb", VERBS)
    async def test_an_attempt_without_the_right_is_refused_and_stores_nothing(self, verb):
        for who in attempts_at(verb):
            await self.try_it(verb, who)

    async def try_it(self, verb: str, who: str) -> None:
        code, person, version = await database_sync_to_async(self.prepared)(verb, who)
        page = Page(code, person, "lang=en&doodles")
        if code == UNKNOWN:
            await page.connect()
            assert await page.closed() == 4404
            await page.disconnect()
            return
        await page.open()
        before = await database_sync_to_async(digest)(but=WHO_IS_HERE)
        await page.do(verb, cell=8, drawing="nice", version=version)
        if (verb, who) in ALLOWED:
            await page.next("doodle" if verb == "doodle" else "state")
        else:
            assert (await page.next("refused"))["message"]
        after = await database_sync_to_async(digest)(but=WHO_IS_HERE)
        assert (after != before) == ((verb, who) in ALLOWED and verb not in STORES_NOTHING), who
        await page.disconnect()

    async def test_an_unknown_verb_does_nothing(self):
        situation = await database_sync_to_async(in_play)()
        page = Page(situation.code, situation.holder)
        await page.open()
        before = await database_sync_to_async(digest)(but=WHO_IS_HERE)
        for word in ("join", "rename", "__class__", "perform", "expire", "carry_over", "Play", "play ", ""):
            await page.do(word, cell=8, version=0)
            assert (await page.next("refused"))["message"]
        assert await database_sync_to_async(digest)(but=WHO_IS_HERE) == before
        await page.disconnect()


@pytest.mark.django_db
class TestJoining:
    def refused(self, browser: Client, code: str, status: int) -> None:
        before = digest()
        assert browser.post(reverse("games:join", args=[code]), {"name": "Mallory"}).status_code == status
        assert digest() == before

    def test_the_seat_is_for_one(self):
        situation = in_play()
        for who in (None, player("Eve"), in_play().holder):
            self.refused(Browser(who), situation.code, 409)

    def test_joining_ones_own_a_finished_or_an_unknown_game_is_refused(self):
        situation = waiting()
        self.refused(Browser(situation.holder), situation.code, 409)
        self.refused(Browser(None), UNKNOWN, 404)
        self.refused(Browser(player("Eve")), won().code, 409)

    def test_a_deleted_players_session_is_a_new_visitor(self):
        situation = waiting()
        gone = deleted()
        assert Browser(gone).post(reverse("games:join", args=[situation.code])).status_code == 302
        seats = State.of(Game.objects.get(code=situation.code)).seats
        assert seats["O"].player not in (gone.pk, situation.holder.pk)


@pytest.mark.django_db
def test_only_its_own_player_puts_a_game_away():
    situation, other = with_hints(), with_hints()

    def put_away(browser: Browser, code: str = situation.code) -> int:
        return browser.post(reverse("games:put_away", args=[code]), {"away": "on"}).status_code

    for browser in map(Browser, (None, player("Eve"), other.holder, deleted())):
        before = digest()
        assert (put_away(browser), digest() == before) == (409, True)
    holder = Browser(situation.holder)
    assert put_away(holder, UNKNOWN) == 404
    assert put_away(holder) == 302
    assert Game.objects.get(code=situation.code).put_away


@pytest.mark.django_db
class TestCarryingOver:
    def tokens(self, rf) -> dict[str, str]:
        """Return device links that must not carry anyone over."""
        ada, ben, gone = player("Ada"), player("Ben"), player("Gone")
        link = {who.name: device_url(rf.get("/"), who).split("/")[-2] for who in (ada, ben, gone)}
        site_services.carry_over(player=ada.pk, carried=0)
        gone.delete()
        value, rest = link["Ben"].split(":", 1)
        return {
            "replayed": link["Ada"],
            "of a deleted player": link["Gone"],
            "with the number of another": f"{link['Ada'].split(':')[0]}:{rest}",
            "signature cut": f"{value}:{rest[:-1]}",
            "no link at all": "x",
        }

    def test_invalid_device_links_are_refused(self, rf):
        tokens = self.tokens(rf)
        eve = player("Eve")
        for what, token in tokens.items():
            for who in (None, eve):
                browser = Browser(who)
                before = digest()
                for method in (browser.get, browser.post):
                    assert method(reverse("games:carry", args=[token])).status_code == 410, what
                assert digest() == before, what
                assert browser.session.get("player") == (who.pk if who else None), what


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["stranger", "player_of_another_game", "a_deleted_player"])
def test_actions_open_to_everyone_affect_only_the_sender(who):
    situation = in_play("5")
    others = [in_play("5"), won(), waiting()]
    _code, person = ATTEMPTS[who](situation, "play")
    mine = person.pk if person else None
    numbers = set(Player.objects.exclude(pk=mine).values_list("pk", flat=True))
    codes = [situation.code, *(other.code for other in others)]

    def theirs() -> list:
        games = Game.objects.filter(code__in=codes).order_by("pk")
        people = Player.objects.filter(pk__in=numbers).order_by("pk")
        machines = Menace.objects.filter(player__in=numbers).order_by("pk")
        return [
            *people.values_list(),
            *games.values_list(),
            *(State.of(game) for game in games),
            *machines.values_list(),
            *KeptRobot.objects.filter(player__in=numbers).order_by("pk").values_list(),
        ]

    menace_services.teach_machine(player=situation.holder, opponent="easy", games=1, version=0)
    robot_services.keep_robot(player=situation.holder, key="wb", name="Rusty")
    before = theirs()
    for name, form in OWN.items():
        address = reverse(f"games:{name}", args=ARGUMENTS.get(name, [])) + QUERIES.get(name, "")
        assert Browser(person).post(address, form).status_code in (200, 302), name
        assert theirs() == before, name


@pytest.mark.django_db
def test_read_only_pages_store_nothing_whatever_is_sent():
    situation, tournament = won(), played().code
    series = play_services.start_series(player=situation.holder, x="easy", o="hard", count=1)
    codes = {"series": series.code, "board": "X___O____"}
    for pattern in (one for one in urls.urlpatterns if one.name in SHOW):
        written, name = str(pattern.pattern), pattern.name
        code = tournament if "<entry:" in written else codes.get(name, situation.code)
        address = reverse(f"games:{name}", args=ARGUMENTS.get(name, [code] if "<" in written else []))
        check_that_nothing_is_stored(address, situation.holder)


def check_that_nothing_is_stored(address: str, holder: Player) -> None:
    for who in (player("Eve"), holder):
        browser = Browser(who)
        browser.get(address)  # may record the holder's first view
        before = digest(but=WHO_IS_HERE)
        for method in (browser.get, browser.head, browser.post, browser.put, browser.delete):
            assert method(address).status_code < 500, address
        assert digest(but=WHO_IS_HERE) == before, address
