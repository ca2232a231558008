"""With more data no page takes more queries or, beyond a full page, reads more rows. Covers every URL pattern of the
site."""

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
from games.play.selectors.games import MOST_PENDING, MOST_TOTALS
from games.practice import services as practice_services
from games.practice.models import Daily, Practice
from games.site.models import Player
from games.tournaments.models import Entrant, Tournament
from tests.support.addresses import WRITTEN, Site
from tests.support.games import friends, play, player
from tests.support.rows import rows_read

# "still" prevents occasional writes during the measurement.
pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("still")]
MUCH = 130
# Pages that list all entrants of a tournament (at most limits.MOST_ENTRANTS), and the file of a player's games (at most
# views.you.GAMES_IN_A_FILE).
OF_ALL = {"you/games.jsonl"} | {written for written in WRITTEN if written.startswith(("host/", "t/<entry", "p/<entry"))}
# More than any page shows of anything, so that every page is full; the admin shows 100.
assert max(MOST_TOTALS, MOST_PENDING, replay.MOVES_PER_PAGE, LONGEST_SERIES, 100) < MUCH


@pytest.fixture
def site(rf) -> Site:
    return Site(rf)


class Cost(NamedTuple):
    queries: int
    rows: int


def cost(site: Site, written: str) -> Cost:
    """Return the cost of a repeated GET."""
    browser = site.browser(staff=True)
    browser.get(site.address(written), secure=True)  # objects that are created or cached once
    with rows_read() as read, CaptureQueriesContext(connection) as captured:
        browser.get(site.address(written), secure=True)
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
        menace_services.teach_machine(player=other, opponent="easy", games=1)
    menace_services.begin_with_machine(player=site.ada, house=True)
    menace_services.teach_machine(player=site.ada, opponent="easy", games=10)
    for exercise in exercises(CLASSIC)[:count]:
        practice_services.answer_exercise(player=site.ada, exercise=exercise, move=exercise.position.legal_moves[0])
    for number in range(count):
        Daily.objects.get_or_create(player=site.ada, day=timezone.now().date() - timedelta(days=number))
    site.series = play_services.start_series(player=site.ada, x="easy", o="hard", count=count)


def heap(site: Site) -> None:
    """Do the same faster, without the services, and add a game with very many moves taken back."""
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
    little = {written: cost(site, written) for written in WRITTEN}
    add(site, 15)
    Practice.objects.bulk_create(
        [Practice(player=site.ada, cells=exercise.position.cells) for exercise in exercises(CLASSIC)],
        ignore_conflicts=True,
    )  # the 303 puzzles are the most rows of one kind that any page may read
    heap(site)
    much = {written: cost(site, written) for written in WRITTEN}
    heap(site)
    more = {written: cost(site, written) for written in WRITTEN}
    assert {written for written in WRITTEN if more[written].queries > little[written].queries} == set()
    assert {written for written in WRITTEN if more[written].rows > much[written].rows} <= OF_ALL
    assert 300 < max(more[written].rows for written in WRITTEN if written not in OF_ALL) < 1_000
    assert Game.objects.count() > 8 * MUCH
