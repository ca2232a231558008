"""The pairings of a tournament, in pure Python."""
