"""One server process per database, as long as pushes travel inside the process."""

import fcntl
import os
import sys
import threading
from pathlib import Path
from typing import NoReturn

from tictactoe_site.environment import refuse


def take(path: Path) -> None:
    """Locks the file at `path` for as long as this process lives. Refuses to go on if another process has it."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, mode=0o600)  # never closed: the lock ends with it
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        _refuse(f"A server is already running on the data in {path.parent}: stop it first, or set DATA_DIR.")


def _refuse(sentence: str) -> NoReturn:
    if threading.current_thread() is threading.main_thread():
        refuse(sentence)
    # runserver loads the application in a thread, where SystemExit would end the thread alone and say nothing.
    print(sentence, file=sys.stderr, flush=True)
    os._exit(1)
