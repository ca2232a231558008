"""The widest allowed names make no page scroll sideways."""

from games.play.forms import NameForm
from games.site.names import MAX_MARKS
from tests.browser.visits import CUT, settle

# Tamil letters with vowel signs beside them, and mathematical letters of double width.
WIDEST = [("வ" + "ா" * MAX_MARKS) * 11, "𝕎" * 20]
PEOPLE = """
from django.contrib.sessions.backends.db import SessionStore
from games.play import services
from games.engine.position import Mark
from games.models import Player
from games.tournaments.services import tournaments
ada, ben = (Player.objects.create(name=name) for name in {names})
waiting, playing, over = (services.invite(player=ada, side=Mark.X).code for _game in range(3))
for code in (playing, over):
    services.join(code=code, player=ben, name=ben.name)
services.resign(code=over, player=ben)
made = tournaments.create(title="4b")
for who in (ada, ben):
    tournaments.join(code=made.code, player=who, name=who.name)
tournaments.start(key=made.key)
session = SessionStore()
session["player"] = ada.pk
session.save()
print(session.session_key)
for room in (waiting, playing, over):
    print(f"/g/{{room}}/")
print(f"/t/{{made.code}}/", f"/t/{{made.code}}/wall/", f"/t/{{made.code}}/results/", f"/host/{{made.key}}/")
"""


def test_the_widest_names_make_no_page_scroll_sideways(new_page, server):
    assert all(NameForm({"name": name}).is_valid() for name in WIDEST)
    key, *paths = server.shell(PEOPLE.format(names=WIDEST)).split()
    page = new_page(viewport={"width": 320, "height": 640})
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": server.url}])
    wrong = {}
    for path in ("/", "/games/", "/you/", *paths):
        page.goto(server.url + path)
        settle(page)
        if found := [one for one in page.evaluate(CUT) if one.startswith(("page", "outside"))]:
            wrong[path] = found
    assert wrong == {}
