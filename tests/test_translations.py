"""The catalogs in games/locale are complete, with the placeholders and the markup of the English sentences."""

import re
from collections import Counter
from gettext import c2py

import pytest
from babel.messages.catalog import Message
from django.conf import settings
from django.utils.translation import to_locale

from tools import messages

LOCALES = [to_locale(code) for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|%[sd]")
COUNTS = {"%(count)d", "%(count)s", "%(number)d", "%(number)s", "%(minutes)d", "%(solved)s", "%(wins)s"}
MARKUP = re.compile(r"</?\w+[^>]*>")
each_language = pytest.mark.parametrize("locale", LOCALES)


@pytest.fixture(scope="module")
def english():
    return messages.template()


def ids(message: Message) -> tuple[str, ...]:
    """Return the English sentence, or its singular and plural."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def sentences(locale: str) -> list[Message]:
    return [message for message in messages.read(locale) if message.id]


def test_each_language_of_the_site_has_a_catalog():
    assert sorted(LOCALES) == sorted(messages.LOCALES)


@each_language
def test_every_sentence_is_translated_and_none_is_obsolete(request, english, locale):
    """`make test` skips languages that lack translations, because not everyone can write them; `make test-all`
    fails."""
    catalog = messages.read(locale)
    other = {(m.id, m.context) for m in catalog} ^ {(m.id, m.context) for m in english}
    if request.config.getoption("--quick") and (other or messages.untranslated(catalog)):
        pytest.skip(f"{locale}: sentences lack a translation, or are gone: make messages, then edit games/locale")
    assert other == set()
    assert messages.untranslated(catalog) == []


@each_language
def test_a_translation_has_a_form_for_every_count_with_the_same_placeholders(locale):
    """Only a plural form for a single number may omit the number, like "one move", or Arabic's word for two moves."""
    catalog = messages.read(locale)
    form_of = c2py(catalog.plural_expr)
    numbers = Counter(form_of(number) for number in range(1_000))
    for message in sentences(locale):
        assert len(messages.forms(message)) == (1 if isinstance(message.id, str) else catalog.num_plurals), message.id
        wanted = [sorted(PLACEHOLDER.findall(sentence)) for sentence in ids(message)]
        for form, translation in enumerate(messages.forms(message)):
            filled = sorted(PLACEHOLDER.findall(translation))
            one = not isinstance(message.id, str) and numbers[form] == 1
            assert filled in wanted or (one and set(wanted[-1]) - set(filled) <= COUNTS), (message.id, translation)
            assert one or filled == wanted[-1], (message.id, translation)


@each_language
def test_a_translation_has_the_same_markup_and_spaces_at_its_ends(locale):
    for message in sentences(locale):
        for translation in messages.forms(message):
            assert sorted(MARKUP.findall(translation)) == sorted(MARKUP.findall(ids(message)[-1])), message.id
            assert translation == translation.strip() or ids(message)[0] != ids(message)[0].strip(), message.id


@each_language
def test_the_compiled_catalogs_match_their_sources(locale):
    path = messages.po_path(locale)
    assert path.with_suffix(".mo").read_bytes() == messages.mo(messages.read(locale)), "make messages"
