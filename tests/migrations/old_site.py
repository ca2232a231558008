"""Fill a database through the code of the last release with a single game. in_turn.py runs this with that code."""

from datetime import date, timedelta

from games.engine.daily import FIRST, exercise_of
from games.engine.opponents import OPPONENTS
from games.engine.practice import exercises
from games.selectors import games_with_seats
from games.state import State

from games import services
from games.engine.position import Mark
from games.models import Game, Player

ada, ben = (Player.objects.create(name=name) for name in ("Ada", "Ben"))


def friends(squares: str = "") -> str:
    """Play a game between the two on these squares, 1 to 9. Return its code."""
    code = services.invite(player=ada, side=Mark.X).code
    services.join(code=code, player=ben)
    for number in squares.split():
        state = State.of(games_with_seats().get(code=code))
        mover = ada if state.position.turn is Mark.X else ben
        services.play(code=code, player=mover, cell=int(number) - 1, version=state.version)
    return code


def version(code: str) -> int:
    return Game.objects.get(code=code).version


services.invite(player=ada, side=Mark.O)
services.cancel(code=services.invite(player=ada, side=None).code, player=ada)
for squares in ("", "5", "5 1 9", "5 4 7 3 1 6 9", "1 2 3 5 4 6 8 7 9"):
    friends(squares)
services.resign(code=friends("5 1"), player=ben)
services.take_back(code=(asked := friends("5 1 9")), player=ada, version=version(asked))  # waits for an answer
services.take_back(code=(back := friends("5 1 9")), player=ada, version=version(back))
services.allow(code=back, player=ben)
services.rematch(code=friends("5 4 7 3 1 6 9"), player=ada)  # waits for an answer
services.rematch(code=(again := friends("5 4 7 3 1 6 9")), player=ada)
services.rematch(code=again, player=ben)
for key in OPPONENTS:
    for mark in Mark:
        made = services.start_against_computer(player=ada, opponent=key, side=mark, hints=True)
services.hint(code=made.code, player=ada)
services.put_away(code=made.code, player=ada, away=True)
services.start_one_screen(player=ada, start="XX_OO____")
services.start_series(player=ada, x="hard", o="trickster", count=20)
for exercise in exercises()[:20]:
    for cell in exercise.position.legal_moves:
        services.practise(player=ada, exercise=exercise, cell=cell)
today: date = FIRST
for _day in range(5):
    services.answer_daily(player=ben, day=today, today=today, cell=exercise_of(today).answers[0])
    today += timedelta(days=1)
