"""Files that browsers and crawlers request: the manifest, the icon and robots.txt."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language_bidi
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.vary import vary_on_cookie

from games.site.error_pages import read_only

DAY = 24 * 60 * 60
DESK = "#eeeae1"  # as in the style sheet
ICONS = [("icon-192", 192, "any"), ("icon-512", 512, "any")]
ICONS += [(f"icon-maskable-{size}", size, "maskable") for size in (192, 512)]


@read_only
@vary_on_cookie  # the cookie has the language; Accept-Language is only its default
@cache_control(max_age=DAY)
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest, in the viewer's language."""
    home = reverse("games:home")
    about = {
        "id": home,
        "start_url": home,
        "scope": home,
        "name": _("Tic-tac-toe"),
        "short_name": _("Tic-tac-toe"),
        "description": _("Play tic-tac-toe with a friend through a link, or against the computer. No app, no account."),
        "lang": request.LANGUAGE_CODE,
        "dir": "rtl" if get_language_bidi() else "ltr",
        "display": "standalone",
        "background_color": DESK,
        "theme_color": DESK,
        "icons": [
            {"src": static(f"img/{name}.png"), "type": "image/png", "sizes": f"{size}x{size}", "purpose": purpose}
            for name, size, purpose in ICONS
        ],
    }
    return JsonResponse(about, content_type="application/manifest+json", json_dumps_params={"ensure_ascii": False})


@read_only
@cache_control(public=True, max_age=DAY)
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect programs that request /favicon.ico without reading a page."""
    return HttpResponseRedirect(static("img/favicon.ico"))


@read_only
@cache_control(public=True, max_age=DAY)
def robots(request: HttpRequest) -> HttpResponse:
    """The rules for crawlers. They may read rooms, for link previews; rooms ask search engines not to list them."""
    return render(request, "robots.txt", content_type="text/plain; charset=utf-8")
