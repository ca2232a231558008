"""What people may send: checked and turned into the words of the services."""

import unicodedata
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games import editor, roster
from games.engine.position import Mark, Position
from games.models import EMPTY_BOARD, MOST_IN_A_ROW, Player

NAME_SHOWN = 20
NAME_STORED = Player._meta.get_field("name").max_length
# A joiner shapes letters in some scripts and binds emoji; any other invisible character could only mislead.
JOINERS = {"\u200c", "\u200d"}
INVISIBLE = {"Cc", "Cf", "Cs", "Co"}
BLANK_LETTERS = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}


class NameField(forms.CharField):
    """A name: 1 to 20 visible characters of any script. Never markup: templates escape it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(label=_("Your name"), max_length=NAME_STORED, **options)
        self.error_messages["required"] = _("Please give a name of 1 to 20 characters.")
        self.widget.attrs["autocomplete"] = "nickname"

    def clean(self, value: Any) -> str:
        name = " ".join(unicodedata.normalize("NFC", super().clean(value)).split())
        letters = [character for character in name if character not in JOINERS]
        if any(unicodedata.category(letter) in INVISIBLE or letter in BLANK_LETTERS for letter in letters):
            raise forms.ValidationError(_("A name can’t hold invisible characters."))
        shown = [letter for letter in letters if not unicodedata.category(letter).startswith("M")]
        if len(shown) > NAME_SHOWN:
            raise forms.ValidationError(_("A name has at most 20 characters."))
        if name and not shown:
            raise forms.ValidationError(_("Please give a name of 1 to 20 characters."))
        return name


class NameForm(forms.Form):
    name = NameField()


class JoinForm(forms.Form):
    """Joining a game, with the name to be called by where one is given."""

    name = NameField(required=False)


class StartForm(forms.Form):
    """How a new game starts; `start` is nine symbols where it is not the empty board."""

    start = forms.CharField(required=False)

    def clean_start(self) -> str:
        start = self.cleaned_data["start"] or EMPTY_BOARD
        if editor.parse(start).outcome:
            raise forms.ValidationError(_("This position is already the end of a game."))
        return start

    def sentence(self, otherwise: str) -> str:
        """What was wrong, for the user: with the starting position if it was that."""
        return " ".join(self.errors.get("start", [])) or otherwise


class OneScreenForm(StartForm):
    """Two people at one screen."""


class FriendForm(StartForm):
    """Which mark to play; `cleaned_data["side"]` is a Mark, or None for by lot."""

    side = forms.ChoiceField(choices=[("X", "X"), ("O", "O"), ("either", _("Either"))])

    def clean_side(self) -> Mark | None:
        side = self.cleaned_data["side"]
        return None if side == "either" else Mark(side)


class ComputerForm(FriendForm):
    opponent = forms.ChoiceField(choices=list(roster.NAMES.items()))


class SetupForm(forms.Form):
    """A position in nine symbols; `cleaned_data["cells"]` is a Position."""

    cells = forms.CharField(label=_("Nine symbols"), strip=True)

    def clean_cells(self) -> Position:
        return editor.parse(self.cleaned_data["cells"])


class SeriesForm(forms.Form):
    """Two computer players and how many games they play."""

    x = forms.ChoiceField(choices=list(roster.NAMES.items()))
    o = forms.ChoiceField(choices=list(roster.NAMES.items()))
    count = forms.IntegerField(min_value=1, max_value=MOST_IN_A_ROW)


class StepForm(forms.Form):
    """Which game of a series, from 1, and how many of its moves are shown."""

    game = forms.IntegerField(min_value=1, max_value=MOST_IN_A_ROW, required=False)
    ply = forms.IntegerField(min_value=0, max_value=9, required=False)


class VersionForm(forms.Form):
    """The version of the game that a change answers."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)


class MoveForm(VersionForm):
    """A move, as a page or a socket sends it: a cell 0..8 and the version of the game it answers."""

    cell = forms.IntegerField(min_value=0, max_value=8)
