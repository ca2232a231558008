"""Connections of a page that are cut."""

from tests.support.rooms import connected, invite


def two_in_a_game(server, new_page):
    ada, ben = new_page(), new_page()
    link = invite(ada, server)
    ben.goto(link)
    ben.get_by_role("button", name="Join the game").click()
    connected(ada)
    connected(ben)
    return ada, ben
