"""The board as a picture, the same for everyone, so proxies may cache it. The URL has the drawing, its game, and the
meaning and language of the words below it, so the view needs neither session nor database."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import etag

from games.engine.position import ImpossiblePosition
from games.engine.variants import VARIANTS
from games.play import links
from games.play.forms import MomentForm
from games.play.models import Game
from games.play.selectors.state import positions_of
from games.play.words import picture
from games.play.words.titles import standing_in_words
from games.site.error_pages import read_only
from games.site.preferences import named_language, named_variant

MONTH = 30 * 24 * 60 * 60
MINUTE = 60


def _etag(request: HttpRequest, cells: str) -> str:
    return f'"{picture.EDITION}-{named_variant(request).key}-{cells}-{_words(request).encode().hex()}"'


def _words(request: HttpRequest) -> str:
    """Return the words below the board."""
    with override(named_language(request.GET.get("lang", ""))):
        return standing_in_words(named_variant(request), request.GET.get("standing", ""))


@read_only
@cache_control(public=True, max_age=MONTH, immutable=True)
@etag(_etag)
def board(request: HttpRequest, cells: str) -> HttpResponse:
    """Return the picture of a board by the ink of each square, with `?standing` below in the language `?lang`."""
    variant = named_variant(request)
    try:
        position = variant.drawn(cells)
    except ImpossiblePosition:
        raise Http404 from None
    return HttpResponse(picture.png(variant, position, cells, _words(request)), content_type="image/png")


@read_only
@cache_control(public=True, max_age=MINUTE)
def of_game(request: HttpRequest, code: str) -> HttpResponseRedirect:
    """Redirect to the picture of a game's board, after `?ply` moves if given. Serves older links."""
    game, form = get_object_or_404(Game, code=code), MomentForm(request.GET)
    variant, ply = VARIANTS[game.variant], form.cleaned_data["ply"] if form.is_valid() else None
    positions, moves = positions_of(variant, game.start, game.record), variant.moves(game.record)
    if ply is not None:
        positions, moves = positions[: ply + 1], moves[:ply]
    return HttpResponseRedirect(links.board_path(variant, variant.inks(positions, moves)))
