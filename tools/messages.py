"""Update the translations from the sentences in the code (`make messages`).

Translators edit games/locale/<language>/LC_MESSAGES/django.po. The compiled django.mo is committed too, so that hosts
need not compile it.

Uses Babel, as the tests do, because `manage.py makemessages` needs GNU gettext.
"""

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "games" / "locale"
LOCALES = ("ar", "de", "es", "fr", "zh_Hans")
SOURCES = (("games", "*.py"), ("tictactoe_site", "*.py"), ("deploy", "*.py"), ("templates", "*.html"))
# The places of the sentences, singular and plural, and of the context ("c") among the arguments of a call.
KEYWORDS = {
    function + lazy: arguments
    for function, arguments in {
        "gettext": None,
        "ngettext": (1, 2),
        "pgettext": ((1, "c"), 2),
        "npgettext": ((1, "c"), 2, 3),
    }.items()
    for lazy in ("", "_lazy")
} | {"_": None}
HEADER = {
    "header_comment": "# Edit the text in msgstr, then run `make messages`.",
    "project": "tic-tac-toe",
    "version": "1",
    "msgid_bugs_address": "none",
    "last_translator": "none",
    "language_team": "none",
    "fuzzy": False,
}
COMMENT_PREFIXES = ["Translators:"]


def po_path(locale: str) -> Path:
    return LOCALE / locale / "LC_MESSAGES" / "django.po"


def template() -> Catalog:
    """Return a catalog of all sentences in the code, untranslated."""
    catalog = Catalog()
    for folder, pattern in SOURCES:
        for path in sorted((ROOT / folder).rglob(pattern)):
            # Without line numbers, which would change with every commit.
            places = [(str(path.relative_to(ROOT)), None)]
            found = extract("python", BytesIO(_as_python(path)), KEYWORDS, COMMENT_PREFIXES)
            for _line, sentence, comments, context in found:
                catalog.add(sentence, None, places, auto_comments=comments, context=context)
    return catalog


def _as_python(path: Path) -> bytes:
    if path.suffix == ".py":
        return path.read_bytes()
    # Django turns a template into Python, except for its indentation.
    return "\n".join(line.strip() for line in templatize(path.read_text()).splitlines()).encode()


def read(locale: str) -> Catalog:
    with po_path(locale).open("rb") as file:
        return read_po(file, locale)


def updated(locale: str) -> Catalog:
    """Return a language's catalog with all current sentences and no obsolete ones.

    A new sentence has no translation, or the fuzzy one of a similar sentence.
    """
    catalog = read(locale) if po_path(locale).exists() else Catalog(locale, **HEADER)
    catalog.update(template(), update_creation_date=False)
    catalog.obsolete.clear()
    for message in catalog:
        # A sentence that replaced a similar one has inherited its flags.
        message.flags = (message.flags - {"python-format"}) | ({"python-format"} if message.python_format else set())
    return catalog


def untranslated(catalog: Catalog) -> list[str]:
    """Return the sentences that have no translation or a fuzzy one."""
    return [str(message.id) for message in catalog if message.id and (message.fuzzy or not all(forms(message)))]


def forms(message: Message) -> tuple[str, ...]:
    """Return the translations of a sentence: one, or one for each plural form of the language."""
    return tuple(message.string) if isinstance(message.string, list | tuple) else (message.string or "",)


def po(catalog: Catalog) -> bytes:
    file = BytesIO()
    write_po(file, catalog, width=120, sort_by_file=True)
    return file.getvalue()


def mo(catalog: Catalog) -> bytes:
    file = BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def main() -> None:
    for locale in LOCALES:
        catalog, path = updated(locale), po_path(locale)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(po(catalog))
        path.with_suffix(".mo").write_bytes(mo(catalog))
        print(f"{locale}: {len(catalog)} sentences, {len(untranslated(catalog))} to do")


if __name__ == "__main__":
    main()
