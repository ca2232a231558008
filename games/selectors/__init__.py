"""Reads: the State of a game, the people in its room, lists and totals."""
