"""The sockets: one consumer for each page, and what keeps many of them from being too much."""
