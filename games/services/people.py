"""A player's name everywhere, and being forgotten."""

from itertools import chain, count

from django.db import transaction
from django.db.models import F

from games.engine.position import Outcome, Termination
from games.models import Entrant, Game, Player, Seat, Standing, Status
from games.refusals import Reason, Refused
from games.selectors.games import read_game
from games.selectors.people import named_robots_of, offered_codes_of, tournaments_on_of, unfinished_codes_of
from games.selectors.state import State
from games.selectors.tournaments import IN_PLAY
from games.services import lobby, tournaments
from games.services.attendance import withdraw_rematch
from games.services.matches import take, tell_games
from games.services.storage import ATTEMPTS, advance, ending_of, marks_of, one_transaction, publish

HANDED_OVER_AT_ONCE = 250  # games


def rename_everywhere(*, player: Player, name: str, robots: bool = False) -> None:
    """Gives a player another name here and in all tournaments, "" for none. With `robots` the robots that they have met
    lose the names that were given to them.

    May be repeated: it is done in several steps, the name itself first.
    """
    lobby.rename(player=player, name=name)
    for entrant in player.entrants.exclude(name="").order_by("pk"):
        _rename_in_tournament(entrant=entrant, name=name)
    if robots:
        named_robots_of(player).update(name="")


@one_transaction
def _rename_in_tournament(*, entrant: Entrant, name: str) -> None:
    """Gives somebody this name in their tournament, with a number if others have it."""
    tournament = take(pk=entrant.tournament_id)
    others = tournament.entrants.exclude(pk=entrant.pk)
    taken = {other.casefold() for other in others.values_list("name", flat=True)} - {""}
    names = chain([name], (f"{name} {number}" for number in count(2)))
    free = next(one for one in names if one.casefold() not in taken)
    Entrant.objects.filter(pk=entrant.pk).update(name=free)
    tell_games(Game.objects.filter(IN_PLAY, match=entrant.match_id, match__isnull=False))


def forget(*, player: Player) -> None:
    """Forgets a player. What others have played with them stays, as games of a guest without a name whom nobody can be;
    the names of the robots in their games go, and all that was theirs alone.

    A game with another person is given up, one alone is a draw, an invite is over, a tournament is left. It is done in
    many short steps, the name first, and may be repeated: what one attempt has not come to the next one does. Raises
    Refused if the player goes on to begin games meanwhile.
    """
    rename_everywhere(player=player, name="", robots=True)
    # No link to another device is good any more, nor the form that made the guest.
    Player.objects.filter(pk=player.pk).update(made_by=None, carried=F("carried") + 1)
    nobody = Player.objects.create()  # whom `tidy` forgets if nothing comes to be theirs
    for _attempt in range(ATTEMPTS):
        for code in tournaments_on_of(player).values_list("tournament__code", flat=True):
            tournaments.leave(code=code, player=player)
        for code in unfinished_codes_of(player):
            _end(code=code, player=player)
        for code in offered_codes_of(player):
            withdraw_rematch(code=code, player=player.pk)
        while _hand_over(player=player, nobody=nobody):
            pass
        if _delete(player=player, nobody=nobody):
            return
    raise Refused(Reason.BEHIND)


@one_transaction
def _end(*, code: str, player: Player) -> None:
    """Ends a game because one of its people is no more."""
    game = read_game(code)
    marks = marks_of(game, player)
    if game.status == Status.WAITING:
        advance(game, status=Status.CANCELLED)
    elif game.status == Status.STARTED and State.of(game).between_people:
        [mark] = marks
        advance(game, **ending_of(game, Outcome(mark.other, Termination.RESIGNED)))
    elif game.status == Status.STARTED:
        advance(game, **ending_of(game, Outcome(None, Termination.ABANDONED)))
    publish(game)


@transaction.atomic
def _hand_over(*, player: Player, nobody: Player) -> bool:
    """Makes some of a player's games that are over those of another. Returns whether there were any."""
    over = player.seats.filter(game__status__in=[Status.FINISHED, Status.CANCELLED]).order_by("game")
    games = list(over.values_list("game", flat=True)[:HANDED_OVER_AT_ONCE])
    return Seat.objects.filter(player=player, game__in=games).update(player=nobody) > 0


@transaction.atomic
def _delete(*, player: Player, nobody: Player) -> bool:
    """Deletes a player, and hands over what is not theirs alone. Returns whether they could go: not if they have begun
    or joined anything meanwhile."""
    Player.objects.select_for_update().filter(pk=player.pk).first()  # who joins something now waits, and is too late
    here = tournaments_on_of(player).filter(standing__in=[Standing.PRESENT, Standing.ASIDE])
    if player.seats.exists() or here.exists():
        return False
    player.series.update(player=nobody)
    player.entrants.update(player=nobody, name="")
    Player.objects.filter(pk=player.pk).delete()
    return True
