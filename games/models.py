"""All models, where Django looks for them. Each feature defines its own."""

from games.hosting.models import *  # noqa: F403
from games.menace.models import *  # noqa: F403
from games.play.models import *  # noqa: F403
from games.practice.models import *  # noqa: F403
from games.robots.models import *  # noqa: F403
from games.site.models import *  # noqa: F403
from games.tournaments.models import *  # noqa: F403
