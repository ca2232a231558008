"""The state of a tournament, read in a constant number of queries, and the queries of its director.

Standings are not stored: see standings.py.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations, groupby
from typing import Any, Final, Self

from django.db.models import Exists, Max, Min, OuterRef, Q, QuerySet
from django.utils import timezone

from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.play.models import Ended, Game
from games.play.selectors.games import games_with_seats
from games.site.models import Player
from games.site.sql import objects, rows
from games.tournaments.models import Entrant, Kind, Match, Phase, Standing, Tournament
from games.tournaments.pairing.table import Row, Score, table_of
from games.tournaments.selectors.absence import NO_SHOW_AFTER, away_since, here_at, long_absent_in, no_shows_in
from games.tournaments.selectors.standings import scores_now_and_before

CLIMB_PERIOD = timedelta(minutes=1)  # over which climbs are shown
BOARDS_ON_WALL = 2
OVERTIME = timedelta(minutes=2)  # after the end, for games in progress
GRACE = timedelta(seconds=3)  # after a clock runs out, because a move received in time may not be stored yet
OPEN_AFTER_END = timedelta(days=1)  # to everyone with the code
BREATHER = timedelta(seconds=3)  # after a game, to see how it ended
LONG_BREATHER = timedelta(seconds=10)  # if one of the two has more time
REST = timedelta(seconds=5)  # after a match, to review it, unless the player is ready earlier
COMPUTER_AFTER = timedelta(seconds=10)  # waiting time until an unpaired entrant gets a computer opponent

# For games of a tournament. A condition on `status` would make SQLite scan all games.
IN_PLAY: Final = Q(finished_at=None)


@dataclass(frozen=True)
class Change:
    """News of a tournament: its state has changed. Receivers read the new state."""

    code: str

    def as_message(self) -> dict[str, Any]:
        return {"code": self.code}

    @classmethod
    def from_message(cls, message: dict[str, Any]) -> Self:
        return cls(message["code"])


ROOM_PREFIX: Final = "tournament-"
DIRECTORS: Final = "directors"  # the directors' room, which receives news of all tournaments


def room_of(code: str) -> str:
    """Return the room of a tournament; the prefix keeps it distinct from game codes."""
    return ROOM_PREFIX + code


def code_of(room: str) -> str:
    """Return the code of the tournament that a room belongs to."""
    return room.removeprefix(ROOM_PREFIX)


@dataclass(frozen=True)
class EntrantState:
    """An entrant, with their place in the standings, and the places climbed in the last minute (`risen`).

    `free_since` is in the future during a review. `match` is the number of their current match, or None. Removed
    entrants have place 0. `here` means that they have a page open. `away_since` is when they became unavailable, None
    if they are available or in a counted match.
    """

    id: int
    player: int
    name: str
    standing: str
    free_since: datetime
    match: int | None
    place: int
    risen: int
    score: Score
    here_until: datetime
    here: bool
    away_since: datetime | None
    more_time: bool

    @property
    def free(self) -> bool:
        return self.standing == Standing.PRESENT and self.here and self.match is None


@dataclass(frozen=True)
class MatchState:
    """A match in progress. `first` and `second` are entrants' ids; against a computer player `second` is None, and the
    match does not count. `games` are the codes of its games so far, and `in_play` is that of the current one, ""
    between games."""

    number: int
    first: int
    second: int | None
    games: tuple[str, ...]
    in_play: str

    @property
    def counts(self) -> bool:
        return self.second is not None


@dataclass(frozen=True)
class TournamentState:
    """A tournament's state, the same for everyone. It contains no secrets, such as the host's key.

    `entrants` are in the order of the standings, removed ones last. `boards` are codes of games for the big screen:
    that of the best-placed players in play, and one more. Only tournaments/selectors/endings.py reads `stored_ending`.
    """

    id: int
    code: str
    version: int
    title: str
    variant: Variant
    kind: str
    starts: str
    seconds: int
    minutes: int
    phase: str
    keep_names: bool
    started_at: datetime | None
    ends_at: datetime | None
    paused_at: datetime | None
    over_at: datetime | None
    stored_ending: dict[str, Any] | None
    entrants: tuple[EntrantState, ...]
    matches: tuple[MatchState, ...]
    closed: bool
    awaited: tuple[int, ...]  # ids of absent people who hold up a round robin

    def left(self, now: datetime) -> timedelta | None:
        """Return the time left for pairing, which a pause stops; None before the start."""
        if self.ends_at is None:
            return None
        return max(self.ends_at - (self.paused_at or now), timedelta())

    def is_ending(self, now: datetime) -> bool:
        """Return whether pairing has ended but games are in progress."""
        return self.phase == Phase.RUNNING and self.left(now) == timedelta()

    def takes_part(self, player: Player | None) -> bool:
        """Return whether a player has joined, even if they have left or were removed."""
        return player is not None and any(entrant.player == player.pk for entrant in self.entrants)

    @property
    def table(self) -> tuple[EntrantState, ...]:
        """All entrants except removed ones, best first."""
        return tuple(entrant for entrant in self.entrants if entrant.standing != Standing.REMOVED)

    @property
    def boards(self) -> tuple[str, ...]:
        places = {entrant.id: place for place, entrant in enumerate(self.entrants)}
        under_way = [match for match in self.matches if match.counts and match.games]
        best = sorted(under_way, key=lambda match: min(places[match.first], places[match.second or match.first]))
        shown = best[:1] + sorted(best[1:], key=lambda match: match.number)
        return tuple(match.games[-1] for match in shown[:BOARDS_ON_WALL])

    def match_of(self, entrant: EntrantState) -> MatchState | None:
        """Return an entrant's current match, if any."""
        return next((match for match in self.matches if match.number == entrant.match), None)


# --- the state of a tournament


def code_expired(over_at: datetime | None, now: datetime) -> bool:
    """Return whether a tournament that ended at `over_at` is closed to everyone except its participants."""
    return over_at is not None and now - over_at > OPEN_AFTER_END


def tournament_state(code: str) -> TournamentState:
    """Return the state of a tournament, in four queries (six if someone is absent from a running round robin). Raises
    Tournament.DoesNotExist."""
    return state_of(Tournament.objects.get(code=code))


def is_host(key: str, code: str) -> bool:
    """Return whether a key is the host's key of the tournament with a code."""
    return Tournament.objects.filter(key=key, code=code).exists()


def hosted(key: str) -> TournamentState:
    """Return the state of the tournament with a host's key. Raises Tournament.DoesNotExist."""
    return state_of(Tournament.objects.get(key=key))


def state_of(tournament: Tournament) -> TournamentState:
    """Return the state of a tournament, given its row."""
    entrants = objects(Entrant, "SELECT * FROM games_entrant WHERE tournament_id = %s ORDER BY id", tournament.pk)
    under_way = _matches_under_way(tournament.pk)
    table, before = _tables(tournament, entrants)
    now = timezone.now()
    row_of = {row.who: row for row in table}
    place_before = {row.who: row.place for row in before}
    order = {row.who: number for number, row in enumerate(table)}
    last = len(order)
    states = tuple(
        _entrant_state(
            entrant,
            under_way.get(entrant.match_id or 0),
            row_of.get(entrant.pk),
            place_before.get(entrant.pk, 0),
            now,
        )
        for entrant in sorted(entrants, key=lambda entrant: order.get(entrant.pk, last))
    )
    return TournamentState(
        id=tournament.pk,
        code=tournament.code,
        version=tournament.version,
        title=tournament.title,
        variant=VARIANTS[tournament.variant],
        kind=tournament.kind,
        starts=tournament.starts,
        seconds=tournament.seconds,
        minutes=tournament.minutes,
        phase=tournament.phase,
        keep_names=tournament.keep_names,
        started_at=tournament.started_at,
        ends_at=tournament.ends_at,
        paused_at=tournament.paused_at,
        over_at=tournament.over_at,
        stored_ending=tournament.ending,
        entrants=states,
        matches=tuple(under_way.values()),
        closed=tournament.closed,
        awaited=_awaited(tournament, states, now),
    )


def games_between_people(tournament: int) -> QuerySet[Game]:
    """Return the games of a tournament between two people, in the order of their start, with everything that a State
    needs."""
    return games_with_seats().filter(match__tournament=tournament, match__second__isnull=False).order_by("pk")


def games_played(tournament: int) -> int:
    """Count the finished games between two people."""
    [[played]] = rows(PLAYED, tournament)
    return int(played)


PLAYED: Final = """
    SELECT COUNT(*) FROM games_game game JOIN games_match match ON match.id = game.match_id
    WHERE match.tournament_id = %s AND match.second_id IS NOT NULL AND game.status = 'finished'
"""


def versions_of(codes: Iterable[str]) -> dict[str, int]:
    """Return the versions of tournaments by code."""
    return dict(Tournament.objects.filter(code__in=codes).values_list("code", "version"))


def _tables(tournament: Tournament, entrants: list[Entrant]) -> tuple[tuple[Row[int], ...], tuple[Row[int], ...]]:
    """Return the standings now and a minute ago."""
    listed = [entrant for entrant in entrants if entrant.standing != Standing.REMOVED]
    now, before = (
        table_of({entrant.pk: scores.get(entrant.pk, Score()) for entrant in listed})
        for scores in scores_now_and_before(tournament, (tournament.over_at or timezone.now()) - CLIMB_PERIOD)
    )
    return now, before


def _entrant_state(
    entrant: Entrant, match: MatchState | None, row: Row[int] | None, before: int, now: datetime
) -> EntrantState:
    return EntrantState(
        id=entrant.pk,
        player=entrant.player_id,
        name=entrant.name,
        standing=entrant.standing,
        free_since=entrant.free_since,
        match=match.number if match else None,
        place=row.place if row else 0,
        risen=before - row.place if row else 0,
        score=row.score if row else Score(),
        here_until=entrant.here_until,
        here=entrant.here_until > now,
        away_since=None if match and match.counts else away_since(entrant, now),
        more_time=entrant.more_time,
    )


def _awaited(tournament: Tournament, entrants: Iterable[EntrantState], at: datetime) -> tuple[int, ...]:
    """Return the ids of entrants who hold up a round robin: absent, with games left to play."""
    if tournament.kind != Kind.ROUND or tournament.phase != Phase.RUNNING:
        return ()
    away = sorted(one.id for one in entrants if one.away_since and one.away_since <= at - NO_SHOW_AFTER)
    if not away:
        return ()
    met, here = meetings_in(tournament.pk), playing_in(tournament.pk)
    return tuple(one for one in away if any(frozenset((one, other)) not in met for other in here if other != one))


def _matches_under_way(tournament: int) -> dict[int, MatchState]:
    """Return the matches in progress by primary key, in order."""
    found = {}
    for match, games in groupby(rows(UNDER_WAY, tournament), key=lambda row: row[:4]):
        pk, number, first, second = match
        codes = {code: bool(in_play) for *_match, code, in_play in games if code}
        found[pk] = MatchState(number, first, second, tuple(codes), next((code for code in codes if codes[code]), ""))
    return found


UNDER_WAY: Final = """
    SELECT match.id, match.number, match.first_id, match.second_id, game.code, game.finished_at IS NULL
    FROM games_match match LEFT JOIN games_game game ON game.match_id = match.id
    WHERE match.tournament_id = %s AND match.ended_at IS NULL
    ORDER BY match.number, game.place
"""


# --- queries for directors, by tournament id


def running() -> list[Tournament]:
    """Return the running tournaments, by id."""
    return list(Tournament.objects.filter(phase=Phase.RUNNING).order_by("pk"))


def free_in(tournament: int, at: datetime) -> QuerySet[Entrant]:
    """Return the entrants who are present and not in a counted match; they may be playing the computer."""
    no_counted_match = Q(match=None) | Q(match__second=None)
    here = Entrant.objects.filter(here_at(at), no_counted_match, tournament=tournament)
    return here.select_related("match", "player").order_by("pk")


def ready_in(tournament: int, at: datetime) -> QuerySet[Entrant]:
    """Return the free entrants who have finished reviewing their last match."""
    return free_in(tournament, at).filter(free_since__lte=at)


def unpaired_in(tournament: int, at: datetime) -> QuerySet[Entrant]:
    """Return the free entrants who have waited for COMPUTER_AFTER and are not playing the computer yet."""
    return free_in(tournament, at).filter(match=None, free_since__lte=at - COMPUTER_AFTER)


def pairs_in(tournament: int) -> list[tuple[int, int]]:
    """Return the pairings so far, in order, without matches that were called off."""
    called_off = Game.objects.filter(match=OuterRef("pk"), ended=Ended.ABANDONED, winner="")
    met = Match.objects.filter(~Exists(called_off), tournament=tournament, second__isnull=False).order_by("number")
    return [(first, second) for first, second in met.values_list("first", "second") if second]


def meetings_in(tournament: int) -> "Counter[frozenset[int]]":
    """Count how many times each pair of entrants has met."""
    return meetings_of(pairs_in(tournament))


def meetings_of(pairs: Iterable[tuple[int, int]]) -> "Counter[frozenset[int]]":
    return Counter(frozenset(pair) for pair in pairs)


def last_meetings_of(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return each entrant's last opponent."""
    found: dict[int, int] = {}
    for first, second in pairs:
        found[first], found[second] = second, first
    return found


def matches_to_continue(tournament: int, at: datetime) -> QuerySet[Match]:
    """Return the matches in progress whose last game ended at least a BREATHER (or LONG_BREATHER) ago."""
    ended = _between_games(tournament).annotate(last=Max("games__finished_at")).filter(last__lte=at - BREATHER)
    more_time = Q(first__more_time=True) | Q(second__more_time=True)
    return (
        ended.exclude(more_time & Q(last__gt=at - LONG_BREATHER)).select_related("first", "second").order_by("number")
    )


def _between_games(tournament: int) -> QuerySet[Match]:
    """Return the matches in progress without a game in play."""
    in_play = Game.objects.filter(IN_PLAY, match=OuterRef("pk"))
    return Match.objects.filter(~Exists(in_play), tournament=tournament, ended_at=None)


def games_out_of_time(tournament: int, at: datetime) -> QuerySet[Game]:
    """Return the games of a tournament whose clock ran out at least a GRACE ago."""
    return games_with_clocks(tournament).filter(move_by__lte=at - GRACE)


def games_with_clocks(tournament: int) -> QuerySet[Game]:
    """Return the games of a tournament with a running clock."""
    return Game.objects.filter(IN_PLAY, move_by__isnull=False, match__tournament=tournament, match__ended_at=None)


def has_matches_in_progress(tournament: int) -> bool:
    """Return whether counted matches are in progress."""
    return Match.objects.filter(tournament=tournament, ended_at=None, second__isnull=False).exists()


def playing_in(tournament: int) -> list[int]:
    """Return the ids of entrants who have not left, including those on a break, in order of joining."""
    here = Entrant.objects.filter(tournament=tournament, standing__in=[Standing.PRESENT, Standing.ASIDE])
    return list(here.order_by("pk").values_list("pk", flat=True))


def everyone_has_met(tournament: Tournament) -> bool:
    """Return whether everyone in a round robin, including those on a break, has met everyone, and no counted match is
    in progress."""
    here = playing_in(tournament.pk) if tournament.kind == Kind.ROUND else []
    if len(here) < 2 or has_matches_in_progress(tournament.pk):
        return False
    met = meetings_in(tournament.pk)
    return all(frozenset(pair) in met for pair in combinations(here, 2))


def has_work(tournament: Tournament, at: datetime) -> bool:
    """Return whether anything may be due now: pairing, computer opponents, next games, absent players, or the end of
    games or of the tournament."""
    number = tournament.pk
    return (
        free_in(number, at).count() > 1
        or unpaired_in(number, at).exists()
        or games_out_of_time(number, at).exists()
        or matches_to_continue(number, at).exists()
        or bool(no_shows_in(number, at))
        or bool(long_absent_in(tournament, at))
        or (tournament.ends_at is not None and tournament.ends_at <= at)
        or everyone_has_met(tournament)
    )


def next_due(tournament: Tournament, at: datetime) -> datetime | None:
    """Return when the next step is due if nothing else happens: a GRACE after a clock runs out, a BREATHER after a
    game, after someone has waited for COMPUTER_AFTER or a match has lasted for NO_SHOW_AFTER, or at the end of the
    tournament. None if nothing is scheduled."""
    move_by = games_with_clocks(tournament.pk).aggregate(first=Min("move_by"))["first"]
    clock = move_by + GRACE if move_by else None
    between = _between_games(tournament.pk).annotate(last=Max("games__finished_at"))
    times = between.values_list("last", "first__more_time", "second__more_time")
    ended = [last + (LONG_BREATHER if one or other else BREATHER) for last, one, other in times if last]
    waits = free_in(tournament.pk, at).filter(match=None).aggregate(first=Min("free_since"))["first"]
    alone = waits + COMPUTER_AFTER if waits else None
    in_progress = Match.objects.filter(tournament=tournament, ended_at=None, second__isnull=False)
    made = in_progress.filter(made_at__gt=at - NO_SHOW_AFTER).aggregate(first=Min("made_at"))["first"]
    noticed = made + NO_SHOW_AFTER if made else None
    ends = [tournament.ends_at, tournament.ends_at + OVERTIME] if tournament.ends_at else []
    ends = [end for end in ends if end > at]  # past ends have been handled
    return min((moment for moment in [clock, *ended, alone, noticed, *ends] if moment), default=None)
