"""Expect refusals."""

import pytest

from games.site.refusals import Reason, Refused


def refused(reason: Reason):
    """Expect a refusal for this reason: `with refused(Reason.TAKEN): …`."""
    return pytest.raises(Refused, check=lambda refused: refused.reason is reason)
