"""Who meets whom in a tournament, and who is where in its table: pure Python, which knows neither games nor Django."""
