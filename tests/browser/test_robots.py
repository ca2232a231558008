"""The workshop in a browser, by mouse and by keyboard, and a game against a robot."""

import re

from playwright.sync_api import Page, expect

from tests.support.rooms import connected, set_reload_marker, shows, square


def rules(page: Page) -> list[str]:
    return page.locator(".rules b").all_text_contents()


def workshop(page: Page, server, rules: str = "wbf") -> None:
    page.goto(f"{server.url}/robots/?rules={rules}&name=Rusty")


def ready(page: Page) -> None:
    """Wait until the script is ready; before that, changes load a page."""
    page.wait_for_load_state("networkidle")
    set_reload_marker(page)


def test_a_card_is_changed_in_place_and_survives_reloading_and_going_back(server, new_page):
    page = new_page()
    workshop(page, server)
    ready(page)
    page.get_by_role("button", name="Centre").click()
    expect(page.locator(".told")).to_contain_text("You added “Centre”. It’s rule 4 of 4.")
    page.get_by_role("button", name="Move “Fork” up").click()
    expect(page.locator(".told")).to_contain_text("“Fork” moved up. It’s now rule 2 of 4.")
    page.get_by_role("button", name="Remove “Block”").click()
    expect(page.locator(".rules b")).to_have_text(["Win", "Fork", "Centre"])
    assert page.evaluate("window.stayed")
    page.get_by_label("Its name").fill("Dusty")
    expect(page.get_by_role("link", name="Play it")).to_have_attribute("href", "/robots/wfc/?name=Dusty")
    page.get_by_label("Its name").press("Enter")
    page.reload()
    assert rules(page) == ["Win", "Fork", "Centre"]
    page.get_by_role("link", name="Play it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Can you beat Dusty?")
    page.go_back()
    assert rules(page) == ["Win", "Fork", "Centre"]


def test_by_keys_the_focus_follows_a_rule_and_moves_on_from_one_that_is_removed(server, new_page):
    page = new_page()
    workshop(page, server, "wbfc")
    ready(page)
    names = page.locator(".rules b")
    up = page.get_by_role("button", name="Move “Centre” up")
    up.focus()
    for place in (3, 2, 1):
        page.keyboard.press("Enter")
        expect(page.locator(".told")).to_contain_text(f"It’s now rule {place} of 4")
        expect(up).to_be_focused()
    expect(up).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    expect(names).to_have_text(["Centre", "Win", "Block", "Fork"])
    page.get_by_role("button", name="Remove “Fork”").focus()
    page.keyboard.press("Alt+ArrowUp")
    expect(names).to_have_text(["Centre", "Win", "Fork", "Block"])
    page.keyboard.press("Alt+ArrowDown")
    expect(names).to_have_text(["Centre", "Win", "Block", "Fork"])
    page.get_by_role("button", name="Remove “Win”").focus()
    page.keyboard.press("Enter")
    for rule in ("b", "f"):
        expect(page.locator(f"#rule-{rule}")).to_be_focused()
        page.keyboard.press("Delete")
    expect(page.get_by_role("heading", name="Not on the card")).to_be_focused()
    page.locator("#add-f").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#rule-f")).to_be_focused()


def test_a_rule_is_dragged_to_its_place_by_mouse_and_by_finger(server, new_page):
    page = new_page(has_touch=True)
    workshop(page, server, "wbfsck")
    ready(page)
    names = page.locator(".rules b")

    def grip(rule: str) -> tuple[float, float]:
        box = page.locator(f"#rule-{rule} .grip").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(rule: str, onto: str) -> None:
        page.mouse.move(*grip(rule))
        page.mouse.down()
        page.mouse.move(*grip(onto), steps=4)

    drag("s", "b")
    expect(page.locator(".gap")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".gap")).to_have_count(0)
    page.mouse.up()
    drag("s", "b")
    page.mouse.up()
    expect(names).to_have_text(["Win", "Stop a fork", "Block", "Fork", "Centre", "Corner"])
    drag("w", "k")  # on the page as updated in place
    page.mouse.up()
    expect(names).to_have_text(["Stop a fork", "Block", "Fork", "Centre", "Corner", "Win"])
    expect(page.locator(".told")).to_contain_text("“Win” moved down. It’s now rule 6 of 6.")
    assert page.evaluate("window.stayed")

    touch, (x, above), (_x, below) = page.context.new_cdp_session(page), grip("s"), grip("f")
    for kind, y in (("Start", above), ("Move", (above + below) / 2), ("Move", below), ("End", None)):
        points = [] if y is None else [{"x": x, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    expect(names).to_have_text(["Block", "Fork", "Stop a fork", "Centre", "Corner", "Win"])


def test_whether_it_can_be_beaten_is_updated_in_place(server, new_page):
    page = new_page(viewport={"width": 360, "height": 640})
    page.goto(f"{server.url}/robots/wbfsck/?name=Rusty")
    ready(page)
    page.get_by_role("link", name="Can it be beaten at all?").click()
    expect(page.get_by_text("Yes, every time, if you start")).to_be_in_viewport()
    expect(page.get_by_role("region", name="Can it be beaten?")).to_be_focused()
    assert page.evaluate("window.stayed")


def test_the_rule_of_its_move_is_highlighted_on_its_card_and_its_face_keeps_still(server, new_page):
    page = new_page(reduced_motion="reduce")
    page.goto(f"{server.url}/robots/wbfsck/?name=Rusty")
    page.get_by_role("button", name="Start the game").click()
    connected(page)
    expect(page.locator(".rules [data-rule=k]")).to_be_in_viewport()  # the card is open on wide screens
    page.set_viewport_size({"width": 360, "height": 640})
    expect(page.locator(".rules [data-rule=k]")).to_be_hidden()
    page.get_by_text("How Rusty thinks").click()
    light = "node => getComputedStyle(node).boxShadow"
    corner, centre = page.locator(".rules [data-rule=k]"), page.locator(".rules [data-rule=c]")
    assert centre.evaluate(light) == "none"
    square(page, 1).click()
    expect(page.locator(".by-rule")).to_have_text(re.compile("Rusty’s rule 5 +Centre"))
    assert centre.evaluate(light) != "none"
    assert corner.evaluate(light) == "none"
    expect(page.locator(".robot-card")).to_have_attribute("open", "")
    for number, answer in ((2, 3), (4, 7)):
        square(page, number).click()
        shows(page, answer, "O")
    face = page.locator(".plate.O .face")
    expect(face).to_have_class("face glad")
    assert face.evaluate("node => getComputedStyle(node).animationName") == "none"
