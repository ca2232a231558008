"""The pairings of a tournament, and its standings: pure Python, which knows neither games nor Django."""
