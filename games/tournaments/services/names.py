"""The names of entrants: given by the host, drawn at random, changed by the player, or deleted."""

from collections.abc import Iterator, Sequence
from itertools import count
from secrets import SystemRandom

from django.db.models import QuerySet, Value
from django.db.models.functions import Lower

from games.play.models import Game
from games.play.services.storage import one_transaction
from games.site.models import Player
from games.site.names import as_seen
from games.site.refusals import Reason, Refused
from games.tournaments.models import Entrant
from games.tournaments.selectors.due import names_to_wipe
from games.tournaments.selectors.matches import IN_PLAY
from games.tournaments.services.matches import lock, update_games


@one_transaction
def rename(*, key: str, entrant: int, name: str) -> None:
    """Rename an entrant. Raises Refused if the name is missing or taken, Entrant.DoesNotExist for an unknown
    entrant."""
    tournament = lock(key=key)
    renamed = tournament.entrants.get(pk=entrant)
    check_name(tournament.entrants.exclude(pk=entrant), name)
    _store(renamed, name)


@one_transaction
def give_names(*, key: str, names: Sequence[str], language: str) -> None:
    """Give every entrant a random one of these names, which are in `language`. Latecomers get one too."""
    tournament = lock(key=key)
    tournament.drawn_in = language
    tournament.save(update_fields=["drawn_in"])
    entrants = list(tournament.entrants.order_by("pk"))
    for entrant, name in zip(entrants, _numbered(_shuffled(names)), strict=False):
        entrant.name = name
    tournament.entrants.update(name="")  # clear first, because a new name may still be someone else's
    Entrant.objects.bulk_update(entrants, ["name"])
    update_games(Game.objects.filter(IN_PLAY, match__tournament=tournament))


def rename_in_all(*, player: Player, name: str) -> None:
    """Rename a player in all their tournaments, with a number where the name is taken; "" removes the name."""
    for entrant in player.entrants.exclude(name="").order_by("pk"):
        _rename_in(entrant=entrant, name=name)


@one_transaction
def _rename_in(*, entrant: Entrant, name: str) -> None:
    tournament = lock(pk=entrant.tournament_id)
    _store(entrant, _first_free(tournament.entrants.exclude(pk=entrant.pk), [name]))


def _store(entrant: Entrant, name: str) -> None:
    """Store an entrant's name, and show it in their game in play."""
    Entrant.objects.filter(pk=entrant.pk).update(name=name)
    update_games(Game.objects.filter(IN_PLAY, match=entrant.match_id, match__isnull=False))


def wipe_names() -> int:
    """Wipe the names of entrants in old tournaments, and return their number. Games and results stay."""
    return names_to_wipe().update(name="")


def draw_name(others: QuerySet[Entrant], names: Sequence[str]) -> str:
    """Return a random one of these names that no other entrant has, with a number if all are taken."""
    return _first_free(others, _shuffled(names))


def check_name(others: QuerySet[Entrant], name: str) -> None:
    """Raise Refused if a name is missing or looks like that of another entrant."""
    if not name:
        raise Refused(Reason.NO_NAME)
    seen = as_seen(name)
    if any(as_seen(other) == seen for other in others.values_list("name", flat=True)):
        raise Refused(Reason.NAME_TAKEN)
    # PostgreSQL's lower() treats some letters as equal that Python does not: "İrem" and "irem".
    if others.alias(lower=Lower("name")).filter(lower=Lower(Value(name))).exists():
        raise Refused(Reason.NAME_TAKEN)


def _first_free(others: QuerySet[Entrant], names: Sequence[str]) -> str:
    taken = {name.casefold() for name in others.values_list("name", flat=True)} - {""}
    return next(name for name in _numbered(names) if name.casefold() not in taken)


def _numbered(names: Sequence[str]) -> Iterator[str]:
    """Yield the names (at least one), then again with numbers, forever."""
    yield from names
    for again in count(2):
        yield from (f"{name} {again}" for name in names)


def _shuffled(names: Sequence[str]) -> list[str]:
    return SystemRandom().sample(names, len(names))
