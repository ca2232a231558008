"""Forms for robots."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.http import QueryDict
from django.urls import Resolver404, resolve
from django.utils.translation import gettext_lazy as _

from games.engine.classic import CLASSIC
from games.engine.position import Position
from games.engine.robots import BadLetters, letters_of
from games.play.forms import NameField
from games.play.words import editor, roster
from games.robots import links
from games.robots.words.robots import LETTERS_ERRORS, Robot
from games.robots.words.workshop import Workshop, changed
from games.site.limits import MAX_IN_LEAGUE
from games.site.links import LONGEST_URL


class RobotForm(forms.Form):
    """A robot: its rules and, optionally, its name; `cleaned_data["rules"]` are valid letters."""

    rules = forms.CharField(required=False)
    name = NameField(required=False)

    def clean_rules(self) -> str:
        try:
            return letters_of(self.cleaned_data["rules"])
        except BadLetters as bad:
            raise forms.ValidationError(LETTERS_ERRORS[bad.reason], params={"letter": bad.letter}) from None

    @property
    def robot(self) -> Robot:
        """The robot of a form with valid rules, without the name if that is invalid."""
        return Robot(self.cleaned_data["rules"], self.cleaned_data.get("name", ""))

    def sentence(self) -> str:
        """Return why the form is invalid."""
        return " ".join(str(message) for messages in self.errors.values() for message in messages)


class KeepForm(RobotForm):
    """A robot to keep, which needs a name."""

    name = NameField()


class WorkshopForm(RobotForm):
    """A robot and the position in which to show it; `cleaned_data["at"]` is a Position or None."""

    at = forms.CharField(required=False)

    def clean_at(self) -> Position | None:
        cells = self.cleaned_data["at"]
        position = editor.parse(CLASSIC, cells) if cells else None
        if position and position.outcome:
            raise forms.ValidationError(_("This position is already the end of a game."))
        return position


class LeagueForm(forms.Form):
    """The players of a league: robots, one per line, and computer players of the classic game.

    A line is the URL of a robot or of the workshop, or the letters of the rules and the name. Each ticked checkbox of a
    `known` robot adds a line. In `cleaned_data`, "lines" is a list of distinct Robots, "computer" of distinct keys.
    """

    lines = forms.CharField(required=False, label=_("Robots, one per line"))
    computer = forms.MultipleChoiceField(
        required=False,
        label=_("Computer players"),
        choices=[(key, player.name) for key, player in roster.players_of(CLASSIC).items()],
        error_messages={"invalid_choice": _("There is no computer player “%(value)s”.")},
    )

    @classmethod
    def from_post(cls, sent: QueryDict) -> "LeagueForm":
        """Return the form of a submission."""
        lines = [line for line in (sent.get("lines", ""), *sent.getlist("known")) if line.strip()]
        return cls({"lines": "\n".join(lines), "computer": sent.getlist("computer")})

    @classmethod
    def from_query(cls, query: QueryDict) -> "LeagueForm":
        """Return the form of a league's URL."""
        lines = (" ".join(robot.partition("~")[::2]) for robot in query.getlist("robot"))
        return cls(
            {"lines": "\n".join(" ".join(line.split()) for line in lines), "computer": query.getlist("computer")}
        )

    def others(self, known: Iterable[Robot]) -> list[Robot]:
        """Return the known robots that are not in the league."""
        lines = self.data.get("lines", "").split("\n")
        return [robot for robot in known if robot.written not in map(str.strip, lines)]

    def clean_lines(self) -> list[Robot]:
        lines = [
            (number, line) for number, line in enumerate(self.cleaned_data["lines"].split("\n"), 1) if line.strip()
        ]
        if len(lines) > MAX_IN_LEAGUE:
            words = {"most": MAX_IN_LEAGUE, "count": len(lines)}
            raise forms.ValidationError(
                _("A league can have at most %(most)d robots, and you have listed %(count)d."), params=words
            )
        found, wrong = [], []
        for number, line in lines:
            fields = _robot_in(line)
            form = RobotForm(fields)
            if fields and form.is_valid():
                found.append(changed(Workshop(form.robot), fields).robot)
            else:
                sentence = form.sentence() if fields else _("This is not the address of a robot.")
                place: dict[str, Any] = {"number": number, "sentence": sentence}
                # Translators: sentence is a whole one, as in "A name can have at most 20 characters."
                wrong.append(forms.ValidationError(_("Line %(number)d: %(sentence)s"), params=place))
        if wrong:
            raise forms.ValidationError(wrong)
        return list(dict.fromkeys(found))

    def clean_computer(self) -> list[str]:
        return list(dict.fromkeys(self.cleaned_data["computer"]))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if len(links.league_path(data.get("lines", ()), data.get("computer", ()))) > LONGEST_URL:
            raise forms.ValidationError(
                _("Together these names are too long for an address. Shorten some of them, or remove some robots.")
            )
        return data


def _robot_in(line: str) -> dict[str, str] | None:
    """Parse a line into unvalidated rules and name. For a URL of the workshop, include its change to the rules. Return
    None for a URL of any other page."""
    first, _space, rest = line.strip().partition(" ")
    if "/" not in first:
        return {"rules": first, "name": rest}
    try:
        address = urlsplit(first)
        page = resolve(address.path)
    except (ValueError, Resolver404):
        return None
    query = QueryDict(address.query)
    is_workshop = page.url_name == "workshop"
    letters = query.get("rules") if is_workshop else page.kwargs.get("letters")
    if letters is None:
        return None
    return {**(query.dict() if is_workshop else {}), "rules": letters, "name": query.get("name", "")}
