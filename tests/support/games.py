"""Create and play games through the services."""

from games.engine.classic import CLASSIC
from games.engine.position import Mark
from games.engine.variant import Variant
from games.play import services
from games.play.models import Game
from games.play.selectors.state import State
from games.site.models import Player


def player(name: str = "") -> Player:
    return Player.objects.create(name=name)


def deleted() -> Player:
    """Return a player whose row was deleted, but not their session."""
    gone = player("Gone")
    session = Player(pk=gone.pk)
    gone.delete()
    return session


def friends(*, x: Player, o: Player, variant: Variant = CLASSIC) -> Game:
    """Return a game in play between two people."""
    code = services.invite(player=x, side=Mark.X, variant=variant).code
    services.join(code=code, player=o)
    return Game.objects.get(code=code)


def play(game: Game | State, squares: str) -> State:
    """Play moves in people's notation, each by the side to move: `play(game, "1 5 9")`."""
    state = State.of(Game.objects.get(code=game.code))
    for number in squares.split():
        mover = Player.objects.get(pk=state.seats[state.position.turn].player)
        move = state.variant.write(state.variant.labelled(number))
        state = services.play(code=game.code, player=mover, move=move, version=state.version)
    return state


def against_robot(who: Player, key: str, name: str, squares: str = "") -> State:
    """Play a game as X against a robot to its end: on the free ones of these squares, and then as well as possible."""
    state = services.start_against_computer(player=who, opponent=key, name=name, side=Mark.X)
    while state.position.outcome is None:
        free = state.position.legal_moves
        wanted = [number - 1 for number in map(int, squares.split()) if number - 1 in free]
        move, *_others = [*wanted, *CLASSIC.solver.best_moves(state.position)]
        state = services.play(code=state.code, player=who, move=str(move), version=state.version)
    return state


def board(game: Game | State) -> str:
    """Return the stored board, row by row: "X__ _O_ ___"."""
    state = State.of(Game.objects.get(code=game.code))
    return " ".join(state.variant.rows_of(state.position.cells))


def take_back(*, code: str, player: Player | None) -> State:
    """Ask to take back a move of the game in its current state."""
    return services.take_back(code=code, player=player, version=Game.objects.get(code=code).version)
