"""The start, continuation and end of a tournament's matches, for the actions in `tournaments` and `directing`. Every
change to a tournament locks its row first (`lock`). Moves do not; conflicts show in the game's version. Compare-and-set
keeps an entrant in at most one match. Only games of matches have a clock: `Game.move_by` is the deadline for receiving
the next move."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final

from django.db.models import Case, F, Max, OuterRef, Q, QuerySet, Subquery, Value, When

from games.engine.exercises import exercises
from games.engine.position import Mark, Outcome, Termination
from games.engine.solver import Value as PositionValue
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.play.models import Game, Seat, Status
from games.play.selectors.games import games_with_seats
from games.play.selectors.state import MORE_TIME
from games.play.services.storage import Overtaken, end_early, ending, publish, start_game
from games.site.models import Player
from games.site.refusals import Reason, Refused
from games.tournaments.models import Entrant, Kind, Match, Phase, Standing, Starts, Tournament
from games.tournaments.selectors.matches import IN_PLAY, meetings_in
from games.tournaments.selectors.tournaments import NO_SHOW_AFTER, REST
from games.tournaments.services.news import publish_change

MOVES_LEFT: Final = 2  # for each side, at least, in a game that starts from a puzzle
HEAD_START: Final = timedelta(seconds=5)  # extra time for the first move, while the page loads


def lock(**which: Any) -> Tournament:
    """Lock a tournament, raise its version, and notify its pages after the commit. Raises DoesNotExist."""
    Tournament.objects.filter(**which).update(version=F("version") + 1)
    tournament = Tournament.objects.get(**which)
    publish_change(tournament.code)
    return tournament


def entrant_of(tournament: Tournament, player: Player | None) -> Entrant:
    """Return a player's entry in a tournament, with their match. Raises Refused if they do not take part."""
    entrant = tournament.entrants.select_related("match").filter(player=player).first() if player else None
    if entrant is None:
        raise Refused(Reason.NOT_ENTERED)
    return entrant


def has_time_for_games(tournament: Tournament, at: datetime) -> bool:
    """Return whether a started tournament has time for new games; a pause postpones the end."""
    return tournament.ends_at is not None and tournament.ends_at > (tournament.paused_at or at)


def minutes_at(tournament: Tournament, at: datetime) -> int:
    """Return how many minutes a tournament has run, without pauses, rounded up; 0 before the start."""
    if tournament.ends_at is None:
        return 0
    left = (tournament.ends_at - (tournament.paused_at or at)) // timedelta(minutes=1)
    return max(1, tournament.minutes - max(0, left))


@cache
def drawn_starts(variant: Variant) -> tuple[str, ...]:
    """Return the positions of drawn puzzles that leave each side MOVES_LEFT moves."""
    latest = variant.longest - 2 * MOVES_LEFT if variant.longest is not None else None
    early = (one for one in exercises(variant) if latest is None or one.position.ply <= latest)
    return tuple(one.position.text for one in early if one.solver.worth(one.position).value is PositionValue.DRAW)


# --- starting matches and games


def begin(tournament: Tournament, pairs: Sequence[tuple[Entrant, Entrant]], at: datetime) -> None:
    """Start matches between free entrants. Raises Overtaken if one of them is in a match."""
    numbered = enumerate(pairs, start=_next_number(tournament))
    matches = Match.objects.bulk_create(_match(tournament, number, one, other, at) for number, (one, other) in numbered)
    begin_games(matches, 1, at)
    theirs = Match.objects.filter(Q(first=OuterRef("pk")) | Q(second=OuterRef("pk")), ended_at=None)
    free = Entrant.objects.filter(pk__in=[one.pk for pair in pairs for one in pair], match=None)
    if free.filter(standing=Standing.PRESENT).update(match=Subquery(theirs.values("pk")[:1])) != 2 * len(pairs):
        raise Overtaken


def begin_games(matches: Sequence[Match], place: int, at: datetime) -> None:
    """Start the first or the second game of matches between two people, and their clocks."""
    games = []
    for match in matches:
        begins = next(iter(sides(match, place).values()))
        move_by = _deadline(match.tournament, at, more_time=begins.more_time)
        games.append(_game(match, place, at, status=Status.STARTED, turned_at=at, move_by=move_by))
    _store_games(games)


def start_computer_game(tournament: Tournament, entrant: Entrant, at: datetime) -> None:
    """Start an uncounted game against a random computer player. Raises Overtaken if the entrant is in a match."""
    variant, match = VARIANTS[tournament.variant], _match(tournament, _next_number(tournament), entrant, None, at)
    match.save()
    mark = secrets.choice([*Mark])
    person = Seat(mark=mark, player=entrant.player)
    computer = Seat(mark=mark.other, opponent=secrets.choice([*variant.opponents]))
    start_game(person, computer, variant=variant.key, start=match.start, match=match, place=1)
    free = Entrant.objects.filter(pk=entrant.pk, match=None, standing=Standing.PRESENT)
    if not free.update(match=match):
        raise Overtaken


def _next_number(tournament: Tournament) -> int:
    last: int | None = tournament.matches.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def _match(tournament: Tournament, number: int, first: Entrant, second: Entrant | None, at: datetime) -> Match:
    """Return a new match, not stored yet, from the usual starting position or that of a random drawn puzzle."""
    variant = VARIANTS[tournament.variant]
    start = secrets.choice(drawn_starts(variant)) if tournament.starts == Starts.DRAWN else variant.start.text
    return Match(tournament=tournament, number=number, first=first, second=second, start=start, made_at=at)


def _deadline(tournament: Tournament, at: datetime, *, more_time: bool) -> datetime:
    """Return the deadline of the first move on a clock that starts at a time."""
    return at + timedelta(seconds=tournament.seconds * (MORE_TIME if more_time else 1)) + HEAD_START


def sides(match: Match, place: int) -> dict[Mark, Entrant]:
    """Return the entrant of each mark in a game of a match, beginning with the side that starts."""
    assert match.second is not None
    turn = VARIANTS[match.tournament.variant].position(match.start).turn
    begins, answers = (match.first, match.second) if place == 1 else (match.second, match.first)
    return {turn: begins, turn.other: answers}


def _game(match: Match, place: int, at: datetime, **fields: Any) -> Game:
    variant = match.tournament.variant
    return Game(variant=variant, start=match.start, match=match, place=place, started_at=at, **fields)


def _store_games(games: Sequence[Game]) -> None:
    """Store new games of matches between two people, with their seats."""
    Game.objects.bulk_create(games)
    Seat.objects.bulk_create(
        Seat(game=game, mark=mark, player_id=entrant.player_id)
        for game in games
        if game.match and game.place
        for mark, entrant in sides(game.match, game.place).items()
    )


# --- ending matches and games


def end(match: Match, at: datetime) -> None:
    """End a match whose games are over: its players rest, or keep their waiting time if it was against a computer."""
    Match.objects.filter(pk=match.pk, ended_at=None).update(ended_at=at)
    rest = Case(When(more_time=True, then=Value(at + MORE_TIME * REST)), default=Value(at + REST))
    freed = {"free_since": rest} if match.second_id else {}
    Entrant.objects.filter(match=match).update(match=None, **freed)


def break_off(match: Match, at: datetime) -> None:
    """End a match as it stands: a game in play is a draw."""
    _end_game_in_play(match, None)
    end(match, at)


def call_off(match: Match, absent: Sequence[Entrant], at: datetime) -> None:
    """End a match because a player did not show up. Its game does not count, and only the absent go on a break."""
    _end_game_in_play(match, None)
    Match.objects.filter(pk=match.pk, ended_at=None).update(ended_at=at)
    Entrant.objects.filter(match=match).update(match=None)
    Entrant.objects.filter(pk__in=[one.pk for one in absent]).update(standing=Standing.ASIDE, free_since=at)


def forfeit(match: Match, loser: Entrant, at: datetime) -> None:
    """Store the games of a match that have not started as lost by one side."""
    begun = match.games.count()
    variant = VARIANTS[match.tournament.variant]
    for place in range(begun + 1, 3):
        winner = next(mark for mark, entrant in sides(match, place).items() if entrant != loser)
        lost = ending(Outcome(winner, Termination.ABANDONED), variant, match.start, "")
        _store_games([_game(match, place, at, **{**lost, "finished_at": at})])


def forfeit_all(tournament: Tournament, loser: Entrant, at: datetime) -> None:
    """Store an entrant's remaining matches as lost. Leaving before the first match forfeits nothing."""
    met = {one for pair in meetings_in(tournament.pk) if loser.pk in pair for one in pair}
    if not met:
        return
    others = tournament.entrants.filter(standing__in=[Standing.PRESENT, Standing.ASIDE]).exclude(pk__in=met)
    for number, other in enumerate(others.order_by("pk"), start=_next_number(tournament)):
        match = _match(tournament, number, other, loser, at)
        match.ended_at = at
        match.save()
        forfeit(match, loser, at)


def drop(tournament: Tournament, entrant: Entrant, standing: Standing, at: datetime) -> None:
    """Stop pairing an entrant, and forfeit the games that they lose by leaving: the current one and, in a round robin,
    all others. A game against a computer player is a draw. Idempotent."""
    if entrant.standing in (standing, Standing.REMOVED) or tournament.phase == Phase.OVER:
        return
    gone, match = entrant.standing == Standing.LEFT, entrant.match
    entrant.standing, entrant.match = standing, None
    forfeits = tournament.kind == Kind.ROUND and has_time_for_games(tournament, at)
    if match:
        counts = match.second_id is not None
        _end_game_in_play(match, entrant if counts else None)
        if counts and forfeits:
            forfeit(match, entrant, at)
        end(match, at)
    entrant.save(update_fields=["standing", "match"])
    if forfeits and not gone:
        forfeit_all(tournament, entrant, at)


def _end_game_in_play(match: Match, loser: Entrant | None) -> None:
    """End the game in play, if any, as lost by one side or drawn."""
    for game in games_with_seats().filter(IN_PLAY, match=match):
        winner = None
        if loser:
            winner = next(Mark(seat.mark) for seat in game.seated if seat.player_id != loser.player_id)
        end_early(game, winner, Termination.ABANDONED)


# --- clocks


def restart_clocks(tournament: Tournament, at: datetime) -> None:
    """Restart the clocks of all counted games, and give absent players time to return, because their pages may have
    been unable to report."""
    set_clocks(tournament, _deadline(tournament, at, more_time=False))
    more_time = Q(match__first__more_time=True) | Q(match__second__more_time=True)
    set_clocks(tournament, _deadline(tournament, at, more_time=True), more_time)
    absent = tournament.entrants.filter(here_until__lt=at)
    absent.filter(match__second__isnull=False).update(here_until=at + NO_SHOW_AFTER)
    restart_absences(tournament, at)


def restart_absences(tournament: Tournament, at: datetime) -> None:
    """Make every current absence begin now."""
    tournament.entrants.filter(here_until__lt=at).update(here_until=at)
    tournament.entrants.filter(standing=Standing.ASIDE).update(free_since=at)


def set_clocks(tournament: Tournament, move_by: datetime | None, among: Q = Q()) -> None:  # noqa: B008 - immutable
    """Set the deadline of all counted games in play, or of those `among` them; None stops their clocks."""
    games = Game.objects.filter(
        among, IN_PLAY, match__tournament=tournament, match__ended_at=None, match__second__isnull=False
    )
    update_games(games, move_by=move_by)


def update_games(games: QuerySet[Game], **changes: Any) -> None:
    """Change games in one UPDATE, which concurrent moves cannot make fail, and broadcast them."""
    numbers = list(games.values_list("pk", flat=True))
    in_play = Game.objects.filter(pk__in=numbers, status=Status.STARTED)
    in_play.update(version=F("version") + 1, **changes)
    for game in games_with_seats().filter(pk__in=numbers):
        publish(game)
