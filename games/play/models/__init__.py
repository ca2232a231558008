"""The stored data. Only `services` change it."""

from games.play.models.games import (
    CODE_ALPHABET,
    CODE_LENGTH,
    LONGEST_SERIES,
    MAX_ALONE,
    MAX_MOVES,
    Ended,
    Game,
    Move,
    Seat,
    Series,
    Side,
    Status,
    new_code,
)
from games.play.models.presence import Attendance, Audience, Process
