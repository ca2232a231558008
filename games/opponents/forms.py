"""Forms for watching two computer players."""

from django import forms

from games.play.forms import VariantField, opponent_in
from games.play.models import LONGEST_SERIES
from games.play.words import roster


class SeriesForm(forms.Form):
    """Two computer players and the number of games they play."""

    variant = VariantField()
    x = forms.ChoiceField(choices=lambda: list(roster.names().items()))
    o = forms.ChoiceField(choices=lambda: list(roster.names().items()))
    count = forms.IntegerField(min_value=1, max_value=LONGEST_SERIES)

    def clean_x(self) -> str:
        return opponent_in(self, "x")

    def clean_o(self) -> str:
        return opponent_in(self, "o")


class StepForm(forms.Form):
    """The game of a series to show, from 1, and the number of its moves."""

    game = forms.IntegerField(min_value=1, max_value=LONGEST_SERIES, required=False)
    ply = forms.IntegerField(min_value=0, required=False)
