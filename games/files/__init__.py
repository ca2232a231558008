"""A game as a file: written, read back, and held against the rules."""
