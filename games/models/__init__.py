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
from games.models.tournaments import (
    ENTRY_LENGTH,
    FEWEST_MINUTES,
    KEY_LENGTH,
    LONGEST_MINUTES,
    MOST_MINUTES,
    OLD_ENTRY_LENGTH,
    SECONDS,
    Entrant,
    Kind,
    Match,
    Phase,
    Standing,
    Starts,
    Tournament,
    new_entry,
)
