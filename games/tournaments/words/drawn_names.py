"""Random names, in the host's language, for tournaments without real names."""

from typing import Final

from django.utils import translation
from django.utils.translation import pgettext_lazy

ANIMALS: Final = (
    pgettext_lazy("a name drawn for somebody", "Badger"),
    pgettext_lazy("a name drawn for somebody", "Bear"),
    pgettext_lazy("a name drawn for somebody", "Robin"),
    pgettext_lazy("a name drawn for somebody", "Bee"),
    pgettext_lazy("a name drawn for somebody", "Butterfly"),
    pgettext_lazy("a name drawn for somebody", "Camel"),
    pgettext_lazy("a name drawn for somebody", "Cat"),
    pgettext_lazy("a name drawn for somebody", "Cricket"),
    pgettext_lazy("a name drawn for somebody", "Deer"),
    pgettext_lazy("a name drawn for somebody", "Dolphin"),
    pgettext_lazy("a name drawn for somebody", "Duck"),
    pgettext_lazy("a name drawn for somebody", "Eagle"),
    pgettext_lazy("a name drawn for somebody", "Elephant"),
    pgettext_lazy("a name drawn for somebody", "Falcon"),
    pgettext_lazy("a name drawn for somebody", "Fox"),
    pgettext_lazy("a name drawn for somebody", "Frog"),
    pgettext_lazy("a name drawn for somebody", "Giraffe"),
    pgettext_lazy("a name drawn for somebody", "Hare"),
    pgettext_lazy("a name drawn for somebody", "Hedgehog"),
    pgettext_lazy("a name drawn for somebody", "Horse"),
    pgettext_lazy("a name drawn for somebody", "Kangaroo"),
    pgettext_lazy("a name drawn for somebody", "Koala"),
    pgettext_lazy("a name drawn for somebody", "Leopard"),
    pgettext_lazy("a name drawn for somebody", "Lion"),
    pgettext_lazy("a name drawn for somebody", "Lynx"),
    pgettext_lazy("a name drawn for somebody", "Octopus"),
    pgettext_lazy("a name drawn for somebody", "Otter"),
    pgettext_lazy("a name drawn for somebody", "Owl"),
    pgettext_lazy("a name drawn for somebody", "Panda"),
    pgettext_lazy("a name drawn for somebody", "Parrot"),
    pgettext_lazy("a name drawn for somebody", "Penguin"),
    pgettext_lazy("a name drawn for somebody", "Rabbit"),
    pgettext_lazy("a name drawn for somebody", "Raven"),
    pgettext_lazy("a name drawn for somebody", "Seal"),
    pgettext_lazy("a name drawn for somebody", "Squirrel"),
    pgettext_lazy("a name drawn for somebody", "Stork"),
    pgettext_lazy("a name drawn for somebody", "Swallow"),
    pgettext_lazy("a name drawn for somebody", "Tiger"),
    pgettext_lazy("a name drawn for somebody", "Turtle"),
    pgettext_lazy("a name drawn for somebody", "Narwhal"),
    pgettext_lazy("a name drawn for somebody", "Wolf"),
    pgettext_lazy("a name drawn for somebody", "Zebra"),
)


def drawn_names(language: str) -> list[str]:
    """Return all names in a language."""
    with translation.override(language):
        return [str(name) for name in ANIMALS]
