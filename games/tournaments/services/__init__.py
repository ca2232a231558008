"""All changes of tournaments: one function per action, in one short transaction."""
