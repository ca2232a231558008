"""A matchbox machine as a JSON file, for study.

Version 1 is an object with
  format         "MENACE"
  version        1
  games          {"won": 1, "drawn": 2, "lost": 71}: the results of the games that it has learnt from
  generation     1, plus one for each time it has given up for good and started over
  earlier_games  the number of games of earlier generations
  beaten         the probability that the best exploiter beats it now: an exact fraction, "3/4", "0" or "1"
  curve          [[game, chance], …]: the same after that many games, in ten-thousandths
  loses          {"perfect": "1/2", "random": "1/4"}: the same for players who do not see the beads
  blind_curve    [[game, perfect, random], …]: the same after that many games
  boxes          [{"position": "____X___O", "beads": {"1": 4, "2": 4, …}}, …]: all 304 boxes, each as nine symbols X, O
                 and _, and the beads for each square from 1; of symmetric squares, only the first has beads
"""

from typing import Any

from games.engine.classic import CLASSIC
from games.menace import machine as menace
from games.menace.models import Menace


def to_json(row: Menace) -> dict[str, Any]:
    """Return a machine as plain values. An unsaved machine is in its initial state."""
    machine = menace.read(row.beads)
    losses = machine.losses()
    return {
        "format": "MENACE",
        "version": 1,
        "games": {"won": row.won, "drawn": row.drawn, "lost": row.lost},
        "generation": row.generation,
        "earlier_games": row.earlier_games,
        "beaten": str(losses.exploiter),
        "curve": row.curve,
        "loses": {"perfect": str(losses.perfect), "random": str(losses.random)},
        "blind_curve": row.blind_curve,
        "boxes": [
            {"position": box.text, "beads": {CLASSIC.label(move): beads for move, beads in machine.beads(box).items()}}
            for box in menace.boxes()
        ],
    }
