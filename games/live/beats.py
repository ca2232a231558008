"""What a beat tells each room, read for many rooms at once: how its game or tournament stands."""

from typing import Any

from games.live.threads import reading
from games.models import Game
from games.selectors.presence import presences_of
from games.selectors.tournaments import code_of, versions_of


@reading
def read(rooms: list[str]) -> dict[str, Any]:
    """For the room of a game, its version and who is in it; for the room of a tournament, its version."""
    tournaments = {code: room for room in rooms if (code := code_of(room))}
    codes = [room for room in rooms if room not in tournaments.values()]
    presences = presences_of(codes) if codes else {}
    versions = Game.objects.filter(code__in=codes).values_list("code", "version")
    told: dict[str, Any] = {code: (version, presences[code]) for code, version in versions}
    if tournaments:
        told |= {tournaments[code]: version for code, version in versions_of(tournaments).items()}
    return told
