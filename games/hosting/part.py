"""The part that starts the daily run in each server process."""

from games.features import Part
from games.hosting import daily


class Hosting(Part):
    def begin(self) -> None:
        daily.start()


part = Hosting()
