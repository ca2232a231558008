"""Games as files: written, read back, and held against the rules."""
