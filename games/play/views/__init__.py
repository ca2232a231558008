"""The views of games."""

from django.http import Http404

from games.play.models import Game
from games.play.selectors.games import read_game


def game_or_404(code: str) -> Game:
    """Return a game with everything that a State needs, or raise Http404."""
    try:
        return read_game(code)
    except Game.DoesNotExist as unknown:
        raise Http404 from unknown
