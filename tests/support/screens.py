"""Screens of many sizes, and the place of the board."""

from playwright.sync_api import Page, expect

from games.engine.classic import ClassicPosition
from games.engine.position import Position
from tests.browser.visits import settle
from tests.support.rooms import connected, one_screen, play_computer, shows, square

# The smallest phones, upright and in landscape, high-density screens, and desktops.
SIZES = [
    *[(320, 568), (360, 640), (390, 844), (568, 320), (640, 360), (640, 400), (667, 375), (690, 400)],
    *[(768, 1024), (1024, 600), (1024, 768), (1280, 720), (1280, 800), (1366, 768), (1920, 1080)],
]
LARGE_SIZES = [(1280, 800), (1366, 768), (1920, 1080)]
Boxes = dict[tuple[int, int], dict[str, float]]


def boards(page: Page, sizes: list[tuple[int, int]]) -> Boxes:
    """Return the place of the board on screens of several sizes, without scrolling."""
    found = {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        found[width, height] = page.locator(".board").bounding_box()
    return found


def cut_off(boxes: Boxes) -> dict[tuple[int, int], dict[str, float]]:
    """Return the boards that are not entirely on the screen."""
    return {size: box for size, box in boxes.items() if box["x"] < 0 or box["y"] + box["height"] > size[1]}


def overlaps(page: Page, parts: str) -> list[str]:
    """Return the pairs of visible parts that overlap each other."""
    return page.evaluate(
        """(parts) => {
          const visible = [...document.querySelectorAll(parts)].filter((one) => {
            const { width, height } = one.getBoundingClientRect();
            return one.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
          });
          const boxes = visible.map((one) => [one, one.getBoundingClientRect()]);
          return boxes.flatMap(([one, a], index) => boxes.slice(index + 1)
            .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
              && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2)
            .map(([two]) => [one, two].map((part) => part.className || part.textContent.trim()).join(" / ")));
        }""",
        parts,
    )


def game_with(page: Page, server, opponent: str) -> None:
    """Start a game against a robot or, with "", for two players on one screen."""
    if opponent:
        play_computer(page, server, opponent)
    else:
        one_screen(page, server)
    connected(page)
    settle(page)


def board_stays(page: Page, server, opponent: str, sizes: list[tuple[int, int]]) -> None:
    """Check that the board stays in place from the first move to the start of the rematch, which shows a score."""
    game_with(page, server, opponent)
    at_first = boards(page, sizes)
    assert cut_off(at_first) == {}
    square(page, 1).click()
    shows(page, 1, "X")
    expect(page.locator("#do-take-back")).to_be_visible()
    assert boards(page, sizes) == at_first
    page.locator(".ask summary").click()
    page.locator("#do-resign").click()
    expect(page.locator(".wins")).to_be_visible()
    assert boards(page, sizes) == at_first
    played = page.url
    page.locator("#do-rematch").click()
    page.wait_for_url(lambda url: url != played)
    connected(page)
    settle(page)
    assert boards(page, sizes) == at_first


def bad_square(page: Page) -> int:
    """Return an empty square after which Hard wins soonest."""
    cells = page.locator(".board > button").evaluate_all(
        "all => all.map((cell) => cell.querySelector('svg')?.classList[0] ?? '_').join('')"
    )
    position = ClassicPosition(cells)
    return 1 + max(position.legal_moves, key=lambda cell: wins_at_once(position.play(cell)))


def wins_at_once(position: Position) -> int:
    """Return the number of squares with which the side to move wins immediately."""
    wins = [position.play(cell).outcome for cell in position.legal_moves] if not position.outcome else []
    return len([one for one in wins if one and one.winner])
