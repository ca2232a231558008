"""Renaming and forgetting players: names change everywhere, and other players' games remain."""

import json

import pytest
from django.apps import apps
from django.utils import timezone

from games.engine.position import Mark
from games.home import services as home_services
from games.home import services as people
from games.home.selectors import Kept, kept_of
from games.home.words.kept import consequences
from games.hosting.verification import check_everything
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
from tests.support.stored import ROBOT, digest, everything
from tests.support.tournaments import entrant, game_of, lose, pair, person, resign, settle, tournament, waiting

pytestmark = pytest.mark.django_db

RUDE = "Mallory"


@pytest.fixture
def messages(monkeypatch) -> dict[str, State]:
    """The last message to each room."""
    heard: dict[str, State] = {}
    monkeypatch.setattr(news, "publish", lambda room, kind, news: heard.__setitem__(room, news))
    return heard


@pytest.fixture
def mallory() -> Player:
    return player(RUDE)


def told_anywhere(*names: str) -> bool:
    """Return whether a name occurs anywhere in the database."""
    stored = json.dumps(digest(), default=str)
    return any(name in stored for name in names)


def test_every_table_with_a_player_is_handled():
    """A new table fails here until `forget` and `consequences` handle it."""
    assert {relation.related_model.__name__ for relation in Player._meta.related_objects} == (
        {
            "Seat",
            "Series",
            "Practice",
            "Daily",
            "Climb",
            "KeptRobot",
            "Menace",
            "MenaceGame",
            "Attendance",
            "Entrant",
            "Player",
        }
    )
    names = {
        model.__name__
        for model in apps.get_app_config("games").get_models()
        if any(field.name in ("name", "title") for field in model._meta.fields)
    }
    # A tournament has no player: its key identifies its host.
    assert names == {"Player", "Seat", "KeptRobot", "Entrant", "Tournament"}


class TestForgetting:
    def test_only_nameless_games_are_left(self, mallory):
        codes = everything(mallory)
        tournaments.join(code=waiting().code, player=mallory, name=RUDE)
        assert kept_of(mallory) == Kept(games=2, in_play=3, waiting=1, series=1)
        assert len(consequences(mallory)) == 9  # including robots, puzzles, a machine and a tournament
        home_services.forget(player=mallory)
        assert not Player.objects.filter(pk=mallory.pk).exists()
        assert not told_anywhere(RUDE, ROBOT)
        assert [*check_everything()] == []
        seats = Seat.objects.filter(game__code__in=codes.values()).exclude(player=None)
        assert {seat.player.name for seat in seats} == {"", "Ben"}
        assert (Daily.objects.count(), Climb.objects.count(), Menace.objects.exclude(player=None).count()) == (0, 0, 0)
        assert Series.objects.get().player.name == ""

    def test_unfinished_games_end_and_opponents_are_notified(
        self, mallory, messages, django_capture_on_commit_callbacks
    ):
        codes = everything(mallory)
        with django_capture_on_commit_callbacks(execute=True):
            home_services.forget(player=mallory)
        ended = {what: Game.objects.get(code=code) for what, code in codes.items()}
        assert (ended["going"].ended, ended["going"].winner) == ("resigned", "X")
        assert (ended["screen"].ended, ended["robot"].ended) == ("abandoned", "abandoned")
        assert ended["waiting"].status == Status.CANCELLED
        assert ended["offered"].offered_by == ""
        shown = messages[codes["going"]]
        assert (shown.status, shown.ended, shown.seats["O"].name) == (Status.FINISHED, "resigned", "")
        assert messages[codes["waiting"]].status == Status.CANCELLED

    def test_on_one_screen_both_sides_remain_one_person(self, mallory, monkeypatch):
        monkeypatch.setattr(people, "HANDED_OVER_AT_ONCE", 3)  # a batch ends within a game
        codes = [play_services.start_one_screen(player=mallory).code for _number in range(5)]
        friends(x=mallory, o=player("Ben"))
        home_services.forget(player=mallory)
        assert all(State.of(Game.objects.get(code=code)).one_screen for code in codes)

    def test_a_tournament_is_left(self):
        made = tournament("Ada", "Ben", "Cem")
        pair("Ada Ben")
        code, gone = game_of("Ada").code, entrant("Ada")
        home_services.forget(player=gone.player)
        gone.refresh_from_db()
        assert (gone.name, gone.standing, gone.match) == ("", Standing.LEFT, None)
        assert Game.objects.get(code=code).winner == "O"
        assert not told_anywhere("Ada")
        tournaments.end(key=made.key, at_once=True)
        assert [*check_everything()] == []

    def test_a_finished_tournament_keeps_its_standings(self):
        made = waiting("Ada", "Ben")
        tournaments.end(key=made.key)
        home_services.forget(player=entrant("Ada").player)
        assert [one.name for one in Entrant.objects.order_by("pk")] == ["", "Ben"]

    def test_a_player_who_starts_a_game_meanwhile_is_forgotten_on_retry(self, mallory, monkeypatch):
        delete, begun = people._delete, []

        def begin_first(**arguments):
            if not begun:
                begun.append(play_services.invite(player=mallory, side=Mark.X).code)
            return delete(**arguments)

        monkeypatch.setattr(people, "_delete", begin_first)
        home_services.forget(player=mallory)
        assert not Player.objects.filter(pk=mallory.pk).exists()
        assert Game.objects.get(code=begun[0]).status == Status.CANCELLED

    def test_an_interrupted_attempt_is_continued(self, mallory, monkeypatch):
        everything(mallory)
        with monkeypatch.context() as broken:
            broken.setattr(people, "_delete", lambda **_: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                home_services.forget(player=mallory)
        assert not told_anywhere(RUDE, ROBOT)  # the robot's name is deleted first
        home_services.forget(player=mallory)
        assert not Player.objects.filter(pk=mallory.pk).exists()
        assert [*check_everything()] == []

    def test_attempts_share_one_replacement_and_standings_stay_valid_in_between(self, monkeypatch):
        tournament("Ada", "Ben")
        pair("Ada Ben")
        lose("Ada", "Ben")
        ada = person("Ada")
        play_services.invite(player=ada, side=Mark.X)
        with monkeypatch.context() as broken:
            broken.setattr(people, "_end", lambda **_: 1 / 0)
            for _attempt in range(2):
                with pytest.raises(ZeroDivisionError):
                    home_services.forget(player=ada)
                assert [*check_everything()] == []
        home_services.forget(player=ada)
        assert [*check_everything()] == []
        assert [one.name for one in Player.objects.order_by("pk")] == ["Ben", ""]

    def test_forgetting_again_meanwhile_changes_nothing(self, mallory, monkeypatch):
        everything(mallory)
        end = people._end

        def forget_first(**arguments):
            monkeypatch.setattr(people, "_end", end)
            home_services.forget(player=mallory)

        monkeypatch.setattr(people, "_end", forget_first)
        home_services.forget(player=mallory)
        assert [*check_everything()] == []
        assert [one.name for one in Player.objects.order_by("pk")] == ["Ben", ""]

    def test_a_player_who_keeps_returning_to_a_tournament_disturbs_no_match(self, monkeypatch):
        made = tournament("Ada", "Ben", "Cem", "Dan")
        pair("Cem Dan")
        resign("Cem")
        ada, hand_over = person("Ada"), people._hand_over

        def come_back_first(**arguments):
            again = tournaments.join(code=made.code, player=ada, name="Eve")
            if directing.pair(tournament=made.pk, pairs=[(again.pk, entrant("Ben").pk)], at=timezone.now()):
                play_services.resign(code=game_of("Ben").code, player=ada)
            return hand_over(**arguments)

        with monkeypatch.context() as another_page:
            another_page.setattr(people, "_hand_over", come_back_first)
            with pytest.raises(Refused):
                home_services.forget(player=ada)
        settle()
        assert (game_of("Ben").place, game_of("Cem").place) == (2, 2)
        assert [*check_everything()] == []
        home_services.forget(player=ada)
        assert not Player.objects.filter(pk=ada.pk).exists()
        assert [*check_everything()] == []

    def test_a_player_without_any_data_is_forgotten(self, mallory):
        assert consequences(mallory) == []
        home_services.forget(player=mallory)
        assert not Player.objects.filter(pk=mallory.pk).exists()

    def test_the_opponent_can_offer_a_rematch_that_nobody_answers(self, mallory):
        ben = player("Ben")
        game = friends(x=mallory, o=ben)
        play(game, "1 4 2 5 3")
        home_services.forget(player=mallory)
        assert play_services.rematch(code=game.code, player=ben).offered_by == "O"


class TestRenaming:
    def test_the_new_name_appears_everywhere(self, mallory, messages, django_capture_on_commit_callbacks):
        going = friends(x=mallory, o=player("Ben"))
        play_services.start_against_computer(player=mallory, opponent="wbf", side=Mark.X, name=ROBOT)
        tournaments.join(code=waiting("Ned").code, player=mallory, name=RUDE)
        with django_capture_on_commit_callbacks(execute=True):
            home_services.rename_everywhere(player=mallory, name="Ned")
        assert messages[going.code].seats["X"].name == "Ned"
        assert [one.name for one in Entrant.objects.order_by("pk")] == ["Ned", "Ned 2"]
        assert (told_anywhere(RUDE), told_anywhere(ROBOT)) == (False, True)
        home_services.rename_everywhere(player=mallory, name="", robots=True)
        assert not told_anywhere(ROBOT)
        assert [one.name for one in Entrant.objects.order_by("pk")] == ["Ned", ""]
