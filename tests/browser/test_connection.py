"""A page restores its connection, says when it has none, and reloads for another release."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.rooms import connected, invite, one_screen, shows, square, state_is, two_in_a_game

OLDER = "document.getElementById('main').dataset.release = 'older'"
NEXT_TRY_IN_MINUTES = "Math.random = () => 100"  # the page's delays are random


@pytest.mark.tour
def test_a_move_clicked_while_the_server_is_gone_is_made_when_it_is_back(server, new_page):
    ada, ben = two_in_a_game(server, new_page)
    server.stop()
    state_is(ada, "reconnecting")
    square(ada, 5).click()
    expect(square(ada, 5)).to_have_class(re.compile("pending"))
    square(ada, 1).click()  # only one move may wait
    expect(square(ada, 1)).not_to_have_class(re.compile("pending"))
    server.start()
    for page in (ada, ben):
        state_is(page, "connected")
        shows(page, 5, "X")
    expect(square(ada, 1)).to_have_accessible_name("Top left, empty")
    square(ben, 1).click()
    shows(ada, 1, "O")


def test_a_pending_move_is_dropped_if_the_game_has_moved_on(server, new_page):
    first = new_page()
    one_screen(first, server)
    second = first.context.new_page()
    second.goto(first.url)
    connected(second)
    sockets = []
    second.route_web_socket(re.compile(r"/ws/"), lambda socket: sockets.append(socket))  # accepted, but never answered
    second.reload()
    state_is(second, "catching")
    square(second, 1).click()
    expect(square(second, 1)).to_have_class(re.compile("pending"))
    square(first, 9).click()
    shows(first, 9, "X")
    second.unroute_all()
    sockets[-1].close()
    second.route_web_socket(re.compile(r"/ws/"), lambda socket: socket.connect_to_server())
    shows(second, 9, "X")
    expect(second.locator("#notice")).to_have_text(re.compile("The board has changed"))
    expect(square(second, 1)).to_have_accessible_name("Top left, empty")


def test_an_open_but_silent_socket_is_noticed_and_replaced(server, new_page):
    page = new_page()
    one_screen(page, server)
    sockets = []

    def the_first_is_dead(socket):
        sockets.append(socket)
        if len(sockets) > 1:
            socket.connect_to_server()

    page.route_web_socket(re.compile(r"/ws/"), the_first_is_dead)
    page.reload()
    connected(page)


def test_a_page_reconnects_after_every_close_code_except_that_of_a_deleted_game(server, new_page):
    page = new_page()
    sockets = []
    page.route_web_socket(re.compile(r"/ws/"), lambda socket: sockets.append(socket) or socket.connect_to_server())
    one_screen(page, server)
    for number, code in enumerate((1000, 1012, 4503), start=1):
        sockets[-1].close(code=code)
        state_is(page, "reconnecting")
        square(page, number).click()
        shows(page, number, "XOX"[number - 1])
        state_is(page, "connected")
        assert len(sockets) == number + 1
    sockets[-1].close(code=4404)
    state_is(page, "gone")
    expect(page.locator("#connection")).to_have_text(re.compile("no longer exists"))
    page.wait_for_timeout(3_000)  # longer than the page waits before its first retry
    assert len(sockets) == 4


def test_back_and_forward_show_the_current_game(server, new_page):
    ada, ben = two_in_a_game(server, new_page)
    ada.goto(f"{server.url}/games/")
    ada.go_back()
    connected(ada)
    square(ada, 5).click()
    shows(ben, 5, "X")
    ada.go_back()
    ada.go_forward()
    shows(ada, 5, "X")
    square(ben, 1).click()
    shows(ada, 1, "O")


def test_the_next_beat_corrects_a_wrong_offline_notice(server, new_page):
    ada, _ben = two_in_a_game(server, new_page)
    state = "document.getElementById('connection').dataset.state"
    click = "document.querySelector('.board > button').click()"
    assert ada.evaluate(f"window.dispatchEvent(new Event('offline')); {click}; {state}") == "reconnecting"
    state_is(ada, "connected")
    shows(ada, 1, "X")


def test_coming_online_reconnects_immediately(server, new_page):
    page = new_page()
    page.add_init_script(NEXT_TRY_IN_MINUTES)
    one_screen(page, server)
    page.route_web_socket(re.compile(r"/ws/"), lambda socket: socket.close())
    page.reload()
    state_is(page, "connecting")
    page.unroute_all()
    page.route_web_socket(re.compile(r"/ws/"), lambda socket: socket.connect_to_server())
    page.evaluate("window.dispatchEvent(new Event('online'))")
    connected(page)


def test_a_refusal_stays_visible_once_the_page_is_connected(server, new_page):
    ada, ben, eve = new_page(), new_page(), new_page()
    link = invite(ada, server)
    # Her page learns neither by socket nor by polling that the seat is taken.
    eve.add_init_script(NEXT_TRY_IN_MINUTES)
    eve.route_web_socket(re.compile(r"/ws/"), lambda socket: socket.close())
    eve.route("**/state/**", lambda route: route.abort())
    for page in (ben, eve):
        page.goto(link)
    ben.get_by_role("button", name="Join the game").click()
    connected(ben)
    eve.route_web_socket(re.compile(r"/ws/"), lambda socket: socket.connect_to_server())
    eve.get_by_role("button", name="Join the game").click()
    connected(eve)
    expect(eve.locator("#notice")).to_have_text("Someone has already taken this seat. You can watch.")


def test_after_blocked_sockets_the_next_page_polls_immediately_and_reloads_for_another_release(server, new_page):
    page = new_page()
    page.route_web_socket(re.compile(r"/ws/"), lambda socket: socket.close())
    page.goto(server.url)
    page.get_by_role("button", name="Two players, one screen").click()
    square(page, 5).click()
    shows(page, 5, "X")
    state_is(page, "polling")
    # With a stopped clock, a page polls only if it remembers that sockets are blocked.
    page.add_init_script("{ const now = Date.now(); Date.now = () => now; }")
    page.reload()
    state_is(page, "polling")
    page.evaluate(OLDER)
    expect(page.locator("main")).not_to_have_attribute("data-release", "older")


def test_the_resign_question_stays_open_while_the_opponent_moves(server, new_page):
    ada, ben = two_in_a_game(server, new_page)
    ben.get_by_label("Give up").click()
    square(ada, 5).click()
    shows(ben, 5, "X")
    expect(ben.get_by_text("Give up this game?")).to_be_visible()


def sockets_of(page) -> list:
    """Return a list of the sockets that a page opens from now on, the newest last."""
    opened = []
    page.on("websocket", lambda socket: opened.append(socket))
    return opened


def beats(opened: list, count: int) -> None:
    """Wait until the newest socket has received this many more beats."""
    for _beat in range(count):
        opened[-1].wait_for_event("framereceived", lambda frame: '"beat"' in frame)


def test_a_page_shows_nothing_sent_for_newer_scripts(server, new_page):
    page = new_page()
    one_screen(page, server)

    def as_after_an_update(socket) -> None:
        socket.send('{"type":"watchers","text":"","release":"newer"}')
        socket.send('{"type":"watchers","text":"as newer scripts show it"}')
        server = socket.connect_to_server()
        # Messages about real spectators would replace the text.
        server.on_message(lambda frame: None if '"watchers"' in frame else socket.send(frame))

    page.route_web_socket(re.compile(r"/ws/"), as_after_an_update)
    kept = "sessionStorage.shown = (sessionStorage.shown ?? '') + document.getElementById('watchers')?.textContent"
    page.add_init_script(f"addEventListener('pagehide', () => {{ {kept} }})")
    page.reload()
    expect(page.get_by_text("as newer scripts show it")).to_be_visible()  # it has reloaded once
    connected(page)
    assert page.evaluate("sessionStorage.getItem('reloaded')")
    assert "newer" not in page.evaluate("sessionStorage.shown")


def test_a_page_does_not_reload_while_a_question_is_open(server, new_page):
    page = new_page()
    opened = sockets_of(page)
    one_screen(page, server)
    page.get_by_label("Give up").click()
    page.evaluate(OLDER)
    beats(opened, 2)
    expect(page.get_by_text("Give up this game?")).to_be_visible()
    expect(page.locator("main")).to_have_attribute("data-release", "older")
    page.get_by_role("link", name="Keep playing").click()
    expect(page.locator("main")).not_to_have_attribute("data-release", "older")


def test_a_page_does_not_reload_while_a_name_is_being_typed(server, new_page):
    page = new_page()
    opened = sockets_of(page)
    invite(page, server)
    connected(page)
    name = page.get_by_label("What should your friend call you?")
    name.fill("Ada")
    page.evaluate(OLDER)
    beats(opened, 2)
    expect(name).to_have_value("Ada")
    expect(page.locator("main")).to_have_attribute("data-release", "older")
    name.fill("")
    expect(page.locator("main")).not_to_have_attribute("data-release", "older")


def test_a_page_does_not_reload_while_a_move_is_unanswered(server, new_page):
    page = new_page()
    one_screen(page, server)
    beat = '{"type":"beat","version":0,"release":"newer"}'

    def swallow_moves(socket) -> None:
        through = socket.connect_to_server()

        def pass_on(frame: str) -> None:
            if '"play"' in frame:
                for _beat in range(3):
                    socket.send(beat)
                socket.send('{"type":"watchers","text":"heard"}')  # a visible sign that the page has read the beats
            else:
                through.send(frame)

        socket.on_message(pass_on)

    page.route_web_socket(re.compile(r"/ws/"), swallow_moves)
    page.reload()
    connected(page)
    square(page, 5).click()
    expect(page.get_by_text("heard")).to_be_visible()
    expect(square(page, 5)).to_have_class(re.compile("pending"))
    assert page.evaluate("sessionStorage.getItem('reloaded')") is None


def test_with_two_running_releases_a_page_reloads_only_once(server, new_page):
    page = new_page()
    opened = sockets_of(page)
    one_screen(page, server)
    count = "document.documentElement.dataset.loads = sessionStorage.loads = Number(sessionStorage.loads ?? 0) + 1"
    page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {count}; {OLDER} }})")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-loads", "2")
    connected(page)
    beats(opened, 3)
    expect(page.locator("html")).to_have_attribute("data-loads", "2")
