"""Places in words: 1st, 2nd."""

from django.utils.translation import pgettext


def ordinal(number: int) -> str:
    """Return a place: "1st", "2nd", "3rd", "4th", "11th"."""
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    # Translators: a place in a table, with the English ending of numbers like 1, 21 and 31. If endings do not depend on
    # the number, all four have the same translation.
    if last == 1:
        words = pgettext("a place", "%(number)sst")
    elif last == 2:
        words = pgettext("a place", "%(number)snd")
    elif last == 3:
        words = pgettext("a place", "%(number)srd")
    else:
        words = pgettext("a place", "%(number)sth")
    return words % {"number": number}
