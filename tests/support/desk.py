"""Fixtures: an administrator's browser, and games to review."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.engine.position import Mark
from games.play import services
from games.play.models import Game
from tests.support.games import friends, play, player


@pytest.fixture
def host(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("host", password="pencil"))
    return client


@pytest.fixture
def won() -> Game:
    game = friends(x=player("Ada"), o=player("Ben"))
    play(game, "1 4 2 5 3")
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def games_of_every_kind() -> dict[str, Game]:
    ada, ben = player("Ada"), player("Ben")
    games = {name: friends(x=ada, o=ben) for name in ("x", "o", "draw", "resigned")}
    play(games["x"], "1 4 2 5 3")
    play(games["o"], "1 4 2 5 9 6")
    play(games["draw"], "1 2 3 5 4 6 8 7 9")
    services.resign(code=games["resigned"].code, player=ada)
    codes = {
        "waiting": services.invite(player=ada, side=Mark.X).code,
        "easy": services.start_against_computer(player=ben, opponent="easy", side=Mark.X).code,
        "hard": services.start_against_computer(player=ben, opponent="hard", side=Mark.X).code,
    }
    return {**games, **{name: Game.objects.get(code=code) for name, code in codes.items()}}
