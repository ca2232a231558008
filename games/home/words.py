"""What is kept of a player, and what becomes of it when they are forgotten."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.home.selectors import Kept


def consequences(kept: Kept) -> list[str]:
    """A sentence for each kind of thing that is kept: how much there is, and what becomes of it."""
    return list(_consequences(kept))


def _consequences(kept: Kept) -> Iterator[str]:
    if count := kept.games:
        yield ngettext(
            "%(count)d finished game stays, as one of a guest without a name.",
            "%(count)d finished games stay, as those of a guest without a name.",
            count,
        ) % {"count": count}
    if count := kept.in_play:
        yield ngettext(
            "%(count)d game in play ends: if somebody sits opposite it is given up, otherwise it is a draw.",
            "%(count)d games in play end: where somebody sits opposite they are given up, the others are draws.",
            count,
        ) % {"count": count}
    if count := kept.waiting:
        yield ngettext(
            "%(count)d invite that nobody has taken ends.", "%(count)d invites that nobody has taken end.", count
        ) % {"count": count}
    if count := kept.tournaments_on:
        yield ngettext(
            "%(count)d tournament is left, and the name in it goes.",
            "%(count)d tournaments are left, and the name in them goes.",
            count,
        ) % {"count": count}
    if count := kept.tournaments:
        yield ngettext(
            "The name goes from %(count)d tournament that is over; its table stays.",
            "The name goes from %(count)d tournaments that are over; their tables stay.",
            count,
        ) % {"count": count}
    if count := kept.series:
        yield ngettext(
            "%(count)d series of games between computers stays.",
            "%(count)d series of games between computers stay.",
            count,
        ) % {"count": count}
    if count := kept.robots:
        yield ngettext("A robot’s name goes from %(count)d game.", "Robots’ names go from %(count)d games.", count) % {
            "count": count
        }
    if count := kept.exercises + kept.days:
        yield ngettext(
            "What was found in %(count)d exercise is deleted.",
            "What was found in %(count)d exercises is deleted.",
            count,
        ) % {"count": count}
    if kept.machines:
        yield _("The machine of matchboxes is deleted.")
