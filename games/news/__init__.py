"""How a room hears what has changed: the hub of this process, and the relay to the others."""
