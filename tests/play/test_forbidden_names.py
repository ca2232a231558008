"""The names that are forbidden, and those that are allowed."""

import pytest
from django.test import Client

from games.play.forbidden_names import reserved, rude
from games.play.forms import NameForm
from games.site.models import Player

RUDE = (
    *("Fuck", "Arschloch", "Gilipollas", "Connard", "傻逼", "شرموطة"),  # one in each language
    *("fuckyou", "f u c k", "F.U.C.K.", "fuuuuck", "sh1t", "@sshole", "操 你 妈", "Big Tits", "ＦＵＣＫ"),  # disguised
    *("كُس", "شرم\u200cوطة"),
)
FINE = (
    *("Eve 13", "Anna 455", "717", "Bob 1", "A. S.", "Great job!", "❤️", "xX_Dragon_Xx"),
    *("Scunthorpe", "Assunta", "Dick", "Cassandra", "Peter Pan", "Hancock", "Titouan", "Conchita", "Concha", "Lolita"),
    *("Cumming", "Chatterjee", "Pincheira", "Takeshita", "Sussex", "Essex", "Analía", "Montenegro", "Chris Hit"),
    *("Fischer", "Juega con Ana", "Bitte nicht", "Müller", "O’Connell", "Nik", "Mohammed"),
    *("张伟", "李娜", "محمد", "حسن", "فرج"),
)
RESERVED = (
    *("Admin", "admin_2", "Administratorin", "管理员", "المدير"),
    *("You", "du", "Tú", "toi", "你", "أنت", "Guest", "Gast 7"),
    *("Hard", "Schwer", "Difícil", "Trickster", "困难", "الصعب", "computer", "ALMOST EXTREME"),
)
SIMILAR = ("Hardy", "Youssef", "Duško", "Admiral", "Easy Rider", "X", "O")  # to reserved names


def test_a_rude_name_is_recognised():
    assert [name for name in RUDE if not rude(name)] == []


def test_ordinary_names_are_neither_rude_nor_reserved():
    assert [name for name in FINE if rude(name) or reserved(name)] == []


def test_names_that_the_site_uses_are_reserved_and_similar_ones_are_not():
    assert [name for name in RESERVED if not reserved(name)] == []
    assert [name for name in SIMILAR if reserved(name)] == []


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Hurensohn", "This name could hurt someone. Please choose another one."),
        ("Admin", "Someone here already has this name. Please choose another one."),
    ],
)
def test_a_forbidden_name_is_refused_with_the_reason(name, sentence):
    form = NameForm({"name": name})
    assert form.errors == {"name": [sentence]}


@pytest.mark.parametrize("name", ["Hurensohn", "Admin"])
def test_without_the_check_all_names_pass(name, settings):
    settings.NAME_CHECK = False
    assert NameForm({"name": name}).is_valid()


@pytest.mark.django_db
def test_the_page_gives_the_reason_and_keeps_what_was_typed():
    answer = Client().post("/name/", {"name": "Connard"})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "This name could hurt someone." in page
    assert 'value="Connard"' in page
    assert not Player.objects.exists()
