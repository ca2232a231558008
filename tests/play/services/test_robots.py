"""Games against robots: seats store the letters and the name, and everything works with them."""

import json

import pytest
from django.db import IntegrityError, transaction

from games.engine.classic import CLASSIC
from games.engine.misere import MISERE
from games.engine.position import Mark
from games.play import services
from games.play.models import Game, Seat
from games.play.selectors.games import find_games
from games.play.selectors.results import totals_of
from games.play.selectors.state import State
from games.play.verification import problems_of
from games.play.words.game_list import opponent
from games.play.words.pov import Pov
from games.review.exchange import from_json, to_text, values_of
from games.review.tables import table_of
from games.site.models import Player
from games.site.refusals import Reason
from tests.support.commands import output_of
from tests.support.games import play
from tests.support.stored import check_refused

pytestmark = pytest.mark.django_db


def started(ada: Player, key: str = "wbfsck", name: str = "Rusty", side: Mark = Mark.X) -> State:
    return services.start_against_computer(player=ada, opponent=key, name=name, side=side)


def test_a_robot_keeps_its_name_in_the_rematch(ada):
    state = services.resign(code=started(ada).code, player=ada)
    following = services.rematch(code=state.code, player=ada).next_code
    seats = State.of(Game.objects.get(code=following)).seats
    assert (seats["X"].opponent, seats["X"].name, seats["O"].player) == ("wbfsck", "Rusty", ada.pk)


def test_only_a_robot_may_get_a_name(ada):
    assert started(ada, "hard", "Rusty").seats["O"].name == ""
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(player=ada).update(name="Rusty")


@pytest.mark.parametrize(("variant", "key"), [(CLASSIC, "wz"), (CLASSIC, "ww"), (CLASSIC, ""), (MISERE, "wb")])
def test_an_invalid_list_of_rules_and_a_robot_in_another_game_are_refused(ada, variant, key):
    start = {"player": ada, "opponent": key, "side": Mark.X, "variant": variant}
    check_refused(Reason.UNKNOWN_OPPONENT, services.start_against_computer, **start)


class TestNames:
    def test_a_robot_is_called_by_its_name_or_by_its_rules(self, ada):
        assert Pov(started(ada)).name(Mark.O) == "Rusty"
        assert Pov(started(ada, name="")).name(Mark.O) == "Robot wbfsck"

    def test_totals_are_separate_for_each_name(self, ada):
        for key, name in (("wb", "Rusty"), ("wb", "Rusty"), ("wb", "Dusty"), ("b", ""), ("hard", "")):
            services.resign(code=started(ada, key, name).code, player=ada)
        lost = {opponent(total): total.lost for total in totals_of(ada)}
        assert lost == {"Rusty": 2, "Dusty": 1, "Robot b": 1, "Hard": 1}

    def test_lists_find_robots_and_no_others(self, ada):
        games = {key: started(ada, key).code for key in ("wb", "-", "hard", "centre")}
        services.invite(player=ada, side=None)
        assert {game.code for game in find_games(ada, opponent="robot")} == {games["wb"], games["-"]}


class TestFiles:
    @pytest.mark.parametrize(("key", "name"), [("wbf", "Rusty"), ("-", ""), ("-", "Dusty")])
    def test_a_file_can_be_exported_and_opened(self, ada, key, name):
        values = values_of(services.resign(code=started(ada, key, name).code, player=ada))
        assert values["players"]["O"] == {"computer": key, **({"name": name} if name else {})}
        assert values_of(from_json(json.dumps(values))) == values

    def test_a_name_given_to_a_computer_player_is_ignored(self, ada):
        values = values_of(services.resign(code=started(ada, "hard").code, player=ada))
        values["players"]["O"]["name"] = "Rusty"
        assert from_json(json.dumps(values)).seats["O"].name == ""

    def test_text_and_tables_name_the_robot(self, ada):
        state = services.resign(code=started(ada).code, player=ada)
        assert to_text(state).startswith("Ada (X) – Rusty (O): O won")
        assert [row["o"] for row in table_of(Game.objects.all())] == ["Rusty (wbfsck)"]


class TestVerification:
    def test_games_played_by_robots_obey_their_rules(self, ada):
        for key in ("wbfsck", "-", "wbftcoke", "e"):
            play(started(ada, key), "5")
            started(ada, key, side=Mark.O)
        assert [found for game in Game.objects.all() for found in problems_of(game)] == []
        output_of("verify")

    def test_a_move_against_its_rules_and_a_robot_in_another_game_are_found(self, ada):
        wrong_rule, wrong_game = (play(started(ada, "c"), "1") for _game in range(2))
        Seat.objects.filter(game__code=wrong_rule.code, mark="O").update(opponent="e")
        Game.objects.filter(code=wrong_game.code).update(variant="misere")
        for state in (wrong_rule, wrong_game):
            assert problems_of(Game.objects.get(code=state.code)) == ["move 2 is not one that its robot would make"]
