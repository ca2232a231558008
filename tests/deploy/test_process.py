"""The two servers that run the site: what both must do, and what only uvicorn does."""

import signal

import pytest
from websockets.exceptions import InvalidStatus

from tests.support.people import two_in_a_game

pytestmark = pytest.mark.slow


class TestBothServers:
    def test_an_unknown_path_is_refused_quietly(self, either):
        logged = either.log.read_text()
        status, connection = either.open_socket("/ws/nowhere/")
        connection.close()
        assert (status, either.log.read_text()) == (403, logged)

    def test_neither_reveals_its_name(self, either):
        response, _ = either.get("/")
        assert (response.status, response.headers["Server"]) == (200, None)

    def test_ordinary_use_logs_nothing(self, either):
        logged = either.log.read_text()
        ada, _, code = two_in_a_game(either.url)
        page = ada.page(code)
        page.sees(1)
        page.socket.socket.close()  # without a close frame
        assert ada.get("/nowhere").status == 404
        assert either.log.read_text() == logged


class TestUvicorn:
    @pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
    def test_when_it_is_stopped_pages_are_told_to_reconnect(self, uvicorn, by):
        logged = uvicorn.log.read_text()
        ada, ben, code = two_in_a_game(uvicorn.url)
        pages = [ada.page(code), ben.page(code)]
        for page in pages:
            page.sees(1)
        uvicorn.stop(by)
        assert [page.close_code() for page in pages] == [1012, 1012]
        assert uvicorn.log.read_text() == logged
        uvicorn.start(*uvicorn.process.args)
        page = ada.page(code)
        assert page.sees(1) == 1
        page.close()

    def test_it_trusts_the_proxy_on_this_machine(self, uvicorn):
        secure = {"Origin": f"https://{uvicorn.host}", "X-Forwarded-Proto": "https"}
        ada, _, code = two_in_a_game(uvicorn.url)
        status, connection = uvicorn.open_socket(f"/ws/g/{code}/", **secure)
        connection.close()
        assert status == 101
        with pytest.raises(InvalidStatus):
            ada.page(code, **{"X-Forwarded-Proto": "https"})
