"""Forbidden names: rude words, and names that the site uses itself. Names are matched word by word, so "Scunthorpe"
passes; only words too long to occur by chance are also matched inside other words."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext, pgettext

from games.play.words import roster

LISTS = Path(__file__).parent / "rude"
# Listed words that are also names or everyday words, found by checking 29,000 first and last names.
ALLOWED = {
    *("bitte", "con", "concha", "cumming", "dick", "gerber", "hooker", "infierno", "kike", "lolita", "marica"),
    *("martillo", "mufti", "péter", "rosette", "trio", "verga", "xx", "zizi", "فرج"),
}
WHOLE_ONLY = {"chatte", "pinche", "salope"}  # as in Chatterjee, Pincheira, Salopek
ALSO_WITHIN = {"bitch", "fuck"}
SUBSTRING_LENGTH = 6  # minimum length of a word that is matched inside other words
SIGNS = str.maketrans("013457@$!", "oieastasi")  # digits and signs that people write instead of letters
WORD = re.compile(r"[^\W_]+")
NUMBER = re.compile(r"(?<!\S)\d{2,}(?!\S)")  # a separate number, as in "Anna 455": never letters
STAFF = (
    *("admin", "administrator", "administratorin", "administrador", "administradora", "administrateur"),
    *("administratrice", "moderator", "moderatorin", "moderador", "moderadora", "modérateur", "modératrice"),
    *("管理员", "版主", "مدير", "المدير", "المشرف"),
)


def rude(name: str) -> bool:
    """Return whether a name contains a listed word, even if it is spaced out, stretched or written with digits."""
    whole, within, phrases, chinese = _lists()
    for words in _readings(name):
        if whole & set(words) or any(part in word for word in words for part in within):
            return True
        spaced, joined = f" {' '.join(words)} ", "".join(words)
        if any(phrase in spaced for phrase in phrases) or any(sign in joined for sign in chinese):
            return True
    return False


def reserved(name: str) -> bool:
    """Return whether the site itself uses this name, in any of its languages."""
    return _bare(name) in _reserved_names()


def _folded(text: str) -> str:
    """Return a text in lower case, without full-width forms, joiners and combining marks such as Arabic vowels."""
    text = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", text).casefold())
    return "".join(letter for letter in text if unicodedata.category(letter) not in ("Mn", "Cf"))


def _readings(name: str) -> Iterator[list[str]]:
    """Yield the words of a name, as written and as they may be meant."""
    text = _folded(name)
    for letters in {text, NUMBER.sub(" ", text).translate(SIGNS)}:
        for reading in {letters, *(re.sub(r"(.)\1{2,}", kept, letters) for kept in (r"\1\1", r"\1"))}:
            words = WORD.findall(reading)
            spelt = "".join(word if len(word) == 1 else " " for word in words)
            yield [*words, *(word for word in spelt.split() if len(word) > 1)]


@cache
def _lists() -> tuple[set[str], set[str], set[str], set[str]]:
    """Return the lists as four sets: whole words, parts of words, phrases, and Chinese words, which have no spaces."""
    lines = {_folded(line) for path in LISTS.glob("*.txt") for line in path.read_text().splitlines()} - ALLOWED
    lines = {line for line in lines if any(letter.isalpha() for letter in line)}  # one list has "13."
    chinese = {line for line in lines if any(unicodedata.name(sign, "").startswith("CJK UNIFIED") for sign in line)}
    words = {line for line in lines - chinese if WORD.fullmatch(line)}
    within = {word for word in words if len(word) >= SUBSTRING_LENGTH} - WHOLE_ONLY | ALSO_WITHIN
    phrases = {" ".join(WORD.findall(line)) for line in lines - chinese - words} - {""}
    single = {line for line in chinese if len(line) == 1}  # single characters occur in many names
    return words | single, within, {f" {phrase} " for phrase in phrases}, chinese - single


@cache
def _reserved_names() -> frozenset[str]:
    names = [*STAFF]
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            names += [str(name) for name in roster.names().values()]
            names += [pgettext("in place of a name", "You"), pgettext("in place of a name", "Nobody yet")]
            names += [pgettext("a player without a name", "Guest"), pgettext("beside a name", "computer")]
            names += [gettext("Computer player")]
    return frozenset(_bare(name) for name in names)


def _bare(name: str) -> str:
    """Return only the letters of a name, without trailing digits: "admin" for "Admin_2"."""
    return "".join(WORD.findall(_folded(name))).rstrip("0123456789")
