"""An estimate of the games that each player will play in a tournament."""

from typing import Final

from django.utils.translation import ngettext

from games.tournaments.models import Starts
from games.tournaments.selectors.tournaments import BREATHER, REST

MOVES_PER_GAME: Final = {Starts.EMPTY: 8, Starts.DRAWN: 5}
SECONDS_PER_MOVE: Final = 4  # for an average move, plus SHARE_OF_MOVE_TIME of the time allowed
SHARE_OF_MOVE_TIME: Final = 1 / 5
SECONDS_TO_PAIR: Final = 3


def estimate(*, minutes: int, seconds: int, starts: Starts) -> str:
    """Return a sentence that repeats its inputs, so that it stays true if choices on the page change. The number is
    even, because a match has two games."""
    game = MOVES_PER_GAME[starts] * (SECONDS_PER_MOVE + SHARE_OF_MOVE_TIME * seconds) + BREATHER.total_seconds()
    match = 2 * game + REST.total_seconds() + SECONDS_TO_PAIR
    games = 2 * round(60 * minutes / match)
    sentence = ngettext(
        "%(minutes)s min at %(seconds)s s a move: about %(count)s game each.",
        "%(minutes)s min at %(seconds)s s a move: about %(count)s games each.",
        games,
    )
    return sentence % {"minutes": minutes, "seconds": seconds, "count": games}
