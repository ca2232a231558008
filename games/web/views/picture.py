"""The board as a picture: the same for everybody, so whatever lies between may keep it.

The address holds the position and nothing else: no session is asked and no database, and proxies keep one picture for
all games that stand so.
"""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import etag

from games.engine.position import ImpossiblePosition
from games.models import Game
from games.selectors.state import positions_of
from games.show import picture
from games.web.forms import MomentForm
from games.web.views.errors import read_only

MONTH = 30 * 24 * 60 * 60
MINUTE = 60


def _etag(_request: HttpRequest, cells: str) -> str:
    return f'"{picture.EDITION}-{cells}"'


@read_only
@cache_control(public=True, max_age=MONTH, immutable=True)
@etag(_etag)
def board(_request: HttpRequest, cells: str) -> HttpResponse:
    """A position, for previews of links and to keep."""
    try:
        return HttpResponse(picture.png(cells), content_type="image/png")
    except ImpossiblePosition:
        raise Http404 from None


@read_only
@cache_control(public=True, max_age=MINUTE)
def of_game(request: HttpRequest, code: str) -> HttpResponseRedirect:
    """Leads on to the picture of a game's board, after `ply` moves where the address says so: older links have this."""
    game = Game.objects.filter(code=code).values_list("variant", "start", "record").first()
    if game is None:
        raise Http404
    form, positions = MomentForm(request.GET), positions_of(*game)
    ply = form.cleaned_data["ply"] if form.is_valid() else None
    position = positions[-1 if ply is None else min(ply, len(positions) - 1)]
    return HttpResponseRedirect(reverse("games:board", args=[position.text]))
