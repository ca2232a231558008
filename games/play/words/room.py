"""The template context of a room, and its score by variant."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import npgettext

from games.engine.analysis import Analysis, analyse
from games.engine.position import Mark
from games.engine.variants import VARIANTS
from games.features import parts
from games.play.selectors.results import Results
from games.play.words import status
from games.play.words.board import room_board
from games.play.words.marks import mark_of
from games.play.words.plates import plates_of
from games.play.words.pov import Pov
from games.play.words.rules import rules_of
from games.play.words.strip import recent_strip
from games.play.words.titles import document_title, preview, preview_title

# CSS classes by minimum number of characters: a long status line has a smaller font, so that the board does not move.
SIZES = ((41, " longest"), (18, " long"), (0, ""))


def size_of(status: str) -> str:
    """Return the CSS class for the font size of the status line."""
    return next(size for least, size in SIZES if len(status) >= least)


def words_of(pov: Pov) -> dict[str, Any]:
    """Return the Pov, and the game in words."""
    line = status.status_of(pov)
    return {
        "pov": pov,
        "rules": rules_of(pov.state.variant),
        "status": line,
        "long": size_of(line),
        "comfort": status.comfort(pov),
        "first_win": status.first_win(pov),
        "gone": status.gone(pov),
        # On one screen, the side to move resigns.
        "winner_if_resigned": pov.name((pov.me or pov.state.position.turn).other),
        "their_offer": status.their_offer(pov),
        "own_offer": status.own_offer(pov),
        "review_from": review_from(pov),
        "side": status.side(pov),
        "side_mark": mark_of(pov.state.variant, pov.me or pov.inviter.other),
        "goes_first": status.goes_first(pov),
        "caption": status.caption(pov),
        "sides_swapped": status.sides_swapped(pov),
        "document_title": document_title(pov),
        "preview_title": preview_title(pov),
        "preview": preview(pov),
    }


def review_from(pov: Pov) -> int:
    """Return the move at which a review opens: the viewer's first mistake, else the opponent's, else the last move."""
    state = pov.state
    if not pov.finished or not state.variant.solver:
        return state.plies
    mistakes = mistakes_of(pov, analyse(state.variant, state.positions[0], state.moves))
    return mistakes[0] if mistakes else state.plies


def mistakes_of(pov: Pov, analysis: Analysis) -> list[int]:
    """Return the numbers of the viewer's mistakes in a game; of everyone's if the viewer made none."""
    mistakes = [(ply, move.mark) for ply, move in enumerate(analysis.moves, start=1) if move.verdict.mistake]
    return [ply for ply, mark in mistakes if mark == pov.me] or [ply for ply, _mark in mistakes]


def drawn_of(pov: Pov) -> dict[str, Any]:
    """Return the drawings of the game, and the additions of features."""
    return {
        "board": room_board(pov),
        "plates": plates_of(pov),
        "strip": recent_strip(pov.state),
        **{name: value for part in parts() for name, value in part.in_fragment(pov).items()},
    }


def score_by_game(pov: Pov, results: Results) -> list[str]:
    """Return a line for each variant that the two players have played: "Classic: Ada 2, Ben 1, 1 draw"."""
    players = {mark: seat.player or 0 for mark, seat in pov.state.seats.items()}
    lines = []
    for key, counts in sorted(results.items(), key=lambda one: [*VARIANTS].index(one[0])):
        words = {"game": rules_of(VARIANTS[key]).name, "x": pov.name(Mark.X), "o": pov.name(Mark.O)}
        # Translators: the score of two players in one game of the family: "Classic: Ada 2, Ben 1".
        line = _("%(game)s: %(x)s %(x_wins)d, %(o)s %(o_wins)d") % {
            **words,
            "x_wins": counts[players[Mark.X]],
            "o_wins": counts[players[Mark.O]],
        }
        draws = npgettext("games without a winner", "%(draws)s draw", "%(draws)s draws", counts[0])
        lines.append(f"{line}, {draws % {'draws': counts[0]}}" if counts[0] else line)
    return lines
