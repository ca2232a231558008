"""The page keeps its connection, or says honestly that it has none."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_play import connected, invite, shows, square, status

pytestmark = pytest.mark.browser


def state_is(page, state: str) -> None:
    expect(page.locator("#connection")).to_have_attribute("data-state", state, timeout=20_000)


def two_in_a_game(server, new_page):
    ada, ben = new_page(), new_page()
    link = invite(ada, server)
    ben.goto(link)
    ben.get_by_role("button", name="Join the game").click()
    connected(ada)
    connected(ben)
    return ada, ben


def test_a_move_clicked_while_the_server_is_gone_is_made_when_it_is_back(server, new_page):
    ada, ben = two_in_a_game(server, new_page)
    server.stop()
    state_is(ada, "reconnecting")
    square(ada, 5).click()
    expect(square(ada, 5)).to_have_class(re.compile("pending"))
    square(ada, 1).click()  # one move at most
    expect(square(ada, 1)).not_to_have_class(re.compile("pending"))
    server.start()
    for page in (ada, ben):
        state_is(page, "connected")
        shows(page, 5, "X")
    expect(square(ada, 1)).to_have_accessible_name("Top left, empty")
    square(ben, 1).click()
    shows(ada, 1, "O")


def test_a_killed_server_loses_nothing(server, new_page):
    ada, ben = two_in_a_game(server, new_page)
    square(ada, 5).click()
    shows(ben, 5, "X")
    server.process.kill()
    server.process.wait()
    state_is(ada, "reconnecting")
    server.start()
    for page in (ada, ben):
        state_is(page, "connected")
        shows(page, 5, "X")
    expect(status(ben)).to_have_text("Your turn")


def test_a_pending_move_is_dropped_when_the_game_has_gone_on(server, new_page):
    first = new_page()
    first.goto(server.url)
    first.get_by_role("button", name="Two players, one screen").click()
    connected(first)
    second = first.context.new_page()
    second.goto(first.url)
    connected(second)
    sockets = []
    second.route_web_socket(re.compile(r"/ws/"), lambda socket: sockets.append(socket))  # open, and dead
    second.reload()
    square(second, 1).click()
    expect(square(second, 1)).to_have_class(re.compile("pending"))
    square(first, 9).click()
    shows(first, 9, "X")
    second.unroute_all()
    sockets[-1].close()
    second.route_web_socket(re.compile(r"/ws/"), lambda socket: socket.connect_to_server())
    shows(second, 9, "X")
    expect(second.get_by_role("alert")).to_have_text(re.compile("The board has moved on"))
    expect(square(second, 1)).to_have_accessible_name("Top left, empty")


def test_an_open_but_silent_socket_is_noticed_and_replaced(server, new_page):
    page = new_page()
    page.goto(server.url)
    page.get_by_role("button", name="Two players, one screen").click()
    connected(page)
    sockets = []

    def only_the_second_works(socket):
        sockets.append(socket)
        if len(sockets) > 1:
            socket.connect_to_server()

    page.route_web_socket(re.compile(r"/ws/"), only_the_second_works)
    page.reload()
    state_is(page, "catching")
    state_is(page, "connected")
    assert len(sockets) == 2


def test_two_tabs_hold_one_seat(server, new_page):
    ada, ben = two_in_a_game(server, new_page)
    tab = ada.context.new_page()
    tab.goto(ada.url)
    connected(tab)
    square(tab, 5).click()
    for page in (ada, ben, tab):
        shows(page, 5, "X")
    square(ben, 1).click()
    square(ada, 9).click()
    shows(tab, 9, "X")


def test_back_and_forward_bring_the_game_as_it_is(server, new_page):
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
