"""The part that starts the daily run in each server process, and counts the whole site for Prometheus."""

from collections.abc import Sequence

from games.features import Figure, Part
from games.hosting import daily, selectors


class Hosting(Part):
    def begin(self) -> None:
        daily.start()

    def figures(self) -> Sequence[Figure]:
        people = "People who are here, or whose game has changed within the last minute."
        return (
            Figure("games", "Games kept, counted once a minute.", ("game", "status"), selectors.games_by_status),
            Figure("people", people, (), lambda: [(selectors.people_here(),)]),
            Figure("database_bytes", "Size of the database.", (), lambda: [(selectors.database_bytes(),)]),
            Figure("tidy_timestamp_seconds", "When old data was last tidied.", (), _tidied),
        )


def _tidied() -> list[tuple[float]]:
    at = selectors.tidied_at()
    return [(at.timestamp(),)] if at else []


part = Hosting()
