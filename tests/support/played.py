"""A small finished tournament with known results."""

from itertools import cycle, islice, permutations

from django.utils import timezone

from games.play.models import Ended, Game, Seat, Status
from games.site.models import Player
from games.tournaments.models import Entrant, Match, Phase, Tournament
from games.tournaments.selectors import endings
from games.tournaments.selectors.standings import finished_in
from games.tournaments.selectors.tournaments import finished_games
from games.tournaments.services import directing, tournaments
from tests.support.games import play
from tests.support.tournaments import current_state, finish, game_of, in_seconds, lose, playing, settle

WITH_A_MISTAKE = "1 2 5 9 4 6 7"  # the second player errs immediately, and the first makes no mistake


def play_matches(*pairs: str, **settings: object) -> None:
    """Play a match between each of these pairs in a new tournament. The first of each wins both games: one by the
    opponent's mistake, one by resignation."""
    playing(*pairs, **settings)
    for one in pairs:
        play(game_of(one.split()[0]), WITH_A_MISTAKE)
    settle()
    for one in pairs:
        play(game_of(one.split()[0]), "5 1 9")
    lose(*(one.split()[1] for one in pairs))


def end() -> Tournament:
    """End the tournament immediately, and store its ending."""
    tournaments.end(key=Tournament.objects.latest("pk").key, at_once=True)
    finish(in_seconds(1))
    add_ending()
    return Tournament.objects.latest("pk")


def add_ending() -> None:
    """Compute and store the ending of the tournament, as a director does."""
    state = current_state()
    games = list(finished_games(state.id))
    directing.store_ending(tournament=state.id, ending=endings.compute_ending(state, games, finished_in(state.id)))


def played(**settings: object) -> Tournament:
    """Return a finished tournament in which Ada has won both games against Ben, and Cem against Dan."""
    play_matches("Ada Ben", "Cem Dan", **settings)
    return end()


def long_tournament(matches: int) -> Tournament:
    """Store a finished tournament of 40 people and many matches. X has won each game as in WITH_A_MISTAKE."""
    made, at = tournaments.create(), timezone.now()
    players = Player.objects.bulk_create(Player(name=f"P{number}") for number in range(40))
    entrants = Entrant.objects.bulk_create(Entrant(tournament=made, player=one, name=one.name) for one in players)
    times = {"started_at": at, "finished_at": at}
    stored = Match.objects.bulk_create(
        Match(tournament=made, number=number, first=first, second=second, start="_" * 9, ended_at=at)
        for number, (first, second) in enumerate(islice(cycle(permutations(entrants, 2)), matches), start=1)
    )
    over = {"status": Status.FINISHED, "record": "0148356", "winner": "X", "ended": Ended.LINE, **times}
    games = Game.objects.bulk_create(
        Game(match=match, place=place, x_mistakes=0, o_mistakes=1, **over) for match in stored for place in (1, 2)
    )
    Seat.objects.bulk_create(
        Seat(game=game, mark=mark, player=one.player)
        for game in games
        for mark, one in zip("XO" if game.place == 1 else "OX", (game.match.first, game.match.second), strict=True)
    )
    Tournament.objects.filter(pk=made.pk).update(phase=Phase.OVER, started_at=at, ends_at=at, over_at=at)
    return Tournament.objects.get(pk=made.pk)
