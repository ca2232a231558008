"""Rename, lock, block and forget players.

Forgetting takes many short, repeatable steps: remove the name, end unfinished games, transfer the games to one nameless
guest (`Player.replaced_by`), those of a tournament together with the entrant. Last, delete the Player, so no session or
link leads to anyone.
"""

from contextlib import suppress

from django.db import transaction
from django.db.models import F

from games.engine.position import Termination
from games.features import parts
from games.home.selectors import offered_codes_of, unfinished_codes_of
from games.play.models import Seat, Status
from games.play.selectors.games import read_game
from games.play.selectors.state import State
from games.play.services import lobby
from games.play.services.attendance import end_visits
from games.play.services.offers import withdraw
from games.play.services.storage import ATTEMPTS, advance, end_early, one_transaction, publish
from games.site.models import Player
from games.site.refusals import Reason, Refused
from games.site.selectors import forget_blocked_players

HANDED_OVER_AT_ONCE = 250  # games per transaction


def rename_everywhere(*, player: Player, name: str, robots: bool = False) -> None:
    """Give a player another name, "" for none, here and in all tournaments. With `robots`, also remove the names of
    robots in their games. Runs in several steps, the name itself first, and is idempotent."""
    lobby.rename(player=player, name=name, locked_too=True)
    for part in parts():
        part.rename(player, name, robots=robots)


def lock_name(*, player: Player, locked: bool) -> None:
    """Keep a player from changing their name, or allow it again."""
    Player.objects.filter(pk=player.pk).update(name_locked=locked)


def block(*, player: Player, blocked: bool) -> None:
    """Keep a player from playing, or allow it again. They may resign their games, and opponents may claim them as if
    the player were away. Other processes notice within BLOCKED_CACHED_FOR (site/selectors.py)."""
    Player.objects.filter(pk=player.pk).update(blocked=blocked)
    forget_blocked_players()
    if blocked:
        end_visits(player=player)


def forget(*, player: Player) -> None:
    """Forget a player. Games with others remain, attributed to a nameless guest whom nobody can sign in as. Names of
    robots and all data that belonged to the player alone are deleted.

    Resigns games with other people, ends all others as draws, cancels invites, and leaves tournaments. A later attempt
    continues where an earlier one stopped. Raises Refused if the player keeps starting games meanwhile.
    """
    rename_everywhere(player=player, name="", robots=True)
    # Invalidate links to other devices, and the form that created the guest.
    Player.objects.filter(pk=player.pk).update(made_by=None, carried=F("carried") + 1)
    nobody = _replacement_of(player=player)
    if nobody is None:
        return
    for _attempt in range(ATTEMPTS):
        for part in parts():
            part.hand_over(player, nobody)
        for code in unfinished_codes_of(player):
            _end(code=code, player=player)
        for code in offered_codes_of(player):
            with suppress(Refused):  # the offer was answered meanwhile
                withdraw(code=code, player=player)
        while _hand_over(player=player, nobody=nobody):
            pass
        if _delete(player=player, nobody=nobody):
            return
    raise Refused(Reason.BEHIND)


@transaction.atomic
def _replacement_of(*, player: Player) -> Player | None:
    """Return the nameless player who takes over a player's games, the same one in every attempt; None if another has
    already deleted the player."""
    nobody = Player.objects.create()
    if Player.objects.filter(pk=player.pk, replaced_by=None).update(replaced_by=nobody):
        return nobody
    nobody.delete()
    return Player.objects.filter(replaces=player).first()


@one_transaction
def _end(*, code: str, player: Player) -> None:
    """End a game because one of its players is being forgotten."""
    game = read_game(code)
    if game.status == Status.WAITING:
        advance(game, status=Status.CANCELLED)
        publish(game)
    elif game.status == Status.STARTED and State.of(game).between_people:
        [mark] = State.of(game).marks_of(player.pk)
        end_early(game, mark.other, Termination.RESIGNED)
    elif game.status == Status.STARTED:
        end_early(game, None, Termination.ABANDONED)


@transaction.atomic
def _hand_over(*, player: Player, nobody: Player) -> bool:
    """Transfer some of a player's finished and cancelled games outside tournaments. Return whether there were any."""
    over = player.seats.filter(game__status__in=[Status.FINISHED, Status.CANCELLED], game__match=None)
    games = list(over.order_by("game").values_list("game", flat=True)[:HANDED_OVER_AT_ONCE])
    return Seat.objects.filter(player=player, game__in=games).update(player=nobody) > 0


@one_transaction
def _delete(*, player: Player, nobody: Player) -> bool:
    """Transfer a player's series and delete the player. Return False if they have started or joined anything since."""
    Player.objects.select_for_update().filter(pk=player.pk).first()  # anyone joining now waits, and then fails
    if player.seats.exists() or player.entrants.exists():
        return False
    player.series.update(player=nobody)
    Player.objects.filter(pk=player.pk).delete()
    return True
