"""Rate limits: the limits, the responses beyond them, and exempt requests."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from redis import Redis

from games.play import services
from games.play.models import Game, Seat
from games.practice.daily import FIRST_DAY
from games.site import identity, limits
from games.site.models import Player
from games.tournaments.models import Entrant, Tournament
from tests.support.browsers import HERE, Browser, fill
from tests.support.games import friends, play, player
from tests.support.room_pages import Page
from tests.support.server import Server
from tests.support.stored import digest
from tests.support.tournaments import waiting
from tests.support.waiting import eventually


def in_redis(url: str, **options: object) -> dict[str, object]:
    return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": url, "OPTIONS": options}


class TestCounting:
    def test_each_person_is_counted_up_to_the_limit(self, clock):
        fill(limits.NAMING, 5)
        with pytest.raises(limits.TooMany) as caught:
            limits.take(limits.NAMING, 5)
        assert caught.value.limit is limits.NAMING
        assert 1 <= caught.value.seconds <= limits.NAMING.seconds
        limits.take(limits.NAMING, 6)
        limits.take(limits.JOINING, 5)
        clock.now += caught.value.seconds
        limits.take(limits.NAMING, 5)

    def test_an_empty_key_is_not_counted_and_limits_can_be_switched_off(self, settings):
        for nobody in (None, ""):
            limits.take(limits.GUESTS, nobody, many=limits.GUESTS.most + 1)
        settings.LIMITS = False
        limits.take(limits.GUESTS, 5, many=limits.GUESTS.most + 1)

    def test_without_the_cache_there_are_no_limits_and_a_warning_is_logged(self, settings, clock, caplog):
        settings.CACHES = {"default": in_redis("redis://127.0.0.1:1", socket_connect_timeout=0.5)}
        for _time in range(limits.NAMING.most * 2):
            limits.take(limits.NAMING, 5)
        [record] = caplog.records
        assert record.levelno == logging.WARNING
        assert record.getMessage().startswith("no limits for 5 s: the cache does not answer (ConnectionError: ")
        clock.now += limits.CACHE_RETRY_AFTER
        limits.take(limits.NAMING, 5)
        assert len(caplog.records) == 2

    async def test_all_requests_share_connections_to_redis(self, redis, settings):
        """Django makes a cache for each of them."""
        settings.CACHES = {"default": in_redis(redis.url, pool_class="tictactoe_site.redis_pool.SharedPool")}
        with Redis.from_url(redis.url) as client:
            before = client.info()["total_connections_received"]
            for _request in range(5):
                await asyncio.to_thread(limits.take, limits.NAMING, 5)
            assert client.info()["total_connections_received"] == before + 1

    @pytest.mark.slow
    def test_processes_count_together(self, redis, tmp_path):
        # A fixed time keeps all of them in one window.
        take = "from games.site import limits\nlimits.time.time = lambda: 1_000_000_000.0\n"
        take += "for number in range({}): limits.take(limits.NAMING, 5)"
        site = Server(tmp_path, REDIS_URL=redis.url)
        for count in (limits.NAMING.most - 1, 1):
            site.manage("shell", "--verbosity", "0", "--command", take.format(count))
        with pytest.raises(AssertionError, match="TooMany: You’ve changed your name a lot"):
            site.manage("shell", "--verbosity", "0", "--command", take.format(1))


NEW_GAMES = [
    (limits.GAMES, "/new/friend/", {"side": "X"}),
    (limits.GAMES, "/new/computer/", {"opponent": "easy", "side": "X"}),
    (limits.GAMES, "/new/one-screen/", {}),
    (limits.SERIES, "/new/series/", {"x": "easy", "o": "hard", "count": "7"}),
]
each_new_game = pytest.mark.parametrize(("limit", "address", "data"), NEW_GAMES)


@pytest.mark.django_db
@pytest.mark.usefixtures("clock")
class TestPages:
    @pytest.fixture
    def old(self, ada) -> Player:
        Player.objects.filter(pk=ada.pk).update(created_at=timezone.now() - timedelta(days=2))
        return ada

    def check(self, answer, limit: limits.Limit) -> None:
        page = answer.content.decode()
        assert answer.status_code == 429
        assert str(limit.sentence) in page
        assert '<main id="main"' in page
        assert 1 <= int(answer["Retry-After"]) <= limit.seconds

    @pytest.mark.parametrize(
        ("limit", "address", "data"),
        [
            *NEW_GAMES,
            (limits.NAMING, "/name/", {"name": "Ada L."}),
            (limits.JOINING, "/g/{code}/join/", {"name": "Ada L."}),
            (limits.GAMES, "/g/{over}/rematch/", {}),
            (limits.FORMS, "/g/{playing}/play/", {"cell": "4", "version": "0"}),
            (limits.FORMS, "/g/{playing}/resign/", {}),
            (limits.FORMS, "/games/{playing}/put-away/", {"away": "on"}),
            (limits.FORMS, "/you/forget/", {"sure": "yes"}),
        ],
    )
    def test_beyond_a_limit_the_answer_is_a_page_and_nothing_is_stored(self, ada, limit, address, data):
        over = services.start_one_screen(player=ada).code
        services.resign(code=over, player=ada)
        code = services.invite(player=player("Ben"), side=None).code
        playing = services.start_one_screen(player=ada).code
        address, person = address.format(code=code, over=over, playing=playing), Browser(ada)
        fill(limit, ada.pk)
        before = digest(but={"Session"})
        self.check(person.post(address, data), limit)
        assert digest(but={"Session"}) == before
        cache.clear()
        assert person.post(address, data).status_code == 302
        assert digest(but={"Session"}) != before

    def test_downloads_are_limited_and_attempts_at_puzzles_count_like_moves(self, ada):
        fill(limits.DOWNLOADS, ada.pk)
        self.check(Browser(ada).get("/you/games.jsonl"), limits.DOWNLOADS)
        fill(limits.DOWNLOADS, "127.0.0.1")
        self.check(Client().get("/you/games.jsonl"), limits.DOWNLOADS)
        fill(limits.FORMS, ada.pk)
        before = digest(but={"Session"})
        for address in ("/practice/1/", f"/day/{FIRST_DAY}/"):
            self.check(Browser(ada).post(address, {"cell": "0"}), limits.FORMS)
        assert digest(but={"Session"}) == before

    def test_waiting_games_are_limited(self, ada):
        person = Browser(ada)
        for _invite in range(limits.INVITES.most):
            assert person.post("/new/friend/", {"side": "X"}).status_code == 302
        answer = person.post("/new/friend/", {"side": "X"})
        assert (answer.status_code, str(limits.INVITES.sentence) in answer.content.decode()) == (429, True)
        assert "Retry-After" not in answer  # waiting does not help
        assert Game.objects.count() == limits.INVITES.most
        person.post(reverse("games:cancel", args=[Game.objects.first().code]))
        assert person.post("/new/friend/", {"side": "X"}).status_code == 302

    def test_new_guests_are_limited_by_address(self, ada):
        fill(limits.GUESTS, HERE)
        before = digest(but={"Session"})
        others = [(limits.NAMING, "/name/", {"name": "Eve"}), (limits.FORMS, "/practice/1/", {"cell": "0"})]
        for _limit, address, data in NEW_GAMES + others:
            self.check(Client(REMOTE_ADDR=HERE).post(address, data), limits.GUESTS)
        assert digest(but={"Session"}) == before
        assert Browser(ada, REMOTE_ADDR=HERE).post("/new/friend/", {"side": "X"}).status_code == 302
        assert Client(REMOTE_ADDR="192.0.2.8").post("/new/friend/", {"side": "X"}).status_code == 302

    def test_an_invited_friend_joins_despite_the_limit_of_the_address(self, ada):
        fill(limits.GUESTS, HERE)
        address = Browser(ada).post("/new/friend/", {"side": "X"})["Location"]
        friend, late = Client(REMOTE_ADDR=HERE), Client(REMOTE_ADDR=HERE)
        assert friend.post(f"{address}join/", {"name": "Ben"})["Location"] == address
        assert Seat.objects.count() == 2
        self.check(late.post(f"{address}join/", {"name": "Eve"}), limits.GUESTS)
        assert Player.objects.filter(name="Eve").count() == 0

    @each_new_game
    def test_games_of_newcomers_count_by_address(self, ada, limit, address, data):
        newcomer, count = Client(REMOTE_ADDR=HERE), int(data.get("count", 1))
        limits.take_with_address(limit, None, address=HERE, newcomer=True, many=limit.newcomers - 2 * count)
        for somebody in (Client(REMOTE_ADDR=HERE), newcomer):
            assert somebody.post(address, data).status_code == 302
        before = digest(but={"Session"})
        for somebody in (Client(REMOTE_ADDR=HERE), newcomer, Browser(ada, REMOTE_ADDR=HERE)):
            answer = somebody.post(address, data)
            assert (answer.status_code, str(limits.MANY_NEWCOMERS) in answer.content.decode()) == (429, True)
        assert digest(but={"Session"}) == before
        assert Client(REMOTE_ADDR="192.0.2.8").post(address, data).status_code == 302
        Player.objects.filter(pk=ada.pk).update(created_at=timezone.now() - timedelta(days=2))
        assert Browser(ada, REMOTE_ADDR=HERE).post(address, data).status_code == 302

    @each_new_game
    def test_games_of_known_players_count_by_address_too(self, old, limit, address, data):
        limits.take_with_address(limit, None, address=HERE, many=limit.everybody - int(data.get("count", 1)))
        assert Browser(old, REMOTE_ADDR=HERE).post(address, data).status_code == 302
        self.check(Browser(old, REMOTE_ADDR=HERE).post(address, data), limits.STORED)
        assert Browser(old, REMOTE_ADDR="192.0.2.8").post(address, data).status_code == 302

    def test_the_bytes_that_an_address_stores_in_a_day_are_limited(self, old):
        person = Browser(old, REMOTE_ADDR=HERE)
        limits.take(limits.STORED, HERE, many=limits.STORED.most - limits.SIZE_OF_GAME - limits.SIZE_OF_MOVE)
        playing = person.post("/new/one-screen/")["Location"]
        assert person.post(f"{playing}play/", {"cell": "4", "version": "0"}).status_code == 302
        self.check(person.post("/new/one-screen/"), limits.STORED)
        # Games in play continue.
        assert person.post(f"{playing}play/", {"cell": "3", "version": "1"}).status_code == 302
        invite = Browser(player("Ben")).post("/new/friend/", {"side": "X"})["Location"]
        assert person.post(f"{invite}join/", {"name": "Eve"})["Location"] == invite

    def test_six_hundred_people_at_one_address_may_play_without_a_break(self):
        people, seconds_a_game, moves, hours = 600, 40, 5, 4
        games_in_time = people * limits.GAMES.seconds / seconds_a_game
        size = limits.SIZE_OF_GAME + moves * limits.SIZE_OF_MOVE
        assert limits.GAMES.everybody >= games_in_time
        assert limits.STORED.most >= people * hours * 3_600 / seconds_a_game * size

    def test_guests_elsewhere_do_not_keep_a_class_out_of_a_tournament(self):
        fill(limits.GUESTS, HERE)
        made = waiting("Ada")
        answer = Client(REMOTE_ADDR=HERE).post(f"/join/{made.code}/", {"name": "Pupil"})
        assert (answer.status_code, answer["Location"]) == (302, f"/t/{made.code}/")

    def test_guests_who_join_a_tournament_are_limited_by_tournament_and_address(self):
        flooded, other = waiting("Ada"), waiting("Ada")
        limits.take(limits.ENTRANTS, f"{flooded.code}{HERE}", many=limits.ENTRANTS.most)
        people = Player.objects.count()
        self.check(Client(REMOTE_ADDR=HERE).post(f"/join/{flooded.code}/", {"name": "Ben"}), limits.ENTRANTS)
        assert Player.objects.count() == people
        assert Client(REMOTE_ADDR=HERE).post(f"/join/{other.code}/", {"name": "Ben"}).status_code == 302
        assert Client(REMOTE_ADDR="192.0.2.8").post(f"/join/{flooded.code}/", {"name": "Ben"}).status_code == 302
        assert 600 < limits.ENTRANTS.most < limits.MAX_ENTRANTS


@pytest.mark.django_db
@pytest.mark.usefixtures("clock")
class TestClasses:
    """Three classes of thirty play tournaments behind one address in the same minute, and stay below a quarter of every
    limit."""

    CLASSES, PUPILS, GAMES_A_MINUTE = 3, 30, 6

    @pytest.fixture(autouse=True)
    def a_quarter(self, monkeypatch) -> None:
        for name, limit in list(vars(limits).items()):
            if isinstance(limit, limits.Limit):
                by_address = {kind: getattr(limit, kind) // 4 for kind in ("newcomers", "everybody")}
                quarter = replace(limit, most=limit.most // 4, **by_address)
                monkeypatch.setattr(limits, name, quarter)

    def test_all_classes_can_join_within_a_minute(self):
        for number in range(self.CLASSES):
            teacher = Client(REMOTE_ADDR=HERE)
            host = teacher.post("/tournament/", {"title": f"Class {number}"})["Location"]
            code = Tournament.objects.get(title=f"Class {number}").code
            for pupil in range(self.PUPILS):
                phone = Client(REMOTE_ADDR=HERE)
                if pupil % 3 == 0:
                    assert phone.get("/join/", {"code": "22222"}).status_code == 404
                assert phone.post(f"/join/{code}/", {"name": f"Pupil {pupil}"})["Location"] == f"/t/{code}/"
            assert teacher.post(host, {"do": "start"}).status_code == 302
        assert Entrant.objects.count() == self.CLASSES * self.PUPILS

    def test_each_of_their_pages_can_open_a_socket(self):
        for pupil in range(1, self.CLASSES * self.PUPILS + 1):
            for _page in range(2 * self.GAMES_A_MINUTE):  # a page of the game, and of the tournament
                limits.take_with_address(limits.SOCKETS_OPENED, pupil, address=HERE, newcomer=True)


@pytest.mark.django_db
@pytest.mark.usefixtures("clock")
class TestComputations:
    @pytest.mark.parametrize("address", ["/robots/?rules=wb", "/robots/wb/?truth", "/robots/wb/face.png"])
    def test_robots_are_counted_by_address(self, address):
        limits.take(limits.ROBOTS, HERE, many=limits.ROBOTS.most)
        refused = Client(REMOTE_ADDR=HERE).get(address)
        assert refused.status_code == 429
        assert 1 <= int(refused["Retry-After"]) <= limits.ROBOTS.seconds
        assert "Your network has asked for too many robots at once" in refused.content.decode()
        assert "public" not in refused["Cache-Control"]
        assert Client(REMOTE_ADDR="192.0.2.8").get(address).status_code == 200

    def test_pages_without_computation_are_not_counted(self):
        limits.take(limits.ROBOTS, HERE, many=limits.ROBOTS.most)
        for address in ("/robots/wb/", "/robots/wz/", "/robots/?rules=wz", "/opponents/"):
            assert Client(REMOTE_ADDR=HERE).get(address).status_code != 429


@pytest.mark.parametrize(
    ("trusted", "forwarded", "address"),
    [
        (False, None, HERE),
        (False, "203.0.113.5", HERE),
        (True, None, HERE),
        (True, "203.0.113.5", "203.0.113.5"),
        (True, "198.51.100.1, 203.0.113.5", "203.0.113.5"),
        (True, "nonsense", ""),
        (True, "", ""),
        (True, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        (True, "::ffff:203.0.113.5", "203.0.113.5"),
    ],
)
def test_the_address_is_the_last_forwarded_one_if_the_proxy_is_trusted(rf, settings, trusted, forwarded, address):
    settings.TRUST_FORWARDED_FOR = trusted
    headers = {} if forwarded is None else {"x-forwarded-for": forwarded}
    assert identity.address_of(rf.get("/", REMOTE_ADDR=HERE, headers=headers)) == address
    written = [(name.encode(), value.encode()) for name, value in headers.items()]
    assert identity.address_of_scope({"client": [HERE, 1], "headers": written}) == address


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("little_grace")
class TestSockets:
    @pytest.fixture
    def game(self, ada) -> Game:
        return friends(x=ada, o=player("Ben"))

    @pytest.fixture
    def page_at(self, room_page) -> Callable[..., Page]:
        """Create pages of browsers at HERE, or at another address."""

        def create(code: str, who: Player | None = None, address: str = HERE) -> Page:
            page = room_page(code, who)
            page.scope["client"] = [address, 1234]
            return page

        return create

    async def refused(self, page: Page) -> None:
        """Check that a page's socket is closed, so that the page tries again later."""
        await page.connect()
        assert await page.closed() == limits.TRY_AGAIN

    async def test_frames_are_limited_to_a_burst_and_then_five_a_second(self, ada, game, room_page, clock):
        page = room_page(game.code, ada)
        version = (await page.open())["version"]
        for _frame in range(limits.FRAMES.most):
            await page.do("look")
            await page.next("state")
        for _again in range(2):
            await page.do("play", cell=4, version=version)
            refused = await page.next("refused")
            assert (refused["message"], "html" in refused) == (str(limits.FRAMES.sentence), False)
        clock.now += 1  # two refused frames count too, and five are available again
        for _frame in range(3):
            await page.do("look")
            assert (await page.next("state"))["version"] == version
        await page.do("look")
        await page.next("refused")

    async def test_a_flood_closes_only_its_own_socket(self, ada, game, room_page, clock):
        flooding, watching = room_page(game.code, ada), room_page(game.code, None)
        await flooding.open()
        await watching.open()
        for _frame in range(limits.FRAMES.most + limits.FLOOD + 20):
            await flooding.do("shout")
        assert await flooding.closed() == limits.TRY_AGAIN
        assert await flooding.receive_nothing()
        await watching.do("look")
        assert (await watching.next("state"))["html"]

    async def test_open_sockets_are_limited_by_player(self, ada, game, room_page):
        pages = [room_page(game.code, ada) for _tab in range(limits.SOCKETS_OPEN.most)]
        for page in pages:
            await page.open()
        await self.refused(room_page(game.code, ada))
        assert await room_page(game.code, None).open()
        await pages[0].disconnect()
        assert await room_page(game.code, ada).open()

    async def test_open_sockets_of_visitors_are_limited_by_address(self, ada, game, page_at, monkeypatch):
        monkeypatch.setattr(limits, "SOCKETS_ANONYMOUS", replace(limits.SOCKETS_ANONYMOUS, most=2))
        pages = [page_at(game.code, *of) for of in ((), (), (None, "192.0.2.8"), (ada,))]
        for page in pages:
            await page.open()
        await self.refused(page_at(game.code))
        await pages[0].disconnect()
        assert await page_at(game.code).open()

    async def test_opening_sockets_is_limited_by_player_and_for_newcomers_by_address(self, ada, game, page_at, clock):
        newcomers = limits.SOCKETS_OPENED.newcomers
        limits.take_with_address(limits.SOCKETS_OPENED, None, address=HERE, newcomer=True, many=newcomers)
        for newcomer in (page_at(game.code), page_at(game.code, ada)):
            await newcomer.connect()
            await newcomer.do("look")  # frames on a closing socket get no response
            assert await newcomer.closed() == limits.TRY_AGAIN
            assert await newcomer.receive_nothing()
        await Player.objects.filter(pk=ada.pk).aupdate(created_at=timezone.now() - timedelta(days=2))
        for other in (page_at(game.code, None, "192.0.2.8"), page_at(game.code, ada)):
            assert await other.open()
        cache.clear()
        fill(limits.SOCKETS_OPENED, ada.pk)
        await self.refused(page_at(game.code, ada))

    async def test_moves_but_not_looks_count_towards_an_addresss_storage(self, ada, page_at, clock, monkeypatch):
        monkeypatch.setattr(limits, "MOVES_COUNTED_EVERY", 0.01)
        page = page_at((await database_sync_to_async(services.start_one_screen)(player=ada)).code, ada)
        version = (await page.open())["version"]
        for _look in range(2):
            await page.do("look")
            await page.next("state")
        key = f"limit:{limits.STORED.name}:{HERE}:{int(clock.now // limits.STORED.seconds)}"
        assert cache.get(key) is None
        for cell in range(4):
            await page.do("play", cell=cell, version=version)
            version = (await page.next("state"))["version"]
        await eventually(lambda: cache.get(key) == 4 * limits.SIZE_OF_MOVE)

    async def test_a_rematch_counts_as_a_game(self, ada, page_at, clock):
        def over() -> str:
            code = services.start_one_screen(player=ada).code
            play(Game.objects.get(code=code), "1 4 2 5 3")
            return code

        page = page_at(await database_sync_to_async(over)(), ada)
        await page.open()
        fill(limits.GAMES, ada.pk)
        await page.do("rematch")
        assert (await page.next("refused"))["message"] == str(limits.GAMES.sentence)
        cache.clear()
        limits.take_with_address(limits.GAMES, None, address=HERE, newcomer=True, many=limits.GAMES.newcomers)
        await page.do("rematch")
        assert (await page.next("refused"))["message"] == str(limits.MANY_NEWCOMERS)
        assert await Game.objects.acount() == 1
