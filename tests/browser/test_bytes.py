"""The weight of a visit on the wire, with headers and the socket's first frames."""

from tests.browser.visits import visited, weigh, workshop_and_tournament
from tests.support.rooms import start_game

FIRST, LATER = 150_000, 18_000  # bytes at most; a later page may load its feature's style sheet


def test_first_pages_are_light_and_later_ones_lighter(server, new_page):
    ada = new_page()
    pages = visited(ada, server) | workshop_and_tournament(ada, server)
    pages["two in a game"] = start_game(ada, new_page(), server)
    for name, address in pages.items():
        # a new browser with her cookies and an empty cache
        assert weigh(new_page(storage_state=ada.context.storage_state()), address) < FIRST, name
    page = new_page(storage_state=ada.context.storage_state())
    weigh(page, pages["home"])
    for name, address in [*pages.items(), *pages.items()]:  # first with an empty cache, then again
        assert weigh(page, address) < LATER, name
