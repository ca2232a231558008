"""The stored data and its constraints. Only `services` change it."""

from games.models.exercises import Daily, Practice
from games.models.games import (
    CODE_ALPHABET,
    CODE_LENGTH,
    LONGEST_SERIES,
    MOST_ALONE,
    MOST_MOVES,
    Ended,
    Game,
    Move,
    Seat,
    Series,
    Side,
    Status,
    new_code,
)
from games.models.menace import LESSONS, Menace, MenaceGame
from games.models.people import NAME_STORED, Player
from games.models.presence import Attendance, Audience, Process

__all__ = [
    "CODE_ALPHABET",
    "CODE_LENGTH",
    "LESSONS",
    "LONGEST_SERIES",
    "MOST_ALONE",
    "MOST_MOVES",
    "NAME_STORED",
    "Attendance",
    "Audience",
    "Daily",
    "Ended",
    "Game",
    "Menace",
    "MenaceGame",
    "Move",
    "Player",
    "Practice",
    "Process",
    "Seat",
    "Series",
    "Side",
    "Status",
    "new_code",
]
