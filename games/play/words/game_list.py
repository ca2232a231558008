"""A player's list of games, with totals above it."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.position import Termination
from games.engine.variants import VARIANTS
from games.play.models import Game, Status
from games.play.selectors.results import Record, Total
from games.play.selectors.state import State
from games.play.words import roster
from games.play.words.marks import small
from games.play.words.pov import Pov
from games.play.words.rules import name_unless_usual, rules_of, side_name
from games.play.words.status import own_offer, their_offer
from games.site.models import Player


def row(game: Game, player: Player) -> dict[str, Any]:
    """Return one line: one of the player's games, which was read with everything that a State needs.

    `thumb` is its `marks.small` board; `side` is the name of the player's side, "" if the player has both; `game` is
    the name of the game, "" for the classic one. `offer` is the open offer in words; `wanted` means that the player
    must answer it, `for_player` that the game waits for their move or answer, `invites` that it waits for a friend, and
    `may_ask` that the player may offer a rematch.
    """
    state = State.of(game)
    pov = Pov(state, state.marks_of(player.pk))
    offer = their_offer(pov) if pov.wanted else own_offer(pov) if pov.asked else ""
    your_turn = pov.my_turn and not state.one_screen
    return {
        "code": game.code,
        "thumb": small(state.variant, state.positions, state.moves),
        "title": _title(pov),
        "game": name_unless_usual(state.variant),
        "side": pov.side(pov.me) if pov.me else "",
        "your_turn": your_turn,
        "offer": offer,
        "wanted": pov.wanted,
        "for_player": your_turn or pov.wanted,
        "invites": state.status == Status.WAITING,
        "detail": offer or _detail(pov, game),
        "action": pgettext("a game in a list", "See the game")
        if pov.finished and not offer
        else pgettext("a game in a list", "Play")
        if pov.my_turn
        else pgettext("a game in a list", "Open"),
        "may_ask": pov.may_ask_rematch and state.between_people,
        "may_put_away": pov.playing and not state.between_people and not state.in_tournament and not game.put_away,
    }


def lines_of(totals: Sequence[Total]) -> list[list[dict[str, Any]]]:
    """Return the lines of each total: all results against the `opponent`, then those for each of the player's sides.
    `about` is the game or the side, and `cells` are headings with their numbers."""
    helped = any(total.helped for total in totals)
    found = []
    for total in totals:
        variant = VARIANTS[total.variant]
        whole = {"opponent": opponent(total), "about": rules_of(variant).name, "cells": _cells(total, helped=helped)}
        sides = [
            {"about": _("As %(mark)s") % {"mark": side_name(variant, mark)}, "cells": _cells(of_side, helped=helped)}
            for mark, of_side in total.sides.items()
            if of_side.played
        ]
        found.append([whole, *sides])
    return found


def _cells(record: Record, *, helped: bool) -> tuple[tuple[str, str], ...]:
    """Return the numbers of a record. `helped` adds a column for wins with hints."""
    return (
        (pgettext("heading of a column", "Played"), str(record.played)),
        (pgettext("heading of a column", "Won"), str(record.won)),
        *([(pgettext("heading of a column", "Won with hints"), str(record.helped))] if helped else []),
        (pgettext("heading of a column", "Drawn"), str(record.drawn)),
        (pgettext("heading of a column", "Lost"), str(record.lost)),
        (pgettext("heading of a column", "Mistakes per game"), number_format(record.mistakes_per_game, 1)),
    )


def opponent(total: Total) -> str:
    """Return the name of the opponent of a total."""
    if total.key:
        return roster.called(total.key, total.name)
    return total.name or pgettext("a player without a name", "Guest")


def _title(pov: Pov) -> str:
    if pov.state.one_screen:
        return _("Two players, one screen")
    if pov.state.status == Status.WAITING:
        return _("Waiting for your friend")
    return pov.other_name


def _detail(pov: Pov, game: Game) -> str:
    ago = {"ago": _ago(game), "mark": pov.side(pov.me) if pov.me else ""}
    if pov.finished:
        # Translators: result is as in "You won as O"; ago, here and below, is as in "3 days ago", or a date.
        return _("%(result)s · %(ago)s") % {**ago, "result": _result(pov)}
    if pov.state.one_screen:
        return _("Last played %(ago)s") % ago
    if pov.state.status == Status.WAITING:
        return _("You’re %(mark)s. Link created %(ago)s") % ago
    if pov.against_computer:
        return _("You’re %(mark)s, against the computer. Last played %(ago)s") % ago
    return _("You’re %(mark)s. Last played %(ago)s") % ago


def _result(pov: Pov) -> str:
    if pov.me is None:
        return (
            pgettext("result", "Draw")
            if pov.drawn
            else pgettext("result", "%(mark)s won") % {"mark": pov.side(pov.state.winner)}
        )
    words = {"mark": pov.side(pov.me)}
    if pov.drawn:
        return _("A draw as %(mark)s") % words
    if pov.won:
        return _("You won as %(mark)s") % words
    if pov.state.ended == Termination.RESIGNED:
        return _("You gave up as %(mark)s") % words
    return _("You lost as %(mark)s") % words


def _ago(game: Game) -> str:
    """Return when a game was last played: how long ago, or the date after a month."""
    played = game.finished_at or game.changed_at
    minutes = (timezone.now() - played) // timedelta(minutes=1)
    hours, days = minutes // 60, minutes // (60 * 24)
    if minutes < 1:
        return _("just now")
    if hours < 1:
        return ngettext("%(count)d minute ago", "%(count)d minutes ago", minutes) % {"count": minutes}
    if days < 1:
        return ngettext("%(count)d hour ago", "%(count)d hours ago", hours) % {"count": hours}
    if days < 31:
        return ngettext("%(count)d day ago", "%(count)d days ago", days) % {"count": days}
    return date_format(played)
