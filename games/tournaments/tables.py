"""The standings of a tournament as a table, for spreadsheets."""

from games.review.tables import as_csv, defused
from games.tournaments.selectors.tournaments import TournamentState
from games.tournaments.words.results import result_lines

STANDINGS = ("place", "name", "points", "won", "drawn", "lost", "mistakes")


def standings_file(tournament: TournamentState) -> str:
    """Return the standings of a tournament as CSV, with a byte order mark so that spreadsheets read it as UTF-8."""
    lines = ({**vars(line), "name": defused(line.name)} for line in result_lines(tournament))
    return f"\N{BYTE ORDER MARK}{as_csv(STANDINGS, lines)}"
