"""The data stored about a player, and what happens to each part of it when they are forgotten."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import ngettext_lazy

from games.features import parts
from games.home.selectors import games_by_status
from games.play.models import Status
from games.site.models import Player

KEPT: Final = {
    Status.FINISHED: ngettext_lazy(
        "%(count)d finished game stays, without the name.", "%(count)d finished games stay, without the name.", "count"
    ),
    Status.STARTED: ngettext_lazy(
        "%(count)d game in progress ends: against a person it counts as given up, otherwise as a draw.",
        "%(count)d games in progress end: those against a person count as given up, the others as draws.",
        "count",
    ),
    Status.WAITING: ngettext_lazy(
        "%(count)d invite that nobody has accepted expires.",
        "%(count)d invites that nobody has accepted expire.",
        "count",
    ),
    "series": ngettext_lazy(
        "%(count)d series of games between robots stays.", "%(count)d series of games between robots stay.", "count"
    ),
}


def consequences(player: Player) -> Iterator[str]:
    """Yield a sentence for each kind of data stored about a player: how much there is, and what will become of it."""
    counts = {**games_by_status(player), "series": player.series.count()}
    yield from (words % {"count": counts[kind]} for kind, words in KEPT.items() if counts.get(kind))
    for part in parts():
        yield from part.consequences(player)
