"""A room's websocket, used as a page uses it."""

import asyncio
import json
import re
import threading

import pytest
from channels.db import database_sync_to_async as on_thread
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils import timezone, translation
from django.utils.html import escape
from django.utils.translation import gettext as _

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.engine.wild import WILD
from games.play import batching, beats, services, tabs
from games.play.consumers import RoomConsumer
from games.play.models import Game, Move
from games.play.selectors.state import State
from games.play.words.squares import square_label
from games.site import threads
from games.site.admission import BoundedQueue
from games.site.limits import TRY_AGAIN
from games.site.threads import writing
from tests.support import tournaments
from tests.support.room_pages import Page, listened
from tests.support.tidy import tidy
from tests.support.waiting import PATIENCE, eventually

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("little_grace")]


@pytest.fixture
def invite(people) -> str:
    """The code of an invite by Ada, who is X."""
    return services.invite(player=people.ada, side=Mark.X).code


@pytest.fixture
async def pages(people, game, room_page) -> list[Page]:
    """The open pages of Ada, of Ben and of a spectator."""
    pages = [room_page(game.code, who) for who in (people.ada, people.ben, None)]
    for page in pages:
        await page.open()
    return pages


async def frames_until_refused(page: Page) -> list[dict]:
    """Send an unknown action. Return the frames that arrive before its refusal."""
    await page.do("shout")
    frames = []
    async with asyncio.timeout(PATIENCE):
        while (frame := json.loads(await page.receive_from(timeout=PATIENCE)))["type"] != "refused":
            frames.append(frame)
    return frames


async def test_a_move_reaches_both_players_and_a_spectator_and_is_announced_once(pages, game):
    await pages[0].do("play", cell=4, version=game.version)
    frames = [await page.state(game.version + 1) for page in pages]
    heard = ["Ben’s turn", "Ada marked centre. Your turn.", "Ada marked centre. Ben’s turn."]
    assert [(frame["version"], frame["said"]) for frame in frames] == [(game.version + 1, said) for said in heard]
    assert ["calls" in frame for frame in frames] == [False, True, False]
    for frame, status in zip(frames, ["Ben’s turn", "Your turn", "Ben’s turn"], strict=True):
        assert "Centre, X, last move" in frame["html"]
        assert f">{status}<" in frame["html"]
    for page in pages:
        await page.do("look")
        for again in await frames_until_refused(page):
            assert "turn" not in again.get("news", "") + again.get("said", "")


async def test_a_move_is_shown_to_its_mover_once(people, room_page):
    """Both its response and its news bring the new state."""
    state = await on_thread(services.start_one_screen)(player=people.ada)
    page = room_page(state.code, people.ada)
    await page.open()
    await page.do("play", cell=4, version=state.version)
    await page.state(state.version + 1)
    assert "state" not in [frame["type"] for frame in await frames_until_refused(page)]


@pytest.mark.parametrize("in_time", [True, False])
async def test_a_move_is_judged_by_its_time_of_receipt(in_time, room_page):
    await on_thread(tournaments.tournament)("Ada", "Ben")
    await on_thread(tournaments.pair)("Ada Ben")
    game, ada = await on_thread(tournaments.game_of)("Ada"), await on_thread(tournaments.person)("Ada")
    await on_thread(Game.objects.update)(version=1)
    page, stored = room_page(game.code, ada), threading.Event()
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


async def test_the_movers_page_also_gets_the_room_before_the_computers_reply(people, room_page):
    state = await on_thread(services.start_against_computer)(player=people.ada, side=Mark.X, opponent="hard")
    pages = [room_page(state.code, who) for who in (people.ada, people.ada, None)]
    for page in pages:
        await page.open()
    await pages[0].do("play", cell=0, version=state.version)
    mine, *others = [await page.state(state.version + 1) for page in pages]
    assert ">Hard is thinking…<" in mine["meanwhile"]
    assert ">Your turn<" in mine["html"]
    assert mine["own"] == "You marked top left."
    assert (mine["said"].startswith("Hard marked "), others[0]["said"].startswith("You marked ")) == (True, True)
    assert not any("meanwhile" in other or "own" in other for other in others)


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


async def test_an_invalid_frame_is_answered_and_the_socket_stays_open(people, game, room_page):
    page = room_page(game.code, people.ada)
    state = await page.open()
    for frame in FRAMES:
        await page.send_input({"type": "websocket.receive", "text" if isinstance(frame, str) else "bytes": frame})
        answer = await page.next("refused")
        assert answer["message"], frame
        assert (answer["version"], answer["html"]) == (state["version"], state["html"]), frame
    await page.do("play", cell=0, version=state["version"])
    assert "Top left, X, last move" in (await page.next("state"))["html"]


async def test_the_creators_page_changes_by_itself_when_the_friend_joins_and_keeps_the_chosen_mark(people, room_page):
    invite = (await on_thread(services.invite)(player=people.ada, side=Mark.X, variant=WILD)).code
    page = room_page(invite, people.ada, "lang=en&write=O")
    waiting = await page.open()
    assert 'data-screen="waiting"' in waiting["html"]
    await on_thread(services.join)(code=invite, player=people.ben)
    begun = await page.state(waiting["version"] + 1)
    assert begun["calls"]
    for shown in ('data-screen="board"', "Your turn", 'value="O" form="act" aria-label="O" checked'):
        assert shown in tidy(begun["html"])


async def watchers_are(page: Page, text: str) -> None:
    """Wait until the number of spectators is shown with this text."""
    while (await page.next("watchers"))["text"] != text:
        pass


async def test_a_stranger_with_the_invite_open_becomes_a_spectator_with_the_next_beat(people, invite, room_page):
    """Until then it may be the old page of the player who has joined."""
    host, stranger = room_page(invite, people.ada), room_page(invite, None)
    await host.open()
    version = (await stranger.open())["version"]
    await host.sees("Someone has opened your link")
    await on_thread(services.join)(code=invite, player=people.ben)
    await stranger.state(version + 1)
    await eventually(lambda: not tabs._tabs[invite, None])
    await beats._send_round(0.1)
    await watchers_are(host, "1 watching")


async def test_a_visitor_who_finds_the_seat_taken_is_immediately_a_spectator(people, invite, room_page, caplog):
    ada, eve = room_page(invite, people.ada), room_page(invite, people.eve)
    for page in (ada, eve):
        await page.open()
    await on_thread(services.join)(code=invite, player=people.ben)
    while not (said := (await eve.next("state"))["said"]):
        pass
    assert said == "Someone has already taken this seat. You can watch."
    await watchers_are(ada, "1 watching")
    await eve.disconnect()
    await watchers_are(ada, "")
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def test_a_rematch_moves_everyone_to_the_next_game(pages, people, game):
    await on_thread(services.resign)(code=game.code, player=people.ada)
    await pages[0].do("rematch")
    await pages[1].sees("Ada would like a rematch")
    await pages[1].do("rematch")
    [following] = {(await page.sees("data-next")).split('data-next="')[1].split('"')[0] for page in pages}
    assert await Game.objects.filter(code=following, status="started").aexists()


@pytest.mark.parametrize("language", ["de", "ar"])
async def test_each_page_is_in_its_own_language(people, game, room_page, language):
    english, other = room_page(game.code, people.ada), room_page(game.code, people.ben, f"lang={language}")
    version = (await english.open())["version"]
    await other.open()
    await english.do("play", cell=4, version=version)
    assert "Centre, X, last move" in (await english.state(version + 1))["html"]
    frame = await other.state(version + 1)
    with translation.override(language):
        assert f">{escape(_('Your turn'))}<" in frame["html"]
        assert escape(square_label(CLASSIC, 4, "X", look="last")) in frame["html"]
    assert not re.search(r"Your turn|Centre|last move|marked|Resign\b", frame["html"] + frame["said"])
    await other.do("play", cell=4, version=version + 1)
    with translation.override(language):
        assert (await other.next("refused"))["message"] == _("Already taken")


async def test_beats_and_the_first_state_carry_version_and_release(people, game, room_page, settings, monkeypatch):
    monkeypatch.setattr(staticfiles_storage, "manifest_hash", "0123456789ab", raising=False)
    settings.BEAT = 0.05
    page = room_page(game.code, people.ada)
    state = await page.open()
    for _beat in range(2):
        while (beat := await page.next("beat"))["version"] is None:  # the games could not be read in time
            pass
        assert (beat["version"], beat["release"]) == (state["version"], state["release"]) == (1, "0123456789ab")


HERE, AWAY = 'class="here"', 'class="away"'


async def test_the_others_arrival_leaving_and_return_are_shown_and_each_announced_once(people, invite, room_page):
    ada, ben = room_page(invite, people.ada), room_page(invite, people.ben)
    await ada.open()
    await on_thread(services.join)(code=invite, player=people.ben)
    joined = await ada.news()
    assert (joined["news"], HERE in joined["html"]) == ("Ben is here. You start.", False)
    await ben.open()
    await ada.sees(HERE)
    await ben.disconnect()
    gone = await ada.news()
    assert (gone["news"], AWAY in gone["html"]) == ("Ben is away.", True)
    await room_page(invite, people.ben).open()
    back = await ada.news()
    assert (back["news"], HERE in back["html"], AWAY in back["html"]) == ("Ben is back.", True, False)


async def test_a_reconnecting_page_gets_missed_events(people, game, room_page):
    seen = (await on_thread(State.of)(game)).seen
    await on_thread(services.play)(code=game.code, player=people.ada, move="4", version=game.version)
    missed = await room_page(game.code, people.ben, f"lang=en&seen={seen}").open()
    assert (missed["said"], missed["calls"]) == ("Ada marked centre. Your turn.", True)
    for query in ("lang=en&seen=started-4-", "lang=en&seen=nonsense", "lang=en"):
        assert (await room_page(game.code, people.ben, query).open())["said"] == ""


async def test_an_offer_outlasts_its_author_who_may_withdraw_it_elsewhere(people, game, room_page):
    await on_thread(services.resign)(code=game.code, player=people.ada)
    ben, ada = room_page(game.code, people.ben), room_page(game.code, people.ada)
    for page in (ben, ada):
        await page.open()
    await ada.do("rematch")
    await ben.sees("Ada would like a rematch")
    offered = await on_thread(lambda: State.of(Game.objects.get(pk=game.pk)))()
    await ada.disconnect()
    await ben.sees("Ada would like a rematch")  # in the frame with her departure
    await on_thread(services.withdraw)(code=game.code, player=people.ada)
    assert (await ben.state(offered.version + 1))["news"] == "Ada withdrew the offer."
    state = await room_page(game.code, people.ada, f"lang=en&seen={offered.seen}").open()
    assert (state["news"], state["said"]) == ("", "")


@pytest.mark.usefixtures("published")  # so that no news reaches the page
async def test_a_refused_move_brings_the_newer_state(people, game, room_page):
    page = room_page(game.code, people.ben)
    version = (await page.open())["version"]
    await on_thread(services.play)(code=game.code, player=people.ada, move="4", version=version)
    await page.do("play", cell=4, version=version)
    refused = await page.next("refused")
    assert refused["message"] == "The board has changed. Here is how it looks now."
    assert refused["said"] == "Ada marked centre. Your turn."


@pytest.mark.usefixtures("published")
async def test_a_beat_makes_up_for_lost_presence_news(people, game, room_page, settings):
    settings.BEAT = 0.05
    ada = room_page(game.code, people.ada)
    await ada.open()
    await room_page(game.code, people.ben).open()
    assert (await ada.news())["news"] == "Ben is here. You start."


async def test_a_player_who_stays_may_claim_after_a_while(people, game, room_page, settings):
    settings.BEAT = 0.05
    ada, ben = room_page(game.code, people.ada), room_page(game.code, people.ben)
    for page in (ada, ben):
        await page.open()
    await ada.disconnect()
    await ben.do("claim")
    assert "may still come back" in (await ben.next("refused"))["message"]
    settings.CLAIM_AFTER = 0.2
    await ben.sees("Ada is away. You can wait, or claim the win.")
    await ben.do("claim")
    await ben.sees("Ada was away too long. You win!")


async def test_a_database_failure_is_reported_and_leaves_nobody_behind(people, game, room_page, monkeypatch, caplog):
    page = room_page(game.code, people.ada)
    await page.open()
    with monkeypatch.context() as broken:
        broken.setattr("games.play.batching.games_by_code", lambda _codes: 1 / 0)
        await page.do("shout")
        assert "Try again" in (await page.next("refused"))["message"]
        second = room_page(game.code, people.ada)
        await second.connect()
        assert await second.closed() == TRY_AGAIN
    logged = [(found.game, found.player) for found in caplog.records if found.name == "games.play.page_consumer"]
    assert logged == [(game.code, people.ada.pk)] * 2
    await page.do("shout")
    assert (await page.next("refused"))["message"] == "You can’t do that here."
    for one in (page, second):
        await one.disconnect()
    assert not listened(game.code)


async def test_a_move_made_while_a_page_connects_reaches_it_after_an_early_beat(people, game, room_page, monkeypatch):
    read_room = batching.read_room

    async def read_and_be_overtaken(code):
        found = await read_room(code)
        await beats._send_round(0.1)
        await on_thread(services.play)(code=code, player=people.ada, move="4", version=game.version)
        return found

    page = room_page(game.code, people.ben)
    with monkeypatch.context() as slow:
        slow.setattr(batching, "read_room", read_and_be_overtaken)
        await page.open()
    assert "Your turn" in (await page.state(game.version + 1))["html"]


async def test_sending_to_a_closed_socket_logs_nothing(pages, people, game, monkeypatch, caplog):
    send = RoomConsumer.send

    async def fail_for_ada(self, *arguments):
        if self.player == people.ada:
            raise ConnectionError("closed")
        await send(self, *arguments)

    monkeypatch.setattr(RoomConsumer, "send", fail_for_ada)
    await on_thread(services.play)(code=game.code, player=people.ada, move="4", version=game.version)
    await pages[1].state(game.version + 1)
    assert [record for record in caplog.records if record.name.startswith("games")] == []


async def test_a_socket_cut_off_in_the_middle_leaves_the_room(people, game, room_page, monkeypatch):
    page = room_page(game.code, people.ada)
    await page.open()
    monkeypatch.setattr(RoomConsumer, "receive", lambda *_arguments, **_named: 1 / 0)
    assert listened(game.code)
    await page.do("look")
    with pytest.raises(ZeroDivisionError):
        await page.wait(timeout=PATIENCE)
    assert not listened(game.code)


async def test_if_too_many_wait_a_page_reconnects_later_and_can_move_then(people, game, room_page, monkeypatch):
    page = room_page(game.code, people.ada)
    version = (await page.open())["version"]
    monkeypatch.setattr("games.play.page_consumer.waiting", BoundedQueue("sockets", 0))
    late = room_page(game.code, people.ben)
    await late.connect()
    assert await late.receive_output(timeout=PATIENCE) == {"type": "websocket.close", "code": TRY_AGAIN}
    await page.do("play", cell=4, version=version)
    assert await page.closed() == TRY_AGAIN
    assert await Move.objects.acount() == 0
    monkeypatch.setattr("games.play.page_consumer.waiting", BoundedQueue("sockets", 1))
    again = room_page(game.code, people.ada)
    await again.open()
    await again.do("play", cell=4, version=version)
    assert (await again.state(version + 1))["version"] == version + 1
