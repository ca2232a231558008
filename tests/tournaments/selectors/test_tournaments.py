"""The queries of a tournament read only its own matches and games."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.tournaments.director import plan
from games.tournaments.models import Tournament
from games.tournaments.selectors.due import next_due
from games.tournaments.selectors.matches import game_of, games_of
from games.tournaments.selectors.tournaments import finished_games, tournament_state
from games.tournaments.services import directing, tournaments
from tests.support.tournaments import in_seconds, lose, playing, resign

pytestmark = pytest.mark.django_db


def steps(queries: CaptureQueriesContext) -> Iterator[str]:
    """Yield the steps of SQLite's query plans: "SEARCH games_game USING INDEX … (match_id=?)"."""
    with connection.cursor() as cursor:
        for sql in [query["sql"] for query in queries.captured_queries if query["sql"].startswith("SELECT")]:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            yield from (row[3] for row in cursor.fetchall())


@pytest.mark.skipif(connection.vendor != "sqlite", reason="it reads the query plans of SQLite")
@pytest.mark.parametrize(
    "query",
    [
        lambda made: (tournament_state(code=made.code), finished_games(made.pk).count()),
        lambda made: game_of(made.code, made.entrants.get(name="Eve").player_id),
        lambda made: next_due(made, in_seconds(0)),
        lambda made: plan(made, in_seconds(10)),
        lambda made: directing.call_time(tournament=made.pk, at=in_seconds(60)),
        lambda made: directing.settle(tournament=made.pk, at=in_seconds(5)),
        lambda made: directing.finish(tournament=made.pk, at=in_seconds(10_000)),
        lambda made: tournaments.pause(key=made.key),
        lambda made: games_of([*made.matches.values_list("pk", flat=True)]),
    ],
    ids=["pages", "game", "next", "pairing", "clocks", "matches", "end", "pause", "ending"],
)
def test_queries_search_by_the_keys_of_the_tournament(query):
    made = playing("Ada Ben", "Cem Dan", "Eve Fay", "Gus")
    resign("Ada")
    lose("Cem", "Dan")
    with CaptureQueriesContext(connection) as queries:
        query(Tournament.objects.get(pk=made.pk))
    found = list(steps(queries))
    assert found
    assert [step for step in found if "SCAN games_" in step or "(status=?)" in step] == []
