"""Read a tournament's state once for all concurrent requests of this process."""

from games.site.sharing import Shared
from games.site.threads import reading
from games.tournaments.selectors.matches import Snapshot, snapshot_of


async def _read(code: str) -> Snapshot:
    return await reading(snapshot_of)(code)


snapshot = Shared(_read)  # takes a tournament's code; raises Tournament.DoesNotExist
