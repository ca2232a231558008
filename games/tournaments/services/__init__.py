"""All changes of tournaments: one function per verb, in one short transaction."""

from games.tournaments.services.repairs import (
    repair_forgotten_seats,
)

__all__ = ["repair_forgotten_seats"]
