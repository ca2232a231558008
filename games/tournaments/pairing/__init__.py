"""The pairings and the standings of a tournament, in pure Python."""
