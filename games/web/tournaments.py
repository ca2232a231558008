"""The tournament that an address names."""

from django.http import Http404, HttpRequest

from games import identity, limits
from games.models import Tournament
from games.selectors.tournaments import TournamentState, tournament_state


def state_of(request: HttpRequest, code: str) -> TournamentState:
    """The tournament of a code. Raises Http404 for an unknown one, and TooMany after many wrong guesses."""
    address = identity.address_of(request)
    try:
        state = tournament_state(code)
    except Tournament.DoesNotExist as unknown:
        limits.take_guess(code, address, right=False)
        raise Http404 from unknown
    limits.take_guess(code, address, right=True)
    return state
