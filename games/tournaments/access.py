"""Find the tournament of a URL, check access by its code, and record presence."""

import logging
from datetime import timedelta
from typing import Final

from django.db import OperationalError
from django.http import Http404, HttpRequest
from django.utils import timezone

from games.site import identity, limits
from games.tournaments.models import Tournament
from games.tournaments.selectors.tournaments import PRESENCE_LASTS, TournamentState, code_expired, tournament_state
from games.tournaments.services.news import record_presence
from games.tournaments.words.entrants import EntrantPov

logger = logging.getLogger(__name__)

RECORD_INTERVAL: Final = timedelta(seconds=3)  # minimum time between two records of an entrant
RELOAD_TIME: Final = timedelta(seconds=5)  # the time that a page may take to reload


def state_of(request: HttpRequest, code: str) -> TournamentState:
    """Return the tournament with a code. Raises Http404 if there is none or it is closed to the visitor, TooMany after
    many wrong guesses."""
    address = identity.address_of(request)
    try:
        state = tournament_state(code=code)
    except Tournament.DoesNotExist as unknown:
        limits.take_guess(code, address, right=False)
        raise Http404 from unknown
    if state.takes_part(identity.player_of(request)):
        return state
    if not limits.take_guess(code, address, right=True, closed=code_expired(state.over_at, timezone.now())):
        raise Http404
    return state


def report(pov: EntrantPov, reloads_after: int = 0) -> None:
    """Record that an entrant's page was loaded. Without a script it reloads after `reloads_after` seconds."""
    until = pov.now + max(PRESENCE_LASTS, timedelta(seconds=reloads_after) + RELOAD_TIME)
    if pov.entrant is None or not pov.goes_on or pov.entrant.here_until > until - RECORD_INTERVAL:
        return
    try:
        record_presence(code=pov.state.code, players=[pov.entrant.player], until=until)
    except OperationalError as failed:  # show the page anyway, because its next load records presence again
        logger.warning("could not record presence: %s", failed)
