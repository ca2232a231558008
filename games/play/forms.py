"""The forms that people send, checked and turned into the words of the services."""

import unicodedata
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.urls import Resolver404, resolve
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.engine.classic import CLASSIC
from games.engine.position import IllegalMove, Mark, Move, Position
from games.engine.robots import BadLetters, letters_of
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.menace.models import LESSONS
from games.opponents.words import editor
from games.play import links
from games.play.forbidden_names import reserved, rude
from games.play.models import LONGEST_SERIES
from games.play.words import refusals, roster
from games.review import exchange
from games.review.exchange import NotOurs
from games.robots.words import robots
from games.robots.words.robots import Robot
from games.robots.words.workshop import Workshop, asked
from games.site.limits import MOST_IN_LEAGUE
from games.site.models import NAME_STORED
from games.site.names import NAME_SHOWN, length_shown, misleads, piles_up
from games.site.refusals import Reason
from games.tournaments.models import FEWEST_MINUTES, MOST_MINUTES, SECONDS, Kind, Starts
from games.tournaments.services.matches import drawn_starts


class NameField(forms.CharField):
    """A name: 1 to 20 visible characters of any script. Never markup: templates escape it."""

    most = NAME_SHOWN
    too_long: Any = _("A name has at most 20 characters.")

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"label": _("Your name"), "max_length": NAME_STORED, **options})
        self.error_messages["required"] = _("Please give a name of 1 to 20 characters.")
        self.error_messages["max_length"] = self.too_long
        self.widget.attrs["autocomplete"] = "nickname"

    def clean(self, value: Any) -> str:
        name = " ".join(unicodedata.normalize("NFC", super().clean(value)).split())
        if misleads(name):
            raise forms.ValidationError(_("A name can’t hold invisible or unknown characters."))
        if piles_up(name):
            raise forms.ValidationError(_("A name can’t hold so many accents on one letter."))
        if length_shown(name) > self.most:
            raise forms.ValidationError(self.too_long)
        if name and not length_shown(name):
            raise forms.ValidationError(_("Please give a name of 1 to 20 characters."))
        if settings.NAME_CHECK and reserved(name):
            raise forms.ValidationError(_("Somebody else here goes by this name. Please choose another one."))
        if settings.NAME_CHECK and rude(name):
            raise forms.ValidationError(_("This name could hurt somebody. Please choose another one."))
        return name


class TitleField(NameField):
    """What something is called that many people see: held to the rules of names, but longer."""

    most = 40
    too_long = _("A title has at most 40 characters.")


class NameForm(forms.Form):
    name = NameField()


class JoinForm(forms.Form):
    """Joining a game, with the name to be called by if one is given."""

    name = NameField(required=False)


class VariantField(forms.ChoiceField):
    """The key of a game, the classic one if none is given; cleaned, its Variant."""

    def __init__(self) -> None:
        super().__init__(choices=[(key, key) for key in VARIANTS], required=False)

    def clean(self, value: Any) -> Variant:
        return VARIANTS[super().clean(value) or CLASSIC.key]


class StartForm(forms.Form):
    """Which game is to start, and from which position if it is not the usual one."""

    variant = VariantField()
    start = forms.CharField(required=False)

    def clean_start(self) -> str:
        start: str = self.cleaned_data["start"]
        if start and editor.parse(self.cleaned_data.get("variant", CLASSIC), start).outcome:
            raise forms.ValidationError(_("This position is already the end of a game."))
        return start

    def sentence(self, otherwise: str) -> str:
        """The sentence for the user: about the starting position if that was wrong, else `otherwise`."""
        return " ".join(map(str, self.errors.get("start", []))) or otherwise


class OneScreenForm(StartForm):
    """Two people at one screen."""


class FriendForm(StartForm):
    """Which mark to play; `cleaned_data["side"]` is a Mark, or None for by lot."""

    side = forms.ChoiceField(choices=[("X", "X"), ("O", "O"), ("either", pgettext_lazy("who starts", "Random"))])

    def clean_side(self) -> Mark | None:
        side = self.cleaned_data["side"]
        return None if side == "either" else Mark(side)


class ComputerForm(FriendForm):
    """A computer player, also a robot and the name it is to have."""

    opponent = forms.CharField()
    name = NameField(required=False)
    hints = forms.BooleanField(required=False)

    def clean_opponent(self) -> str:
        return _opponent_in(self, "opponent")

    def sentence(self, otherwise: str) -> str:
        return super().sentence(" ".join(map(str, self.errors.get("name", []))) or otherwise)


class RobotForm(forms.Form):
    """A robot by its rules and its name if it has one; `cleaned_data["rules"]` are good letters."""

    rules = forms.CharField(required=False)
    name = NameField(required=False)

    def clean_rules(self) -> str:
        try:
            return letters_of(self.cleaned_data["rules"])
        except BadLetters as bad:
            raise forms.ValidationError(robots.why_not(bad)) from None

    def sentence(self) -> str:
        """What is wrong with it."""
        return " ".join(str(message) for messages in self.errors.values() for message in messages)


class WorkshopForm(RobotForm):
    """A robot, and the position in which it is looked at; `cleaned_data["at"]` is a Position, None if there is none."""

    at = forms.CharField(required=False)

    def clean_at(self) -> Position | None:
        cells = self.cleaned_data["at"]
        position = editor.parse(CLASSIC, cells) if cells else None
        if position and position.outcome:
            raise forms.ValidationError(_("This position is already the end of a game."))
        return position


class LeagueForm(forms.Form):
    """Who plays in a league: robots, one a line, and computer players of the classic game.

    A line is the address of a robot or of the workshop, or the letters of the rules and the name. In `cleaned_data`,
    "lines" are Robots, each once; so are the keys of the computer players.
    """

    lines = forms.CharField(required=False, label=_("Robots, one a line"))
    computer = forms.MultipleChoiceField(
        required=False,
        label=_("Computer players"),
        choices=[(key, player.name) for key, player in roster.players_of(CLASSIC).items()],
        error_messages={"invalid_choice": _("There is no computer player “%(value)s”.")},
    )

    @classmethod
    def of_address(cls, query: QueryDict) -> "LeagueForm":
        """The form filled in as an address says."""
        lines = (" ".join(robot.partition("~")[::2]) for robot in query.getlist("robot"))
        return cls(
            {"lines": "\n".join(" ".join(line.split()) for line in lines), "computer": query.getlist("computer")}
        )

    def clean_lines(self) -> list[Robot]:
        lines = [
            (number, line) for number, line in enumerate(self.cleaned_data["lines"].split("\n"), 1) if line.strip()
        ]
        if len(lines) > MOST_IN_LEAGUE:
            words = {"most": MOST_IN_LEAGUE, "count": len(lines)}
            raise forms.ValidationError(
                _("A league has at most %(most)d robots, and these are %(count)d."), params=words
            )
        found, wrong = [], []
        for number, line in lines:
            fields = _robot_in(line)
            form = RobotForm(fields)
            if fields and form.is_valid():
                robot = Robot(form.cleaned_data["rules"], form.cleaned_data["name"])
                found.append(asked(Workshop(robot), fields).robot)
            else:
                sentence = form.sentence() if fields else _("This is not the address of a robot.")
                # Translators: sentence is a whole one, as in "A name has at most 20 characters."
                told = _("Line %(number)d: %(sentence)s")
                wrong.append(forms.ValidationError(told, params={"number": number, "sentence": sentence}))
        if wrong:
            raise forms.ValidationError(wrong)
        return list(dict.fromkeys(found))

    def clean_computer(self) -> list[str]:
        return list(dict.fromkeys(self.cleaned_data["computer"]))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if len(links.league_path(data.get("lines", ()), data.get("computer", ()))) > links.LONGEST:
            raise forms.ValidationError(
                _("All these names together are too long for an address. Shorten some of them, or take robots off.")
            )
        return data


def _robot_in(line: str) -> dict[str, str] | None:
    """The rules and the name that a line gives a robot, not checked, and if it is an address of the workshop what that
    changes; None if it is an address that no robot has."""
    first, _space, rest = line.strip().partition(" ")
    if "/" not in first:
        return {"rules": first, "name": rest}
    try:
        address = urlsplit(first)
        page = resolve(address.path)
    except (ValueError, Resolver404):
        return None
    query = QueryDict(address.query)
    at_work = page.url_name == "workshop"
    letters = query.get("rules") if at_work else page.kwargs.get("letters")
    if letters is None:
        return None
    return {**(query.dict() if at_work else {}), "rules": letters, "name": query.get("name", "")}


class SetupForm(forms.Form):
    """A position of a game as it is written; `cleaned_data["cells"]` is a Position."""

    variant = VariantField()
    cells = forms.CharField(label=_("Nine symbols"), strip=True)

    def clean_cells(self) -> Position:
        return editor.parse(self.cleaned_data.get("variant", CLASSIC), self.cleaned_data["cells"])


class SeriesForm(forms.Form):
    """Two computer players and how many games they play."""

    variant = VariantField()
    x = forms.ChoiceField(choices=list(roster.names().items()))
    o = forms.ChoiceField(choices=list(roster.names().items()))
    count = forms.IntegerField(min_value=1, max_value=LONGEST_SERIES)

    def clean_x(self) -> str:
        return _opponent_in(self, "x")

    def clean_o(self) -> str:
        return _opponent_in(self, "o")


def _opponent_in(form: forms.Form, field: str) -> str:
    """The computer player chosen in a field. Raises ValidationError if it does not play the game chosen."""
    key: str = form.cleaned_data[field]
    if form.cleaned_data.get("variant", CLASSIC).opponent(key) is None:
        raise forms.ValidationError(refusals.SENTENCES[Reason.UNKNOWN_OPPONENT])
    return key


MINUTES, FOR_A_MOVE = 20, 30  # of a tournament, and seconds, if nothing else is chosen


class TournamentForm(forms.Form):
    """A tournament as it is set up; `cleaned_data` fits services.tournaments.found. Where the game has no exercises
    that are draws, its games start from the empty board."""

    title = TitleField(required=False, label=_("What is it called?"))
    variant = VariantField()
    minutes = forms.TypedChoiceField(
        coerce=int, required=False, choices=[(number, number) for number in (10, MINUTES, 45)]
    )
    other_minutes = forms.IntegerField(required=False, min_value=FEWEST_MINUTES, max_value=MOST_MINUTES)
    seconds = forms.TypedChoiceField(coerce=int, required=False, choices=[(number, number) for number in SECONDS])
    kind = forms.TypedChoiceField(coerce=Kind, required=False, choices=Kind.choices)
    drawn = forms.BooleanField(required=False)
    keep_names = forms.BooleanField(required=False)
    draw_names = forms.BooleanField(required=False)

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fields["other_minutes"].error_messages = dict.fromkeys(
            ("invalid", "min_value", "max_value"), refusals.SENTENCES[Reason.NOT_THAT_LONG]
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        other, drawn = data.pop("other_minutes", None), data.pop("drawn", False)
        data["minutes"] = other or data.get("minutes") or MINUTES
        data["seconds"] = data.get("seconds") or FOR_A_MOVE
        data["kind"] = data.get("kind") or Kind.ARENA
        may = "variant" in data and drawn_starts(data["variant"])
        data["starts"] = Starts.DRAWN if drawn and may else Starts.EMPTY
        data["drawn_in"] = get_language() if data.pop("draw_names", False) else ""
        return data


class HostForm(forms.Form):
    """What a host does with a tournament: how many minutes it is to have, or with whom, and the name they are to
    have."""

    do = forms.CharField(required=False)
    minutes = forms.IntegerField(min_value=0, max_value=10_000, required=False)
    entrant = forms.IntegerField(min_value=0, required=False)
    name = NameField(required=False)
    at_once = forms.BooleanField(required=False)

    def sentence(self) -> str:
        """What is wrong with the name."""
        return " ".join(map(str, self.errors.get("name", [])))


class StepForm(forms.Form):
    """Which game of a series, from 1, and how many of its moves are shown."""

    game = forms.IntegerField(min_value=1, max_value=LONGEST_SERIES, required=False)
    ply = forms.IntegerField(min_value=0, required=False)


class MomentForm(forms.Form):
    """After how many of its moves a game is shown."""

    ply = forms.IntegerField(min_value=0, required=False)


class OpenForm(forms.Form):
    """A game as JSON, in a file or pasted; `cleaned_data["game"]` is its State, checked in full."""

    file = forms.FileField(required=False, label=_("File"))
    pasted = forms.CharField(required=False, strip=True, label=_("Or paste it here"), widget=forms.Textarea)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        file = data.get("file")
        try:
            # One byte more than a game can have is enough to see that it is too large.
            text = file.read(exchange.LONGEST + 1) if file else data.get("pasted", "")
            if not text:
                raise NotOurs(_("Choose a file, or paste a game."))
            data["game"] = exchange.from_json(text)
        except NotOurs as not_ours:
            raise forms.ValidationError(str(not_ours)) from None
        return data


class FindForm(forms.Form):
    """Which of a player's games are listed; `cleaned_data` fits selectors.find_games."""

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
    opponent = forms.ChoiceField(
        required=False,
        label=_("Opponent"),
        choices=[
            ("", pgettext_lazy("opponent", "anybody")),
            ("person", pgettext_lazy("opponent", "a person")),
            ("computer", pgettext_lazy("opponent", "a computer player")),
            ("robot", pgettext_lazy("opponent", "a robot")),
            ("screen", _("Two players, one screen")),
            *roster.names().items(),
        ],
    )
    side = forms.ChoiceField(
        required=False,
        label=_("You played"),
        choices=[("", pgettext_lazy("side", "any")), ("X", "X"), ("O", "O")],
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


class MoveForm(forms.Form):
    """A move in a game: the square pressed, and what was chosen beside the board to write there. In `cleaned_data`,
    "cell" is a Move."""

    write = forms.CharField(required=False)
    cell = forms.CharField()

    def __init__(self, variant: Variant, data: QueryDict) -> None:
        super().__init__(data)
        self.variant = variant

    def clean_cell(self) -> Move:
        try:
            return self.variant.read(self.cleaned_data["cell"] + self.cleaned_data["write"])
        except IllegalMove as illegal:
            raise forms.ValidationError(str(illegal)) from None


class MachineMoveForm(MoveForm):
    """A move in a game with a machine of matchboxes, and the version of the game that was looked at."""

    version = forms.IntegerField(min_value=0)

    def __init__(self, data: QueryDict) -> None:
        super().__init__(CLASSIC, data)


class TeachForm(forms.Form):
    """Who is to teach a machine of matchboxes, and how many games."""

    opponent = forms.CharField()
    teach = forms.TypedChoiceField(choices=[(games, games) for games in LESSONS], coerce=int)
    version = forms.IntegerField(min_value=0)

    def clean_opponent(self) -> str:
        return _opponent_in(self, "opponent")


class OpenBoxForm(forms.Form):
    """Which box of the last game of a machine is open, and a robot that may teach it."""

    step = forms.IntegerField(min_value=1, required=False)
    teacher = forms.CharField(required=False)

    def clean_teacher(self) -> str:
        key: str = self.cleaned_data["teacher"]
        return key if CLASSIC.opponent(key) else ""
