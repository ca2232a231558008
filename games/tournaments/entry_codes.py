"""The code of a tournament, as people type it from the big screen."""

import unicodedata
from itertools import product

from games.play.models import CODE_ALPHABET
from games.tournaments.models import ENTRY_LENGTH, OLD_ENTRY_LENGTH, Phase, Tournament

# Groups of easily confused characters, including some that codes never contain.
ALIKE = ("2z", "5s", "68b", "9gq0o", "uvy", "17jil")


def possible_codes(typed: str) -> list[str]:
    """Return the codes that people may mean by a text, starting with the text itself; none if it cannot be a code.

    Ignores case, spaces and punctuation, and accepts digits of any script.
    """
    plain = unicodedata.normalize("NFKC", typed[:100]).casefold()
    letters = [str(unicodedata.digit(letter, letter)) for letter in plain if letter.isalnum()]
    if len(letters) not in (OLD_ENTRY_LENGTH, ENTRY_LENGTH):
        return []
    return ["".join(reading) for reading in product(*map(_choices, letters))]


def find_tournament(typed: str) -> Tournament:
    """Return the tournament with the typed code. If no code matches exactly, return the only unfinished tournament with
    a similar-looking code. Raises Tournament.DoesNotExist."""
    codes = possible_codes(typed)
    found = list(Tournament.objects.filter(code__in=codes))
    exact = [one for one in found if one.code == codes[0]]
    fitting = exact or [one for one in found if one.phase != Phase.OVER]
    if len(fitting) != 1:
        raise Tournament.DoesNotExist
    return fitting[0]


def _choices(letter: str) -> str:
    """Return a letter, followed by the code characters that look like it."""
    alike = next((group for group in ALIKE if letter in group), "")
    return letter + "".join(other for other in alike if other != letter and other in CODE_ALPHABET)
