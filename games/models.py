"""All models, as Django finds them; each feature has its own."""

from games.menace.models import *  # noqa: F403
from games.play.models import *  # noqa: F403
from games.practice.models import *  # noqa: F403
from games.site.models import *  # noqa: F403
from games.tournaments.models import *  # noqa: F403
