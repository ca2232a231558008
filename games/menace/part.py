"""Additions of the matchbox machine to other pages."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.features import Part
from games.menace.verification import check_machines
from games.site.models import Player


class Machines(Part):
    slots = {
        "home_make": "menace/_home_make.html",
        "how_to_play_computer": "menace/_how_to_play_computer.html",
        "opponents": "menace/_opponents.html",
        "robot_go": "menace/_robot_go.html",
    }

    def consequences(self, player: Player) -> list[str]:
        return [_("The matchbox machine is deleted.")] if player.machines.exists() else []

    def problems(self) -> Iterator[str]:
        return check_machines()


part = Machines()
