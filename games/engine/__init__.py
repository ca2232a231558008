"""The games in pure Python, without Django: rules, solvers, computer players."""
