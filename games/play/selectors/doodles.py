"""Doodles: drawings that one player of a room for two shows the other. They are broadcast and never stored."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from games.engine.position import Mark


class Drawing(StrEnum):
    """The six drawings, by their ids in static/img/doodles.svg."""

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
        """Serialize to plain values for other processes."""
        return {"mark": self.mark.value, "drawing": self.drawing.value}

    @classmethod
    def from_message(cls, message: dict[str, Any]) -> Self:
        """Return a Doodle from plain values, possibly of another release: unknown keys are ignored. Raises KeyError or
        ValueError if this release does not know the doodle."""
        return cls(Mark(message["mark"]), Drawing(message["drawing"]))
