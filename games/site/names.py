"""The rules for names: visible characters, not too many of them, and no piles of accents."""

import unicodedata

import idna

NAME_SHOWN = 20
# A joiner shapes letters and combines emoji; a selector chooses between two forms of a symbol. Elsewhere these only
# make different names look alike, as do all other invisible characters.
ZWJ = "\u200d"
JOINERS = {"\u200c", ZWJ}
SELECTORS = {"\ufe0e", "\ufe0f"}
INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn"}
# Default_Ignorable_Code_Point in DerivedCoreProperties.txt (Unicode 17), which Python lacks, including unassigned code
# points. BLANK has characters that are blank but not ignorable.
IGNORABLE = (
    *(range(0x00AD, 0x00AE), range(0x034F, 0x0350), range(0x061C, 0x061D), range(0x115F, 0x1161)),
    *(range(0x17B4, 0x17B6), range(0x180B, 0x1810), range(0x200B, 0x2010), range(0x202A, 0x202F)),
    *(range(0x2060, 0x2070), range(0x3164, 0x3165), range(0xFE00, 0xFE10), range(0xFEFF, 0xFF00)),
    *(range(0xFFA0, 0xFFA1), range(0xFFF0, 0xFFF9), range(0x1BCA0, 0x1BCA4), range(0x1D173, 0x1D17B)),
    range(0xE0000, 0xE1000),
)
BLANK = {"\u2800", "\ufffc", "\U00013441", "\U00013442", "\U00016fe4", "\U0001d159"}
# Emoji of future Unicode versions, which this Python lacks.
PICTURES = range(0x1FA70, 0x1FB00)
SKIN_TONES = range(0x1F3FB, 0x1F400)
# More marks above or below a letter would overlap other lines, and more marks of any kind could make it wider than the
# page. No script needs more: a Burmese syllable has up to six.
MAX_MARKS_ON_TOP, MAX_MARKS = 4, 6
# After these and after a joiner, a letter belongs to the previous one (Unicode's Indic_Conjunct_Break=Linker).
LINKERS = {ZWJ, *"\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d\u1039\u17d2\u1a60\u1b44\u1bab\ua9c0\uaaf6"}
LINKERS |= {chr(number) for number in (0x10A3F, 0x11133, 0x113D0, 0x1193E, 0x11A47, 0x11A99, 0x11F42)}
# The parts of Korean syllables that Unicode does not compose.
JAMO = (range(0x1100, 0x1200), range(0xA960, 0xA980), range(0xD7B0, 0xD800))
# After these two letters (RA) a joiner comes before the virama: The Unicode Standard, 12.2 and 12.8.
JOINED_BEFORE_VIRAMA = {"\u09b0", "\u0cb0"}
VIRAMA = 9  # the combining class


def misleads(name: str) -> bool:
    """Return whether a name contains unassigned characters, or invisible ones where they are not allowed."""
    return any(map(_hidden, name)) or any(
        (letter in JOINERS and not _joins(name, index)) or (letter in SELECTORS and not _selects(name, index))
        for index, letter in enumerate(name)
    )


def piles_up(name: str) -> bool:
    """Return whether a name puts more marks on a letter than any script does. A space, a joiner, or a letter that
    belongs to the previous one does not start a new count."""
    on_top = marks = 0
    before = ""
    for letter in name:
        kind = unicodedata.category(letter)
        if kind.startswith("M"):
            marks += 1
            on_top += kind != "Mc"
        elif letter in JOINERS or ord(letter) in SKIN_TONES or any(ord(letter) in parts for parts in JAMO):
            marks += 1
        elif letter != " " and before not in LINKERS:
            on_top = marks = 0
        if on_top > MAX_MARKS_ON_TOP or marks > MAX_MARKS:
            return True
        before = letter
    return False


def length_shown(name: str) -> int:
    """Return the number of visible characters of a name; a letter with its accents counts as one."""
    return sum(character not in JOINERS and not unicodedata.category(character).startswith("M") for character in name)


def _hidden(letter: str) -> bool:
    """Return whether a character is always invisible. Joiners and selectors are judged separately."""
    number = ord(letter)
    if letter in JOINERS | SELECTORS or number in PICTURES:
        return False
    ignorable = any(number in numbers for numbers in IGNORABLE)
    return ignorable or letter in BLANK or unicodedata.category(letter) in INVISIBLE


def _joins(name: str, index: int) -> bool:
    """Return whether a joiner is allowed: where the rules for domain names (RFC 5892) allow it, or between emoji."""
    before, after = name[:index].rstrip("\ufe0f")[-1:], name[index + 1 : index + 2]
    if name[index] == ZWJ:
        if _is_symbol(before) and _is_symbol(after):
            return True
        if before in JOINED_BEFORE_VIRAMA and after and unicodedata.combining(after) == VIRAMA:
            return True
    return idna.valid_contextj(name, index)


def _selects(name: str, index: int) -> bool:
    """Return whether a selector follows a symbol, or a digit within a keycap."""
    before, after = name[index - 1 : index], name[index + 1 : index + 2]
    return _is_symbol(before) or (before in set("#*0123456789") and after == "\u20e3")


def _is_symbol(letter: str) -> bool:
    return not letter.isascii() and (unicodedata.category(letter).startswith("S") or ord(letter) in PICTURES)


def as_seen(name: str) -> str:
    """Return a key that is equal for names that differ only in case, joiners and selectors."""
    return "".join(letter for letter in name if letter not in JOINERS | SELECTORS).casefold()
