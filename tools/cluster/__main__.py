"""`make scale`: run a site of several processes in the foreground, with its data in DATA_DIR/scale.

PROCESSES sets the number of processes, HOST and PORT the address of nginx. Processes that end are not restarted.
"""

import signal
import sys
from pathlib import Path

from tictactoe_site import environment as env
from tictactoe_site import lock
from tools.cluster.cluster import ROOT, Cluster
from tools.cluster.programs import DidNotStart, Missing


def main() -> None:
    host, port = env.text("HOST", "127.0.0.1").strip("[]"), env.port("PORT", 8000)
    count = env.text("PROCESSES", "2")
    if not (count.isascii() and count.isdecimal() and 1 <= int(count) <= 64):
        env.refuse(f"PROCESSES must be a number from 1 to 64, not {count!r}.")
    folder = Path(env.text("DATA_DIR", str(ROOT / "var"))).expanduser().absolute() / "scale"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock.take(folder / "lock")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    log(f"Starting PostgreSQL, Redis, nginx and {count} server processes; their data is in {folder}")
    try:
        with Cluster(folder, processes=int(count), host=host, port=port, logs=False) as site:
            log(f"Open {env.text('PUBLIC_URL') or site.url} in a browser. Ctrl-C stops everything.")
            while True:
                signal.pause()
    except KeyboardInterrupt:
        pass
    except (DidNotStart, Missing) as failed:
        env.refuse(str(failed))


def log(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
