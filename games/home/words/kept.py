"""The data stored about a player, and what happens to each part of it when they are forgotten."""

from collections.abc import Iterator

from django.utils.translation import ngettext

from games.features import parts
from games.home.selectors import games_by_status
from games.play.models import Status
from games.site.models import Player


def consequences(player: Player) -> Iterator[str]:
    """Yield a sentence for each kind of data stored about a player: how much there is, and what will become of it."""
    games = games_by_status(player)
    if count := games.get(Status.FINISHED):
        yield ngettext(
            "%(count)d finished game stays, without the name.",
            "%(count)d finished games stay, without the name.",
            count,
        ) % {"count": count}
    if count := games.get(Status.STARTED):
        yield ngettext(
            "%(count)d game in progress ends: against a person it counts as given up, otherwise as a draw.",
            "%(count)d games in progress end: those against a person count as given up, the others as draws.",
            count,
        ) % {"count": count}
    if count := games.get(Status.WAITING):
        yield ngettext(
            "%(count)d invite that nobody has accepted expires.",
            "%(count)d invites that nobody has accepted expire.",
            count,
        ) % {"count": count}
    if count := player.series.count():
        yield ngettext(
            "%(count)d series of games between robots stays.",
            "%(count)d series of games between robots stay.",
            count,
        ) % {"count": count}
    for part in parts():
        yield from part.consequences(player)
