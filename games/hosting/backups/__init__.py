"""The whole database as one file, and back again: copied under play, checked, and put in place of what is there."""
