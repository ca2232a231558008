"""Additions of robots to other pages: cards, faces, and the rules behind their moves."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext

from games.engine.position import Position
from games.engine.robots import is_robot
from games.features import Part
from games.play.words.pov import Pov
from games.robots.selectors import known_to, named_robots_of
from games.robots.services import wipe_names
from games.robots.words.faces import face_of
from games.robots.words.robots import cards_of, rule_in_words
from games.site.models import Player


class Robots(Part):
    slots = {
        "room_styles": "robots/_room_styles.html",
        "room_scripts": "robots/_room_scripts.html",
        "room_cards": "robots/_room_cards.html",
        "plate_faces": "robots/_plate_faces.html",
        "acts_first": "robots/_acts_first.html",
        "acts_last": "robots/_acts_last.html",
        "gallery": "robots/_gallery.html",
        "home_make": "robots/_home_make.html",
        "home_robots": "robots/_home_robots.html",
        "home_lesson": "robots/_home_lesson.html",
    }

    drawn = face_of("wbfsck")  # beside the link to the workshop

    def in_room(self, request: HttpRequest, pov: Pov) -> dict[str, Any] | HttpResponse:
        cards = cards_of(pov)
        return {"cards": cards if pov.screen == "board" else (), "robot_plays": bool(cards)}

    def in_fragment(self, pov: Pov) -> dict[str, Any]:
        return {"cards": cards_of(pov)}

    def why(self, opponent: str, position: Position) -> str:
        return rule_in_words(opponent, position)

    def face_of(self, opponent: str) -> Any:
        return face_of(opponent) if is_robot(opponent) else None

    def robots_for(self, player: Player | None) -> list[tuple[str, str]]:
        return known_to(player) if player else []

    def consequences(self, player: Player) -> list[str]:
        kept, games = player.robots.count(), named_robots_of(player).values("game").distinct().count()
        of_kept = ngettext("%(count)d kept robot is deleted.", "%(count)d kept robots are deleted.", kept)
        of_names = ngettext(
            "A robot’s name is removed from %(count)d game.", "Robots’ names are removed from %(count)d games.", games
        )
        return [words % {"count": count} for words, count in ((of_kept, kept), (of_names, games)) if count]

    def rename(self, player: Player, name: str, *, robots: bool) -> None:
        if robots:
            wipe_names(player=player)


part = Robots()
