"""What a beat tells the rooms of games and of tournaments."""

import pytest
from asgiref.sync import sync_to_async

from games.live import beats
from games.models import Tournament
from games.selectors.presence import NOBODY
from games.selectors.tournaments import topic_of
from tests.games import friends, player
from tests.tournaments import tournament

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_beat_tells_how_games_and_tournaments_stand():
    game = await sync_to_async(lambda: friends(x=player(), o=player()))()
    made = await sync_to_async(tournament)("Ada", "Ben")
    version = (await Tournament.objects.aget()).version
    rooms = [game.code, topic_of(made.code), topic_of("22222"), "2222222222"]
    assert await beats.read(rooms) == {game.code: (game.version, NOBODY), topic_of(made.code): version}


async def test_there_may_be_tournaments_alone():
    made = await sync_to_async(tournament)()
    assert list(await beats.read([topic_of(made.code)])) == [topic_of(made.code)]
