"""Renaming and forgetting players: names change everywhere, and other players' games remain."""

import json

import pytest
from django.apps import apps
from django.utils import timezone

from games.engine.position import Mark
from games.home import services
from games.home.words.kept import consequences
from games.hosting.selectors import check_everything
from games.menace.models import Menace
from games.play import news
from games.play import services as play_services
from games.play.models import Game, Seat, Series, Status
from games.play.selectors.state import State
from games.practice.models import Climb, Daily
from games.site.models import Player
from games.site.refusals import Refused
from games.tournaments.models import Entrant, Standing
from games.tournaments.services import directing, tournaments
from tests.support.games import friends, play, player
from tests.support.stored import ROBOT, digest, store_everything
from tests.support.tournaments import entrant, game_of, lose, pair, person, playing, resign, settle, tournament, waiting

pytestmark = pytest.mark.django_db

RUDE = "Mallory"


@pytest.fixture
def messages(monkeypatch) -> dict[str, State]:
    """The last message to each room."""
    last: dict[str, State] = {}
    monkeypatch.setattr(news, "publish", lambda room, kind, news: last.__setitem__(room, news))
    return last


@pytest.fixture
def mallory() -> Player:
    return player(RUDE)


def is_stored(name: str) -> bool:
    return name in json.dumps(digest(), default=str)


def test_every_table_with_a_player_is_handled():
    """A new table fails here until `forget` and `consequences` handle it."""
    handled = {"Attendance", "Climb", "Daily", "Entrant", "KeptRobot", "Menace", "MenaceGame", "Player", "Practice"}
    handled |= {"Seat", "Series"}
    assert {relation.related_model.__name__ for relation in Player._meta.related_objects} == handled
    with_a_name = {
        model.__name__
        for model in apps.get_app_config("games").get_models()
        if any(field.name in ("name", "title") for field in model._meta.fields)
    }
    # A tournament has no player: its key identifies its host.
    assert with_a_name == {"Player", "Seat", "KeptRobot", "Entrant", "Tournament"}


class TestForgetting:
    def test_only_nameless_games_remain(self, mallory):
        codes = store_everything(mallory)
        tournaments.join(code=waiting().code, player=mallory, name=RUDE)
        assert len(list(consequences(mallory))) == 9  # including robots, puzzles, a machine and a tournament
        services.forget(player=mallory)
        assert not Player.objects.filter(pk=mallory.pk).exists()
        assert not (is_stored(RUDE) or is_stored(ROBOT))
        assert [*check_everything()] == []
        seats = Seat.objects.filter(game__code__in=codes.values()).exclude(player=None)
        assert {seat.player.name for seat in seats} == {"", "Ben"}
        assert (Daily.objects.count(), Climb.objects.count(), Menace.objects.exclude(player=None).count()) == (0, 0, 0)
        assert Series.objects.get().player.name == ""

    def test_unfinished_games_end_and_opponents_are_notified(
        self, mallory, messages, django_capture_on_commit_callbacks
    ):
        codes = store_everything(mallory)
        with django_capture_on_commit_callbacks(execute=True):
            services.forget(player=mallory)
        games = {kind: Game.objects.get(code=code) for kind, code in codes.items()}
        assert (games["going"].ended, games["going"].winner) == ("resigned", "X")
        assert (games["screen"].ended, games["robot"].ended) == ("abandoned", "abandoned")
        assert games["waiting"].status == Status.CANCELLED
        assert games["offered"].offered_by == ""
        shown = messages[codes["going"]]
        assert (shown.status, shown.ended, shown.seats["O"].name) == (Status.FINISHED, "resigned", "")
        assert messages[codes["waiting"]].status == Status.CANCELLED

    def test_on_one_screen_both_sides_remain_one_person(self, mallory, monkeypatch):
        monkeypatch.setattr(services, "HANDED_OVER_AT_ONCE", 3)  # a batch ends within a game
        codes = [play_services.start_one_screen(player=mallory).code for _number in range(5)]
        friends(x=mallory, o=player("Ben"))
        services.forget(player=mallory)
        assert all(State.of(Game.objects.get(code=code)).one_screen for code in codes)

    def test_a_tournament_is_left(self):
        made = playing("Ada Ben", "Cem")
        code, gone = game_of("Ada").code, entrant("Ada")
        services.forget(player=gone.player)
        gone.refresh_from_db()
        assert (gone.name, gone.standing, gone.match) == ("", Standing.LEFT, None)
        assert Game.objects.get(code=code).winner == "O"
        assert not is_stored("Ada")
        tournaments.end(key=made.key, at_once=True)
        assert [*check_everything()] == []

    def test_a_finished_tournament_keeps_its_standings(self):
        made = waiting("Ada", "Ben")
        tournaments.end(key=made.key)
        services.forget(player=entrant("Ada").player)
        assert [one.name for one in Entrant.objects.order_by("pk")] == ["", "Ben"]

    def test_a_player_who_starts_a_game_meanwhile_is_forgotten_on_retry(self, mallory, monkeypatch):
        delete, started = services._delete, []

        def start_a_game_first(**arguments):
            if not started:
                started.append(play_services.invite(player=mallory, side=Mark.X).code)
            return delete(**arguments)

        assert list(consequences(mallory)) == []
        monkeypatch.setattr(services, "_delete", start_a_game_first)
        services.forget(player=mallory)
        assert not Player.objects.filter(pk=mallory.pk).exists()
        assert Game.objects.get(code=started[0]).status == Status.CANCELLED

    def test_an_interrupted_attempt_is_continued_with_the_same_nameless_player(self, monkeypatch):
        playing("Ada Ben")
        lose("Ada", "Ben")
        ada = person("Ada")
        play_services.invite(player=ada, side=Mark.X)
        with monkeypatch.context() as broken:
            broken.setattr(services, "_end", lambda **_: 1 / 0)
            for _attempt in range(2):
                with pytest.raises(ZeroDivisionError):
                    services.forget(player=ada)
                assert [*check_everything()] == []
                assert not is_stored("Ada")  # names are deleted first
        services.forget(player=ada)
        assert [*check_everything()] == []
        assert [one.name for one in Player.objects.order_by("pk")] == ["Ben", ""]

    def test_a_second_attempt_that_finishes_first_does_no_harm(self, mallory, monkeypatch):
        store_everything(mallory)
        end = services._end

        def forget_first(**arguments):
            monkeypatch.setattr(services, "_end", end)
            services.forget(player=mallory)

        monkeypatch.setattr(services, "_end", forget_first)
        services.forget(player=mallory)
        assert [*check_everything()] == []
        assert [one.name for one in Player.objects.order_by("pk")] == ["Ben", ""]

    def test_a_player_who_keeps_rejoining_a_tournament_disturbs_no_match(self, monkeypatch):
        made = tournament("Ada", "Ben", "Cem", "Dan")
        pair("Cem Dan")
        resign("Cem")
        ada, hand_over = person("Ada"), services._hand_over

        def come_back_first(**arguments):
            again = tournaments.join(code=made.code, player=ada, name="Eve")
            if directing.pair(tournament=made.pk, pairs=[(again.pk, entrant("Ben").pk)], at=timezone.now()):
                play_services.resign(code=game_of("Ben").code, player=ada)
            return hand_over(**arguments)

        with monkeypatch.context() as another_page:
            another_page.setattr(services, "_hand_over", come_back_first)
            with pytest.raises(Refused):
                services.forget(player=ada)
        settle()
        assert (game_of("Ben").place, game_of("Cem").place) == (2, 2)
        assert [*check_everything()] == []
        services.forget(player=ada)
        assert not Player.objects.filter(pk=ada.pk).exists()
        assert [*check_everything()] == []

    def test_the_opponent_can_offer_a_rematch_that_nobody_answers(self, mallory):
        ben = player("Ben")
        over = play(friends(x=mallory, o=ben), "1 4 2 5 3")
        services.forget(player=mallory)
        assert play_services.rematch(code=over.code, player=ben).offered_by == "O"


def test_the_new_name_appears_everywhere(mallory, messages, django_capture_on_commit_callbacks):
    going = friends(x=mallory, o=player("Ben"))
    play_services.start_against_computer(player=mallory, opponent="wbf", side=Mark.X, name=ROBOT)
    tournaments.join(code=waiting("Ned").code, player=mallory, name=RUDE)
    with django_capture_on_commit_callbacks(execute=True):
        services.rename_everywhere(player=mallory, name="Ned")
    assert messages[going.code].seats["X"].name == "Ned"
    assert [one.name for one in Entrant.objects.order_by("pk")] == ["Ned", "Ned 2"]
    assert (is_stored(RUDE), is_stored(ROBOT)) == (False, True)
    services.rename_everywhere(player=mallory, name="", robots=True)
    assert not is_stored(ROBOT)
