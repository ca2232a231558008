"""Static files as the process itself serves them."""

from django.http import HttpResponse
from servestatic.middleware import ServeStaticMiddleware

from games.web import middleware
from tictactoe_site.static import StaticMiddleware


async def test_files_share_what_puts_the_headers_on_them(monkeypatch, rf):
    async def serve(static_file: str, _request: object) -> HttpResponse:
        return HttpResponse(static_file)

    monkeypatch.setattr(ServeStaticMiddleware, "aserve", staticmethod(serve))
    monkeypatch.setattr(middleware, "import_string", None)  # whatever makes them anew fails
    for name in ("board.css", "board.js"):
        response = await StaticMiddleware.aserve(name, rf.get(f"/static/{name}"))
        assert response.content == name.encode()
        assert response["X-Frame-Options"] == "DENY"
        assert "default-src" in response["Content-Security-Policy"]
