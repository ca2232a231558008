"""Brings the translations in line with the sentences in the code: `make messages`.

games/locale/<language>/LC_MESSAGES/django.po is what translators edit. django.mo beside it is made from it and
committed too, so that a site needs no tool to speak all its languages.

Babel and not `manage.py makemessages`: it needs no programs of GNU gettext on the machine, and the tests ask it too.
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
# The positions of the sentence among a call's arguments: singular and plural, or after a context.
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
    "header_comment": "# Edit what stands in msgstr, then `make messages`.",
    "project": "tic-tac-toe",
    "version": "1",
    "msgid_bugs_address": "none",
    "last_translator": "none",
    "language_team": "none",
    "fuzzy": False,
}
FOR_TRANSLATORS = ["Translators:"]  # how a comment meant for them begins


def po_path(locale: str) -> Path:
    return LOCALE / locale / "LC_MESSAGES" / "django.po"


def template() -> Catalog:
    """Every sentence in the code, untranslated."""
    catalog = Catalog()
    for folder, pattern in SOURCES:
        for path in sorted((ROOT / folder).rglob(pattern)):
            for _line, sentence, comments, context in extract(
                "python", BytesIO(_as_python(path)), KEYWORDS, FOR_TRANSLATORS
            ):
                # Only the file is recorded: line numbers would change with every commit.
                catalog.add(
                    sentence, None, [(str(path.relative_to(ROOT)), None)], auto_comments=comments, context=context
                )
    return catalog


def _as_python(path: Path) -> bytes:
    if path.suffix == ".py":
        return path.read_bytes()
    # Django's rendering of a template looks like Python but for its indentation.
    return "\n".join(line.strip() for line in templatize(path.read_text()).splitlines()).encode()


def read(locale: str) -> Catalog:
    with po_path(locale).open("rb") as file:
        return read_po(file, locale)


def updated(locale: str) -> Catalog:
    """The catalog of a language with all sentences there are now, and none that is gone.

    Those still to do are empty, or marked as fuzzy where a similar one was found.
    """
    catalog = read(locale) if po_path(locale).exists() else Catalog(locale, **HEADER)
    catalog.update(template(), update_creation_date=False)
    catalog.obsolete.clear()
    for message in catalog:
        # A sentence that took the place of a similar one has kept its flags.
        message.flags = (message.flags - {"python-format"}) | ({"python-format"} if message.python_format else set())
    return catalog


def undone(catalog: Catalog) -> list[str]:
    """The sentences that would show in English, and those that nobody has confirmed."""
    return [str(message.id) for message in catalog if message.id and (message.fuzzy or not all(forms(message)))]


def forms(message: Message) -> tuple[str, ...]:
    """The translations of a sentence: one, or one for each plural form of the language."""
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
        print(f"{locale}: {len(catalog)} sentences, {len(undone(catalog))} to do")


if __name__ == "__main__":
    main()
