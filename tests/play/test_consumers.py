"""A room's websocket, used as a page uses it."""

import asyncio
import json
import re
import threading
from types import SimpleNamespace

import pytest
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils import timezone, translation
from django.utils.html import escape
from django.utils.translation import gettext as _

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.engine.wild import WILD
from games.play import batching, news, services, tabs
from games.play.consumers import RoomConsumer
from games.play.models import Game, Move
from games.play.selectors.presence import presence_of
from games.play.selectors.state import State
from games.play.words.squares import square_label
from games.site import threads
from games.site.admission import BoundedQueue
from games.site.limits import TRY_AGAIN
from games.site.threads import writing
from tests.support import tournaments
from tests.support.games import friends, play, player
from tests.support.room_pages import Page, listened
from tests.support.tidy import tidy
from tests.support.waiting import PATIENCE, eventually

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("little_grace")]
on_thread = database_sync_to_async


@pytest.fixture
def people() -> SimpleNamespace:
    return SimpleNamespace(ada=player("Ada"), ben=player("Ben"), eve=player("Eve"))


@pytest.fixture
def game(people) -> Game:
    return friends(x=people.ada, o=people.ben)


async def test_a_move_is_announced_to_both_players_and_a_spectator(people, game):
    pages = [Page(game.code, who) for who in (people.ada, people.ben, None)]
    states = [await page.open() for page in pages]
    await pages[0].do("play", cell=4, version=states[0]["version"])
    seen = [await page.state(states[0]["version"] + 1) for page in pages]
    assert {frame["version"] for frame in seen} == {states[0]["version"] + 1}
    for frame, words in zip(seen, ["Ben’s turn", "Your turn", "Ben’s turn"], strict=True):
        assert "Centre, X, last move" in frame["html"]
        assert f">{words}<" in frame["html"]
    for page in pages:
        await page.disconnect()


async def test_a_move_is_shown_to_its_mover_once(people):
    """Both its response and its news bring the new state."""
    state = await on_thread(services.start_one_screen)(player=people.ada)
    page = Page(state.code, people.ada)
    await page.open()
    await page.do("play", cell=4, version=state.version)
    await page.state(state.version + 1)
    await page.do("shout")
    kinds = []
    while not kinds or kinds[-1] != "refused":
        kinds.append(json.loads(await page.receive_from(timeout=PATIENCE))["type"])
    assert "state" not in kinds
    await page.disconnect()


@pytest.mark.parametrize("in_time", [True, False])
async def test_a_move_is_judged_by_its_time_of_receipt(in_time):
    await on_thread(tournaments.tournament)("Ada", "Ben")
    await on_thread(tournaments.pair)("Ada Ben")
    game, ada = await on_thread(tournaments.game_of)("Ada"), await on_thread(tournaments.person)("Ada")
    await on_thread(Game.objects.update)(version=1)
    page, stored = Page(game.code, ada), threading.Event()
    await page.open()
    waiting = asyncio.create_task(writing(stored.wait)())  # for the database
    before = timezone.now()
    await page.do("play", cell=4, version=0, received_at="2000-01-01T00:00Z", arrived="2000-01-01T00:00Z")
    await eventually(threads._writes._work_queue.qsize)
    await on_thread(Game.objects.update)(move_by=timezone.now() if in_time else before)
    stored.set()
    await waiting
    answer = await (page.state(2) if in_time else page.next("refused"))
    assert ("Centre, X" in answer["html"]) == in_time
    await page.disconnect()


async def test_the_movers_page_also_gets_the_room_before_the_computers_reply(people):
    start = services.start_against_computer
    code = (await database_sync_to_async(start)(player=people.ada, side=Mark.X, opponent="hard")).code
    pages = [Page(code, people.ada), Page(code, people.ada), Page(code, None)]
    states = [await page.open() for page in pages]
    await pages[0].do("play", cell=0, version=states[0]["version"])
    mine, *others = [await page.state(states[0]["version"] + 1) for page in pages]
    assert ">Hard is thinking…<" in mine["meanwhile"]
    assert ">Your turn<" in mine["html"]
    assert mine["own"] == "You marked top left."
    assert (mine["said"].startswith("Hard marked "), others[0]["said"].startswith("You marked ")) == (True, True)
    assert not any("meanwhile" in other or "own" in other for other in others)
    for page in pages:
        await page.disconnect()


async def test_a_new_name_reaches_everyone_and_does_not_block_the_next_move(people, game):
    pages = [Page(game.code, who) for who in (people.ada, people.ben, None)]
    states = [await page.open() for page in pages]
    await database_sync_to_async(services.rename)(player=people.ben, name="Benno")
    for page in pages:
        assert "Benno" in (await page.state(states[0]["version"] + 1))["html"]
    # a move sent before the new name arrived
    await pages[0].do("play", cell=4, version=states[0]["version"])
    for page in pages:
        assert "Benno" in await page.sees("Centre, X, last move")
    for page in pages:
        await page.disconnect()


FRAMES = (
    '{"do": "play", "cell": 0, "version": 99}',
    '{"do": "play", "cell": 9, "version": 1}',
    '{"do": "play", "cell": [], "version": {}}',
    '{"do": "play"}',
    '{"do": "shout"}',
    '{"do": 5}',
    "[]",
    "null",
    "not json",
    "[" * 1_999,
    '{"do": "play", "cell": ' + "9" * 1_900 + "}",
    "x" * 5_000,
    "",
    b"\xff\x00",
)


async def test_an_invalid_frame_is_answered_and_the_socket_stays_open(people, game):
    page = Page(game.code, people.ada)
    state = await page.open()
    for frame in FRAMES:
        await page.send_input({"type": "websocket.receive", "text" if isinstance(frame, str) else "bytes": frame})
        answer = await page.next("refused")
        assert answer["message"], frame
        assert (answer["version"], answer["html"]) == (state["version"], state["html"]), frame
    await page.do("play", cell=0, version=state["version"])
    assert "Top left, X, last move" in (await page.next("state"))["html"]
    await page.disconnect()


async def test_the_creators_page_changes_by_itself_when_the_friend_joins(people):
    code = (await database_sync_to_async(services.invite)(player=people.ada, side=Mark.X)).code
    page = Page(code, people.ada)
    waiting = await page.open()
    assert 'data-screen="waiting"' in waiting["html"]
    await database_sync_to_async(services.join)(code=code, player=people.ben)
    begun = await page.state(waiting["version"] + 1)
    assert begun["calls"]
    assert 'data-screen="board"' in begun["html"]
    assert "Your turn" in begun["html"]
    await page.disconnect()


async def test_a_page_is_asked_to_notify_its_player_only_on_their_turn(people, game):
    pages = [Page(game.code, who) for who in (people.ada, people.ben, None)]
    states = [await page.open() for page in pages]
    version = states[0]["version"]
    await pages[0].do("play", cell=4, version=version)
    assert ["calls" in await page.state(version + 1) for page in pages] == [False, True, False]
    for page in pages:
        await page.disconnect()


async def test_the_hosts_mark_stays_chosen_when_the_friend_joins(people):
    invite = database_sync_to_async(services.invite)
    for variant, chosen in ((WILD, 'value="O" form="act" aria-label="O" checked'), (CLASSIC, "data-screen")):
        code = (await invite(player=people.ada, side=Mark.X, variant=variant)).code
        page = Page(code, people.ada, "lang=en&write=O")
        await page.open()
        await database_sync_to_async(services.join)(code=code, player=people.ben)
        html = await page.sees('data-screen="board"')
        assert chosen in tidy(html)
        assert ("checked" in html) == (variant is WILD)
        await page.disconnect()


async def test_watchers_are_counted(people, game):
    ada, spectator = Page(game.code, people.ada), Page(game.code, None)
    await ada.open()
    await spectator.open()
    while (await ada.next("watchers"))["text"] != "1 watching":
        pass
    await spectator.disconnect()
    assert (await ada.next("watchers"))["text"] == ""
    await ada.disconnect()


async def test_a_stranger_with_the_invite_open_becomes_a_spectator_with_the_next_beat(people, settings, monkeypatch):
    settings.BEAT, course = 0.5, []
    hear, hear_beat, arrive = RoomConsumer.on_news, RoomConsumer.on_heartbeat, tabs.arrive

    async def hear_noted(room, kind, data):
        course.append(kind)
        await hear(room, kind, data)

    async def beat_noted(room, data):
        course.append("beat")
        await hear_beat(room, data)

    async def arrive_noted(key):
        course.append("arrival")
        await arrive(key)

    monkeypatch.setattr(RoomConsumer, "on_news", hear_noted)
    monkeypatch.setattr(RoomConsumer, "on_heartbeat", beat_noted)
    monkeypatch.setattr(tabs, "arrive", arrive_noted)
    code = (await database_sync_to_async(services.invite)(player=people.ada, side=Mark.X)).code
    host, stranger = Page(code, people.ada), Page(code, None)
    await host.open()
    version = (await stranger.open())["version"]
    await host.sees("Someone has opened your link")
    await host.disconnect()
    await database_sync_to_async(services.join)(code=code, player=people.ben)
    await stranger.state(version + 1)
    while (await stranger.next("watchers"))["text"] != "1 watching":
        pass
    joined = course[course.index("state") :]  # until then they were counted as readers of the invite
    assert "beat" in joined[: joined.index("arrival")]
    await stranger.disconnect()


async def test_a_visitor_who_finds_the_seat_taken_is_immediately_a_spectator(people, caplog):
    code = (await database_sync_to_async(services.invite)(player=people.ada, side=Mark.X)).code
    ada, eve = Page(code, people.ada), Page(code, people.eve)
    for page in (ada, eve):
        await page.open()
    await database_sync_to_async(services.join)(code=code, player=people.ben)
    while not (said := (await eve.next("state"))["said"]):
        pass
    assert said == "Someone has already taken this seat. You can watch."
    while (await ada.next("watchers"))["text"] != "1 watching":
        pass
    for page in (ada, eve):
        await page.disconnect()
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def test_a_rematch_moves_everyone_to_the_next_game(people, game):
    await database_sync_to_async(services.resign)(code=game.code, player=people.ada)
    pages = [Page(game.code, who) for who in (people.ada, people.ben, None)]
    for page in pages:
        await page.open()
    await pages[0].do("rematch")
    await pages[1].sees("Ada would like a rematch")
    await pages[1].do("rematch")
    following = set()
    for page in pages:
        following.add((await page.sees("data-next")).split('data-next="')[1].split('"')[0])
        await page.disconnect()
    assert len(following) == 1
    assert await Game.objects.filter(code__in=following, status="started").aexists()


async def test_an_unknown_game_closes_with_a_final_code(people):
    page = Page("2222222222", people.ada)
    await page.connect()
    assert await page.closed() == 4404


@pytest.mark.parametrize("language", ["de", "ar"])
async def test_each_page_is_in_its_own_language(people, game, language):
    english, other = Page(game.code, people.ada), Page(game.code, people.ben, f"lang={language}")
    version = (await english.open())["version"]
    await other.open()
    await english.do("play", cell=4, version=version)
    assert "Centre, X, last move" in (await english.state(version + 1))["html"]
    frame = await other.state(version + 1)
    with translation.override(language):
        assert f">{escape(_('Your turn'))}<" in frame["html"]
        assert escape(square_label(CLASSIC, 4, "X", look="last")) in frame["html"]
    assert "Ada" in frame["said"]
    assert not re.search(r"Your turn|Centre|last move|marked|Resign\b", frame["html"] + frame["said"])
    await other.do("play", cell=4, version=version + 1)
    with translation.override(language):
        assert (await other.next("refused"))["message"] == _("Already taken")
    for page in (english, other):
        await page.disconnect()


async def test_a_push_stays_under_four_kilobytes_in_every_language(people):
    for who in (people.ada, people.ben):
        who.name = "é" * 40 + "🦊" * 15  # 140 bytes, more than twenty characters of nearly any script take
        await who.asave()
    game = await database_sync_to_async(friends)(x=people.ada, o=people.ben)
    await database_sync_to_async(play)(game, "1 2 3 5 4 6 8 7 9")
    for language, _name in settings.LANGUAGES:
        page = Page(game.code, people.ada, f"lang={language}")
        assert len((await page.open())["html"].encode()) < 4096
        await page.disconnect()


async def test_late_news_of_a_reader_makes_nobody_a_spectator(people):
    code = (await database_sync_to_async(services.invite)(player=people.ada, side=Mark.X)).code
    ada, stranger = Page(code, people.ada), Page(code, None)
    version = (await ada.open())["version"]
    await stranger.open()
    await ada.sees("Someone has opened your link")
    late = await database_sync_to_async(presence_of)(code)
    await stranger.disconnect()
    await database_sync_to_async(services.join)(code=code, player=people.ben)
    await ada.state(version + 1)
    assert late.readers == 1
    news.publish(code, "presence", late)
    await ada.do("shout")
    async with asyncio.timeout(PATIENCE):
        while (frame := json.loads(await ada.receive_from(timeout=PATIENCE)))["type"] != "refused":
            assert frame["type"] != "watchers" or not frame["text"]
    await ada.disconnect()


async def test_beats_and_the_first_state_carry_version_and_release(people, game, settings, monkeypatch):
    monkeypatch.setattr(staticfiles_storage, "manifest_hash", "0123456789ab", raising=False)
    settings.BEAT = 0.05
    page = Page(game.code, people.ada)
    state = await page.open()
    for _beat in range(2):
        while (beat := await page.next("beat"))["version"] is None:  # the games could not be read in time
            pass
        assert (beat["version"], beat["release"]) == (state["version"], state["release"]) == (1, "0123456789ab")
    await page.disconnect()


HERE, AWAY = 'class="here"', 'class="away"'


async def test_each_sees_the_other_arrive_leave_and_return(people, game):
    ada, ben = Page(game.code, people.ada), Page(game.code, people.ben)
    assert HERE not in (await ada.open())["html"]
    await ben.open()
    assert (await ada.news())["news"] == "Ben is here. You start."
    await ben.disconnect()
    gone = await ada.news()
    assert (gone["news"], AWAY in gone["html"]) == ("Ben is away.", True)
    ben = Page(game.code, people.ben)
    await ben.open()
    back = await ada.news()
    assert (back["news"], HERE in back["html"], AWAY in back["html"]) == ("Ben is back.", True, False)
    for page in (ada, ben):
        await page.disconnect()


async def test_a_joining_player_is_announced_once(people):
    code = (await database_sync_to_async(services.invite)(player=people.ada, side=Mark.X)).code
    ada, ben = Page(code, people.ada), Page(code, people.ben)
    await ada.open()
    await database_sync_to_async(services.join)(code=code, player=people.ben)
    assert (await ada.news())["news"] == "Ben is here. You start."
    await ben.open()
    await ada.sees(HERE)
    await ben.disconnect()
    assert (await ada.news())["news"] == "Ben is away."
    await ada.disconnect()


async def test_an_event_is_announced_once_however_often_a_page_asks(people, game):
    pages = [Page(game.code, who) for who in (people.ada, people.ben, None)]
    version = max([(await page.open())["version"] for page in pages])
    await pages[0].do("play", cell=4, version=version)
    heard = [(await page.state(version + 1))["said"] for page in pages]
    assert heard == ["Ben’s turn", "Ada marked centre. Your turn.", "Ada marked centre. Ben’s turn."]
    for page in pages:
        await page.do("look")
        await page.do("shout")
        while (again := json.loads(await page.receive_from(timeout=PATIENCE)))["type"] != "refused":
            assert "turn" not in again.get("news", "") + again.get("said", "")
    for page in pages:
        await page.disconnect()


async def test_a_reconnecting_page_gets_missed_events(people, game):
    seen = (await database_sync_to_async(State.of)(game)).seen
    await database_sync_to_async(services.play)(code=game.code, player=people.ada, move="4", version=game.version)
    back = Page(game.code, people.ben, f"lang=en&seen={seen}")
    missed = await back.open()
    assert (missed["said"], missed["calls"]) == ("Ada marked centre. Your turn.", True)
    await back.disconnect()
    for query in ("lang=en&seen=started-4-", "lang=en&seen=nonsense", "lang=en"):
        page = Page(game.code, people.ben, query)
        assert (await page.open())["said"] == ""
        await page.disconnect()


async def test_an_offer_outlasts_its_author_who_may_withdraw_it_elsewhere(people, game):
    await database_sync_to_async(services.resign)(code=game.code, player=people.ada)
    ben, ada = Page(game.code, people.ben), Page(game.code, people.ada)
    for page in (ben, ada):
        await page.open()
    await ada.do("rematch")
    await ben.sees("Ada would like a rematch")
    offered = await database_sync_to_async(Game.objects.get)(pk=game.pk)
    seen = (await database_sync_to_async(State.of)(offered)).seen
    await ada.disconnect()
    await ben.sees("Ada would like a rematch")  # in the frame with her departure
    await database_sync_to_async(services.withdraw)(code=game.code, player=people.ada)
    assert (await ben.state(offered.version + 1))["news"] == "Ada withdrew the offer."
    back = Page(game.code, people.ada, f"lang=en&seen={seen}")
    state = await back.open()
    assert (state["news"], state["said"]) == ("", "")
    for page in (ben, back):
        await page.disconnect()


async def test_a_refused_move_brings_the_newer_state(people, game, monkeypatch):
    page = Page(game.code, people.ben)
    version = (await page.open())["version"]
    monkeypatch.setattr(news, "publish", lambda *_: None)
    await database_sync_to_async(services.play)(code=game.code, player=people.ada, move="4", version=version)
    await page.do("play", cell=4, version=version)
    refused = await page.next("refused")
    assert refused["message"] == "The board has changed. Here is how it looks now."
    assert refused["said"] == "Ada marked centre. Your turn."
    await page.disconnect()


async def test_a_beat_makes_up_for_lost_presence_news(people, game, settings, monkeypatch):
    settings.BEAT = 0.05
    monkeypatch.setattr(news, "publish", lambda *_: None)
    ada, ben = Page(game.code, people.ada), Page(game.code, people.ben)
    await ada.open()
    await ben.open()
    assert (await ada.news())["news"] == "Ben is here. You start."
    for page in (ada, ben):
        await page.disconnect()


async def test_a_player_who_stays_may_claim_after_a_while(people, game, settings):
    settings.BEAT = 0.05
    pages = ada, ben = Page(game.code, people.ada), Page(game.code, people.ben)
    for page in pages:
        await page.open()
    await ada.disconnect()
    await ben.do("claim")
    assert "may still come back" in (await ben.next("refused"))["message"]
    settings.CLAIM_AFTER = 0.2
    await ben.sees("Ada is away. You can wait, or claim the win.")
    await ben.do("claim")
    await ben.sees("Ada was away too long. You win!")
    await ben.disconnect()


async def test_a_database_failure_is_reported_and_leaves_nobody_behind(people, game, monkeypatch, caplog):
    page = Page(game.code, people.ada)
    await page.open()
    with monkeypatch.context() as broken:
        broken.setattr("games.play.batching.games_by_code", lambda _codes: 1 / 0)
        await page.do("shout")
        assert "Try again" in (await page.next("refused"))["message"]
        second = Page(game.code, people.ada)
        await second.connect()
        assert await second.closed() == TRY_AGAIN
    logged = [(found.game, found.player) for found in caplog.records if found.name == "games.play.page_consumer"]
    assert logged == [(game.code, people.ada.pk)] * 2
    await page.do("shout")
    assert (await page.next("refused"))["message"] == "You can’t do that here."
    for one in (page, second):
        await one.disconnect()
    assert not listened(game.code)


async def test_a_move_made_while_a_page_connects_reaches_it(people, game, monkeypatch):
    look = batching.look

    async def look_and_be_overtaken(code):
        found = await look(code)
        await database_sync_to_async(services.play)(code=code, player=people.ada, move="4", version=game.version)
        return found

    with monkeypatch.context() as slow:
        slow.setattr(batching, "look", look_and_be_overtaken)
        page = Page(game.code, people.ben)
        await page.open()
    assert "Your turn" in (await page.state(game.version + 1))["html"]
    await page.disconnect()


async def test_sending_to_a_closed_socket_logs_nothing(people, game, monkeypatch, caplog):
    ada, ben = Page(game.code, people.ada), Page(game.code, people.ben)
    version = (await ada.open())["version"]
    await ben.open()
    send = RoomConsumer.send

    async def fail_for_ada(self, *arguments):
        if self.player == people.ada:
            raise ConnectionError("closed")
        await send(self, *arguments)

    monkeypatch.setattr(RoomConsumer, "send", fail_for_ada)
    await database_sync_to_async(services.play)(code=game.code, player=people.ada, move="4", version=version)
    await ben.state(version + 1)
    assert [record for record in caplog.records if record.name.startswith("games")] == []
    for page in (ada, ben):
        await page.disconnect()


async def test_a_socket_cut_off_in_the_middle_leaves_the_room(people, game, monkeypatch):
    page = Page(game.code, people.ada)
    await page.open()
    monkeypatch.setattr(RoomConsumer, "receive", lambda *_arguments, **_named: 1 / 0)
    assert listened(game.code)
    await page.do("look")
    with pytest.raises(ZeroDivisionError):
        await page.wait(timeout=PATIENCE)
    assert not listened(game.code)


async def test_if_too_many_wait_a_page_reconnects_later_and_can_move_then(people, game, monkeypatch):
    page = Page(game.code, people.ada)
    version = (await page.open())["version"]
    monkeypatch.setattr("games.play.page_consumer.waiting", BoundedQueue("sockets", 0))
    late = Page(game.code, people.ben)
    await late.connect()
    assert await late.receive_output(timeout=PATIENCE) == {"type": "websocket.close", "code": TRY_AGAIN}
    await page.do("play", cell=4, version=version)
    assert await page.closed() == TRY_AGAIN
    assert await Move.objects.acount() == 0
    monkeypatch.setattr("games.play.page_consumer.waiting", BoundedQueue("sockets", 1))
    again = Page(game.code, people.ada)
    await again.open()
    await again.do("play", cell=4, version=version)
    assert (await again.state(version + 1))["version"] == version + 1
    for one in (page, late, again):
        await one.disconnect()
