"""The data stored about a player, and what happens to each part of it when they are forgotten."""

from collections.abc import Iterator
from itertools import chain

from django.utils.translation import ngettext

from games.features import parts
from games.home.selectors import StoredGames, stored_games_of
from games.site.models import Player


def consequences(player: Player) -> list[str]:
    """Return a sentence for each kind of data stored about a player: how much there is, and what will become of it."""
    of_features = (part.consequences(player) for part in parts())
    return [*_of_games(stored_games_of(player)), *chain.from_iterable(of_features)]


def _of_games(kept: StoredGames) -> Iterator[str]:
    if count := kept.games:
        yield ngettext(
            "%(count)d finished game stays, without the name.",
            "%(count)d finished games stay, without the name.",
            count,
        ) % {"count": count}
    if count := kept.in_play:
        yield ngettext(
            "%(count)d game in progress ends: against a person it counts as given up, otherwise as a draw.",
            "%(count)d games in progress end: those against a person count as given up, the others as draws.",
            count,
        ) % {"count": count}
    if count := kept.waiting:
        yield ngettext(
            "%(count)d invite that nobody has accepted expires.",
            "%(count)d invites that nobody has accepted expire.",
            count,
        ) % {"count": count}
    if count := kept.series:
        yield ngettext(
            "%(count)d series of games between robots stays.",
            "%(count)d series of games between robots stay.",
            count,
        ) % {"count": count}
