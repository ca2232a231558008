"""The settings of a browser in words. With a few others, they are its PREFERENCES."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

ON, OFF = pgettext_lazy("a setting", "On"), pgettext_lazy("a setting", "Off")


class Setting(NamedTuple):
    """One of PREFERENCES: its name and title, a label for each value ("" for the default), and a line about it."""

    name: str
    title: Promise
    values: Mapping[str, Promise]
    about: Promise | str = ""


# All except the language, which the page lists separately.
SETTINGS: Final = (
    Setting(
        "theme",
        _("Theme"),
        {
            "light": pgettext_lazy("light colours", "Paper"),
            "dark": pgettext_lazy("dark colours", "Chalkboard"),
            "": pgettext_lazy("a theme", "Same as this device"),
        },
    ),
    Setting(
        "size",
        _("Text size"),
        {
            "": pgettext_lazy("a text size", "Normal"),
            "large": pgettext_lazy("a text size", "Large"),
            "largest": pgettext_lazy("a text size", "Very large"),
        },
    ),
    Setting(
        "sound",
        _("Pencil sound"),
        {"on": ON, "off": OFF, "": pgettext_lazy("a sound", "Automatic")},
        _("Automatic: off if your device asks for less motion."),
    ),
    Setting("doodles", _("Doodles"), {"": ON, "off": OFF}, _("Small drawings that you and a friend send each other.")),
    Setting(
        "calls",
        _("Notifications"),
        {"on": ON, "": OFF},
        _("Your browser tells you when it’s your move, while the game is open."),
    ),
    Setting(
        "ear",
        _("Play by ear"),
        {"": OFF, "on": ON},
        _("For screen readers and braille displays: boards also appear as lines of text, and you can type commands."),
    ),
    Setting(
        "squares",
        _("Names of the squares"),
        {
            "": pgettext_lazy("names of squares", "Words"),
            "numbers": pgettext_lazy("names of squares", "Numbers"),
            "letters": pgettext_lazy("names of squares", "Letters, as in chess"),
        },
    ),
    Setting(
        "brief",
        _("Announcements"),
        {"": pgettext_lazy("announcements", "In sentences"), "on": pgettext_lazy("announcements", "Short")},
    ),
    Setting(
        "warning",
        _("Warning before your time runs out"),
        {"": _("10 seconds"), "20": _("20 seconds"), "30": _("30 seconds")},
        _("In tournaments. Never before half of the time for a move is over."),
    ),
    Setting(
        "numpad",
        _("Numbers of the squares"),
        {
            "": pgettext_lazy("numbers of squares", "From the top"),
            "on": pgettext_lazy("numbers of squares", "Like a number pad"),
        },
        _(
            "From the top: 1 is top left and 9 is bottom right. Like a number pad: 7 is top left and 3 is bottom "
            "right. The number keys work the same way."
        ),
    ),
    Setting(
        "keys", _("Keyboard shortcuts"), {"": ON, "off": OFF}, _("Off: letters and numbers do nothing by themselves.")
    ),
    Setting(
        "stops",
        _("The Tab key stops"),
        {
            "": pgettext_lazy("the Tab key stops", "Once at each board"),
            "on": pgettext_lazy("the Tab key stops", "At every free square"),
        },
        _("At every free square: for switches, and for anyone who plays with Tab and Enter alone."),
    ),
)
