"""What is kept of a page is never shown to somebody for whom it was not made."""

import pytest
from django.template import Context, TemplateSyntaxError, engines
from django.test import Client
from django.utils import translation

from games.show import kept

TOKENS = "a" * 64, "b" * 64


class Part:
    """A part of a page, and how often it was rendered."""

    def __init__(self, source: str) -> None:
        self.template = engines["django"].from_string(f"{{% load i18n kept %}}{source}").template
        self.rendered = 0

    def look(self) -> str:
        self.rendered += 1
        return ""

    def __call__(self, **shown: object) -> str:
        return self.template.render(Context({"look": self.look, **shown}))


def test_it_is_rendered_once_for_each_of_the_values_it_is_kept_by():
    part = Part("{% kept theme=theme with look=look %}{{ look }}{{ theme }}{% endkept %}")
    assert [part(theme=theme) for theme in ("dark", "light", "dark", "")] == ["dark", "light", "dark", ""]
    assert part.rendered == 3


def test_it_is_kept_for_each_language():
    part = Part('{% kept %}{% translate "Your name" %}{% endkept %}')
    for language, words in {"en": "Your name", "de": "Dein Name"}.items():
        with translation.override(language):
            assert part() == part() == words


def test_nothing_is_seen_inside_but_what_is_named():
    part = Part("{% kept theme=theme %}{{ theme }}{{ me }}{{ request }}{% endkept %}{{ me }}")
    assert part(theme="dark", me="Ada", request="of Ada") == "darkAda"
    assert part(theme="dark", me="Ben", request="of Ben") == "darkBen"


def test_a_form_inside_gets_the_token_of_whoever_looks():
    part = Part("{% kept with look=look %}{{ look }}{% csrf_token %}{% endkept %}")
    for token in TOKENS:
        assert part(csrf_token=token) == f'<input type="hidden" name="csrfmiddlewaretoken" value="{token}">'
    assert part.rendered == 1


def test_what_is_put_in_is_that_of_whoever_looks():
    inside = "{{ look }}{{ theme }} {{ next }} {{ name }} {{ next }}"
    part = Part(f"{{% kept theme=theme with look=look put next=path name=name %}}{inside}{{% endkept %}}")
    assert part(theme="dark", path="/a/?b&c", name="<b>") == "dark /a/?b&amp;c &lt;b&gt; /a/?b&amp;c"
    assert part(theme="dark", path="/", name="Ben") == "dark / Ben /"
    assert part.rendered == 1


def test_a_part_within_another_puts_in_what_that_one_does():
    part = Part("{% kept put next=path %}{% kept put here=next %}{% csrf_token %}{{ here }}{% endkept %}{% endkept %}")
    for path in ("/a", "/b"):
        assert part(path=path, csrf_token=path) == (
            f'<input type="hidden" name="csrfmiddlewaretoken" value="{path}">{path}'
        )


def test_names_are_escaped_as_they_are_elsewhere():
    part = Part("{% kept name=name %}{{ name }}{% endkept %}")
    assert part(name="<b>") == part(name="<b>") == "&lt;b&gt;"


def test_what_is_kept_has_an_end(monkeypatch):
    monkeypatch.setattr(kept, "MOST", 3)
    part = Part("{% kept number=number %}{{ number }}{% endkept %}")
    assert [part(number=number) for number in range(10)] == [str(number) for number in range(10)]
    [node] = part.template.nodelist.get_nodes_by_type(kept.Kept)
    assert len(node.kept) <= 3


@pytest.mark.parametrize(
    "wrong", ["theme", "theme=theme name", "with", "with theme=theme name", "put", "put a=a with b=b"]
)
def test_a_part_that_is_written_wrong_is_refused(wrong):
    with pytest.raises(TemplateSyntaxError, match="kept takes"):
        Part(f"{{% kept {wrong} %}}{{% endkept %}}")


def test_it_holds_no_block_of_a_page():
    for inside in ("", "{% kept %}"):
        with pytest.raises(TemplateSyntaxError, match="A block within a kept part"):
            Part(f"{{% kept %}}{inside}{{% block keys %}}{{% endblock %}}{inside and '{% endkept %}'}{{% endkept %}}")


@pytest.mark.parametrize("path", ["/how-to-play/", "/opponents/", "/"])
def test_each_page_has_its_own_language_theme_and_token(path, db):
    def asked(**cookies: str) -> str:
        browser = Client()
        browser.cookies.load({**cookies})
        return browser.get(path).content.decode()

    for _time in range(2):
        dark = asked(theme="dark", language="de", csrftoken="k" * 32)
        assert '<html lang="de" dir="ltr" data-theme="dark">' in dark
        plain = asked(language="ar", csrftoken="l" * 32)
        assert '<html lang="ar" dir="rtl">' in plain
        assert not set(kept.STAND_INS) & set(dark + plain)
        one, other = ({part.split('"')[0] for part in page.split('token" value="')[1:]} for page in (dark, plain))
        assert len(one) == len(other) == 1
        assert one != other
