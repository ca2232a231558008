"""A tournament on two phones."""

import re

from playwright.sync_api import Page, expect

from tests.browser.listening import has_focus, hears, listen, record_announcements, tab_to, tries
from tests.browser.visits import settle
from tests.support.eyes import check, cut_or_small
from tests.support.rooms import connected, square, status
from tests.support.screens import bad_square

PHONE = {"width": 360, "height": 640}
DESK = {"width": 1280, "height": 720}
ON_ITS_SIDE = {"width": 667, "height": 375}
IN_A_GAME = re.compile("/g/")

# Start a tournament and give its one entrant a game against Hard.
PLAY_HARD_IN = """from django.db import transaction
from games.models import Entrant, Seat
from games.tournaments.services import matches
with transaction.atomic():
    started = tournaments.start(key="{key}")
    matches.start_computer_game(started, Entrant.objects.get(tournament=started), timezone.now())
    Seat.objects.filter(game__match__tournament=started, player=None).update(opponent="hard")
"""


def do(server, what: str) -> str:
    """Run code in a process of its own, as if another process of the site did so."""
    imports = (
        "from django.utils import timezone; from games.models import Game, Tournament; "
        "from games.tournaments.selectors.tournaments import GRACE; from games.tournaments.services import tournaments"
    )
    return server.shell(f"{imports}; {what}")


def join(phone: Page, server, code: str, name: str) -> None:
    phone.goto(f"{server.url}/join/")
    phone.get_by_label("The code on the big screen").fill(f"{code[:2]} {code[2:]}".upper())
    phone.get_by_role("button", name="Next").click()
    phone.get_by_label("Your name").fill(name)
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_role("heading", name="You’re in.")).to_be_visible()
    connected(phone)


def seconds(phone: Page) -> int:
    return int(phone.locator("#clock b").inner_text())


def line(phone: Page) -> float:
    return float(phone.locator("#clock rect").get_attribute("width"))


def test_a_match_by_the_clock_survives_a_closed_browser(server, new_page):
    code, key = do(server, "made = tournaments.create(title='Class 4b'); print(made.code, made.key)").split()
    phones = ada, ben = new_page(viewport=PHONE), new_page(viewport=PHONE)
    for phone in phones:
        phone.clock.install()
    join(ada, server, code, "Ada")
    join(ben, server, code, "Ben")
    do(server, f"tournaments.start(key='{key}')")
    for phone in phones:
        expect(phone).to_have_url(IN_A_GAME)
        connected(phone)
    first = ada.url
    expect(ada.get_by_text("Game 1 of 2")).to_be_visible()
    check(ada)
    for size, least in ((PHONE, 288), (DESK, 468), (ON_ITS_SIDE, 200)):
        ada.set_viewport_size(size)
        board = ada.locator(".board").bounding_box()
        assert board["width"] >= least
        assert board["y"] + board["height"] <= size["height"]
    ada.set_viewport_size(PHONE)

    mover, other = (ada, ben) if ada.locator("#room[data-turn]").count() else (ben, ada)
    mover.locator(".board > button").first.click()
    expect(other.locator("#room[data-turn]")).to_be_attached()
    assert 0 < seconds(other) <= 30
    before, length = seconds(other), line(other)
    expect(other.locator("#clock b")).not_to_have_text(str(before))
    assert seconds(other) < before
    assert line(other) < length
    other.clock.fast_forward(21_000)
    expect(other.locator("#news")).to_have_text("10 seconds left.")
    expect(mover.locator("#news")).not_to_contain_text("seconds")

    do(server, "Game.objects.filter(move_by__isnull=False).update(move_by=timezone.now() - GRACE)")
    expect(other.get_by_role("heading", name="You stopped before your second move.")).to_be_visible()
    expect(mover.get_by_role("heading", name="stopped before their second move.")).to_be_visible()
    ben.reload()  # its next page is the review
    expect(ben.get_by_role("link", name="Back to the tournament")).to_be_visible()
    for phone in phones:
        expect(phone.get_by_text("Game 2 of 2")).to_be_visible()
        expect(phone).not_to_have_url(first)
        expect(phone).to_have_url(IN_A_GAME)
        connected(phone)

    second, context = ada.url, ada.context
    ada.close()
    ada = context.new_page()
    ada.goto(f"{server.url}/join/{code}/")
    expect(ada).to_have_url(second)
    connected(ada)
    do(server, f"tournaments.pause(key='{key}')")  # so that no other match begins
    expect(ben.get_by_text("The tournament is paused, and so is the clock.")).to_be_visible()
    ada.get_by_label("Give up").click()
    ada.locator("#do-resign").click()
    for phone, name in ((ada, "Ben"), (ben, "Ada")):
        expect(phone.get_by_role("heading", name="Paused for everyone.")).to_be_visible()
        expect(phone.get_by_role("heading", name=f"{name} and you")).to_be_visible()
        connected(phone)
    check(ada)
    settle(ben)
    assert cut_or_small(ben) == []
    do(server, f"tournaments.end(key='{key}')")
    expect(ada.get_by_role("heading", name="It’s over.")).to_be_visible()


def test_a_player_asks_for_more_time_in_a_game_and_the_host_is_notified(server, new_page):
    code, key = do(server, "made = tournaments.create(title='Class 4e'); print(made.code, made.key)").split()
    phones = {name: new_page(viewport=PHONE) for name in ("Ada", "Ben")}
    for name, phone in phones.items():
        join(phone, server, code, name)
    do(server, f"tournaments.start(key='{key}')")
    for phone in phones.values():
        expect(phone).to_have_url(IN_A_GAME)
        connected(phone)
    host = listen(new_page())
    host.goto(f"{server.url}/host/{key}/")
    connected(host)
    [mover] = [name for name, phone in phones.items() if phone.locator("#room[data-turn]").count()]
    tab_to(phones[mover], "button More")
    phones[mover].keyboard.press("Enter")
    tab_to(phones[mover], "button I need more time for each move")
    phones[mover].keyboard.press("Enter")
    told = phones[mover].get_by_text("You have three times as long for each move.")
    expect(told).to_be_focused()
    for phone in phones.values():
        expect(phone.locator("#clock b")).to_have_text(re.compile(r"^[4-9]\d$"))
    hears(host, f"More time for each move: {mover}.")


def test_a_computers_last_move_leads_back_to_the_tournament(server, new_page):
    code, key = do(server, "made = tournaments.create(title='Class 4c'); print(made.code, made.key)").split()
    ada = new_page(viewport=PHONE)
    join(ada, server, code, "Ada")
    do(server, PLAY_HARD_IN.format(key=key))
    expect(ada).to_have_url(IN_A_GAME)
    connected(ada)
    over = ada.url
    while status(ada).inner_text() != "Hard wins.":
        square(ada, bad_square(ada)).click()
        expect(status(ada)).to_have_text("Hard is thinking…")
        expect(status(ada)).to_have_text(re.compile("Your turn|Hard wins."))
    # The tournament may lead her directly to another game.
    expect(ada).not_to_have_url(over)
    expect(ada).to_have_url(re.compile(f"{server.url}/(t/{code}/|g/)"))


def hears_once(phone: Page, said: list[str], words: str, *others: str) -> None:
    """Wait until `words` are announced, and check that nothing else is, except any of `others`, each once."""
    for _try in tries(phone):
        if words in said:
            break
    assert sorted(said) == sorted({words, *set(others).intersection(said)})
    said.clear()


def hears_the_end(phone: Page, said: list[str], words: str) -> None:
    """Wait until the end of a game is announced, and forget its moves (see test_listening.py)."""
    for _try in tries(phone):
        if said[-1:] == [words]:
            break
    assert said[-1] == words
    said.clear()


def test_everything_that_is_announced_between_games_from_joining_to_the_end(server, new_page):
    """Each player wins the game that they start. The announcements before a game depend on how soon it begins."""
    code, key = do(server, "made = tournaments.create(title='Class 4d'); print(made.code, made.key)").split()
    people = []
    for name, other in (("Ada", "Ben"), ("Ben", "Ada")):
        phone = new_page(viewport=PHONE)
        people.append((phone, record_announcements(phone), other))
        join(phone, server, code, name)
        phone.get_by_role("button", name="I need a break").click()
        has_focus(phone, "heading You’re on a break.")
        phone.get_by_role("button", name="Tap to keep playing").click()
        expect(phone.get_by_role("heading", name="You’re in.")).to_be_visible()
        connected(phone)
    do(server, f"tournaments.start(key='{key}')")
    for (first, first_hears, second_name), (second, second_hears, first_name) in (people, people[::-1]):
        told = "You’re in.", "You’re up next.", "Your game is on!"
        words = f"You’re playing {second_name}. You’re X, and you start."
        hears_once(first, first_hears, words, *told, f"Against {second_name}: 2 points")
        words = f"You’re playing {first_name}, who starts. You’re O."
        hears_once(second, second_hears, words, *told, f"Against {first_name}: 2 points")
        for number, press in enumerate("51327", start=1):
            if number == 5 and first is people[1][0]:
                do(server, f"Tournament.objects.filter(key='{key}').update(ends_at=timezone.now())")
            (first if number % 2 else second).keyboard.press(press)
            for phone in (first, second):
                expect(phone.locator("#room")).to_have_attribute("data-ply", str(number))
        hears_the_end(first, first_hears, "You win!")
        hears_the_end(second, second_hears, f"{first_name} marked bottom left and wins.")
    for phone, said, other in people:
        expect(phone.get_by_role("heading", name="It’s over.")).to_be_visible()
        hears_once(phone, said, f"Against {other}: 2 points", "Time is up.", "It’s over.")
