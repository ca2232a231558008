"""Browsers of five years ago."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route

# What the browsers of 2021 passed over: a rule whole, for one selector or condition in it, or a declaration by itself.
UNKNOWN = re.compile(
    r":has\((?!a\)\))|selector\(:has|\(scripting:|color-mix\("
    r"|(?<=[\s;{])(?:rotate|scale|translate|text-wrap|hyphenate-limit-chars|counter-set):"
)


def forgetful(page: Page, server) -> Page:
    """Makes a page understand of the style sheet what a browser of 2021 did."""

    def forget(route: Route) -> None:
        _answer, sheet = server.get(urlsplit(route.request.url).path)
        body = UNKNOWN.sub(lambda found: f"{found[0][:-1]}-to-come{found[0][-1]}", sheet.decode())
        route.fulfill(content_type="text/css", body=body)

    page.route("**/css/site*.css", forget)
    return page
