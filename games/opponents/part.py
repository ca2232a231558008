"""Additions of the computer players to other pages."""

from games.features import Part


class Opponents(Part):
    slots = {"home_robots": "opponents/_home_robots.html"}


part = Opponents()
