"""Forms to create and host a tournament."""

from typing import Any, Final

from django import forms
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

from games.play.forms import NameField, VariantField
from games.play.words import refusals
from games.site.refusals import Reason
from games.tournaments.models import MAX_MINUTES, MIN_MINUTES, MOVE_SECONDS, Kind, Starts
from games.tournaments.selectors.tournaments import BREATHER, REST
from games.tournaments.services.matches import drawn_starts


class TitleField(NameField):
    """A title: follows the rules of names, but may be longer."""

    max_shown = 40
    too_long = _("A title can have at most 40 characters.")


MINUTES, FOR_A_MOVE = 20, 30  # defaults: minutes of a tournament, seconds for a move
# For the estimate of games per player.
MOVES_PER_GAME: Final = {Starts.EMPTY: 8, Starts.DRAWN: 5}
SECONDS_PER_MOVE: Final = 4  # for an average move, plus SHARE_OF_MOVE_TIME of the time allowed
SHARE_OF_MOVE_TIME: Final = 1 / 5
SECONDS_TO_PAIR: Final = 3


class TournamentForm(forms.Form):
    """The settings of a new tournament; `cleaned_data` fits services.tournaments.create."""

    title = TitleField(required=False, label=_("Name of the tournament"))
    variant = VariantField()
    minutes = forms.TypedChoiceField(
        coerce=int, initial=MINUTES, required=False, choices=[(number, number) for number in (10, MINUTES, 45)]
    )
    other_minutes = forms.IntegerField(
        required=False,
        min_value=MIN_MINUTES,
        max_value=MAX_MINUTES,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), refusals.SENTENCES[Reason.NOT_THAT_LONG]),
    )
    seconds = forms.TypedChoiceField(
        coerce=int, initial=FOR_A_MOVE, required=False, choices=[(number, number) for number in MOVE_SECONDS]
    )
    kind = forms.TypedChoiceField(
        coerce=Kind, initial=Kind.ARENA, empty_value=Kind.ARENA, required=False, choices=Kind.choices
    )
    drawn = forms.BooleanField(initial=True, required=False)
    keep_names = forms.BooleanField(required=False)
    draw_names = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        data["minutes"] = data.pop("other_minutes", None) or data.get("minutes") or MINUTES
        data["seconds"] = data.get("seconds") or FOR_A_MOVE
        may = "variant" in data and drawn_starts(data["variant"])
        data["starts"] = Starts.DRAWN if data.pop("drawn", False) and may else Starts.EMPTY
        data["drawn_in"] = get_language() if data.pop("draw_names", False) else ""
        return data

    def estimate(self) -> str:
        """Return a sentence on how many games each player will play, an even number, because a match has two games. It
        repeats the choices, so that it stays true if those on the page change. Return "" if the form is invalid, or for
        a round robin, where the number depends on the players."""
        if not self.is_valid() or self.cleaned_data["kind"] == Kind.ROUND:
            return ""
        minutes, seconds = self.cleaned_data["minutes"], self.cleaned_data["seconds"]
        move = SECONDS_PER_MOVE + SHARE_OF_MOVE_TIME * seconds
        game = MOVES_PER_GAME[self.cleaned_data["starts"]] * move + BREATHER.total_seconds()
        match = 2 * game + REST.total_seconds() + SECONDS_TO_PAIR
        count = 2 * round(60 * minutes / match)
        sentence = ngettext(
            "%(minutes)s min at %(seconds)s s a move: about %(count)s game each.",
            "%(minutes)s min at %(seconds)s s a move: about %(count)s games each.",
            count,
        )
        return sentence % {"minutes": minutes, "seconds": seconds, "count": count}


class HostForm(forms.Form):
    """The fields of a host's actions: minutes, an entrant, and a new name."""

    do = forms.CharField(required=False)
    minutes = forms.IntegerField(min_value=0, max_value=10_000, required=False)
    entrant = forms.IntegerField(min_value=0, required=False)
    name = NameField(required=False)
    at_once = forms.BooleanField(required=False)
