"""Parts of pages that are the same for many people, rendered once for each language: `{% kept %}` in the templates.

    {% kept theme=theme variant=variant.key with rules=rules %} … {% endkept %}

What stands inside sees these variables alone, so that nothing of one person is ever shown to another: neither the
request nor its player. It is kept by the values before "with"; what stands behind follows from those, and is looked at
only when the part is rendered. A form inside gets the token of whoever looks.
"""

from typing import Any, Final

from django.template import Context, Library, Node, NodeList, TemplateSyntaxError
from django.template.base import FilterExpression, Parser, Token, token_kwargs
from django.template.loader_tags import BlockNode
from django.utils.translation import get_language

MOST: Final = 1_000  # of each part: languages, games, themes, and what else it is kept by
TOKEN: Final = "\ue007"  # stands for the token of forms; no name may have it

register = Library()


class Kept(Node):
    """A part of a page, and what it has looked like so far."""

    child_nodelists = ()  # no block is inside, for which Django would look through all of it with each page

    def __init__(self, inside: NodeList, by: dict[str, FilterExpression], besides: dict[str, FilterExpression]) -> None:
        self.nodelist, self.by, self.besides = inside, by, besides
        self.kept: dict[tuple[Any, ...], str] = {}

    def render(self, context: Context) -> str:
        key = (get_language(), *[value.resolve(context) for value in self.by.values()])
        html = self.kept.get(key)
        if html is None:
            if len(self.kept) >= MOST:
                self.kept.clear()
            html = self.kept[key] = self.afresh(context, key[1:])
        return html.replace(TOKEN, str(context["csrf_token"])) if TOKEN in html else html

    def afresh(self, context: Context, values: tuple[Any, ...]) -> str:
        shown = dict(zip(self.by, values, strict=True), csrf_token=TOKEN)
        return self.nodelist.render(
            context.new(shown | {name: value.resolve(context) for name, value in self.besides.items()})
        )


@register.tag
def kept(parser: Parser, token: Token) -> Kept:
    _name, *bits = token.split_contents()
    by = token_kwargs(bits, parser)
    besides = token_kwargs(bits[1:], parser) if bits[:1] == ["with"] else {}
    if len(bits) != (1 + len(besides) if besides else 0):
        raise TemplateSyntaxError(f"kept takes name=value, and more of these behind “with”: {token.contents}")
    inside = parser.parse(("endkept",))
    parser.delete_first_token()
    if inside.get_nodes_by_type(BlockNode):
        raise TemplateSyntaxError("A block within a kept part would be that of one page on all.")
    return Kept(inside, by, besides)
