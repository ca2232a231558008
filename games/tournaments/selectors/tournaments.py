"""The state of a tournament, read in a constant number of queries. Standings are not stored: see standings.py."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import groupby
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone

from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.play.models import Game
from games.play.selectors.games import games_with_seats
from games.site.models import Player
from games.site.sql import objects, rows
from games.tournaments.models import Entrant, Kind, Phase, Standing, Tournament
from games.tournaments.selectors.matches import unplayed_in
from games.tournaments.selectors.standings import Score, finished_in, places_of, scores_after

CLIMB_PERIOD = timedelta(minutes=1)  # over which climbs are shown
BOARDS_ON_WALL = 2
OVERTIME = timedelta(minutes=2)  # after the end, for games in progress
GRACE = timedelta(seconds=3)  # after a clock runs out, because a move received in time may not be stored yet
OPEN_AFTER_END = timedelta(days=1)  # to everyone with the code
BREATHER = timedelta(seconds=3)  # after a game, to see how it ended
LONG_BREATHER = timedelta(seconds=10)  # if one of the two has more time
REST = timedelta(seconds=5)  # after a match, to review it, unless the player is ready earlier
COMPUTER_AFTER = timedelta(seconds=10)  # waiting time until an unpaired entrant gets a computer opponent
PRESENCE_LASTS: Final = timedelta(seconds=8)  # after each record of an open page; only present entrants are paired
NO_SHOW_AFTER: Final = timedelta(seconds=10)  # from the start of a match, for players without an open page
FORFEIT_AFTER: Final = timedelta(minutes=3)  # of absence from a round robin; the pages' texts name this time


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
class EntrantState:
    """An entrant, with their place in the standings (0 if removed) and the places climbed in the last minute (`risen`).
    `free_since` is in the future during a review. `here` means that they have a page open."""

    id: int
    player: int
    name: str
    standing: str
    free_since: datetime
    match: MatchState | None
    place: int
    risen: int
    score: Score
    here_until: datetime
    here: bool
    more_time: bool

    @property
    def current(self) -> bool:
        """Whether they have neither left nor been removed."""
        return self.standing in (Standing.PRESENT, Standing.ASIDE)

    @property
    def free(self) -> bool:
        return self.standing == Standing.PRESENT and self.here and self.match is None


@dataclass(frozen=True)
class TournamentState:
    """A tournament's state, the same for everyone, without secrets such as the host's key. `entrants` are in the order
    of the standings, removed ones last. selectors/endings.py reads `stored_ending`."""

    id: int
    code: str
    version: int
    title: str
    variant: Variant
    kind: str
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
    played: int  # finished games between two people
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

    def entrant_of(self, player: Player | None) -> EntrantState | None:
        """Return a player's entry, even if they have left or were removed; None if they have not joined."""
        return self._by_player.get(player.pk) if player else None

    @cached_property
    def _by_player(self) -> dict[int, EntrantState]:
        return {entrant.player: entrant for entrant in self.entrants}

    @cached_property
    def table(self) -> tuple[EntrantState, ...]:
        """All entrants except removed ones, best first."""
        return tuple(entrant for entrant in self.entrants if entrant.standing != Standing.REMOVED)

    @property
    def boards(self) -> tuple[str, ...]:
        """Codes of games for the big screen: that of the best-placed players in play, and one more."""
        places = {entrant.id: place for place, entrant in enumerate(self.entrants)}
        under_way = [match for match in self.matches if match.counts and match.games]
        best = sorted(under_way, key=lambda match: min(places[match.first], places[match.second or match.first]))
        shown = best[:1] + sorted(best[1:], key=lambda match: match.number)
        return tuple(match.games[-1] for match in shown[:BOARDS_ON_WALL])


def code_expired(over_at: datetime | None) -> bool:
    """Return whether a tournament that ended at `over_at` is closed to everyone except its participants."""
    return over_at is not None and timezone.now() - over_at > OPEN_AFTER_END


def is_host(key: str, code: str) -> bool:
    """Return whether a key is the host's key of the tournament with a code."""
    return Tournament.objects.filter(key=key, code=code).exists()


def versions_of(codes: Iterable[str]) -> dict[str, int]:
    """Return the versions of tournaments by code."""
    return dict(Tournament.objects.filter(code__in=codes).values_list("code", "version"))


def finished_games(tournament: int) -> QuerySet[Game]:
    """Return the finished games between two people, in the order of their start, with everything that a State needs."""
    between_people = games_with_seats().filter(match__tournament=tournament, match__second__isnull=False)
    return between_people.filter(finished_at__isnull=False).order_by("pk")


def tournament_state(**which: str) -> TournamentState:
    """Return the state of the tournament with a `code` or a host's `key`, in four queries (six if someone is absent
    from a running round robin). Raises Tournament.DoesNotExist."""
    tournament, now = Tournament.objects.get(**which), timezone.now()
    entrants = objects(Entrant, "SELECT * FROM games_entrant WHERE tournament_id = %s ORDER BY id", tournament.pk)
    under_way = _matches_under_way(tournament.pk)
    listed = [entrant.pk for entrant in entrants if entrant.standing != Standing.REMOVED]
    variant, games = VARIANTS[tournament.variant], finished_in(tournament.pk)
    earlier = [one for one in games if one.finished_at <= (tournament.over_at or now) - CLIMB_PERIOD]
    scores = scores_after(tournament.kind, variant, games)
    places = places_of(listed, scores)
    before = places_of(listed, scores_after(tournament.kind, variant, earlier))
    states = [
        EntrantState(
            id=entrant.pk,
            player=entrant.player_id,
            name=entrant.name,
            standing=entrant.standing,
            free_since=entrant.free_since,
            match=under_way.get(entrant.match_id or 0),
            place=places.get(entrant.pk, 0),
            risen=before.get(entrant.pk, 0) - places.get(entrant.pk, 0),
            score=scores[entrant.pk],
            here_until=entrant.here_until,
            here=entrant.here_until > now,
            more_time=entrant.more_time,
        )
        for entrant in entrants
    ]
    return TournamentState(
        id=tournament.pk,
        code=tournament.code,
        version=tournament.version,
        title=tournament.title,
        variant=variant,
        kind=tournament.kind,
        minutes=tournament.minutes,
        phase=tournament.phase,
        keep_names=tournament.keep_names,
        started_at=tournament.started_at,
        ends_at=tournament.ends_at,
        paused_at=tournament.paused_at,
        over_at=tournament.over_at,
        stored_ending=tournament.ending,
        entrants=tuple(sorted(states, key=lambda one: one.place or len(states))),
        matches=tuple(under_way.values()),
        played=len(games),
        closed=tournament.closed,
        awaited=_awaited(tournament, states, now),
    )


def away_since(entrant: "Entrant | EntrantState", moment: datetime) -> bool:
    """Return whether an entrant without a counted match has been on a break, or without an open page, since a time."""
    since = entrant.free_since if entrant.standing == Standing.ASIDE else entrant.here_until
    return entrant.standing in (Standing.PRESENT, Standing.ASIDE) and since <= moment


def _awaited(tournament: Tournament, entrants: Iterable[EntrantState], at: datetime) -> tuple[int, ...]:
    """Return the ids of entrants who hold up a round robin: absent, with games left to play."""
    if tournament.kind != Kind.ROUND or tournament.phase != Phase.RUNNING:
        return ()
    idle = (one for one in entrants if not (one.match and one.match.counts))
    away = [one.id for one in idle if away_since(one, at - NO_SHOW_AFTER)]
    needed = {one for pair in unplayed_in(tournament.pk) for one in pair} if away else set()
    return tuple(one for one in away if one in needed)


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
