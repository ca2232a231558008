"""Doodles: drawings that one player shows the other in a room for two. They are broadcast, never stored."""

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
