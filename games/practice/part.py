"""Additions of puzzles to other pages."""

from django.utils.translation import ngettext

from games.features import Part
from games.site.models import Player


class Puzzles(Part):
    slots = {"home_positions": "practice/_home_positions.html"}

    def consequences(self, player: Player) -> list[str]:
        count = player.practice.count() + player.days.count() + player.climbs.count()
        words = ngettext("Results of %(count)d puzzle are deleted.", "Results of %(count)d puzzles are deleted.", count)
        return [words % {"count": count}] if count else []


part = Puzzles()
