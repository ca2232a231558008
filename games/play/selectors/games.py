"""Queries for games, shared by several callers."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from django.db.models import Case, Exists, F, IntegerField, OuterRef, Prefetch, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce

from games.engine.position import Mark
from games.engine.robots import KEY_PATTERN, is_robot
from games.engine.variant import Variant
from games.play.models import MAX_ALONE, Game, Seat, Series, Side, Status
from games.play.selectors.state import State
from games.site.models import Player
from games.site.sql import objects

MAX_FRIENDS = 100  # names to choose from
FRIEND = "friend-"  # the prefix of a person's name in `find_games`
MAX_PENDING = 100  # games listed
OFFERED = Q(offered_by__in=Side.values)  # uses the index, which `exclude(offered_by="")` would not
# What a State needs of a match. Lists of games join it, because SQLite refuses to prefetch a thousand of them.
OF_MATCH: Final = ("tournament", "first", "second")


def games_with_seats() -> QuerySet[Game]:
    """Return games with everything that a State needs: seats, players, rematches and matches. Takes two queries."""
    seats = Prefetch("seats", queryset=Seat.objects.select_related("player").order_by("pk"), to_attr="seated")
    games = Game.objects.annotate(next_code=Coalesce("rematch__code", Value("")))  # type: ignore[no-redef]
    return games.prefetch_related(seats).select_related(*(f"match__{name}" for name in OF_MATCH))  # type: ignore[no-redef]


def read_game(code: str) -> Game:
    """Return a game with everything that a State needs. Raises Game.DoesNotExist."""
    game = games_by_code([code]).get(code)
    if game is None:
        raise Game.DoesNotExist(code)
    return game


def games_by_code(codes: Iterable[str]) -> dict[str, Game]:
    """Return the existing games among these codes, with everything that a State needs."""
    found = objects(Game, f"{GAMES} WHERE game.code IN %s", [*codes])
    return {game.code: game for game in _complete(found)}


# Games with the codes of their rematches.
GAMES: Final = """
    SELECT game.*, COALESCE(rematch.code, '') AS next_code
    FROM games_game game LEFT JOIN games_game rematch ON rematch.rematch_of_id = game.id
"""


def _complete(games: list[Game]) -> list[Game]:
    """Add to games read by GAMES everything else that a State needs."""
    numbers = [game.pk for game in games]
    players = {player.pk: player for player in objects(Player, PLAYERS, numbers)}
    seats = defaultdict[int, list[Seat]](list)
    for seat in objects(Seat, "SELECT * FROM games_seat WHERE game_id IN %s ORDER BY id", numbers):
        seat.player = players.get(seat.player_id or 0)
        seats[seat.game_id].append(seat)
    match_model: Any = Game._meta.get_field("match").related_model
    matches = match_model.objects.select_related(*OF_MATCH).in_bulk({game.match_id for game in games} - {None})
    for game in games:
        game.seated, game.match = seats[game.pk], matches.get(game.match_id or 0)
    return games


PLAYERS: Final = """
    SELECT DISTINCT player.* FROM games_player player JOIN games_seat seat ON seat.player_id = player.id
    WHERE seat.game_id IN %s
"""


def games_of(player: Player) -> QuerySet[Game]:
    """Return a player's games: open invites and rematch offers, then unfinished games, then finished ones, and in each
    group the most recently changed first."""
    group = Case(
        When(Q(OFFERED, status=Status.FINISHED) | Q(status=Status.WAITING), then=Value(0)),
        When(status=Status.STARTED, then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )
    mine = Game.objects.filter(seats__player=player).exclude(status=Status.CANCELLED).values("pk")
    return games_with_seats().filter(pk__in=mine).order_by(group, Coalesce("finished_at", "changed_at").desc(), "-pk")


def finished_games_of(player: Player) -> QuerySet[Game]:
    """Return a player's finished games, oldest first."""
    mine = player.seats.filter(game__status=Status.FINISHED).values("game")
    return games_with_seats().filter(pk__in=mine).order_by("finished_at", "pk")


# A game's result, as conditions on the player's own seat.
OWN_RESULTS: Final = {
    "": Q(),
    "won": Q(game__winner=F("mark")),
    "drawn": Q(game__winner="", game__status=Status.FINISHED),
    "lost": ~Q(game__winner__in=["", F("mark")]),
}
# Kinds of opponents, as conditions on their seat.
OPPONENTS: Final = {"person": Q(opponent=""), "computer": ~Q(opponent=""), "robot": Q(opponent__regex=KEY_PATTERN)}


def find_games(
    player: Player, *, game: str = "", result: str = "", opponent: str = "", side: str = "", state: str = ""
) -> QuerySet[Game]:
    """Return a player's games that match the filters of FindForm; "" matches all. A game on one screen, where nobody
    has a side, matches only without `result` and `side`."""
    games = games_of(player)
    if game:
        games = games.filter(variant=game)
    if state:
        games = games.filter(status=Status.FINISHED) if state == "finished" else games.exclude(status=Status.FINISHED)
    if opponent == "screen":
        games = games.filter(pk__in=one_screen_games_of(player))
    elif opponent:
        wanted = OPPONENTS.get(opponent, Q(opponent=opponent))
        if opponent.startswith(FRIEND):
            wanted = Q(player__name=opponent.removeprefix(FRIEND), game__match=None)
        games = games.filter(pk__in=Seat.objects.filter(wanted).exclude(player=player).values("game"))
    if result or side:
        seats = player.seats.filter(OWN_RESULTS[result], mark__in=[side] if side else Side.values)
        games = games.filter(pk__in=seats.values("game")).exclude(pk__in=one_screen_games_of(player))
    return games


def friends_of(player: Player) -> list[str]:
    """Return at most MAX_FRIENDS names of people a player has met outside tournaments, sorted."""
    met = Seat.objects.filter(game__in=games_of(player).filter(match=None)).exclude(player=player).exclude(player=None)
    names = met.exclude(player__name="").order_by("player__name").values_list("player__name", flat=True)
    return list(names.distinct()[:MAX_FRIENDS])


def one_screen_games_of(player: Player) -> QuerySet[Any, Any]:
    """Return the ids of the games in which a player holds both seats."""
    as_o = Seat.objects.filter(player=player, mark="O").values("game")
    return Seat.objects.filter(player=player, mark="X", game__in=as_o).values("game")


def with_first_win(state: State) -> State:
    """Return the state with `first_win` set: whether its player has beaten this built-in computer player for the first
    time. Wins with hints, in tournaments and from positions set up by hand do not count."""
    winner, usual = state.seats.get(state.winner), state.start == state.variant.start.text
    if winner is None or winner.player is None or state.helped or state.in_tournament or not usual:
        return state
    key = state.seats[Mark(state.winner).other].opponent
    if state.variant.opponent(key) is None or is_robot(key):
        return state
    same_kind = {"variant": state.variant.key, "start": state.start, "helped": False, "match": None}
    won = Game.objects.filter(**same_kind, seats__player=winner.player, seats__mark=F("winner")).exclude(pk=state.game)
    return replace(state, first_win=not Seat.objects.filter(game__in=won.values("pk"), opponent=key).exists())


def has_played(player: Player, variant: Variant) -> bool:
    """Return whether a player has finished a game of this variant."""
    return Game.objects.filter(variant=variant.key, status=Status.FINISHED, seats__player=player).exists()


def pending_games_of(player: Player) -> list[Game]:
    """Return at most MAX_PENDING of a player's games that wait for a friend, are in play or have an open rematch
    offer, the most recently changed first. Omits games put away, and games with neither another person nor a move."""
    # At most about MAX_ALONE games lack both. Excluding them in the database takes longer than reading them.
    pending = objects(Game, f"{GAMES} {PENDING}", player.pk, MAX_PENDING + MAX_ALONE)
    return [game for game in _complete(pending) if not _untouched(game, player)][:MAX_PENDING]


PENDING: Final = """
    WHERE
        game.id IN (SELECT game_id FROM games_seat WHERE player_id = %s)
        AND ((game.status IN ('waiting', 'started') AND NOT game.put_away) OR game.offered_by IN ('X', 'O'))
    ORDER BY game.changed_at DESC, game.id DESC
    LIMIT %s
"""


def _untouched(game: Game, player: Player) -> bool:
    """Return whether a started game has neither another person nor a move."""
    others = {seat.player_id for seat in game.seated} - {player.pk, None}
    return game.status == Status.STARTED and not game.record and not others


def games_alone_of(player: Player) -> QuerySet[Game]:
    """Return a player's games in play against the computer or on one screen."""
    return Game.objects.filter(~_with_another(player), status=Status.STARTED, pk__in=player.seats.values("game"))


def games_between_people_of(player: Player) -> QuerySet[Game]:
    """Return a player's unfinished games against another person, including those that wait for one."""
    between = Q(status=Status.WAITING) | (Q(status=Status.STARTED) & Q(_with_another(player)))
    return Game.objects.filter(between, pk__in=player.seats.values("game"))


def _with_another(player: Player) -> Exists:
    return Exists(Seat.objects.filter(game=OuterRef("pk")).exclude(player=player).exclude(player=None))


def latest_series_of(player: Player, count: int) -> list[tuple[Series, dict[str, str]]]:
    """Return a player's latest series, newest first, each with the names of its robots by mark."""
    latest = list(player.series.order_by("-created_at", "-pk")[:count])
    named = Seat.objects.filter(game__series__in=latest).exclude(name="")
    names: dict[int, dict[str, str]] = {series.pk: {} for series in latest}
    for series, mark, name in named.values_list("game__series", "mark", "name").distinct():
        names[series][mark] = name
    return [(series, names[series.pk]) for series in latest]


def tally_of(series: Series, games: int) -> Counter[str]:
    """Count how the first `games` games of a series ended: "X", "O" and "draw"."""
    winners = series.games.order_by("pk").values_list("winner", flat=True)[:games]
    return Counter(winner or "draw" for winner in winners)
