"""Hostile names and files: a name is always text, and no name changes the structure of a page."""

import csv
import json
import re
from html.parser import HTMLParser
from itertools import product

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.engine.position import Mark
from games.play import services
from games.play.forms import NameForm
from games.play.models import Game
from games.review.exchange import NotOurs, from_json
from games.site.models import Player
from games.site.words.names import isolated
from games.tournaments.models import Entrant
from tests.support.browsers import Browser
from tests.support.games import friends, play, player
from tests.support.hostile import ALLOWED, FORMULA, REFUSED, STORED
from tests.support.played import played
from tests.support.room_pages import Page
from tests.support.tournaments import waiting


class Parts(HTMLParser):
    """A page as a browser parses it: its elements, their attributes and its text, with every name replaced by NAME."""

    def __init__(self, page: str, *names: str) -> None:
        super().__init__()
        self.names = sorted(names, key=len, reverse=True)
        self.found: list[object] = []
        self.text = ""
        self.feed(page)
        self.close()
        self._end_text()

    def anonymized(self, text: str | None) -> str | None:
        for name in self.names:
            text = text and text.replace(isolated(name, "en"), "NAME").replace(name, "NAME")
        return text

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._end_text()
        # A form's token differs each time, and a long status is set smaller.
        token = ("name", "csrfmiddlewaretoken") in attrs
        values = [
            (key, "" if token else re.sub(" long(est)?", "", self.anonymized(value) or "")) for key, value in attrs
        ]
        self.found.append((tag, values))

    def handle_endtag(self, tag: str) -> None:
        self._end_text()
        self.found.append(f"/{tag}")

    def handle_comment(self, data: str) -> None:
        self.found.append(("comment", data))

    def handle_data(self, data: str) -> None:
        self.text += data

    def _end_text(self) -> None:
        if self.text:
            in_script = self.cdata_elem and self.text.startswith("{")
            # JSON in a page escapes names.
            text = "\n".join(map(str, json.loads(self.text).values())) if in_script else self.text
            self.found.append(self.anonymized(text))
        self.text = ""


PLAIN, ALSO_PLAIN = "Quentin", "Rosalind"  # harmless names
# All stored names in a few long ones, because reading every page with each name takes long.
TOGETHER = [" ".join([*STORED.values()][first::6]) for first in range(6)]


class Room:
    """Ada's games, one in play, one finished and one waiting, her tournament, and the browsers of their viewers."""

    def __init__(self, ada: Player) -> None:
        self.ada = ada
        self.ben = ben = player("Ben")
        self.going, self.over = friends(x=ada, o=ben), friends(x=ada, o=ben)
        play(self.going, "5")
        play(self.over, "1 4 2 5 3")
        self.waiting = services.invite(player=ada, side=Mark.X).code
        self.tournament = played()
        self.entrant = self.tournament.entrants.get(name="Ada")
        self.browsers = {"ada": Browser(ada), "ben": Browser(ben), "stranger": Client(), "host": Client()}
        self.browsers["host"].force_login(User.objects.create_superuser("host", password="pencil"))

    def name(self, ada: str, ben: str = "Ben") -> None:
        Player.objects.filter(pk=self.ada.pk).update(name=ada)
        Entrant.objects.filter(pk=self.entrant.pk).update(name=ada)
        Player.objects.filter(pk=self.ben.pk).update(name=ben)

    def addresses(self) -> list[tuple[str, str]]:
        rooms = [f"/g/{code}/" for code in (self.going.code, self.over.code, self.waiting)]
        pages = [*rooms, f"/g/{self.going.code}/state/", f"/g/{self.over.code}/?ply=2"]
        about = [f"/t/{self.tournament.code}/{page}/" for page in ("wall", "results", "games")]
        desk = [
            reverse("admin:games_game_changelist"),
            reverse("admin:games_player_changelist"),
            reverse("admin:games_game_change", args=[self.over.pk]),
            reverse("admin:games_player_change", args=[self.ada.pk]),
        ]
        return [
            *(("ada", page) for page in (*pages, "/", "/games/", "/name/", "/you/", "/watch/")),
            *(("ben", page) for page in (*pages, "/games/")),
            *(("stranger", page) for page in (*pages, *about)),
            *(("host", page) for page in desk),
        ]

    def see(self, who: str, address: str) -> str:
        answer = self.browsers[who].get(address)
        assert answer.status_code == 200, address
        return answer.content.decode()


@pytest.fixture
def room(ada) -> Room:
    return Room(ada)


class TestDisplay:
    @pytest.mark.slow
    @pytest.mark.usefixtures("still")
    def test_a_name_is_text_on_every_page(self, room):
        for who, address in room.addresses():
            room.name(PLAIN, ALSO_PLAIN)
            page = room.see(who, address)
            expected = Parts(page, PLAIN, ALSO_PLAIN).found
            for name in TOGETHER:
                room.name(name, ALSO_PLAIN)
                assert Parts(room.see(who, address), name, ALSO_PLAIN).found == expected, (who, address, name)

    def test_a_name_is_text_on_the_page_of_a_host(self, db):
        made = waiting("Ada")
        pages = []
        for name in (PLAIN, *TOGETHER):
            made.entrants.update(name=name)
            pages.append(Parts(Client().get(f"/host/{made.key}/").content.decode(), name).found)
        assert all(page == pages[0] for page in pages)

    def test_every_page_shows_the_name(self, room):
        """Otherwise the other tests would prove nothing."""
        room.name(PLAIN)
        without = {address for who, address in room.addresses() if PLAIN not in room.see(who, address)}
        assert without == set()


@pytest.mark.usefixtures("little_grace")
@pytest.mark.django_db(transaction=True)
async def test_a_name_is_text_in_what_a_socket_pushes():
    def prepare() -> tuple[Player, Player, Game]:
        ada, ben = player(PLAIN), player("Ben")
        return ada, ben, friends(x=ada, o=ben)

    ada, ben, game = await database_sync_to_async(prepare)()
    expected = None
    for name in (PLAIN, *STORED.values()):
        await Player.objects.filter(pk=ada.pk).aupdate(name=name)
        page = Page(game.code, ben)
        html = (await page.open())["html"]
        expected = expected or Parts(html, name).found
        assert Parts(html, name).found == expected
        await page.do("play", cell=4, version=game.version)
        assert (await page.next("refused"))["message"] == f"Wait for {isolated(name, 'en')}"
        await page.disconnect()


class TestExport:
    def export(self, room: Room, kind: str) -> str:
        sent = {"action": f"export_{kind}", "_selected_action": [room.over.pk]}
        return room.browsers["host"].post(reverse("admin:games_game_changelist"), sent).content.decode()

    def test_no_cell_of_a_table_is_a_formula_however_it_is_split(self, room):
        for name in STORED.values():
            room.name(name)
            text = self.export(room, "csv")
            [row] = csv.DictReader(text.splitlines(keepends=True))
            assert row["x"].replace("'", "") == name.replace("'", "")
            for separator in ",;|":
                for cells in csv.reader(text.splitlines(keepends=True)[1:], delimiter=separator):
                    assert not [cell for cell in cells if FORMULA.match(cell)], (name, separator)

    @pytest.mark.slow
    def test_json_and_files_contain_it_unchanged(self, room):
        for name in STORED.values():
            room.name(name)
            [row] = json.loads(self.export(room, "json"))
            assert row["x"].replace("'", "") == name.replace("'", "")
            file = room.browsers["stranger"].get(f"/g/{room.over.code}/game.json")
            assert json.loads(file.content)["players"]["X"] == {"name": name}

    def test_a_file_can_be_opened_again_and_a_line_of_text_stays_one_line(self, room):
        for name in ALLOWED.values():
            room.name(name)
            file, text = (Client().get(f"/g/{room.over.code}/game.{kind}") for kind in ("json", "txt"))
            assert from_json(file.content).seats["X"].name == name
            line = f"{isolated(name, 'en')} (X) – Ben (O): X won, three in a row. 1 4 2 5 3\n"
            assert text.content.decode() == line
        assert (file["Content-Type"], text["Content-Type"]) == ("application/json", "text/plain; charset=utf-8")


class TestValidation:
    def test_harmless_names_are_accepted(self):
        assert [what for what, name in ALLOWED.items() if not NameForm({"name": name}).is_valid()] == []

    def test_forbidden_names_are_refused(self):
        assert [what for what, name in REFUSED.items() if NameForm({"name": name}).is_valid()] == []


class TestFiles:
    @pytest.fixture
    def good(self, ada) -> dict:
        game = friends(x=ada, o=player("Ben"))
        play(game, "1 4 2 5 3")
        return json.loads(Client().get(f"/g/{game.code}/game.json").content)

    def test_forbidden_names_in_a_file_are_refused(self, good):
        for name in REFUSED.values():
            good["players"]["X"]["name"] = name
            with pytest.raises(NotOurs):
                from_json(json.dumps(good))

    def test_hostile_fields_are_refused_with_a_sentence_or_ignored(self, good):
        values = [*ALLOWED.values(), *REFUSED.values(), [], {}, [[]], 5, -1, 1e999, None, True]
        for field, value in product([*good, "unheard of"], values):
            try:
                from_json(json.dumps({**good, field: value}))
            except NotOurs as not_ours:
                assert str(not_ours)

    @pytest.mark.parametrize("value", ["<script>1</script>", '"><img src=x onerror=x>', "</textarea><b>"])
    def test_a_page_made_from_a_file_shows_it_only_as_text(self, good, value):
        for field in good:
            text = json.dumps({**good, field: value})
            answers = [
                Client().post("/open/", {"pasted": text}),
                Client().post("/open/", {"file": SimpleUploadedFile(f"{value}.json", text.encode())}),
                Client().get("/look/", {"game": text}),
            ]
            for answer in answers:
                assert answer.status_code in (200, 302, 400)
                assert value not in answer.content.decode()
