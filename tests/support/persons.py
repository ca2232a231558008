"""People at their addresses, and limits that are reached."""

from django.test import Client

from games import limits
from games.limits import (
    Limit,
)
from games.models import Player

HERE = "192.0.2.7"


def fill(limit: Limit, who: int | str) -> None:
    for _time in range(limit.most):
        limits.take(limit, who)


class Person(Client):
    """Somebody with a browser of their own, who is a Player already."""

    def __init__(self, who: Player, **options: object) -> None:
        super().__init__(**options)
        session = self.session
        session["player"] = who.pk
        session.save()
        self.cookies["sessionid"] = session.session_key
