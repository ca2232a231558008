"""Create and play tournaments through the services. Most helpers act in the latest tournament."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games.play import services
from games.play.models import Game
from games.play.selectors.state import State
from games.site.models import Player
from games.tournaments.models import Entrant, Kind, Match, Tournament
from games.tournaments.selectors.tournaments import BREATHER, COMPUTER_AFTER, GRACE, TournamentState, tournament_state
from games.tournaments.services import directing, tournaments
from games.tournaments.verification import problems_of
from tests.support.games import player


def waiting(*names: str, **settings: Any) -> Tournament:
    made = tournaments.create(**settings)
    for name in names:
        tournaments.join(code=made.code, player=player(name), name=name)
    stay()
    return made


def stay() -> None:
    """Keep everyone present from now on."""
    Entrant.objects.update(here_until=timezone.now() + timedelta(days=1))


def go_away(*names: str, seconds: float = 0) -> None:
    """Store that these entrants have been absent for `seconds`."""
    Entrant.objects.filter(name__in=names).update(here_until=in_seconds(-seconds))


def tournament(*names: str, kind: Kind = Kind.ARENA, **settings: Any) -> Tournament:
    """Create a running tournament with these people."""
    return tournaments.start(key=waiting(*names, kind=kind, **settings).key)


def playing(*pairs: str, at: datetime | None = None, **settings: Any) -> Tournament:
    """Create a running tournament with these matches: `playing("Ada Ben", "Cem")`. A single name stays free."""
    made = tournament(*" ".join(pairs).split(), **settings)
    pair(*(one for one in pairs if " " in one), at=at)
    return made


def tournament_id() -> int:
    return Tournament.objects.latest("pk").pk


def current_state() -> TournamentState:
    return tournament_state(code=Tournament.objects.latest("pk").code)


def entrant(name: str) -> Entrant:
    return Entrant.objects.filter(name=name).latest("pk")


def person(name: str) -> Player:
    return entrant(name).player


def pair(*pairs: str, at: datetime | None = None) -> int:
    """Start matches, and return how many: `pair("Ada Ben", "Cem Dan")`. The first of each pair starts."""
    numbers = [tuple(entrant(name).pk for name in one.split()) for one in pairs]
    return directing.pair(tournament=tournament_id(), pairs=numbers, at=at or timezone.now())


def start_computer_games() -> None:
    """Start games against computers, as if the free entrants had waited for COMPUTER_AFTER."""
    directing.start_computer_games(tournament=tournament_id(), at=timezone.now() + COMPUTER_AFTER)


def game_of(name: str) -> Game:
    return Game.objects.filter(seats__player=person(name)).latest("pk")


def match_of(name: str) -> Match | None:
    return entrant(name).match


def resign(name: str) -> State:
    """Resign an entrant's game after two of their moves, so that it counts."""
    move_twice(name)
    return resign_at_once(name)


def resign_at_once(name: str) -> State:
    return services.resign(code=game_of(name).code, player=person(name))


def move_twice(name: str) -> None:
    """Play an entrant's game without mistakes until they have made two moves."""
    state, entrant = State.of(game_of(name)), person(name).pk
    while sum(state.seats[one.turn].player == entrant for one in state.positions[: state.plies]) < 2:
        mover = Player.objects.get(pk=state.seats[state.position.turn].player)
        continuing = [one for one in state.position.legal_moves if state.position.play(one).outcome is None]
        worth = state.variant.solver.worth
        move = state.variant.write(min(continuing, key=lambda one: worth(state.position.play(one)).value))
        state = services.play(code=state.code, player=mover, move=move, version=state.version)


def run_out(name: str) -> None:
    """Let the clock of an entrant's game run out, including its GRACE."""
    move_by = game_of(name).move_by
    assert move_by
    directing.call_time(tournament=tournament_id(), at=move_by + GRACE)


def settle() -> None:
    """Continue every match whose game is over, as if BREATHER had passed."""
    directing.settle(tournament=tournament_id(), at=timezone.now() + BREATHER)


def lose(*names: str) -> None:
    """Let these entrants resign in turn, and continue their matches."""
    for name in names:
        resign(name)
        settle()


def match_ended() -> datetime:
    ended = Match.objects.exclude(ended_at=None).latest("ended_at").ended_at
    assert ended
    return ended


def in_seconds(seconds: float) -> datetime:
    return timezone.now() + timedelta(seconds=seconds)


def table() -> str:
    """Return place, name, points, and games won, drawn and lost: "1 Ada 4: 2 0 0, …"."""
    rows = ((one.place, one.name, one.score) for one in current_state().table)
    return ", ".join(
        f"{place} {name} {score.points}: {score.won} {score.drawn} {score.lost}" for place, name, score in rows
    )


def free() -> str:
    return " ".join(sorted(one.name for one in current_state().entrants if one.free))


def finish(at: datetime | None = None) -> None:
    """End the tournament if its time has come."""
    directing.finish(tournament=tournament_id(), at=at or timezone.now())


def problems() -> list[str]:
    """Return what verification finds in all tournaments."""
    return [problem for made in Tournament.objects.all() for problem in problems_of(made)]
