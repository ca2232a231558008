"""Find the tournament of a URL or of a typed code, check access by its code, and record presence."""

import logging
import unicodedata
from datetime import timedelta
from itertools import product
from typing import Final

from django.db import OperationalError
from django.http import Http404, HttpRequest

from games.play.models import CODE_ALPHABET
from games.site import identity, limits
from games.tournaments.models import ENTRY_LENGTH, OLD_ENTRY_LENGTH, Phase, Tournament
from games.tournaments.selectors.tournaments import PRESENCE_LASTS, TournamentState, code_expired, tournament_state
from games.tournaments.services.news import record_presence
from games.tournaments.words.entrants import EntrantPov

logger = logging.getLogger(__name__)

RECORD_INTERVAL: Final = timedelta(seconds=3)  # minimum time between two records of an entrant
RELOAD_TIME: Final = timedelta(seconds=5)  # the time that a page may take to reload
# Groups of easily confused characters, including some that codes never contain.
ALIKE: Final = ("2z", "5s", "68b", "9gq0o", "uvy", "17jil")


def state_of(request: HttpRequest, code: str) -> TournamentState:
    """Return the tournament with a code. Raises Http404 if it is unknown or closed, TooMany after many guesses."""
    address = identity.address_of(request)
    try:
        state = tournament_state(code=code)
    except Tournament.DoesNotExist as unknown:
        limits.take_guess(code, address, right=False)
        raise Http404 from unknown
    if state.entrant_of(identity.player_of(request)):
        return state
    if not limits.take_guess(code, address, right=True, closed=code_expired(state.over_at)):
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


# --- typed codes


def possible_codes(typed: str) -> list[str]:
    """Return the codes that people may mean by a text, starting with the text itself; none if it cannot be a code.
    Ignores case, spaces and punctuation, and accepts digits of any script."""
    plain = unicodedata.normalize("NFKC", typed[:100]).casefold()
    letters = [str(unicodedata.digit(letter, letter)) for letter in plain if letter.isalnum()]
    if len(letters) not in (OLD_ENTRY_LENGTH, ENTRY_LENGTH):
        return []
    return ["".join(reading) for reading in product(*map(_choices, letters))]


def find_tournament(request: HttpRequest, typed: str) -> Tournament:
    """Return the tournament with the typed code, or the only unfinished one with a similar-looking code. Raises
    Tournament.DoesNotExist if there is none or it is closed to the visitor, TooMany after many wrong guesses."""
    address, codes = identity.address_of(request), possible_codes(typed)
    found = list(Tournament.objects.filter(code__in=codes))
    exact = [one for one in found if one.code == codes[0]]
    fitting = exact or [one for one in found if one.phase != Phase.OVER]
    if len(fitting) != 1:
        limits.take_guess(typed, address, right=False)
        raise Tournament.DoesNotExist
    [tournament] = fitting
    closed = code_expired(tournament.over_at)
    if closed and tournament.entrants.filter(player=identity.player_of(request)).exists():
        return tournament
    if not limits.take_guess(tournament.code, address, right=True, closed=closed):
        raise Tournament.DoesNotExist
    return tournament


def _choices(letter: str) -> str:
    """Return a letter, followed by the code characters that look like it."""
    alike = next((group for group in ALIKE if letter in group), "")
    return letter + "".join(other for other in alike if other != letter and other in CODE_ALPHABET)
