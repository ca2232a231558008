"""One server process per database, as long as pushes travel inside the process."""

import fcntl
import os
import sys
import threading
from pathlib import Path
from typing import IO, NoReturn

from tictactoe_site.environment import refuse


def take(path: Path) -> IO[str]:
    """Locks the file at `path` until the returned file is closed or the process ends, however it ends.

    Refuses to go on with a sentence if another process holds it.
    """
    try:
        file = path.open("w")
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        _refuse(f"A server is already running on the data in {path.parent}: stop it first, or set DATA_DIR.")
    except OSError as error:
        _refuse(f"The lock {path} can't be taken: {error.strerror}.")
    return file


def _refuse(sentence: str) -> NoReturn:
    if threading.current_thread() is threading.main_thread():
        refuse(sentence)
    # runserver loads the application in a thread, where SystemExit would end the thread alone and say nothing.
    print(sentence, file=sys.stderr, flush=True)
    os._exit(1)
