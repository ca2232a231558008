"""The game itself, in pure Python: rules, the solved game, the computer players. No Django in here."""
