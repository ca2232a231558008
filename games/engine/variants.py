"""The games of this site, in the order in which pages list them."""

from typing import Final

from games.engine.classic import CLASSIC
from games.engine.misere import MISERE
from games.engine.notakto import NOTAKTO
from games.engine.vanishing import VANISHING
from games.engine.variant import Variant
from games.engine.wild import WILD

VARIANTS: Final[dict[str, Variant]] = {variant.key: variant for variant in (CLASSIC, VANISHING, MISERE, NOTAKTO, WILD)}
