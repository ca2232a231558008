"""Additions of the review to other pages: a room shows a finished game move by move."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from games.features import Part
from games.play import links
from games.play.words.pov import Pov
from games.review.views import review_context
from games.site.links import for_others


class Reviews(Part):
    slots = {"home_files": "review/_home_files.html"}

    def in_room(self, request: HttpRequest, pov: Pov) -> dict[str, Any] | HttpResponse:
        if not pov.reviewing:
            return {}
        context = review_context(request, pov)
        moment = f"{links.invite_url(request, pov.state.code)}?ply={context['review'].ply}"
        moment += "&try" if context["review"].trying else ""
        context |= {"moment_url": moment, "template": "review/review.html"}
        if "ply" not in request.GET:
            return context  # previewed like its room
        picture = for_others(request, context["board_url"])
        return {**context, "invite_url": moment, "preview": context["says"], "picture_url": picture}


part = Reviews()
