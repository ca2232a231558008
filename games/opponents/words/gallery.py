"""The computer players as the pages show them: name, character, and strength in numbers."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.engine.classic import CLASSIC
from games.engine.position import Mark, Move, positions_after
from games.engine.strength import Chance
from games.engine.variant import Variant
from games.opponents.words import odds
from games.play.selectors.results import Record, Records
from games.play.words import roster
from games.play.words.marks import small
from games.play.words.squares import move_label

ROWS = (
    pgettext_lazy("robots in a row", "Gentle"),
    pgettext_lazy("robots in a row", "Has a weak spot"),
    pgettext_lazy("robots in a row", "Never loses"),
)
PER_ROW = 3


def reached(records: Records) -> dict[str, str]:
    """Map computer players to a player's best result: "beaten", "helped" (with hints), "held" (drawn) or ""."""
    return {key: _reached(of_sides.values()) for key, of_sides in sorted(records.items())}


def _reached(records: Collection[Record]) -> str:
    if any(record.won for record in records):
        return "beaten"
    if any(record.helped for record in records):
        return "helped"
    return "held" if any(record.drawn for record in records) else ""


def picker(variant: Variant, records: Records) -> list[dict[str, Any]]:
    """Return the computer players of the home page, for a player with these records. `truth` says briefly how strong
    one is, `reached` is the player's best result against it, and `row` the heading of the row that it starts, if any.
    """
    best, known, players = reached(records), odds.every_opponent(variant), roster.players_of(variant)
    choices = [
        {
            "key": key,
            "name": players[key].name,
            "truth": odds.truth(known[key]) if key in known else "",
            "reached": best.get(key, ""),
        }
        for key in sorted(players, key=lambda key: players[key].place)
        if players[key].place
    ]
    if variant is CLASSIC and len(choices) == PER_ROW * len(ROWS):
        for first, row in zip(choices[::PER_ROW], ROWS, strict=True):
            first["row"] = str(row)
    return choices


def gallery(variant: Variant, mark: Mark, records: Records) -> dict[str, list[dict[str, Any]]]:
    """Return the computer players of a game in groups, from gentle to perfect, for a player of `mark` with these
    records. A group's key is its heading, or ""."""
    groups: dict[str, list[dict[str, Any]]] = {}
    best = reached(records)
    for key, found in odds.every_opponent(variant).items():
        one = {
            "key": key,
            "described": roster.players_of(variant)[key],
            "figures": SimpleLazyObject(partial(figures_of, variant, found, mark)),
            "yours": _yours(records.get(key, {})),
            "reached": best.get(key, ""),
        }
        groups.setdefault(_row(variant, found), []).append(one)
    return groups


def _row(variant: Variant, found: odds.Odds) -> str:
    """Return the heading of a computer player's row in the picker. Those without a place there are gentle or never
    lose."""
    gentle, weak, strong = ROWS
    if variant is not CLASSIC:
        return ""
    if not any(found.beaten.values()):
        return str(strong)
    return str(weak if roster.players_of(variant)[found.key].place > PER_ROW else gentle)


def figures_of(variant: Variant, found: odds.Odds, mark: Mark, by: Sequence[str] = ()) -> dict[str, Any]:
    """Return the strength of a computer player against a player of this mark.

    `results` are its wins, draws and losses against random moves, and `loss_at` the offset at which losses begin in
    their bar. `replay` is the shortest game that beats it: the `cells` of a small board after each move, the `move` in
    words, and its caption, one of `by`, if given. `moves_to_win` are the player's own moves in it.
    """
    results = [_share(chance) for chance in found.seats[mark].vs_random]
    replay = _replay(variant, found.seats[mark].line or (), by)
    return {
        "side": mark,
        "verdict": odds.can_it_be_beaten(found),
        "you_start": _share(found.beaten[Mark.X]),
        "it_starts": _share(found.beaten[Mark.O]),
        "results": results,
        "loss_at": 100 - results[2]["width"],
        "replay": replay,
        "moves_to_win": (len(replay) + (mark is Mark.X)) // 2,
    }


def _yours(records: dict[str, Record]) -> tuple[str, ...]:
    """Return a line for each seat of a player's record, then one for their wins with hints."""
    seats = [
        _record(mark, records[mark]) for mark in Mark if mark in records and records[mark].played > records[mark].helped
    ]
    helped = sum(record.helped for record in records.values())
    return (*seats, *([_("Won with hints: %(count)s") % {"count": helped}] if helped else []))


def _record(mark: Mark, record: Record) -> str:
    """Return the results of the player's games in one seat, as a sentence."""
    words = {"won": record.won, "drawn": record.drawn, "lost": record.lost}
    if mark is Mark.X:
        return _("You started: won %(won)d, drawn %(drawn)d, lost %(lost)d") % words
    return _("It started: won %(won)d, drawn %(drawn)d, lost %(lost)d") % words


def _share(chance: Chance) -> dict[str, Any]:
    """Return one part of the results bar: the percentage, the exact chance if it differs, and the width in percent."""
    return {"words": odds.percent(chance), "in_full": odds.in_full(chance), "width": round(chance * 100)}


def _replay(variant: Variant, moves: tuple[Move, ...], by: Sequence[str]) -> list[dict[str, str]]:
    positions, boards = positions_after(variant.start, moves), []
    for number, move in enumerate(moves, start=1):
        cell, cells = variant.square(move), small(variant, positions[: number + 1], moves[:number])
        label, mover = move_label(variant, positions[number].cells[cell], cell), by[number - 1] if by else ""
        boards.append({"cells": cells, "move": label, "by": mover})
    return boards
