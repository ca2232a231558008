"""All changes to tournaments: one function per action, in one short transaction."""
