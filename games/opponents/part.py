"""The parts that the computer players add to other pages."""

from games.features import Part


class Opponents(Part):
    slots = {"home_go": "opponents/_home_go.html"}


part = Opponents()
