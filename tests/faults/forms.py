"""Forms of the site, sent as a page without a script does."""

import http.client
import re
import urllib.parse
from dataclasses import dataclass

from tests.waiting import PATIENCE

TOKEN = "a" * 32  # the secret for forms: any, as long as the cookie has the same


@dataclass(frozen=True)
class Answer:
    """`to` is where the browser is sent on to, `heading` that of the page otherwise; each "" where there is none."""

    status: int
    to: str
    heading: str


def post(origin: str, path: str, cookie: str, *, token: str = TOKEN, **data: object) -> Answer:
    connection = http.client.HTTPConnection(origin.removeprefix("http://"), timeout=PATIENCE)
    headers = {
        "Cookie": f"{cookie}; csrftoken={token}",
        "Content-Type": "application/x-www-form-urlencoded",
        "Origin": origin,
    }
    connection.request("POST", path, urllib.parse.urlencode({"csrfmiddlewaretoken": token, **data}), headers)
    answer = connection.getresponse()
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", answer.read().decode())
    connection.close()
    return Answer(answer.status, answer.headers["Location"] or "", heading[1] if heading else "")
