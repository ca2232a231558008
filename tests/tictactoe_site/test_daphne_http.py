"""Connections to Daphne that take what they should not: time to send, and memory for answers that nobody reads."""

from typing import Any

import pytest
from daphne.server import twisted_loop  # noqa: F401 - installs the reactor that Daphne runs on
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.web import http

from tictactoe_site.daphne_http import READ_WITHIN, WHOLE_WITHIN, Factory

GET = b"GET /%d HTTP/1.1\r\nHost: x\r\n\r\n"


class Echo(http.Request):
    """Answers at once with the path."""

    def process(self) -> None:
        self.write(self.path)
        self.finish()


class Transport(StringTransport):
    """A connection whose client may stop reading."""

    aborted = False

    def abortConnection(self) -> None:
        self.aborted = True
        self.loseConnection()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def connection(clock) -> Any:
    factory = Factory(None)
    factory.reactor = clock
    channel = factory.buildProtocol(None)
    channel.requestFactory = Echo
    channel.makeConnection(Transport())
    yield channel
    channel.setTimeout(None)


def test_a_head_that_drips_in_is_cut_off_in_time(connection, clock):
    for _second in range(WHOLE_WITHIN - 1):
        connection.dataReceived(b"x")
        clock.advance(1)
    assert not connection.transport.disconnecting
    connection.dataReceived(b"x")
    clock.advance(1)
    assert connection.transport.disconnecting


def test_each_request_has_that_time_anew(connection, clock):
    for number in range(3):
        clock.advance(WHOLE_WITHIN - 1)
        connection.dataReceived(GET % number)
    assert connection.transport.value().count(b"HTTP/1.1 200 OK") == 3
    clock.advance(WHOLE_WITHIN)
    assert connection.transport.disconnecting


def test_a_request_is_answered_only_when_the_answer_before_is_taken(connection):
    transport = connection.transport
    connection.pauseProducing()  # as the transport does that can send no more
    connection.dataReceived(GET % 1 + GET % 2)
    assert transport.value().count(b"HTTP/1.1 200 OK") == 1
    assert transport.producerState == "paused"
    connection.resumeProducing()
    assert transport.value().count(b"HTTP/1.1 200 OK") == 2
    assert transport.producerState == "producing"


def test_a_client_that_takes_no_answer_is_cut_off(connection, clock):
    connection.pauseProducing()
    connection.dataReceived(GET % 1)
    clock.advance(READ_WITHIN - 1)
    assert not connection.transport.disconnecting  # it may be slow
    clock.advance(1)
    assert connection.transport.disconnecting
    clock.advance(connection.abortTimeout)
    assert connection.transport.aborted


def test_one_that_goes_meanwhile_is_forgotten(connection):
    connection.pauseProducing()
    connection.dataReceived(GET % 1)
    connection.connectionLost(None)
    assert connection.requests == []
