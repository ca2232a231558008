"""Which names a person may have: characters that are seen, not too many of them, and no pile of accents."""

import unicodedata

NAME_SHOWN = 20
# A joiner shapes letters and binds emoji; a selector chooses between two looks of a symbol. Elsewhere, these two and
# all other invisible characters only make two names look the same.
JOINERS = {"\u200c", "\u200d"}
SELECTORS = {"\ufe0e", "\ufe0f"}
INVISIBLE = {"Cc", "Cf", "Cs", "Co"}
BLANK = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0", "\u034f", "\u17b4", "\u17b5"} | {
    chr(number) for number in (*range(0x180B, 0x1810), *range(0xFE00, 0xFE0E), *range(0xE0100, 0xE01F0))
}
# More marks on a letter run over the lines above and below, and no script needs more.
MOST_MARKS = 4


def misleads(name: str) -> bool:
    """Whether a name holds characters that cannot be seen."""
    for before, letter, after in zip(" " + name, name, name[1:] + " ", strict=False):
        if letter in JOINERS:
            if before.isascii() or after.isascii():
                return True
        elif letter in SELECTORS:
            if not (unicodedata.category(before).startswith("S") or before in "#*0123456789"):
                return True
        elif letter in BLANK or unicodedata.category(letter) in INVISIBLE:
            return True
    return False


def piles_up(name: str) -> bool:
    """Whether a name puts more marks on a letter than any script does."""
    marks = 0
    for letter in name:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            return True
    return False


def length_shown(name: str) -> int:
    """How many characters of a name people see: a letter with its accents is one."""
    return sum(character not in JOINERS and not unicodedata.category(character).startswith("M") for character in name)
