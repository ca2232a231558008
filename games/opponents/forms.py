"""Forms for watching two computer players."""

from django import forms

from games.play.forms import VariantField, opponent_in
from games.play.models import LONGEST_SERIES
from games.play.words import roster


class SeriesForm(forms.Form):
    """Two computer players and how many games they play."""

    variant = VariantField()
    x = forms.ChoiceField(choices=lambda: list(roster.names().items()))
    o = forms.ChoiceField(choices=lambda: list(roster.names().items()))
    count = forms.IntegerField(min_value=1, max_value=LONGEST_SERIES)

    def clean_x(self) -> str:
        return opponent_in(self, "x")

    def clean_o(self) -> str:
        return opponent_in(self, "o")


class StepForm(forms.Form):
    """Which game of a series, from 1, and how many of its moves are shown."""

    game = forms.IntegerField(min_value=1, max_value=LONGEST_SERIES, required=False)
    ply = forms.IntegerField(min_value=0, required=False)
