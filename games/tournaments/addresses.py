"""Find the tournament of a URL, check access by its code, and record who has a page open."""

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

REPORT_INTERVAL: Final = timedelta(seconds=3)  # minimum time between two records of a page
LOADING: Final = timedelta(seconds=5)  # the time that a page may take to reload


def state_of(request: HttpRequest, code: str) -> TournamentState:
    """Return the tournament with a code. Raises Http404 if there is none or it is closed to the visitor, TooMany after
    many wrong guesses."""
    address = identity.address_of(request)
    try:
        state = tournament_state(code)
    except Tournament.DoesNotExist as unknown:
        limits.take_guess(code, address, right=False)
        raise Http404 from unknown
    check_code(request, state)
    return state


def check_code(request: HttpRequest, state: TournamentState) -> None:
    """Allow access to participants and to visitors with the right code. Raises Http404 for others, and TooMany after
    many wrong guesses."""
    if state.takes_part(identity.player_of(request)):
        return
    closed = state.code_expired(timezone.now())
    if not limits.take_guess(state.code, identity.address_of(request), right=True, closed=closed):
        raise Http404


def report(pov: EntrantPov, reloads_after: int = 0) -> None:
    """Record that an entrant's page was loaded. Without a script the page reloads after `reloads_after` seconds; with
    one, its socket soon takes over."""
    until = pov.now + max(HERE_FOR, timedelta(seconds=reloads_after) + LOADING)
    if pov.entrant is None or not pov.goes_on or pov.entrant.here_until > until - REPORT_INTERVAL:
        return
    try:
        report_entrants(code=pov.state.code, players=[pov.entrant.player], until=until)
    except OperationalError as failed:  # show the page anyway; it will report again
        logger.warning("could not record presence: %s", failed)
