"""With more data, no page of the site needs more queries or, once it is full, reads more rows."""

from datetime import timedelta
from typing import NamedTuple

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.desk import replay
from games.engine.classic import CLASSIC
from games.engine.exercises import exercises
from games.engine.position import Mark
from games.menace import services as menace_services
from games.play import services as play_services
from games.play.models import LONGEST_SERIES, Attendance, Ended, Game, Move, Process, Seat, Series, Side, Status
from games.play.selectors.games import MAX_PENDING
from games.play.selectors.results import MAX_TOTALS
from games.practice import services as practice_services
from games.practice.models import Daily, Practice
from games.site.models import Player
from games.tournaments.models import Entrant, Tournament
from tests.support.addresses import ROUTES, Site
from tests.support.games import friends, play, player
from tests.support.rows import rows_read

# The fixture `still` freezes the time, which prevents occasional writes.
pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("still")]
MUCH = 130
# Pages with all entrants of a tournament (at most limits.MAX_ENTRANTS), and the file of a player's games (at most
# views.you.GAMES_IN_A_FILE).
OF_ALL = {"you/games.jsonl"} | {route for route in ROUTES if route.startswith(("host/", "t/<entry", "p/<entry"))}
# More items than any page shows; the admin shows 100.
assert max(MAX_TOTALS, MAX_PENDING, replay.MOVES_PER_PAGE, LONGEST_SERIES, 100) < MUCH


@pytest.fixture
def site(rf) -> Site:
    return Site(rf)


class Cost(NamedTuple):
    queries: int
    rows: int


def cost(site: Site, route: str) -> Cost:
    """Return the cost of a repeated GET."""
    browser = site.browser(staff=True)
    browser.get(site.address(route), secure=True)  # creates or caches some objects
    with rows_read() as read, CaptureQueriesContext(connection) as captured:
        browser.get(site.address(route), secure=True)
    return Cost(len(captured), read.count)


def add(site: Site, count: int) -> None:
    """Add `count` items to every list of the site: people, games in every state, visits, puzzles, a series of that many
    games."""
    process = play_services.open_process()
    for number in range(count):
        other = player(f"Guest {number}")
        play(friends(x=site.ada, o=other), "1 4 2 5 3")
        friends(x=other, o=site.ada)
        play_services.invite(player=site.ada, side=Mark.X)
        play_services.start_against_computer(player=site.ada, opponent="hard", side=Mark.O)
        play_services.record_attendance(
            process=process, arrived=[(site.game.code, other.pk)], watchers={site.game.code: 3}
        )
        menace_services.begin_with_machine(player=other, house=True)
        menace_services.teach_machine(player=other, opponent="easy", games=1, version=0)
    menace_services.begin_with_machine(player=site.ada, house=True)
    menace_services.teach_machine(player=site.ada, opponent="easy", games=10, version=0)
    for exercise in exercises(CLASSIC)[:count]:
        practice_services.answer_exercise(player=site.ada, exercise=exercise, move=exercise.position.legal_moves[0])
    for number in range(count):
        Daily.objects.get_or_create(player=site.ada, day=timezone.now().date() - timedelta(days=number))
    site.series = play_services.start_series(player=site.ada, x="easy", o="hard", count=count)


def fill_pages(site: Site) -> None:
    """Add MUCH items to every list, without the services, which would take longer, and take back as many moves."""
    others = Player.objects.bulk_create(Player(name=f"Guest {number}") for number in range(MUCH))
    games = {kind: [Game(**fields) for _number in range(MUCH)] for kind, fields in KINDS.items()}
    Game.objects.bulk_create(game for kind in games.values() for game in kind)
    seats = [Seat(game=game, mark=Side.X, player=site.ada) for kind in games.values() for game in kind]
    for kind, found in games.items():
        for game, other in zip(found, others, strict=True):
            if kind == "alone":
                seats.append(Seat(game=game, mark=Side.O, opponent="hard"))
            elif kind != "waiting":
                seats.append(Seat(game=game, mark=Side.O, player=other))
    Seat.objects.bulk_create(seats)
    process = Process.objects.create()
    Attendance.objects.bulk_create(
        Attendance(process=process, game=game, player=site.ada, visit_at=timezone.now()) for game in games["friends"]
    )
    made = [Series(player=site.ada, x="easy", o="hard") for _number in range(MUCH)]
    Series.objects.bulk_create(made)
    back = {"game": site.game, "ply": 1, "mark": Side.X, "version": 1, "played_at": timezone.now()}
    Move.objects.bulk_create(Move(text="0", taken_back_at=timezone.now(), **back) for _number in range(MUCH))
    Tournament.objects.bulk_create(Tournament(title=f"{number}") for number in range(MUCH))
    Entrant.objects.bulk_create(Entrant(tournament=site.tournament, player=one, name=f"{one.pk}") for one in others)
    User.objects.bulk_create(User(username=f"host {User.objects.count()} {number}") for number in range(MUCH))


OVER = {"status": Status.FINISHED, "ended": Ended.RESIGNED, "winner": Side.X}
KINDS = {
    "over": {**OVER, "finished_at": timezone.now()},
    "friends": {"status": Status.STARTED, "started_at": timezone.now()},
    "waiting": {},
    "alone": {"status": Status.STARTED, "started_at": timezone.now() - timedelta(days=1), "record": "4"},
}


def test_no_page_needs_more_queries_or_rows_with_more_data(site):
    """One test for all URLs, because creating the data takes longer than reading it."""
    add(site, 1)
    little = {route: cost(site, route) for route in ROUTES}
    add(site, 15)
    Practice.objects.bulk_create(
        [Practice(player=site.ada, cells=exercise.position.cells) for exercise in exercises(CLASSIC)],
        ignore_conflicts=True,
    )  # no page may read more rows of one kind than these 303 puzzles
    fill_pages(site)
    much = {route: cost(site, route) for route in ROUTES}
    fill_pages(site)
    more = {route: cost(site, route) for route in ROUTES}
    assert {route for route in ROUTES if more[route].queries > little[route].queries} == set()
    assert {route for route in ROUTES if more[route].rows > much[route].rows} <= OF_ALL
    assert 300 < max(more[route].rows for route in ROUTES if route not in OF_ALL) < 1_000
    assert Game.objects.count() > 8 * MUCH
