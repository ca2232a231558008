"""States that a fragment is rendered of."""

from django.template.loader import render_to_string
from django.utils import translation

from games.show.pov import Pov
from games.show.room import drawn_of, words_of


def rendered(pov: Pov) -> str:
    """Without any memory."""
    with translation.override("en"):
        shown = {**words_of(pov), **drawn_of(pov)}
        long = " longest" if len(shown["status"]) > 40 else " long" if len(shown["status"]) > 17 else ""
        return render_to_string("games/_room.html", {**shown, "version": pov.state.version, "long": long, "clock": {}})
