"""Read tournament states once for all pages of this process that ask at about the same time."""

from games.site.sharing import Shared
from games.site.threads import reading
from games.tournaments.selectors.matches import Scene, scene_of


async def _read(code: str) -> Scene:
    return await reading(scene_of)(code)


scene = Shared(_read)  # called with a tournament's code; raises Tournament.DoesNotExist
