"""The settings of a site whose processes hear of each other by a shaken channel layer; SHAKEN is the seed."""

import os

from tictactoe_site.settings import *  # noqa: F403
from tictactoe_site.settings import CHANNEL_LAYERS

CHANNEL_LAYERS["default"] = {
    "BACKEND": "tests.faults.shaking.ShakenLayer",
    "CONFIG": CHANNEL_LAYERS["default"]["CONFIG"] | {"seed": int(os.environ["SHAKEN"])},
}
