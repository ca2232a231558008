"""Nothing moves in a room from the invitation to the rematch: the layout shift is 0 on screens of six sizes."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.rooms import connected, press_button, shows, square, start_game

SIZES = [(360, 640), (667, 375), (768, 1024), (1280, 720), (1280, 800), (1920, 1080)]

# Record the parts that move, with their old and new places, even after a click.
NOTE_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) for (const { node, previousRect, currentRect } of entry.sources) {
    const part = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    shifts.push([part?.outerHTML.slice(0, 80), JSON.stringify(previousRect), JSON.stringify(currentRect)].join(" "));
  }
}).observe({ type: "layout-shift", buffered: true });
"""


def shifts(page: Page) -> list[str]:
    """Return the parts that have moved on this page, once it is drawn."""
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    return page.evaluate("shifts")


def board_of(page: Page) -> dict:
    return page.locator(".board").bounding_box()


def person(server, new_page, name: str, size: tuple[int, int]) -> Page:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    page.add_init_script(NOTE_SHIFTS)
    page.goto(f"{server.url}/name/")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Save").click()
    page.wait_for_load_state()
    return page


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_moves_in_a_whole_game(server, new_page, size):
    ada, konstantin = (person(server, new_page, name, size) for name in ("Ada", "Wilhelm-Konstantin"))
    played, both = start_game(ada, konstantin, server), [ada, konstantin]
    board = board_of(ada)

    def play(*squares: tuple[int, int]) -> None:
        for ply, number in squares:
            square(both[ply % 2], number).click()
            for page in both:
                shows(page, number, "XO"[ply % 2])

    play((0, 5), (1, 1), (2, 9), (3, 3))
    konstantin.get_by_role("button", name="Take back").click()
    ada.get_by_role("button", name="No, thanks").click()
    play((4, 2))
    ada.get_by_role("button", name="Take back").click()
    konstantin.get_by_role("button", name="Allow").click()
    expect(square(ada, 2)).to_have_accessible_name("Top middle, empty")
    konstantin.evaluate("document.querySelector('[name=drawing]').click()")  # in a menu on a small screen
    expect(ada.locator(".slip")).to_be_visible()
    play((4, 2), (5, 8), (6, 4), (7, 6), (8, 7))
    konstantin.get_by_role("button", name="Rematch").click()
    expect(ada.get_by_role("button", name="Let’s play")).to_be_visible()
    press_button(konstantin, "Withdraw")
    expect(ada.get_by_role("button", name="Rematch")).to_be_visible()
    assert [shifts(page) for page in both] == [[], []]
    press_button(konstantin, "Rematch")
    press_button(ada, "Let’s play")
    for page in both:
        page.wait_for_url(lambda url: url != played)
        connected(page)
    both.reverse()
    play((0, 5), (1, 1))
    assert [shifts(page) for page in both] == [[], []]
    assert board_of(ada) == board
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= size[1], "the board is not whole"


@pytest.mark.parametrize(("size", "least"), [((360, 640), 288), ((667, 375), 200), ((1280, 720), 468)], ids=str)
def test_nothing_moves_when_the_face_of_a_robot_reacts(server, new_page, size, least):
    page = new_page(viewport={"width": size[0], "height": size[1]})
    page.add_init_script(NOTE_SHIFTS)
    page.goto(f"{server.url}/robots/wbfsck/?name=Konstantin")
    page.get_by_role("button", name="Start the game").click()
    connected(page)
    face = page.locator(".plate.O .face")
    for mark, answer in ((1, 5), (2, 3), (4, 7)):
        square(page, mark).click()
        expect(face).to_have_class("face thinks")
        shows(page, answer, "O")
    expect(face).to_have_class("face glad")
    assert all(use.bounding_box()["width"] > 10 for use in face.locator("use").all())
    assert board_of(page)["width"] >= least
    # Its rule, below the buttons and highlighted on its card, has no fixed place.
    assert [part for part in shifts(page) if "rule" not in part] == []
