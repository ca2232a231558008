"""The tournament that an address names."""

from django.http import Http404, HttpRequest

from games import identity, limits
from games.models import Status, Tournament
from games.selectors.tournaments import TournamentState, games_that_count, tournament_state


def state_of(request: HttpRequest, code: str) -> TournamentState:
    """The tournament of a code. Raises Http404 for an unknown one, and TooMany where many wrong codes have come from
    one address."""
    address = identity.address_of(request)
    limits.take(limits.CODES, address, many=0)  # also a right guess is refused then
    try:
        return tournament_state(code)
    except Tournament.DoesNotExist as unknown:
        limits.take(limits.CODES, address)
        raise Http404 from unknown


def games_played(state: TournamentState) -> int:
    """How many games that count are over."""
    return games_that_count(state.id).filter(status=Status.FINISHED).count()
