import logging
import sys

from django.core.exceptions import DisallowedHost

from tictactoe_site.logs import LineFormatter


def line(message: str, error: Exception | None = None) -> str:
    exc_info = None
    if error:
        try:
            raise error
        except type(error):
            exc_info = sys.exc_info()
    return LineFormatter().format(logging.LogRecord("games", logging.ERROR, "", 0, message, (), exc_info))


def test_a_record_is_one_line_that_nobody_can_forge():
    assert line("a\nb\x1b[31m\u2028c").endswith(r" ERROR games: a\nb\x1b[31m\u2028c")


def test_an_error_tells_where_it_came_from():
    assert "(ValueError: no such square; test_logs.py:" in line("failed", ValueError("no such square"))
    assert "\n" not in line("failed", ValueError("two\nlines"))


def test_what_a_client_did_wrong_is_no_error_of_ours():
    assert line("Invalid HTTP_HOST header", DisallowedHost("x")).endswith(" ERROR games: Invalid HTTP_HOST header")
