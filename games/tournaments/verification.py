"""Check stored tournaments against their games. Reports problems, repairs nothing."""

from collections import Counter
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from games.engine.variants import VARIANTS
from games.play.models import Game, Status
from games.tournaments.models import Entrant, Match, Phase, Tournament


def check(tournaments: Iterable[Tournament]) -> Iterator[tuple[Tournament, str]]:
    """Yield every problem of these tournaments, with its tournament."""
    for tournament in tournaments:
        for problem in problems_of(tournament):
            yield tournament, problem


def problems_of(tournament: Tournament) -> list[str]:
    """Return every inconsistency between a tournament and its games, as sentences for the site's operators."""
    entrants = list(tournament.entrants.all())
    matches = list(
        tournament.matches.order_by("number").select_related("first", "second").prefetch_related("games__seats")
    )
    problems = [problem for match in matches for problem in _match(tournament, match)]
    return [*problems, *_current_matches(entrants, matches), *_end(tournament, matches)]


def _match(tournament: Tournament, match: Match) -> Iterator[str]:
    """Yield a problem if games of a match are missing or out of order, or have the wrong players, game or start."""
    words = {"number": match.number}
    games = _games_of(match)
    places = [game.place for game in games]
    if places not in ([1], [1, 2]) or (match.second is None and len(places) > 1):
        yield _("match %(number)d has missing or extra games") % words
    in_play = [game for game in games if game.status == Status.STARTED]
    if (games[:-1] and games[0] in in_play) or (match.ended_at and in_play):
        yield _("match %(number)d went on before a game was over") % words
    for game in games:
        started_alike = (game.variant, game.start) == (tournament.variant, match.start)
        if not started_alike or _players(game) != _expected_players(match, game):
            yield _("match %(number)d has a game with the wrong players, rules or starting position") % words


def _games_of(match: Match) -> list[Game]:
    return sorted(match.games.all(), key=lambda game: game.place or 0)


def _players(game: Game) -> dict[str, int | None]:
    """Return the Player id of each mark; None for a computer player."""
    return {seat.mark: seat.player_id for seat in game.seated}


def _expected_players(match: Match, game: Game) -> dict[str, int | None]:
    """Return the expected Player id of each mark. The second game swaps the sides; against a computer either may
    start."""
    if match.second is None:
        players = _players(game)
        return players if set(players.values()) == {match.first.player_id, None} else {}
    turn = VARIANTS[game.variant].position(match.start).turn
    two = [match.first.player_id, match.second.player_id]
    begins, answers = two if game.place == 1 else reversed(two)
    return {turn: begins, turn.other: answers}


def _current_matches(entrants: list[Entrant], matches: list[Match]) -> Iterator[str]:
    """Yield a problem if an entrant is in two matches at once, or not in the match recorded for them."""
    under_way = [match for match in matches if match.ended_at is None]
    times = Counter(one for match in under_way for one in (match.first_id, match.second_id) if one)
    match_of = {one: match.pk for match in under_way for one in (match.first_id, match.second_id)}
    for entrant in entrants:
        if times[entrant.pk] > 1:
            yield _("entrant %(number)d is in two matches at the same time") % {"number": entrant.pk}
        elif match_of.get(entrant.pk) != entrant.match_id:
            yield _("entrant %(number)d is recorded in a different match from the one they are in") % {
                "number": entrant.pk
            }


def _end(tournament: Tournament, matches: list[Match]) -> Iterator[str]:
    """Yield a problem if matches are in progress after the end."""
    if tournament.phase == Phase.OVER and any(match.ended_at is None for match in matches):
        yield _("it is over, but a match is still in progress")
