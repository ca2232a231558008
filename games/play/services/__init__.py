"""All changes to games: one function per verb, in one short transaction."""

from games.play.services.attendance import forget_visits, open_process, record_attendance, renew_process
from games.play.services.lobby import (
    cancel,
    invite,
    join,
    put_away,
    rename,
    start_against_computer,
    start_one_screen,
    start_series,
    swap,
)
from games.play.services.moves import Turn, claim, doodle, hint, play, play_together, resign
from games.play.services.offers import allow, decline, expire_offer, rematch, take_back, withdraw
