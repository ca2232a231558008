"""Doodles: drawings that one player of a room for two shows the other. They are told, and stored nowhere."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from games.engine.position import Mark


class Drawing(StrEnum):
    """The six there are, by their names in static/img/doodles.svg."""

    HELLO = "hello"
    NICE = "nice"
    OH = "oh"
    OOPS = "oops"
    THINK = "think"
    GOOD = "good"


@dataclass(frozen=True)
class Doodle:
    """A drawing, and the mark of the player who shows it."""

    mark: Mark
    drawing: Drawing

    def as_message(self) -> dict[str, Any]:
        """As plain values, for the way between processes."""
        return {"mark": self.mark.value, "drawing": self.drawing.value}

    @classmethod
    def from_message(cls, message: dict[str, Any]) -> Self:
        """A Doodle from plain values, also from those of another release: ignores what is unknown here. Raises
        KeyError or ValueError if it is no doodle that is known here."""
        return cls(Mark(message["mark"]), Drawing(message["drawing"]))
