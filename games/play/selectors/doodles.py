"""Doodles: drawings that one player shows the other in a room for two. They are broadcast, never stored."""

from dataclasses import dataclass
from typing import Any, Self

from django.db.models import TextChoices
from django.utils.translation import pgettext_lazy

from games.engine.position import Mark


class Drawing(TextChoices):
    """The six drawings, by their ids in static/img/doodles.svg."""

    HELLO = "hello", pgettext_lazy("a drawing shown to the other player", "Hello")
    NICE = "nice", pgettext_lazy("a drawing shown to the other player", "Nice move")
    OH = "oh", pgettext_lazy("a drawing shown to the other player", "Oh!")
    OOPS = "oops", pgettext_lazy("a drawing shown to the other player", "Oops")
    THINK = "think", pgettext_lazy("a drawing shown to the other player", "Let me think")
    GOOD = "good", pgettext_lazy("a drawing shown to the other player", "Good game")


@dataclass(frozen=True)
class Doodle:
    """A drawing and the mark of its sender."""

    mark: Mark
    drawing: Drawing

    def as_message(self) -> dict[str, Any]:
        """Serialize to plain values for other processes."""
        return {"mark": self.mark.value, "drawing": self.drawing.value}

    @classmethod
    def from_message(cls, message: dict[str, Any]) -> Self:
        """Return a Doodle from plain values, possibly of another release. Ignores unknown keys. Raises KeyError or
        ValueError for a doodle that this release lacks."""
        return cls(Mark(message["mark"]), Drawing(message["drawing"]))
