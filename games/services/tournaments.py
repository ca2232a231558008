"""What a host does with a tournament, and what people do who take part in it.

The host is known by the key of the tournament alone. A verb of the host raises Tournament.DoesNotExist for another key;
a verb of a player raises it for an unknown code.
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import count
from secrets import SystemRandom

from django.db.models import Value
from django.db.models.functions import Lower
from django.utils import timezone

from games import limits
from games.engine.classic import CLASSIC
from games.engine.variant import Variant
from games.models import (
    FEWEST_MINUTES,
    LONGEST_MINUTES,
    MOST_MINUTES,
    SECONDS,
    Entrant,
    Game,
    Kind,
    Phase,
    Player,
    Standing,
    Starts,
    Tournament,
    new_entry,
)
from games.refusals import Reason, Refused
from games.selectors.tournaments import IN_PLAY, LAST_GAMES, free_in, playing_in
from games.services.matches import (
    drawn_starts,
    entrant_of,
    forfeit_all,
    give_up,
    still_begins,
    stop_clocks,
    take,
    tell_games,
    wind_clocks,
)
from games.services.storage import one_transaction

MOST_IN_A_ROUND = 12  # who meet everyone: 66 matches

# --- the host


@one_transaction
def found(
    *,
    title: str = "",
    variant: Variant = CLASSIC,
    kind: Kind = Kind.ARENA,
    starts: Starts = Starts.EMPTY,
    seconds: int = 30,
    minutes: int = 20,
    keep_names: bool = False,
    drawn_in: str = "",
) -> Tournament:
    """Makes a tournament that waits for people; their names are drawn in the language `drawn_in` if that is given.

    Raises Refused for a time that nobody offers, or if the game has no exercises that are draws."""
    if seconds not in SECONDS:
        raise Refused(Reason.NO_SUCH_TIME)
    if not FEWEST_MINUTES <= minutes <= MOST_MINUTES:
        raise Refused(Reason.NOT_THAT_LONG)
    if starts == Starts.DRAWN and not drawn_starts(variant):
        raise Refused(Reason.NO_DRAWN_STARTS)
    return Tournament.objects.create(
        code=_new_code(),
        title=title,
        variant=variant.key,
        kind=kind,
        starts=starts,
        seconds=seconds,
        minutes=minutes,
        keep_names=keep_names,
        drawn_in=drawn_in,
    )


@one_transaction
def start(*, key: str) -> Tournament:
    """Starts a tournament. Starting again changes nothing."""
    tournament = _own(key)
    if tournament.phase != Phase.WAITING:
        return tournament
    now = timezone.now()
    ends_at = now + timedelta(minutes=tournament.minutes)
    tournament.entrants.filter(standing=Standing.PRESENT).update(free_since=now)
    return _change(tournament, phase=Phase.RUNNING, started_at=now, ends_at=ends_at)


@one_transaction
def pause(*, key: str) -> Tournament:
    """Stops pairing and all clocks until `go_on`. Pausing again changes nothing."""
    tournament = _own_started(key)
    if tournament.phase == Phase.PAUSED:
        return tournament
    stop_clocks(tournament)
    return _change(tournament, phase=Phase.PAUSED, paused_at=timezone.now())


@one_transaction
def go_on(*, key: str) -> Tournament:
    """Goes on after a pause: the end is as much later, and each move has its whole time again. Going on again changes
    nothing."""
    tournament = _own_started(key)
    return tournament if tournament.phase == Phase.RUNNING else _go_on(tournament)


def _go_on(tournament: Tournament) -> Tournament:
    now = timezone.now()
    assert tournament.ends_at and tournament.paused_at  # as the database holds
    wind_clocks(tournament, now)
    Entrant.objects.filter(pk__in=free_in(tournament.pk).order_by().values("pk")).update(free_since=now)
    ends_at = tournament.ends_at + (now - tournament.paused_at)
    return _change(tournament, phase=Phase.RUNNING, paused_at=None, ends_at=ends_at)


@one_transaction
def set_minutes(*, key: str, minutes: int) -> Tournament:
    """Makes a tournament as long as this, all in all. Setting the same again changes nothing. One that has come to its
    end meanwhile goes on, unless it is over. Raises Refused for fewer minutes than it has."""
    tournament = _own(key)
    if tournament.phase == Phase.OVER:
        raise Refused(Reason.TOURNAMENT_OVER)
    if not tournament.minutes <= minutes <= LONGEST_MINUTES:
        raise Refused(Reason.NOT_THAT_LONG)
    more = timedelta(minutes=minutes - tournament.minutes)
    if not more or tournament.ends_at is None:
        return _change(tournament, minutes=minutes)
    ends_at = max(tournament.ends_at, tournament.paused_at or timezone.now()) + more
    return _change(tournament, minutes=minutes, ends_at=ends_at)


@one_transaction
def end(*, key: str, at_once: bool = False) -> Tournament:
    """Ends a tournament: nobody is paired any more, and games under way may be finished; with `at_once` they are broken
    off, and count as draws. Ending again changes nothing. One that has not started is over at once."""
    tournament = _own(key)
    now = timezone.now()
    if tournament.phase == Phase.OVER:
        return tournament
    if tournament.phase == Phase.WAITING:
        return _change(tournament, phase=Phase.OVER, over_at=now)
    if tournament.phase == Phase.PAUSED:
        tournament = _go_on(tournament)
    assert tournament.ends_at
    return _change(tournament, ends_at=min(tournament.ends_at, now - LAST_GAMES if at_once else now))


@one_transaction
def remove(*, key: str, entrant: int) -> None:
    """Takes somebody out of a tournament: they can't come back. Raises Entrant.DoesNotExist if there is nobody like
    that. Removing again changes nothing."""
    tournament = _own(key)
    _go(tournament, tournament.entrants.get(pk=entrant), Standing.REMOVED)


@one_transaction
def rename(*, key: str, entrant: int, name: str) -> None:
    """Gives somebody another name in the tournament. Raises Refused if somebody else has it, Entrant.DoesNotExist if
    there is nobody like that."""
    tournament = _own(key)
    renamed = tournament.entrants.get(pk=entrant)
    _check_name(tournament, name, but=renamed)
    Entrant.objects.filter(pk=entrant).update(name=name)
    tell_games(Game.objects.filter(IN_PLAY, match=renamed.match_id, match__isnull=False))


@one_transaction
def give_names(*, key: str, names: Sequence[str], language: str) -> None:
    """Gives everybody one of these names by lot, which are in this language. So do those get one who come later."""
    tournament = _change(_own(key), drawn_in=language)
    entrants = list(tournament.entrants.order_by("pk"))
    for entrant, name in zip(entrants, _by_lot(names), strict=False):
        entrant.name = name
    tournament.entrants.update(name="")  # first, since a name may be somebody else's until then
    Entrant.objects.bulk_update(entrants, ["name"])
    tell_games(Game.objects.filter(IN_PLAY, match__tournament=tournament))


def _by_lot(names: Sequence[str]) -> Iterator[str]:
    """These names, of which there is at least one, in an order by lot; then all of them with a number, for ever."""
    drawn = SystemRandom().sample(names, len(names))
    yield from drawn
    for again in count(2):
        yield from (f"{name} {again}" for name in drawn)


# --- the players


@one_transaction
def join(*, code: str, player: Player, name: str = "", names: Sequence[str] = ()) -> Entrant:
    """Lets a player take part under a name, at any time until the tournament is over. Where names are drawn, it is one
    of `names` instead, by lot.

    Who has joined finds their place again, whatever name they give, and is here again. Raises Refused if the name is
    missing or somebody's, if the host has removed the player, or if the tournament is full or over.
    """
    tournament = take(code=code)
    entrant = tournament.entrants.filter(player=player).first()
    if entrant:
        return _come_back(tournament, entrant)
    if tournament.phase == Phase.OVER:
        raise Refused(Reason.TOURNAMENT_OVER)
    _check_room(tournament)
    if tournament.drawn_in and names:
        taken = {name.casefold() for name in tournament.entrants.values_list("name", flat=True)}
        name = next(drawn for drawn in _by_lot(names) if drawn.casefold() not in taken)
    _check_name(tournament, name)
    return Entrant.objects.create(tournament=tournament, player=player, name=name)


@one_transaction
def come_back(*, code: str, player: Player | None) -> Entrant:
    """Has a player paired again who was set aside or has left. Raises Refused if they can't."""
    tournament = take(code=code)
    return _come_back(tournament, entrant_of(tournament, player))


@one_transaction
def leave(*, code: str, player: Player | None) -> None:
    """Takes a player out of the pairing. A game that they are in is lost, and between the two games of a match the
    second. Where everyone meets everyone, so is all that is left for who has met somebody, and they can't come back.
    Leaving again changes nothing."""
    tournament = take(code=code)
    _go(tournament, entrant_of(tournament, player), Standing.LEFT)


def _come_back(tournament: Tournament, entrant: Entrant) -> Entrant:
    if entrant.standing == Standing.REMOVED:
        raise Refused(Reason.REMOVED)
    if entrant.standing == Standing.PRESENT or tournament.phase == Phase.OVER:
        return entrant
    if entrant.standing == Standing.LEFT and _leaves_for_good(tournament):
        raise Refused(Reason.LEFT_FOR_GOOD)
    if entrant.standing == Standing.LEFT:
        _check_room(tournament)
    entrant.standing, entrant.lapses, entrant.free_since = Standing.PRESENT, 0, timezone.now()
    entrant.save(update_fields=["standing", "lapses", "free_since"])
    return entrant


def _go(tournament: Tournament, entrant: Entrant, standing: Standing) -> None:
    """Takes somebody out of the pairing, with all that is then lost."""
    if entrant.standing in (standing, Standing.REMOVED) or tournament.phase == Phase.OVER:
        return
    gone, now = entrant.standing == Standing.LEFT, timezone.now()
    match, entrant.standing, entrant.match = entrant.match, standing, None
    if match:
        give_up(match, entrant, now)
    entrant.save(update_fields=["standing", "match"])
    if _leaves_for_good(tournament) and not gone and still_begins(tournament, now):
        forfeit_all(tournament, entrant, now)


# --- what they check


def _new_code() -> str:
    """A code that no tournament has or had: five characters come again sooner or later."""
    while Tournament.objects.filter(code=(code := new_entry())).exists():
        pass
    return code


def _own(key: str) -> Tournament:
    return take(key=key)


def _own_started(key: str) -> Tournament:
    """The host's tournament. Raises Refused if it has not started or is over."""
    tournament = take(key=key)
    if tournament.phase == Phase.WAITING:
        raise Refused(Reason.TOURNAMENT_WAITS)
    if tournament.phase == Phase.OVER:
        raise Refused(Reason.TOURNAMENT_OVER)
    return tournament


def _change(tournament: Tournament, **changes: object) -> Tournament:
    """Stores changes of a tournament that was taken."""
    for field, value in changes.items():
        setattr(tournament, field, value)
    tournament.save(update_fields=[*changes])
    return tournament


def _leaves_for_good(tournament: Tournament) -> bool:
    return tournament.kind == Kind.ROUND and tournament.phase != Phase.WAITING


def _check_room(tournament: Tournament) -> None:
    """Raises Refused if nobody else can take part."""
    if tournament.kind == Kind.ROUND and len(playing_in(tournament.pk)) >= MOST_IN_A_ROUND:
        raise Refused(Reason.TOURNAMENT_FULL)
    if tournament.entrants.count() >= limits.MOST_ENTRANTS:
        raise Refused(Reason.TOURNAMENT_FULL)


def _check_name(tournament: Tournament, name: str, but: Entrant | None = None) -> None:
    if not name:
        raise Refused(Reason.NO_NAME)
    others = tournament.entrants.exclude(pk=but.pk) if but else tournament.entrants.all()
    folded = name.casefold()
    if any(other.casefold() == folded for other in others.values_list("name", flat=True)):
        raise Refused(Reason.NAME_TAKEN)
    # PostgreSQL holds other letters for the same than Python does: "İrem" and "irem".
    if others.alias(lower=Lower("name")).filter(lower=Lower(Value(name))).exists():
        raise Refused(Reason.NAME_TAKEN)
