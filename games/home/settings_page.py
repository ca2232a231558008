"""The settings of a browser in words: every one of PREFERENCES that is chosen for all pages."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


@dataclass(frozen=True)
class Setting:
    """One of PREFERENCES: its name and title, its values with their words, the value chosen, and what it is about."""

    name: str
    title: str
    values: tuple[tuple[str, str], ...]
    chosen: str
    about: str = ""


def settings_of(kept: Mapping[str, str]) -> Iterator[Setting]:
    """Return the settings, but for the language, as `preferences` has kept them."""
    on, off = pgettext("a setting", "On"), pgettext("a setting", "Off")

    def setting(name: str, title: str, *values: tuple[str, str], about: str = "") -> Setting:
        return Setting(name, title, values, kept[name], about)

    yield setting(
        "theme",
        _("Theme"),
        ("light", pgettext("light colours", "Paper")),
        ("dark", pgettext("dark colours", "Chalkboard")),
        ("", pgettext("a theme", "Same as this device")),
    )
    yield setting(
        "size",
        _("Text size"),
        ("", pgettext("a text size", "Normal")),
        ("large", pgettext("a text size", "Large")),
        ("largest", pgettext("a text size", "Very large")),
    )
    yield setting(
        "sound",
        _("Pencil sound"),
        ("on", on),
        ("off", off),
        ("", pgettext("a sound", "Automatic")),
        about=_("Automatic: off where your device asks for less motion."),
    )
    yield setting(
        "doodles", _("Doodles"), ("", on), ("off", off), about=_("Small drawings that you and a friend send.")
    )
    yield setting(
        "calls",
        _("Notices"),
        ("on", on),
        ("", off),
        about=_("Your browser tells you when it’s your move, while the game is open."),
    )
    yield setting(
        "numpad",
        _("Numbers of the squares"),
        ("", pgettext("numbers of squares", "From the top")),
        ("on", pgettext("numbers of squares", "Like a number pad")),
    )
    yield setting(
        "keys",
        _("Keyboard shortcuts"),
        ("", on),
        ("off", off),
        about=_("Off: letters and numbers do nothing by themselves."),
    )
