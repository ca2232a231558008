"""Parts of pages that are the same for many people, rendered once for each language: `{% kept %}` in the templates.

    {% kept theme=theme variant=variant.key with rules=rules put next=request.path %} … {% endkept %}

What stands inside sees these variables alone, so that nothing of one person is ever shown to another: neither the
request nor its player. It is kept by the values before "with"; what stands behind follows from those, and is looked at
only when the part is rendered. What stands behind "put" is put in for each who looks, as is the token of a form. Inside
it may only be shown, `{{ next }}`: a filter or an "if" would see what stands for it.
"""

import re
from typing import Any, Final

from django.template import Context, Library, Node, NodeList, TemplateSyntaxError
from django.template.base import FilterExpression, Parser, Token, render_value_in_context, token_kwargs
from django.template.loader_tags import BlockNode
from django.utils.translation import get_language

MOST: Final = 1_000  # of each part: languages, games, themes, and what else it is kept by
STAND_INS: Final = "\ue007\ue008\ue009\ue00a\ue00b"  # for what is put in; no name may have them
Values = dict[str, FilterExpression]

register = Library()


class Kept(Node):
    """A part of a page, and what it has looked like so far: cut at what is put in."""

    child_nodelists = ()  # no block is inside, for which Django would look through all of it with each page

    def __init__(self, inside: NodeList, by: Values, besides: Values, put: Values) -> None:
        self.nodelist, self.by, self.besides = inside, by, besides
        stand_ins = STAND_INS[: len(put)]
        self.stand_ins = dict(zip(put, stand_ins, strict=True))
        self.put = dict(zip(stand_ins, put.values(), strict=True))
        self.kept: dict[tuple[Any, ...], list[str | FilterExpression]] = {}

    def render(self, context: Context) -> str:
        key = (get_language(), *[value.resolve(context) for value in self.by.values()])
        pieces = self.kept.get(key)
        if pieces is None:
            if len(self.kept) >= MOST:
                self.kept.clear()
            pieces = self.kept[key] = self.afresh(context, key[1:])
        return "".join([piece if isinstance(piece, str) else _shown(piece, context) for piece in pieces])

    def afresh(self, context: Context, values: tuple[Any, ...]) -> list[str | FilterExpression]:
        besides = {name: value.resolve(context) for name, value in self.besides.items()}
        shown = dict(zip(self.by, values, strict=True)) | besides | self.stand_ins
        html = self.nodelist.render(context.new(shown))
        return [self.put.get(piece, piece) for piece in re.split(f"([{STAND_INS}])", html)]


def _shown(value: FilterExpression, context: Context) -> str:
    """A value as a template shows it."""
    return str(render_value_in_context(value.resolve(context), context))


@register.tag
def kept(parser: Parser, token: Token) -> Kept:
    _name, *bits = token.split_contents()
    by = token_kwargs(bits, parser)
    besides, put = _behind("with", bits, parser), _behind("put", bits, parser)
    if bits:
        raise TemplateSyntaxError(f"kept takes name=value, more behind “with”, and behind “put”: {token.contents}")
    inside = parser.parse(("endkept",))
    parser.delete_first_token()
    if inside.get_nodes_by_type(BlockNode):
        raise TemplateSyntaxError("A block within a kept part would be that of one page on all.")
    return Kept(inside, by, besides, put | {"csrf_token": parser.compile_filter("csrf_token")})


def _behind(word: str, bits: list[str], parser: Parser) -> Values:
    """The name=value behind this word, which are taken from the bits; none, and nothing taken, if there are none."""
    if bits[:1] != [word]:
        return {}
    rest = bits[1:]
    found = token_kwargs(rest, parser)
    if found:
        bits[:] = rest
    return found
