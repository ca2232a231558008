"""Every page in every presentation: large text, small screens, few colours, reduced motion, right to left, paper."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, FileChooser, Page, expect

from games.engine.variants import VARIANTS
from tests.browser.listening import nameless_drawings, tab_to, tries
from tests.browser.visits import begun_game, every_page, settle
from tests.support.eyes import at_sizes, cut, cut_or_small, violations, with_letters, with_old_css
from tests.support.rooms import connected, invite, play_computer, square
from tests.support.screens import LARGE_SIZES, board_stays, boards, cut_off

NARROW = {"width": 320, "height": 640}
SMALL_SIZES = [(360, 640), (640, 400)]


@pytest.fixture(scope="module")
def pages(browser: Browser, server) -> tuple[dict, dict[str, str]]:
    """A person's cookies, and the URLs of every kind of page that they see, by name."""
    context = browser.new_context()
    found = every_page(context.new_page(), browser.new_context().new_page(), server)
    state = context.storage_state()
    context.close()
    return state, found


# The focused control with the element that covers a part of it, or with its position if it is out of sight; "" if it is
# visible.
COVERED = """() => {
  const focused = document.activeElement, box = focused.getBoundingClientRect();
  const places = [[0.5, 0.5], [0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]];
  const found = places.map(([x, y]) => document.elementFromPoint(box.x + x * box.width, box.y + y * box.height));
  const over = found.filter((one) => one && !focused.contains(one) && !one.contains(focused));
  if (!over.length && found.some((one) => one)) return "";
  return `${focused.outerHTML.slice(0, 99)} at ${box.y}: ${over[0]?.outerHTML.slice(0, 99)}`;
}"""


def go_through(page: Page, pages: dict[str, str], look: Callable[[Page], list[str]]) -> dict[str, list[str]]:
    """Return the problems of each page that has any, by name."""
    page.emulate_media(reduced_motion="reduce")  # marks are drawn at once
    wrong = {}
    for name, address in pages.items():
        page.goto(address)
        settle(page)
        if found := look(page):
            wrong[name] = found
    return wrong


def look_of(page: Page, selector: str, of: str) -> str:
    return page.locator(selector).first.evaluate("(element, of) => getComputedStyle(element)[of]", of)


def test_with_large_text_names_are_whole_and_the_skip_link_hidden(server, new_page):
    page = with_letters(new_page(viewport=NARROW), 32)
    play_computer(page, server, "Easy")
    connected(page)
    square(page, 1).click()
    expect(page.locator("#do-take-back")).to_be_visible()  # the buttons then need their own row
    for language in ("en", "de", "ar"):
        page.locator(f"footer button[lang={language}]").click()
        expect(page.locator("html")).to_have_attribute("lang", language)
        settle(page)
        for name in page.locator(".plate bdi").all():
            assert name.evaluate("name => name.scrollWidth <= name.clientWidth"), (language, name.inner_text())
        for skip in page.locator(".skip").all():
            box = skip.bounding_box()
            assert box["y"] + box["height"] <= 0
    for skip in page.locator(".skip").all():
        skip.focus()
        assert skip.bounding_box()["y"] > 0


@pytest.mark.parametrize(("letters", "sizes"), [(24, SMALL_SIZES), (32, [*SMALL_SIZES, *LARGE_SIZES])])
def test_with_large_text_the_board_stays_whole_and_in_place(server, new_page, letters, sizes):
    page = with_letters(new_page(reduced_motion="reduce"), letters)
    board_stays(page, server, "Easy", sizes)
    assert look_of(page, "html", "fontSize") == f"{letters}px"
    begun_game(page, server, VARIANTS["wild"], "1X")
    for size in sizes:
        assert cut_off(boards(page, [size])) == {}
        assert page.locator("#do-take-back").bounding_box()["height"] < 4 * letters, size


@pytest.mark.parametrize("letters", [24, 32])
@pytest.mark.parametrize("language", ["en", "de"])
def test_with_large_text_the_boards_of_other_pages_stay_whole(server, new_page, pages, letters, language):
    page = with_letters(
        new_page(viewport={"width": 640, "height": 400}, storage_state=pages[0], locale=language), letters
    )
    looked_at = {name: pages[1][name] for name in ("an exercise", "the day", "review, a mistake")}

    def look(page: Page) -> list[str]:
        return [*cut(page), *(str(box) for box in cut_off(boards(page, [(640, 400)])).values())]

    assert go_through(page, looked_at, look) == {}
    assert look_of(page, "html", "fontSize") == f"{letters}px"


@pytest.mark.parametrize("size", [(640, 400), (320, 256), (360, 640)])
@pytest.mark.parametrize("name", ["the workshop", "review, a mistake", "game", "an exercise"])
def test_fixed_parts_cover_no_focused_control(new_page, pages, name, size):
    page = new_page(viewport=dict(zip(("width", "height"), size, strict=True)), storage_state=pages[0])
    page.goto(pages[1][name])
    settle(page)
    for key in ("Tab", "Shift+Tab"):
        page.evaluate("document.activeElement.blur()")
        seen = 0
        while page.keyboard.press(key) or page.evaluate("document.activeElement !== document.body"):
            assert page.evaluate(COVERED) == "", key
            seen += 1
        assert seen > 10


def test_with_large_text_overlays_and_opened_parts_fit_the_screen(new_page, pages):
    page = with_letters(new_page(viewport=NARROW, storage_state=pages[0], locale="de"), 32)
    page.goto(pages[1]["game"])
    page.locator(".ask summary").click()
    assert cut(page) == []
    page.locator(".ask .keep").click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert cut(page) == []
    page.set_viewport_size({"width": 360, "height": 640})
    for name in ("hosting", "hosted"):
        page.goto(pages[1][name])
        page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
        settle(page)
        assert cut(page) == []


def test_drawings_have_names_nothing_is_cut_off_and_controls_are_large_enough(new_page, pages):
    def look(page: Page) -> list[str]:
        return nameless_drawings(page) + large_text(page, [(320, 640)]) + cut_or_small(page)

    state, addresses = pages
    assert go_through(new_page(storage_state=state), addresses, look) == {}


def large_text(page: Page, sizes: list[tuple[int, int]]) -> list[str]:
    """Return text that is cut off on screens of these sizes when all text is twice as large."""
    with_letters(page, 32)
    assert look_of(page, "body", "fontSize") == "32px"
    found = at_sizes(page, sizes, cut)
    with_letters(page, 16)
    return [f"large text, {one}" for one in found]


def test_every_page_fits_in_five_year_old_browsers(new_page, pages, server):
    state, addresses = pages
    page = with_old_css(new_page(storage_state=state), server)
    assert go_through(page, addresses, lambda page: at_sizes(page, [(360, 740), (1280, 740)], cut)) == {}


@pytest.mark.parametrize("language", ["de", "es", "fr", "zh-Hans"])
def test_no_language_is_too_long_for_the_smallest_screen(new_page, pages, language):
    state, addresses = pages
    page = new_page(viewport=NARROW, storage_state=state, locale=language)
    sizes = [(360, 640), (320, 640)] if language == "de" else []  # German has the longest words
    assert go_through(page, addresses, lambda page: large_text(page, sizes) + cut(page)) == {}
    expect(page.locator("html")).to_have_attribute("lang", language.lower())


class TestRightToLeft:
    WIDTHS = [(320, 800), (1280, 800)]

    @pytest.fixture
    def page(self, new_page, pages) -> Page:
        return new_page(storage_state=pages[0], locale="ar")

    def test_nothing_is_cut_off(self, page, pages):
        assert go_through(page, pages[1], lambda page: at_sizes(page, self.WIDTHS, cut)) == {}
        expect(page.locator("html")).to_have_attribute("dir", "rtl")

    def test_the_page_is_mirrored_but_not_boards_moves_and_links(self, page, pages):
        page.goto(pages[1]["game"])
        for width, height in self.WIDTHS:
            page.set_viewport_size({"width": width, "height": height})
            left = [square.bounding_box()["x"] for square in page.locator(".board > button").all()]
            assert left[:3] == left[3:6] == left[6:] == sorted(left[:3])
            assert page.locator(".plate.X").bounding_box()["x"] > page.locator(".plate.O").bounding_box()["x"]
            first, second = (page.locator(".strip li").nth(place).bounding_box()["x"] for place in range(2))
            assert first < second
        page.goto(pages[1]["review"])
        for width, height in self.WIDTHS:
            page.set_viewport_size({"width": width, "height": height})
            steps = [page.locator(f"#{name}").bounding_box()["x"] for name in ("first", "back", "on", "last")]
            assert steps == sorted(steps)
        page.goto(pages[1]["waiting"])
        assert look_of(page, "#link", "direction") == "ltr"
        page.goto(pages[1]["setup"])
        assert look_of(page, "#id_cells", "direction") == "ltr"
        page.goto(pages[1]["home"])  # a page with joined letters
        assert look_of(page, "h1", "letterSpacing") == "0px" or look_of(page, "h1", "letterSpacing") == "normal"


def test_a_name_in_the_other_direction_stays_beside_its_mark(new_page, server):
    ada, layla = new_page(viewport=NARROW), new_page()
    layla.goto(invite(ada, server))
    layla.get_by_label("What should").fill("ليلى")
    layla.get_by_role("button", name="Join the game").click()
    expect(ada.locator(".plate.O .here")).to_be_visible()
    settle(ada)
    name = ada.locator(".plate bdi", has_text="ليلى")
    words = name.evaluate(
        """name => {
          const range = document.createRange();
          range.selectNodeContents(name);
          return range.getBoundingClientRect().left;
        }"""
    )
    assert abs(words - name.bounding_box()["x"]) < 2


def test_a_phone_on_its_side_shows_everything_needed_to_play(new_page, pages):
    page = new_page(viewport={"width": 640, "height": 360}, storage_state=pages[0])
    for name in ("game", "two in a game"):
        page.goto(pages[1][name])
        for needed in [page.locator("h1"), *page.locator(".board > button, .plate, .acts summary").all()]:
            expect(needed).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_keep_marks_and_options_distinct(new_page, pages, scheme):
    page = new_page(forced_colors="active", color_scheme=scheme, storage_state=pages[0])
    page.goto(pages[1]["review, a mistake"])
    paper, ink = look_of(page, "body", "backgroundColor"), look_of(page, "body", "color")
    assert {paper, ink} == {"rgb(255, 255, 255)", "rgb(0, 0, 0)"}
    for drawn in (".board .X", ".board .O", ".board .grid"):
        assert look_of(page, drawn, "color") == ink
        assert look_of(page, drawn, "filter") == "none"
    for chip in page.locator(".worth").all():
        assert chip.evaluate("chip => getComputedStyle(chip).color") == ink
        assert chip.evaluate("chip => getComputedStyle(chip).backgroundColor") == paper
    last = page.locator(".board .last").evaluate("square => getComputedStyle(square, '::after').borderTopStyle")
    assert last == "dashed"
    assert look_of(page, ".disc", "fill") == ink
    page.goto(pages[1]["home"])
    ring = page.locator(".games [aria-current]").evaluate("game => getComputedStyle(game, '::before').backgroundColor")
    assert ring == ink
    assert look_of(page, ".picker .grid", "color") == look_of(page, ".picker .face", "color") == ink
    page.keyboard.press("Tab")
    assert look_of(page, ".skip", "outlineColor") == ink


def test_text_stands_out_in_the_systems_own_palette(new_page, pages):
    page = new_page(forced_colors="active", storage_state=pages[0])

    def look(page: Page) -> list[str]:
        found = []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found += [f"{scheme}: {one}" for one in violations(page, "color-contrast")]
        return found

    assert go_through(page, pages[1], look) == {}


def test_the_contrast_is_higher_on_request(new_page, pages):
    page = new_page(contrast="more", storage_state=pages[0])
    page.goto(pages[1]["game"])
    text = look_of(page, "body", "color")
    assert look_of(page, ".plate > span", "color") == text
    assert look_of(page, ".board .grid", "color") == text
    assert look_of(page, ".board .grid", "filter") == "none"


def test_nothing_moves_with_reduced_motion(new_page, server):
    page = new_page(reduced_motion="reduce")
    play_computer(page, server, "Hard")
    connected(page)
    square(page, 1).click()
    expect(page.locator(".board .X, .board .O")).to_have_count(2)  # the reply appears immediately too
    assert page.evaluate("document.getAnimations().length") == 0
    invite(page, server)
    assert page.evaluate("document.getAnimations().length") == 0


def test_a_finished_game_on_paper_is_one_black_and_white_sheet_without_controls(new_page, pages):
    page = new_page(color_scheme="dark", storage_state=pages[0])
    page.goto(f"{pages[1]['review']}?ply=7")
    connected(page)
    for paper in ("A4", "Letter"):
        assert page.pdf(format=paper).count(b"/Type /Page\n") == 1
    page.emulate_media(media="print")
    expect(page.locator(".board")).to_be_visible()
    for words in ("X wins.", "O middle right: Turned a draw into a loss", "X bottom right: Best", page.url):
        expect(page.get_by_text(words).first).to_be_visible()
    assert page.locator(".course .unseen").evaluate_all("all => all.every((one) => one.offsetWidth > 50)")
    expect(page.locator(".printed")).to_contain_text(str(datetime.now(UTC).year))
    expect(page.locator(".sides tbody th")).to_have_text(["X", "O"])
    for pressed in page.locator("button, .button, nav, footer, #connection").all():
        expect(pressed).to_be_hidden()
    assert look_of(page, "body", "backgroundColor") == "rgb(255, 255, 255)"
    assert look_of(page, "body", "color") == "rgb(0, 0, 0)"
    assert look_of(page, ".board .X", "color") == "rgb(33, 64, 165)"


@pytest.mark.parametrize("language", ["en", "ar"])
def test_columns_align_with_header_and_footer(new_page, pages, language):
    page = new_page(storage_state=pages[0], locale=language)

    def begins(selector: str) -> float:
        box = page.locator(selector).first.bounding_box()
        return box["x"] if language == "en" else box["x"] + box["width"]

    for name in ("games", "watch", "name", "how to play", "open", "nowhere"):
        page.goto(pages[1][name])
        settle(page)
        for width in (360, 768, 1280):
            page.set_viewport_size({"width": width, "height": 720})
            assert begins("main h1") == pytest.approx(begins(".logo"), abs=1), (name, width)
            assert begins("main h1") == pytest.approx(begins("footer a:visible"), abs=1), (name, width)


def test_computer_players_align_in_rows_separated_by_lines(new_page, server):
    page = new_page()
    page.goto(f"{server.url}/opponents/")
    for width, in_a_row in ((360, 1), (800, 2), (1280, 4)):
        page.set_viewport_size({"width": width, "height": 720})
        for group in page.locator(".gallery").all():
            lines = group.locator("> li").evaluate_all(
                "all => all.map((a) => getComputedStyle(a)).map((a) => [a.borderTopWidth, a.borderBottomWidth])"
            )
            assert lines == [["0px" if number < in_a_row else "2px", "0px"] for number in range(len(lines))]
    for group in page.locator(".gallery").all():
        for what in (".verdict", "dl div:first-child", "dl div:last-child", ".bar", ".from button"):
            tops = group.locator(what).evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
            assert max(tops) - min(tops) < 1, what


def test_a_file_can_be_chosen_by_keys_and_without_a_script(new_page, server):
    page = new_page(java_script_enabled=False)
    page.goto(f"{server.url}/open/")
    tab_to(page, "button File.*")
    chosen: list[FileChooser] = []
    page.on("filechooser", lambda chooser: chosen.append(chooser))
    for _try in tries(page):  # a busy browser sometimes ignores a key press
        if chosen:
            break
        page.keyboard.press("Enter")
    chosen[0].set_files({"name": "game.json", "mimeType": "application/json", "buffer": b"{}"})
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("alert")).to_have_text("This file doesn’t contain a game from this site.")
