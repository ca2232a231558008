"""Matchbox machines, and players' games with them."""

from games.menace.models import Menace, MenaceGame
from games.site.models import Player


def machine_of(player: Player | None, *, house: bool) -> Menace:
    """Return a player's own machine, or the house's; before its first game a new, unsaved one."""
    if player is None and not house:
        return Menace()
    return Menace.objects.filter(player=None if house else player).first() or Menace()


def game_with(machine: Menace, player: Player | None) -> MenaceGame:
    """Return a player's game with a machine: in play, over or not started; if there is none, a new, unsaved one."""
    return MenaceGame.objects.filter(machine=machine.pk, player=player).first() or MenaceGame()
