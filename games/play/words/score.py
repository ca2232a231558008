"""The score of a room by variant, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import npgettext

from games.engine.position import Mark
from games.engine.variants import VARIANTS
from games.play.selectors.results import Results
from games.play.words.pov import Pov
from games.play.words.rules import rules_of


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
