"""Forms for watching two computer players."""

from django import forms

from games.play.forms import MomentForm, NameField, VariantField, opponent_in
from games.play.models import LONGEST_SERIES


class SeriesForm(forms.Form):
    """Two computer players and the number of games they play. A robot is sent as its key, a space and its name;
    `cleaned_data` has the names as "x_name" and "o_name"."""

    variant = VariantField()
    x = forms.CharField()
    o = forms.CharField()
    count = forms.IntegerField(min_value=1, max_value=LONGEST_SERIES)

    def clean_x(self) -> str:
        return self._player("x")

    def clean_o(self) -> str:
        return self._player("o")

    def _player(self, side: str) -> str:
        self.cleaned_data[side], _space, name = self.cleaned_data[side].partition(" ")
        self.cleaned_data[f"{side}_name"] = NameField(required=False).clean(name)
        return opponent_in(self, side)


class WatchForm(SeriesForm):
    """The computer player that a URL proposes as X."""

    o = None  # type: ignore[assignment]
    count = None  # type: ignore[assignment]


class StepForm(MomentForm):
    """The number of the game in a series, from 1, and the number of moves to show."""

    game = forms.IntegerField(min_value=1, max_value=LONGEST_SERIES, required=False)
