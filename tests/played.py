"""A tournament that was played, small enough to know all of it by heart."""

from games.models import Tournament
from games.services import directing, tournaments
from tests.games import play
from tests.tournaments import game_of, in_seconds, lose, number, pair, settle, tournament

ERRS = "1 2 5 9 4 6 7"  # whoever answers errs with the first move, and loses to a fork without a mistake of the other's


def a_match_each(*pairs: str, **settings: object) -> None:
    """A tournament of these pairs, whose first side wins both games: by the mistake of the other, who resigns the next
    one."""
    tournament(*" ".join(pairs).split(), **settings)
    pair(*pairs)
    for one in pairs:
        play(game_of(one.split()[0]), ERRS)
    settle()
    lose(*(one.split()[1] for one in pairs))


def end() -> Tournament:
    """Ends the tournament at once."""
    tournaments.end(key=Tournament.objects.get().key, at_once=True)
    directing.finish(tournament=number(), at=in_seconds(1))
    return Tournament.objects.get()


def played(**settings: object) -> Tournament:
    """Ada has won both games against Ben, and Cem against Dan; it is over."""
    a_match_each("Ada Ben", "Cem Dan", **settings)
    return end()
