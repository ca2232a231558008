"""Forms for a matchbox machine."""

from django import forms

from games.engine.classic import CLASSIC
from games.menace.models import LESSONS
from games.play.forms import opponent_in


class MachineMoveForm(forms.Form):
    """A move in a game with a matchbox machine, and the version of the game that the player saw."""

    cell = forms.TypedChoiceField(choices=[(cell, cell) for cell in range(CLASSIC.squares)], coerce=int)
    version = forms.IntegerField(min_value=0)


class TeachForm(forms.Form):
    """The teacher of a matchbox machine, and the number of games."""

    opponent = forms.CharField()
    teach = forms.TypedChoiceField(choices=[(games, games) for games in LESSONS], coerce=int)
    version = forms.IntegerField(min_value=0)

    def clean_opponent(self) -> str:
        return opponent_in(self, "opponent")


class OpenBoxForm(forms.Form):
    """The step of a machine's last game whose box is open, and a robot that may teach the machine."""

    step = forms.IntegerField(min_value=1, required=False)
    teacher = forms.CharField(required=False)

    def clean_teacher(self) -> str:
        key: str = self.cleaned_data["teacher"]
        return key if CLASSIC.opponent(key) else ""
