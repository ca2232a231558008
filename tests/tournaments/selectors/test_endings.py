"""The highlights of a finished tournament."""

import pytest

from games.engine.classic import CLASSIC
from games.engine.exercises import exercises
from games.engine.symmetry import canonical
from games.engine.variants import VARIANTS
from games.play.selectors.state import State
from games.site.models import Player
from games.tournaments.models import Entrant, Tournament
from games.tournaments.selectors.endings import Ending, Missed, ending_of, missed_in
from games.tournaments.services import tournaments
from tests.support.games import friends, play, player
from tests.support.played import WITH_A_MISTAKE, add_ending, end, play_matches, played
from tests.support.tournaments import current_state, game_of, lose, pair, settle, tournament

pytestmark = pytest.mark.django_db


def missed(*records: str) -> dict[str, tuple[int, int]]:
    """Play games such as "Ada Ben 1 5" (Ada starts). Map each missed position to the number of people who missed it and
    the number who had it."""
    people: dict[str, Player] = {}
    games: list[State] = []
    for x, o, moves in (record.split(maxsplit=2) for record in records):
        for name in (x, o):
            people[name] = people.get(name) or player(name)
        games.append(play(friends(x=people[x], o=people[o]), moves))
    return {one.position.text: (one.missed, one.people) for one in missed_in(CLASSIC, games)}


def name_of(who: int) -> str:
    return Entrant.objects.get(pk=who).name


@pytest.mark.parametrize(
    ("records", "positions"),
    [
        (["Ada Ben 1 2", "Ada Cem 1 9", "Ada Dan 1 5"], {"X________": (2, 3)}),
        (["Ada Ben 1 2", "Ada Cem 9 8"], {"X________": (2, 2)}),  # symmetric positions count as one
        (
            ["Ada Ben 1 2", "Ada Ben 1 2", "Ada Cem 1 2", "Ada Cem 1 5", "Ada Dan 1 5", "Ada Dan 1 2"],
            {"X________": (2, 3)},  # only a person's first answer counts
        ),
        (["Ada Ben 1 2", "Ada Cem 1 5"], {}),  # a mistake of one person is omitted
        (
            ["Ada Ben 5 2", "Ada Cem 5 2", "Ada Ben 1 2", "Ada Cem 1 2", "Ada Dan 1 2"],
            {"X________": (3, 3), "____X____": (2, 2)},
        ),
    ],
)
def test_positions_are_listed_with_the_people_who_missed_them(records, positions):
    """Against a corner, every reply except the centre loses. The most missed position comes first."""
    assert list(missed(*records).items()) == list(positions.items())


class TestEnding:
    def test_it_has_the_missed_positions_and_the_player_with_most_moves_without_a_mistake(self):
        made = played()
        ending = ending_of(current_state())
        assert ending.missed == ((CLASSIC.position("X________"), 2, 2),)
        assert (name_of(ending.faultless.who), ending.faultless.moves) == ("Ada", 5)
        tournaments.remove(key=made.key, entrant=ending.faultless.who)
        add_ending()
        assert name_of(ending_of(current_state()).faultless.who) == "Cem"

    @pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
    def test_positions_survive_storage(self, variant):
        made = tournament(variant=variant)
        positions = [canonical(variant, variant.reduced(one.position)) for one in exercises(variant)[:40]]
        missed = tuple(Missed(position, 3, 2) for position in positions)
        Tournament.objects.filter(pk=made.pk).update(ending=Ending(missed, None, None).as_json())
        assert ending_of(current_state()).missed == missed

    def test_it_names_the_player_who_climbed_most_in_the_second_half(self):
        """Ada, who was first, loses to Dan."""
        play_matches("Ada Ben", "Cem Dan")
        pair("Dan Ada")
        play(game_of("Dan"), WITH_A_MISTAKE)
        settle()
        lose("Ada")
        end()
        climber = ending_of(current_state()).climber
        assert climber
        assert (name_of(climber.who), climber.before, climber.after) == ("Cem", 2, 1)
