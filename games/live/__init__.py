"""The sockets: one consumer for each page, and bounds for many of them."""
