"""The tournament that an address names, and who has a page of it open."""

import logging
from datetime import timedelta
from typing import Final

from django.db import OperationalError
from django.http import Http404, HttpRequest
from django.utils import timezone

from games.site import identity, limits
from games.tournaments.models import Tournament
from games.tournaments.selectors.absence import HERE_FOR
from games.tournaments.selectors.tournaments import TournamentState, tournament_state
from games.tournaments.services.telling import report_entrants
from games.tournaments.words.entrants import EntrantPov

logger = logging.getLogger(__name__)

LATELY: Final = timedelta(seconds=3)  # since a page has reported, which is then not written down again
LOADING: Final = timedelta(seconds=5)  # within which a page that reloads itself is back


def state_of(request: HttpRequest, code: str) -> TournamentState:
    """The tournament of a code. Raises Http404 for an unknown one, and for one that is closed to the sender of the
    request; TooMany after many wrong guesses."""
    address = identity.address_of(request)
    try:
        state = tournament_state(code)
    except Tournament.DoesNotExist as unknown:
        limits.take_guess(code, address, right=False)
        raise Http404 from unknown
    check_code(request, state)
    return state


def check_code(request: HttpRequest, state: TournamentState) -> None:
    """Let those look at a tournament who take part in it, or whose code is right. Raises Http404, and TooMany after
    many wrong guesses."""
    if state.takes_part(identity.player_of(request)):
        return
    closed = state.code_expired(timezone.now())
    if not limits.take_guess(state.code, identity.address_of(request), right=True, closed=closed):
        raise Http404


def report(pov: EntrantPov, reloads_after: int = 0) -> None:
    """Note that someone's page of a tournament was loaded, which without a script loads itself again after so many
    seconds. With one, its socket soon tells better."""
    until = pov.now + max(HERE_FOR, timedelta(seconds=reloads_after) + LOADING)
    if pov.entrant is None or not pov.goes_on or pov.entrant.here_until > until - LATELY:
        return
    try:
        report_entrants(code=pov.state.code, players=[pov.entrant.player], until=until)
    except OperationalError as failed:  # the page can be shown, and comes back
        logger.warning("could not write down who is here: %s", failed)
