"""Visits to pages: what comes over the wire, and pages that are worth a visit."""

from playwright.sync_api import Page, expect

from tests.browser.test_play import connected, play_computer, square

STYLE_GUIDE = (5, 4, 7, 3, 1, 6, 9)  # the game of the style guide's pictures, which X wins


def weigh(page: Page, address: str) -> int:
    """Goes there and returns the bytes that came: answers with their headers, and what the socket said at first."""
    counted: list[float] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: counted.append(event["encodedDataLength"]))
    session.on(
        "Network.webSocketHandshakeResponseReceived",
        lambda event: counted.append(len(event["response"].get("headersText", ""))),
    )
    session.on(
        "Network.webSocketFrameReceived",
        lambda event: counted.append(len(event["response"]["payloadData"].encode())),
    )
    page.goto(address, wait_until="networkidle")
    if page.locator("#connection").count():
        connected(page)
    session.detach()
    return int(sum(counted))


def finished_game(page: Page, server) -> None:
    """Plays both sides of a game to its end."""
    page.goto(server.url)
    page.get_by_role("button", name="Two players, one screen").click()
    connected(page)
    for number in STYLE_GUIDE:
        square(page, number).click()
        expect(square(page, number).locator("svg")).to_be_visible()
    expect(page.locator(".win")).to_be_attached()


def visited(page: Page, server) -> dict[str, str]:
    """Addresses a person goes through, by name, for whom it makes a game in play and one that is over."""
    play_computer(page, server, "Easy")
    connected(page)
    playing = page.url
    finished_game(page, server)
    return {
        "home": f"{server.url}/",
        "game": playing,
        "review": page.url,
        "opponents": f"{server.url}/opponents/",
        "practice": f"{server.url}/practice/",
        "games": f"{server.url}/games/",
    }
