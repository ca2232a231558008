"""Template tags and filters for every template."""

from django.template import Context, Library
from django.utils.safestring import SafeString, mark_safe

from games.features import parts

MAX_TALLY = 10

register = Library()


@register.simple_tag(takes_context=True)
def slot(context: Context, place: str) -> SafeString:
    """Render the features' templates for a slot of this page. Each one gets its feature's Part as `part`."""
    engine, shown = context.template.engine, list[str]()  # type: ignore[union-attr] # known while a page is rendered
    for part in parts():
        if place in part.slots:
            with context.push(part=part):
                shown.append(engine.get_template(part.slots[place]).render(context))
    return mark_safe("".join(shown))


@register.filter
def tally(count: int, most: int = MAX_TALLY) -> tuple[int, ...]:
    """Return a count, at most `most`, as tally marks: the number of strokes in each group."""
    groups, rest = divmod(min(count, most), 5)
    return (5,) * groups + ((rest,) if rest else ())
