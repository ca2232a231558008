"""Random legal and illegal actions of people and computer players: refusals and repeats change nothing, and the stored
data stays valid."""

from dataclasses import replace

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.position import Mark
from games.engine.variant import Variant
from games.engine.variants import VARIANTS
from games.play import services
from games.play.models import Game
from games.play.selectors.state import State
from games.play.services import Turn
from games.play.verbs import VERBS, perform
from games.play.verification import problems_of
from games.site.models import Player
from games.site.refusals import Refused
from tests.support.games import player
from tests.support.stored import digest

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NAMES = ("Ada", "Ben", "Cem")
MAX_GAMES = 3  # so that much happens in each


class Play:
    """A few games of one kind, and the people who play them."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.people = {name: player(name) for name in NAMES}
        game = self.make("invite", self.people["Ada"], 0)
        services.join(code=game.code, player=self.people["Ben"])
        self.codes = [game.code]

    def act(self, verb: str, name: str, place: int, number: int, stale: int) -> None:
        """Let a person act in a game. Compare the stored data with the earlier data and with the result."""
        who, game, before = self.people[name], Game.objects.get(code=self.codes[place % len(self.codes)]), digest()
        try:
            state = self.do(verb, who, game, number, game.version - stale)
        except Refused:
            assert digest() == before
            return
        if state:
            stored = Game.objects.get(pk=game.pk)
            assert State.of(stored) == replace(state, withdrawn=False, first_win=False)  # neither is stored
            assert problems_of(stored) == []
            assert state.version >= game.version
            assert (state.version == game.version) == (digest() == before)
            self.codes += {state.next_code} - {"", *self.codes}

    def do(self, verb: str, who: Player, game: Game, number: int, version: int) -> State | None:
        if verb in VERBS:
            data = {"cell": number % 11 - 1, "write": ["", "X", "O"][number % 3], "version": version, "drawing": "nice"}
            return perform(verb, code=game.code, player=who, data=data, received_at=timezone.now())
        if verb == "join":
            return services.join(code=game.code, player=who)
        if verb == "move":
            return self.move(game, number)
        if len(self.codes) < MAX_GAMES:
            self.codes.append(self.make(verb, who, number).code)
        return None

    def move(self, game: Game, number: int) -> State | None:
        """Let the side to move make a legal move, decided on its seen state, as from a socket."""
        state = State.of(game)
        seat, moves = state.seats.get(state.position.turn), state.position.legal_moves
        if not (seat and seat.player and moves):
            return None
        mover, move = Player.objects.get(pk=seat.player), self.variant.write(moves[number % len(moves)])
        [answer] = services.play_together([Turn(state, mover, move)])
        if isinstance(answer, Refused):
            raise answer
        repeat = services.play(code=game.code, player=mover, move=move, version=game.version)
        assert repeat == replace(answer, first_win=False)  # a first win is announced once
        return answer

    def make(self, verb: str, who: Player, number: int) -> State:
        side, opponent = [*Mark][number % 2], ["easy", "hard"][number // 2 % 2]
        if verb == "invite":
            return services.invite(player=who, side=side, variant=self.variant)
        if verb == "one_screen":
            return services.start_one_screen(player=who, variant=self.variant)
        return services.start_against_computer(player=who, opponent=opponent, side=side, variant=self.variant)


OTHERS = ["join", "invite", "one_screen", "against_computer"]
OFTEN = [*["move"] * 14, *["rematch"] * 3, *["take-back", "allow"] * 3]
steps = st.lists(
    st.tuples(
        st.sampled_from([*VERBS, *OTHERS, *OFTEN]),
        st.sampled_from([*NAMES, "Ada", "Ben"]),  # Cem is the stranger more often
        st.integers(0, 5),
        st.integers(0, 99),
        st.sampled_from([0, 0, 0, 1, 2, -1]),  # the age of the version; -1 is in the future
    ),
    min_size=30,
    max_size=60,
)


@given(variant=st.sampled_from(list(VARIANTS.values())), steps=steps)
@settings(deadline=None, max_examples=30)
def test_random_actions_keep_the_stored_data_valid(variant, steps):
    with transaction.atomic():
        played = Play(variant)
        for step in steps:
            played.act(*step)
        transaction.set_rollback(True)
