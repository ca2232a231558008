"""Every change of a game: one function per verb, each one short transaction. Those of a tournament are in
`services.tournaments`, those of its director in `services.directing`.

A service decides every refusal before it writes and raises `Refused`; nothing is stored then. Services may run inside
an outer transaction; the room is told after the outermost commit.
"""

from games.services.attendance import attend, forget_visits, open_process, renew_process, report_entrants
from games.services.doodles import doodle
from games.services.exercises import answer_daily, answer_exercise
from games.services.judging import judge
from games.services.lobby import (
    cancel,
    carry_over,
    create_guest,
    invite,
    join,
    put_away,
    rename,
    start_against_computer,
    start_one_screen,
    start_series,
    swap,
)
from games.services.menace import answer_machine, begin_with_machine, reset_machine, teach_machine
from games.services.moves import Turn, call_draw, claim_win, hint, play, play_together, resign
from games.services.offers import allow, decline, expire_offer, rematch, take_back, withdraw
from games.services.people import forget, rename_everywhere
from games.services.repairs import repair_forgotten_seats
from games.services.upkeep import delete_in_parts, end_forgotten_tournament, expire, wipe_names
