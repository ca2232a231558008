"""Forms about games. They validate input for the services."""

import unicodedata
from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from games.engine.classic import CLASSIC
from games.engine.position import Mark, Position
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.play.forbidden_names import reserved, rude
from games.play.selectors.games import FRIEND
from games.play.words import editor, roster
from games.play.words.rules import rules_of
from games.site.models import NAME_STORED
from games.site.names import NAME_SHOWN, length_shown, misleads, piles_up
from games.site.refusals import Reason


class NameField(forms.CharField):
    """A name: 1 to 20 visible characters of any script. Never markup: templates escape it."""

    max_shown = NAME_SHOWN
    too_long: Any = _("A name can have at most 20 characters.")

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"label": _("Your name"), "max_length": NAME_STORED, **options})
        self.error_messages["required"] = _("Please enter a name of 1 to 20 characters.")
        self.error_messages["max_length"] = self.too_long
        self.widget.attrs["autocomplete"] = "nickname"

    def clean(self, value: Any) -> str:
        name = " ".join(unicodedata.normalize("NFC", super().clean(value)).split())
        if misleads(name):
            raise forms.ValidationError(_("A name can’t contain invisible or unknown characters."))
        if piles_up(name):
            raise forms.ValidationError(_("A name can’t have so many accents on one letter."))
        if length_shown(name) > self.max_shown:
            raise forms.ValidationError(self.too_long)
        if name and not length_shown(name):
            raise forms.ValidationError(_("Please enter a name of 1 to 20 characters."))
        if settings.NAME_CHECK and reserved(name):
            raise forms.ValidationError(_("Someone here already has this name. Please choose another one."))
        if settings.NAME_CHECK and rude(name):
            raise forms.ValidationError(_("This name could hurt someone. Please choose another one."))
        return name


class NameForm(forms.Form):
    name = NameField()


class JoinForm(forms.Form):
    """An optional name, to join a game."""

    name = NameField(required=False)


class VariantField(forms.ChoiceField):
    """The key of a game, by default the classic one. Cleans to its Variant."""

    def __init__(self) -> None:
        super().__init__(choices=lambda: [(key, key) for key in VARIANTS], required=False)

    def clean(self, value: Any) -> Variant:
        return VARIANTS[super().clean(value) or CLASSIC.key]


class StartForm(forms.Form):
    """The game to start, and its starting position if it is not the usual one."""

    variant = VariantField()
    start = forms.CharField(required=False)

    def clean_start(self) -> str:
        start: str = self.cleaned_data["start"]
        if start and editor.parse(self.cleaned_data.get("variant", CLASSIC), start).outcome:
            raise forms.ValidationError(_("This position is already the end of a game."))
        return start

    def sentence(self, otherwise: str) -> str:
        """Return the error to show: that of the starting position or the name, if any, else `otherwise`."""
        return " ".join(map(str, self.errors.get("start") or self.errors.get("name") or [otherwise]))


class FriendForm(StartForm):
    """A game with a friend: the mark to play. `cleaned_data["side"]` is a Mark, or None for random."""

    side = forms.ChoiceField(choices=[("X", "X"), ("O", "O"), ("either", pgettext_lazy("who starts", "Random"))])

    def clean_side(self) -> Mark | None:
        side = self.cleaned_data["side"]
        return None if side == "either" else Mark(side)


class ComputerForm(FriendForm):
    """A game against a computer player, with a name if that is a robot."""

    opponent = forms.CharField()
    name = NameField(required=False)
    hints = forms.BooleanField(required=False)

    def clean_opponent(self) -> str:
        return opponent_in(self, "opponent")


class SetupForm(forms.Form):
    """A position of a game as text; `cleaned_data["cells"]` is a Position."""

    variant = VariantField()
    cells = forms.CharField(label=_("Nine symbols"), strip=True)

    def clean_cells(self) -> Position:
        return editor.parse(self.cleaned_data.get("variant", CLASSIC), self.cleaned_data["cells"])


def opponent_in(form: forms.Form, field: str) -> str:
    """Return the computer player chosen in a field. Raises ValidationError if it does not play the chosen game."""
    key: str = form.cleaned_data[field]
    if form.cleaned_data.get("variant", CLASSIC).opponent(key) is None:
        raise forms.ValidationError(Reason.UNKNOWN_OPPONENT.label)
    return key


class MomentForm(forms.Form):
    """The number of moves after which to show a game."""

    ply = forms.IntegerField(min_value=0, required=False)


OPPONENTS = [
    ("", pgettext_lazy("opponent", "anyone")),
    ("person", pgettext_lazy("opponent", "a person")),
    ("computer", pgettext_lazy("opponent", "a built-in robot")),
    ("robot", pgettext_lazy("opponent", "a home-made robot")),
    ("screen", _("Two players, one screen")),
    *roster.names().items(),
]


class FindForm(forms.Form):
    """Filters for a player's games, as `selectors.games.find_games` takes them; `friends` are names to choose from."""

    game = forms.ChoiceField(
        required=False,
        label=pgettext_lazy("filter", "Game"),
        choices=lambda: [("", pgettext("game", "any")), *((key, rules_of(one).name) for key, one in VARIANTS.items())],
    )
    result = forms.ChoiceField(
        required=False,
        label=_("Result"),
        choices=[
            ("", pgettext_lazy("result", "any")),
            ("won", pgettext_lazy("result", "won")),
            ("lost", pgettext_lazy("result", "lost")),
            ("drawn", pgettext_lazy("result", "draw")),
        ],
    )
    opponent = forms.ChoiceField(required=False, label=_("Opponent"), choices=OPPONENTS)
    side = forms.ChoiceField(
        required=False, label=_("You played"), choices=[("", pgettext_lazy("side", "any")), ("X", "X"), ("O", "O")]
    )
    state = forms.ChoiceField(
        required=False,
        label=pgettext_lazy("of a game", "State"),
        choices=[
            ("", pgettext_lazy("state of a game", "any")),
            ("open", pgettext_lazy("state of a game", "unfinished")),
            ("finished", pgettext_lazy("state of a game", "finished")),
        ],
    )

    def __init__(self, data: Any, *, friends: Sequence[str] = ()) -> None:
        super().__init__(data)
        if friends:
            people = [(f"{FRIEND}{name}", name) for name in friends]
            self.fields["opponent"] = forms.ChoiceField(
                required=False, label=_("Opponent"), choices=[*OPPONENTS, (_("Friends"), people)]
            )
