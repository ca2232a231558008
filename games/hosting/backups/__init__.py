"""Backups of the whole database as one file: copied during play, checked, and restored over the current one."""
