"""The news of a room: the hub of this process, and the relay to the others."""
