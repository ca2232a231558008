"""Check stored tournaments against their games. Reports problems, repairs nothing."""

from collections.abc import Iterable, Iterator

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from games.play.models import Game, Status
from games.tournaments.models import Entrant, Match, Phase, Tournament
from games.tournaments.services.matches import sides


def problems_of(tournament: Tournament) -> Iterator[str]:
    """Yield every inconsistency between a tournament and its games, as sentences for the site's operators."""
    in_order = Prefetch("games", queryset=Game.objects.order_by("place").prefetch_related("seats"))
    matches = list(tournament.matches.order_by("number").select_related("first", "second").prefetch_related(in_order))
    for match in matches:
        yield from _match(tournament, match)
    yield from _current_matches(tournament.entrants.all(), matches)
    if tournament.phase == Phase.OVER and any(match.ended_at is None for match in matches):
        yield _("it is over, but a match is still in progress")


def _match(tournament: Tournament, match: Match) -> Iterator[str]:
    """Yield a problem if games of a match are missing or out of order, or have the wrong players, game or start."""
    words = {"number": match.number}
    games = list(match.games.all())
    places = [game.place for game in games]
    if places not in ([1], [1, 2]) or (match.second is None and len(places) > 1):
        yield _("match %(number)d has missing or extra games") % words
    in_play = [game for game in games if game.status == Status.STARTED]
    if (games[:-1] and games[0] in in_play) or (match.ended_at and in_play):
        yield _("match %(number)d went on before a game was over") % words
    for game in games:
        started_alike = (game.variant, game.start) == (tournament.variant, match.start)
        if not (started_alike and _has_right_players(match, game)):
            yield _("match %(number)d has a game with the wrong players, rules or starting position") % words


def _has_right_players(match: Match, game: Game) -> bool:
    """Return whether the players of a match have the right marks. Against a computer either may start."""
    players = {seat.mark: seat.player_id for seat in game.seated}
    if match.second is None:
        return set(players.values()) == {match.first.player_id, None}
    return players == {mark: one.player_id for mark, one in sides(match, game.place or 1).items()}


def _current_matches(entrants: Iterable[Entrant], matches: list[Match]) -> Iterator[str]:
    """Yield a problem if an entrant is in two matches at once, or not in the match recorded for them."""
    under_way = [match for match in matches if match.ended_at is None]
    for entrant in entrants:
        theirs = [match.pk for match in under_way if entrant.pk in (match.first_id, match.second_id)]
        if len(theirs) > 1:
            yield _("entrant %(number)d is in two matches at the same time") % {"number": entrant.pk}
        elif theirs != ([entrant.match_id] if entrant.match_id else []):
            yield _("entrant %(number)d is recorded in a different match from the one they are in") % {
                "number": entrant.pk
            }
