"""Games, and the standings of a tournament, as tables for spreadsheets and other programs."""

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO

from games.engine.variants import VARIANTS
from games.play.models import Game, Seat
from games.play.words import roster

# Spreadsheets treat a cell that begins with one of these characters, or a full-width form of it, as a formula. A
# program that splits at other separators may start a cell in the middle of a name.
FORMULA = re.compile(r"(^|[;,|])(?=\s*[=+\-@＝＋－＠\t\r\n])")
COLUMNS = (
    *("code", "game", "status", "x", "o", "start", "moves", "winner", "ended"),
    *("x_mistakes", "o_mistakes", "thrown_away", "helped", "created_at", "started_at", "finished_at"),
)


Row = dict[str, object]  # a value for each column


def table_of(games: Iterable[Game]) -> list[Row]:
    """Return a row for each game; its seats should be prefetched."""
    table = list[Row]()
    for game in games:
        seats = {seat.mark: _name(seat) for seat in game.seated}
        variant = VARIANTS[game.variant]
        moves = " ".join(variant.label(move) for move in variant.moves(game.record))
        times = (game.created_at, game.started_at, game.finished_at)
        row = (
            *(game.code, game.variant, game.status, seats.get("X", ""), seats.get("O", ""), game.start, moves),
            *(game.winner, game.ended, game.x_mistakes, game.o_mistakes, game.thrown_away, game.helped),
            *(time.isoformat() if time else "" for time in times),
        )
        table.append(dict(zip(COLUMNS, row, strict=True)))
    return table


def as_csv(columns: Sequence[str], rows: Iterable[Row]) -> str:
    """Return rows as CSV with a header line."""
    written = StringIO(newline="")
    table = csv.DictWriter(written, columns, extrasaction="ignore")
    table.writeheader()
    table.writerows(rows)
    return written.getvalue()


def _name(seat: Seat) -> str:
    name = str(seat.player) if seat.player else roster.called(seat.opponent, seat.name)
    if seat.name:
        name = f"{name} ({seat.opponent})"  # its rules identify a robot; names may repeat
    return defused(name)


def defused(name: str) -> str:
    """Return a name that no spreadsheet evaluates as a formula."""
    return FORMULA.sub(r"\1'", name)
