"""Which characters a name may have."""

import unicodedata

NAME_SHOWN = 20
# A joiner shapes letters in some scripts and binds emoji; any other invisible character could only mislead.
JOINERS = {"\u200c", "\u200d"}
INVISIBLE = {"Cc", "Cf", "Cs", "Co"}
BLANK_LETTERS = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}


def misleads(name: str) -> bool:
    """Whether a name holds characters that cannot be seen."""
    letters = (character for character in name if character not in JOINERS)
    return any(unicodedata.category(letter) in INVISIBLE or letter in BLANK_LETTERS for letter in letters)


def length_shown(name: str) -> int:
    """How many characters of a name people see: a letter with its accents is one."""
    return sum(character not in JOINERS and not unicodedata.category(character).startswith("M") for character in name)
