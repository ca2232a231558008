"""Backups of the whole database as one file: copied during play, checked, and restored in place of the current one."""
