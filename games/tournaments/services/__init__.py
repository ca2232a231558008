"""Every change, one function per verb, each one short transaction."""

from games.tournaments.services.repairs import (
    repair_forgotten_seats,
)

__all__ = ["repair_forgotten_seats"]
