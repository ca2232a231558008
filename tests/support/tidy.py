"""Remove invisible white space from pages, so that tests do not depend on the layout of templates."""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

KEPT = re.compile(r"(<textarea.*?</textarea>)", re.DOTALL)
OPENING = r"(<(?!input|br|img|meta|link)[a-z][^<>]*>) "


def tidy(html: str) -> str:
    return "".join(part if KEPT.fullmatch(part) else _tidy(part) for part in KEPT.split(html))


def _tidy(html: str) -> str:
    html = re.sub(r" (/?>)", r"\1", re.sub(r"[ \t\r\n]+", " ", html))
    return re.sub(r" (</[a-z])", r"\1", re.sub(OPENING, r"\1", html))


def tidy_pages(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.get("Content-Type", "").startswith("text/html") and not response.streaming:
            response.content = tidy(response.content.decode()).encode()
        return response

    return answer
