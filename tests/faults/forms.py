"""Forms and pages, as requested by a browser without scripts."""

import http.client
import re
import urllib.parse
from dataclasses import dataclass, field

from tests.support.waiting import PATIENCE

TOKEN = "a" * 32  # the CSRF secret: any value, if the cookie has the same
# The start of a form's request.
HEAD = "POST /g/{code}/play/ HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/x-www-form-urlencoded\r\n"


@dataclass(frozen=True)
class Answer:
    """A response: its redirect target (`to`), the page's `heading`, and the `cookie` of a new session; "" if
    missing."""

    status: int
    to: str
    heading: str
    cookie: str = ""
    text: str = field(default="", repr=False)


def post(origin: str, path: str, cookie: str, *, token: str = TOKEN, **data: object) -> Answer:
    body = urllib.parse.urlencode({"csrfmiddlewaretoken": token, **data})
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": origin}
    return _ask("POST", origin, path, body, headers | {"Cookie": f"{cookie}; csrftoken={token}"})


def get(origin: str, path: str, cookie: str) -> Answer:
    return _ask("GET", origin, path, None, {"Cookie": cookie})


def _ask(method: str, origin: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
    connection = http.client.HTTPConnection(origin.removeprefix("http://"), timeout=PATIENCE)
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    heading = re.search(r"<h1[^>]*>\s*(.*?)\s*</h1>", text, re.DOTALL)
    session = re.search(r"\bsessionid=\w+", " ".join(answer.headers.get_all("Set-Cookie", [])))
    return Answer(
        answer.status,
        answer.headers["Location"] or "",
        heading[1] if heading else "",
        session[0] if session else "",
        text,
    )
