"""A server for tests of proxies and of the daily run, which records its requests."""

import http.server
import threading

from tools.cluster.programs import free_port


class Witness:
    """A server that records requests and answers 200. While it `fails`, it closes the connection instead; if `sends_to`
    is given, it redirects there with 1 kB of further headers."""

    def __init__(self, sends_to: str = "") -> None:
        self.port, self.fails = free_port(), False
        self.seen: list[tuple[str, str, dict[str, str]]] = []  # method, path, headers
        self.url = f"http://127.0.0.1:{self.port}"
        witness = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                witness.seen.append((self.command, self.path, dict(self.headers)))
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                if witness.fails:
                    self.close_connection = True
                    return
                self.send_response(302 if sends_to else 200)
                if sends_to:
                    self.send_header("Location", sends_to)
                    self.send_header("Permissions-Policy", "x" * 1_024)
                self.send_header("Content-Length", "0")
                self.end_headers()

            do_POST = do_GET

            def log_message(self, *_arguments: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,))

    @property
    def paths(self) -> list[str]:
        return [path for _method, path, _headers in self.seen]

    def __enter__(self) -> "Witness":
        self.thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()
