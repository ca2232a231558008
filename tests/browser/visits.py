"""The pages to visit, and the bytes of a visit."""

from playwright.sync_api import Page, expect

from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from tests.support.rooms import connected, invite, one_screen, play_computer, square, start_game

STYLE_GUIDE = (5, 4, 7, 3, 1, 6, 9)  # the style guide's example game; X wins

# Games in play: with a mark about to disappear, in both inks, and with marks of neither side.
BEGUN = {"vanishing": "1 2 3 5 8 4", "misere": "5 1 9 2", "notakto": "1 5 8", "wild": "1X 5O 9X"}

PATHS = {
    "how to play": "how-to-play/",
    "watch": "watch/",
    "setup": "setup/",
    "a position": "setup/?cells=X_O______",
    "an impossible position": "setup/?cells=XXXO",
    "put away": "games/?away",
    "name": "name/",
    "an exercise": "practice/302/",
    "the day": "day/",
    "a position of vanishing": "setup/?variant=vanishing&cells=X158O347",
    "a position of Notakto": "setup/?variant=notakto&cells=X________",
    "watch wild": "watch/?variant=wild",
    "matchboxes": "menace/",
    "everybody's matchboxes": "menace/everybody/",
    "the workshop": "robots/?rules=wbfstcokepa&name=Rusty&place=s2&at=X___O___X",
    "open": "open/",
    "device": "device/",
    "settings": "settings/",
    "a robot": "robots/wbfsck/?name=Rusty",
    "a lesson": "robots/lesson/",
    "a league": "robots/league/?robot=wb~Rusty&robot=k&computer=easy",
    "leagues": "robots/league/",
    "what is kept": "you/",
    "a tournament": "tournament/",
    "joining": "join/",
    "nowhere": "nowhere/",
    "not a game": "look/?game=x",
}

# Store a finished tournament of four people; two of them have made the same mistake.
PLAYED = """
from django.db import transaction
from tests.support.played import played
with transaction.atomic():  # so that the server's director does not interfere
    made = played(title='Class 4b')
print(made.code, made.key)
"""

# Create a tournament that two people have joined.
JOINED = """
from games.models import Player
from games.tournaments.services import tournaments
made = tournaments.create(title='Class 4b')
for name in ('Ada', 'W' * 20):
    tournaments.join(code=made.code, player=Player.objects.create(), name=name)
print(made.key)
"""

# Elements that overflow the page, and text clipped by its own box, except names, which end in an ellipsis.
CUT = """() => {
  const page = document.documentElement, wrong = [];
  if (page.scrollWidth > page.clientWidth) wrong.push(`page ${page.scrollWidth} of ${page.clientWidth}`);
  for (const element of document.querySelectorAll("body *:not(svg, svg *, option)")) {
    const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!text) continue;
    const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    if (box.width <= 1 || box.height <= 1 || !element.checkVisibility({ visibilityProperty: true })) continue;
    const heard = "#connection:is([data-state=connected], [data-state=catching])";
    if (element.closest(`.unseen, .skip, #announce, ${heard}, .wide-table table, .strip`)) continue;
    const name = `${element.tagName}.${element.className} ${element.textContent.trim().slice(0, 30)}`;
    if (box.left < -1 || box.right > page.clientWidth + 1) wrong.push(`outside: ${name}`);
    if (style.overflow !== "visible" && !element.closest("bdi")
      && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1))
      wrong.push(`cut: ${name}`);
    const inks = "bdi, .now, .posed h1"; // drawings around them may be wider
    if (element.scrollWidth > element.clientWidth + 1 && style.display !== "inline" && !element.closest(inks))
      wrong.push(`over its edge: ${name}`);
  }
  return wrong;
}"""


def settle(page: Page) -> None:
    """Wait until a page's layout is final: style sheet and fonts loaded."""
    page.wait_for_load_state()
    page.evaluate("document.fonts.ready.then(() => 0)")


# Whether a page has finished prefetching for later pages.
AHEAD = """() => {
  const come = new Set(performance.getEntriesByType("resource").map((one) => one.name));
  return [...document.querySelectorAll("link[rel=prefetch]")].every((one) => come.has(one.href));
}"""


def weigh(page: Page, address: str) -> int:
    """Open a page and return the bytes received: responses with headers, and the socket's frames up to the first
    fragment."""
    counted: list[float] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: counted.append(event["encodedDataLength"]))
    session.on(
        "Network.webSocketHandshakeResponseReceived",
        lambda event: counted.append(len(event["response"].get("headersText", ""))),
    )
    said: list[str] = []
    session.on("Network.webSocketFrameReceived", lambda event: said.append(event["response"]["payloadData"]))
    page.goto(address, wait_until="networkidle")
    page.wait_for_function(AHEAD)
    if page.locator("#connection").count():
        connected(page)
    session.detach()
    # On a busy machine news may arrive before the first state.
    first = next((number for number, frame in enumerate(said) if '"html"' in frame), 0)
    return int(sum(counted)) + sum(len(frame.encode()) for frame in said[: first + 1])


def finished_game(page: Page, server) -> None:
    one_screen(page, server)
    for number in STYLE_GUIDE:
        square(page, number).click()
        expect(square(page, number).locator("svg:not(.faint)")).to_be_visible()
    expect(page.locator(".win")).to_be_attached()


def visited(page: Page, server) -> dict[str, str]:
    """Create a game in play and a finished one, and return the URLs of common pages by name."""
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
        "ladder": f"{server.url}/practice/ladder/?variant=vanishing",
        "rung": f"{server.url}/practice/ladder/5/?variant=vanishing",
        "games": f"{server.url}/games/",
    }


def workshop_and_tournament(page: Page, server) -> dict[str, str]:
    """Return the URLs of the workshop and of an entrant's page of a tournament that has not started."""
    found = "from games.tournaments.services import tournaments; print(tournaments.create(title='Class 4b').code)"
    code = server.shell(found)
    page.goto(f"{server.url}/join/{code}/")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="You’re in.")).to_be_visible()
    return {"workshop": f"{server.url}/{PATHS['the workshop']}", "tournament": f"{server.url}/t/{code}/"}


def begun_game(page: Page, server, variant: Variant, moves: str) -> str:
    """Play moves, in people's notation, on both sides of a game, and return its URL."""
    one_screen(page, server, variant.key)
    for ply, label in enumerate(moves.split(), start=1):
        move = variant.labelled(label)
        if page.locator(".writes").count():
            page.locator(f".writes input[value={variant.write(move)[-1]}]").check(force=True)
        page.locator(".board > button").nth(variant.square(move)).click()
        expect(page.locator("#room")).to_have_attribute("data-ply", str(ply))
    return page.url


def pages_of_games(page: Page, server) -> dict[str, str]:
    """Return the URLs of the home page, a game in play, a finished one, the robots and practice, for each variant
    except the classic one."""
    found = {}
    for key, moves in BEGUN.items():
        variant = VARIANTS[key]
        found[f"{key}: home"] = f"{server.url}/?variant={key}"
        found[f"{key}: game"] = begun_game(page, server, variant, moves)
        found[f"{key}: review"] = begun_game(page, server, variant, moves)
        page.locator(".ask summary").click()
        page.locator("#do-resign").click()
        expect(page.locator("#do-rematch")).to_be_visible()
        found[f"{key}: opponents"] = f"{server.url}/opponents/?variant={key}"
        page.goto(f"{server.url}/practice/?variant={key}")
        found[f"{key}: practice"] = page.url
    return found


def host_pages(server) -> dict[str, str]:
    """Return the URLs of a finished tournament's pages, and of the host's page of one that two people have joined."""
    code, key = server.shell(PLAYED).split()
    there = f"{server.url}/t/{code}"
    return {
        "hosting": f"{server.url}/host/{server.shell(JOINED)}/",
        "hosted": f"{server.url}/host/{key}/",
        "results": f"{there}/results/",
        "class review": f"{there}/review/",
        "class review, answered": f"{there}/review/?at=1&answer",
        "class practice": f"{server.url}/p/{code}/?at=1",
        "all games": f"{there}/games/",
    }


def every_page(ada: Page, ben: Page, server) -> dict[str, str]:
    """Return the URLs of every kind of page and every state of a room, by name, as Ada sees them; Ben plays with
    her."""
    found = {name: f"{server.url}/{path}" for name, path in PATHS.items()}
    found |= visited(ada, server)
    found |= {"review, start": f"{found['review']}?ply=0", "review, a mistake": f"{found['review']}?ply=6"}
    found["waiting"] = invite(ada, server)
    found["invited"] = invite(ben, server)
    found["two in a game"] = start_game(ada, ben, server)
    found["watching"] = found["two in a game"] + "?watch=1"
    ada.goto(f"{server.url}/watch/")
    ada.get_by_role("button", name="Let them play").click()
    found["series"] = ada.url
    return found | pages_of_games(ada, server) | host_pages(server)
