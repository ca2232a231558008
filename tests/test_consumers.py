"""The websocket of a room, spoken to as a page speaks to it."""

import json
from types import SimpleNamespace

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator

from games import services
from games.engine.position import Mark
from games.models import Game, Move, Player
from games.routing import websocket_urlpatterns
from tests.games import board, friends, player

pytestmark = pytest.mark.django_db(transaction=True)


class Page(WebsocketCommunicator):
    """The socket of one open page."""

    def __init__(self, code: str, who: Player | None, query: str = "lang=en") -> None:
        async def with_session(scope, receive, send):
            session = {"player": who.pk} if who else {}
            return await URLRouter(websocket_urlpatterns)({**scope, "session": session}, receive, send)

        super().__init__(with_session, f"/ws/g/{code}/?{query}")

    async def open(self) -> dict:
        """Connects and returns the first state."""
        connected, _ = await self.connect()
        assert connected
        return await self.next("state")

    async def next(self, kind: str) -> dict:
        """The next frame of this type; others are passed over."""
        while True:
            frame = json.loads(await self.receive_from(timeout=5))
            if frame["type"] == kind:
                return frame

    async def do(self, verb: object, **more: object) -> None:
        await self.send_to(text_data=json.dumps({"do": verb, **more}))


@pytest.fixture
def people() -> SimpleNamespace:
    return SimpleNamespace(ada=player("Ada"), ben=player("Ben"), eve=player("Eve"))


@pytest.fixture
def game(people) -> Game:
    return friends(x=people.ada, o=people.ben)


async def test_a_move_reaches_both_players_and_a_spectator_each_in_their_words(people, game):
    pages = [Page(game.code, who) for who in (people.ada, people.ben, None)]
    states = [await page.open() for page in pages]
    await pages[0].do("play", cell=4, version=states[0]["version"])
    seen = [await page.next("state") for page in pages]
    assert {frame["version"] for frame in seen} == {states[0]["version"] + 1}
    for frame, words in zip(seen, ["Ben’s turn", "Your turn", "Ben’s turn"], strict=True):
        assert "Centre, X, last move" in frame["html"]
        assert f">{words}<" in frame["html"]
    for page in pages:
        await page.disconnect()


@pytest.mark.parametrize(
    "frame",
    [
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
    ],
)
async def test_a_frame_that_does_not_fit_is_answered_and_the_socket_stays_open(people, game, frame):
    page = Page(game.code, people.ada)
    state = await page.open()
    await page.send_input({"type": "websocket.receive", "text": frame})
    answer = await page.next("refused")
    assert answer["message"]
    assert answer["version"] == state["version"]
    assert answer["html"] == state["html"]
    await page.do("play", cell=0, version=state["version"])
    assert "Top left, X, last move" in (await page.next("state"))["html"]
    await page.disconnect()


async def test_a_binary_frame_is_answered_too(people, game):
    page = Page(game.code, people.ada)
    await page.open()
    await page.send_to(bytes_data=b"\xff\x00")
    assert (await page.next("refused"))["message"]
    await page.disconnect()


async def test_a_spectator_and_a_stranger_change_nothing(people, game):
    for who in (None, people.eve):
        page = Page(game.code, who)
        version = (await page.open())["version"]
        for verb in ("play", "resign", "rematch", "decline", "cancel", "swap"):
            await page.do(verb, cell=0, version=version)
            assert (await page.next("refused"))["message"] == "Only the players of this game can do that."
        await page.disconnect()
    assert await database_sync_to_async(board)(game) == "___ ___ ___"


async def test_a_move_sent_twice_gets_no_refusal_and_is_stored_once(people, game):
    page = Page(game.code, people.ada)
    version = (await page.open())["version"]
    await page.do("play", cell=4, version=version)
    await page.do("play", cell=4, version=version)
    assert (await page.next("state"))["version"] == version + 1
    await page.do("play", cell=8, version=version + 1)
    assert (await page.next("refused"))["message"] == "Wait for Ben"
    assert await Move.objects.acount() == 1
    await page.disconnect()


async def test_the_creators_page_changes_by_itself_when_the_friend_joins(people):
    code = (await database_sync_to_async(services.invite)(player=people.ada, side=Mark.X)).code
    page = Page(code, people.ada)
    assert 'data-screen="waiting"' in (await page.open())["html"]
    await database_sync_to_async(services.join)(code=code, player=people.ben)
    frame = await page.next("state")
    assert 'data-screen="board"' in frame["html"]
    assert "Your turn" in frame["html"]
    await page.disconnect()


async def test_watchers_are_counted(people, game):
    ada, spectator = Page(game.code, people.ada), Page(game.code, None)
    await ada.open()
    await spectator.open()
    while (await ada.next("watchers"))["count"] != 1:
        pass
    await spectator.disconnect()
    assert (await ada.next("watchers"))["count"] == 0
    await ada.disconnect()


async def test_a_rematch_takes_everybody_along(people, game):
    await database_sync_to_async(services.resign)(code=game.code, player=people.ada)
    pages = [Page(game.code, who) for who in (people.ada, people.ben, None)]
    for page in pages:
        await page.open()
    await pages[0].do("rematch")
    assert "Ada wants a rematch" in (await pages[1].next("state"))["html"]
    await pages[1].do("rematch")
    following = [None, None, None]
    for index, page in enumerate(pages):
        while not following[index]:
            html = (await page.next("state"))["html"]
            following[index] = html.split('data-next="')[1].split('"')[0] if "data-next" in html else None
        await page.disconnect()
    assert len(set(following)) == 1
    assert await Game.objects.filter(code=following[0], status="started").aexists()


async def test_an_unknown_game_closes_with_a_final_code(people):
    page = Page("2222222222", people.ada)
    await page.connect()
    while (message := await page.receive_output(timeout=5))["type"] != "websocket.close":
        pass
    assert message["code"] == 4404


async def test_a_socket_makes_no_player(game):
    before = await Player.objects.acount()
    page = Page(game.code, None)
    await page.open()
    await page.do("play", cell=0, version=1)
    await page.next("refused")
    await page.disconnect()
    assert await Player.objects.acount() == before


async def test_an_unknown_language_falls_back(people, game):
    page = Page(game.code, people.ada, "lang=xx")
    assert "Your turn" in (await page.open())["html"]
    await page.disconnect()


async def test_a_push_stays_under_four_kilobytes(people):
    for who in (people.ada, people.ben):
        who.name = "é" * 40 + "🦊" * 15  # 140 bytes, more than twenty signs of nearly any script take
        await who.asave()
    game = await database_sync_to_async(friends)(x=people.ada, o=people.ben)
    squares, version, html = [1, 2, 3, 5, 4, 6, 8, 7, 9], game.version, ""
    for index, number in enumerate(squares):
        mover = (people.ada, people.ben)[index % 2]
        done = await database_sync_to_async(services.play)(
            code=game.code, player=mover, cell=number - 1, version=version
        )
        version = done.version
    page = Page(game.code, people.ada)
    html = (await page.open())["html"]
    assert len(html.encode()) < 4096
    await page.disconnect()


async def test_beats_tell_the_version(people, game, settings):
    settings.BEAT = 0.05
    page = Page(game.code, people.ada)
    state = await page.open()
    assert (await page.next("beat"))["version"] == state["version"]
    assert (await page.next("beat"))["version"] == state["version"]
    await page.disconnect()


async def test_a_page_that_is_behind_asks_and_gets_the_state_again(people, game):
    page = Page(game.code, people.ada)
    state = await page.open()
    await page.do("look")
    assert await page.next("state") == state
    await page.disconnect()
