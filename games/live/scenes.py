"""How tournaments stand, read once for all pages of this process that ask at about the same time."""

from games.live.sharing import Shared, with_cost
from games.live.threads import reading
from games.selectors.matches import Scene, scene_of


async def _read(code: str) -> tuple[Scene, float]:
    return await reading(with_cost(scene_of))(code)


scene = Shared(_read)  # by the code of a tournament; raises Tournament.DoesNotExist
