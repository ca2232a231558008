"""Take the README's pictures of a real server in Chromium (`make pictures`). They are committed in docs/pictures."""

import sys
from io import BytesIO

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.conftest import FLAGS
from tests.support.commands import run
from tests.support.rooms import SQUARES, connected, robot, square, start_game, status
from tests.support.server import ROOT, Server, new_server
from tests.support.waiting import PATIENCE

PICTURES = ROOT / "docs" / "pictures"
DESK = {"viewport": {"width": 1280, "height": 860}}
PHONE = {"viewport": {"width": 390, "height": 760}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
ADDRESS = "http://tictactoe.example"  # shown on the big screen
WALL = {"viewport": {"width": 1280, "height": 720}}
QUALITY = 80  # keeps the lines of the drawings clean
MAX_BYTES = 150_000  # of a picture
# Twenty-four people of different strengths play for half a minute.
CLASS = """
from datetime import timedelta
from random import Random
from django.utils import timezone
from games.play import services
from games.models import Game, Player, Starts, Tournament
from games.play.selectors.games import games_with_seats
from games.play.selectors.state import State
from games.tournaments.services import tournaments
from tests.support.waiting import until

NAMES = "Noor Emil Charlotte-Amélie Jakub Mia Yusuf Leonie Ada Ben Wilhelmina Konstantin Maximilian"
MORE = "Luise Tom Hatice Finn Zoé Ida Paul Greta Anton Ole Aaliyah Sami"
lot = Random(4)
made = tournaments.create(title="Class 4b, Friday", starts=Starts.DRAWN)
for name in f"{NAMES} {MORE}".split():
    tournaments.join(code=made.code, player=Player.objects.create(name=name), name=name)
tournaments.start(key=made.key)
skill = {entrant.player_id: lot.random() for entrant in made.entrants.all()}


def move(game):
    state = State.of(game)
    position, mover = state.position, Player.objects.get(pk=state.seats[state.position.turn].player)
    moves = state.variant.solver.best_moves(position) if lot.random() < skill[mover.pk] else position.legal_moves
    text = state.variant.write(lot.choice(moves))
    services.play(code=state.code, player=mover, move=text, version=state.version)


def some_moves():
    now = timezone.now()
    made.entrants.update(here_until=now + timedelta(minutes=1))  # only those whose page is open are paired
    made.entrants.filter(free_since__gt=now).update(free_since=now)  # nobody is still reading a review
    for game in games.filter(status="started"):
        move(game)
    return games.filter(status="finished").count() >= 90


games = games_with_seats().filter(match__tournament=made, match__second__isnull=False)
until(some_moves)
until(lambda: games.filter(status="started").count() == 12)
some_moves()
some_moves()
made.refresh_from_db()
Tournament.objects.filter(pk=made.pk).update(ends_at=made.ends_at - timedelta(minutes=11))
print(made.code)
"""


def person(browser: Browser, server: Server, name: str, **options: object) -> Page:
    """Return the page of a person with this name, without motion."""
    context = browser.new_context(reduced_motion="reduce", **options)
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    page.goto(f"{server.url}/name/")
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name=name)).to_be_visible()
    return page


def save(page: Page, name: str) -> None:
    """Save a picture of a page, with the mouse out of the way."""
    page.mouse.move(0, 0)
    page.evaluate("document.fonts.ready")
    picture = Image.open(BytesIO(page.screenshot()))
    path = PICTURES / f"{name}.webp"
    picture.convert("RGB").save(path, quality=QUALITY, method=6)
    size = path.stat().st_size
    if size > MAX_BYTES:
        sys.exit(f"{path.relative_to(ROOT)} has {size} bytes, more than {MAX_BYTES}")
    print(f"{path.relative_to(ROOT)}: {picture.width} × {picture.height}, {size:,} bytes")


def mark(page: Page, number: int) -> None:
    expect(status(page)).to_have_text("Your turn")
    square(page, number).click()
    expect(square(page, number)).not_to_have_accessible_name(f"{SQUARES[number - 1]}, empty")


def take_game(browser: Browser, server: Server) -> None:
    """Take the pictures of a game that Ada wins after Ben's mistake, of its review, and of Ada's phone."""
    ada = person(browser, server, "Ada", color_scheme="light", **DESK)
    ben = person(browser, server, "Ben", color_scheme="dark", **DESK)
    ada.set_viewport_size({"width": 1280, "height": 930})  # ends above the languages, whose letters some machines lack
    ada.goto(server.url)
    save(ada, "home")
    ada.set_viewport_size(DESK["viewport"])
    link = start_game(ada, ben, server)
    for page, number in ((ada, 5), (ben, 2), (ada, 7), (ben, 3)):
        mark(page, number)
    mark(ada, 1)
    expect(status(ben)).to_have_text("Your turn")
    save(ben, "game")
    mark(ben, 4)
    mark(ada, 9)
    expect(status(ada)).to_have_text("You win!")
    ada.goto(f"{link}?ply=2")
    save(ada, "review")
    ben.goto(f"{server.url}/opponents/")
    save(ben, "opponents")
    phone = person(browser, server, "Ada", color_scheme="light", **PHONE)
    phone.goto(f"{server.url}/#computer")
    robot(phone, "Hard").click()
    connected(phone)
    square(phone, 5).click()
    expect(status(phone)).to_have_text("Your turn")
    expect(phone.locator("#room")).to_have_attribute("data-ply", "2")
    save(phone, "phone")


def take_big_screen(browser: Browser, server: Server) -> None:
    """Take the picture of a class in the middle of a tournament."""
    code = server.shell(CLASS)
    page = browser.new_context(reduced_motion="reduce", color_scheme="light", **WALL).new_page()
    page.goto(f"{ADDRESS}/t/{code}/wall/")
    expect(page.locator(".live-board")).to_have_count(2)
    connected(page)
    save(page, "wall")


def main() -> None:
    chromium = run("tools/chromium")
    if chromium.returncode:
        sys.exit("No Chromium found that Playwright can drive; tools/chromium --install installs one")
    PICTURES.mkdir(parents=True, exist_ok=True)
    with new_server() as server, sync_playwright() as playwright:
        program = chromium.stdout.strip()
        with playwright.chromium.launch(executable_path=program, args=FLAGS) as browser:
            take_game(browser, server)
        with new_server(PUBLIC_URL=ADDRESS) as another:
            mapping = f"--host-resolver-rules=MAP {ADDRESS.removeprefix('http://')} 127.0.0.1:{another.port}"
            with playwright.chromium.launch(executable_path=program, args=[*FLAGS, mapping]) as browser:
                take_big_screen(browser, another)


if __name__ == "__main__":
    main()
