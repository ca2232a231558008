"""What is read: the State of a game, who is in its room, lists and totals."""
