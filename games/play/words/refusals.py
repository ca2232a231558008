"""The sentences that explain refusals to players."""

from games.play.words import roster
from games.play.words.pov import Pov
from games.site import metrics
from games.site.refusals import Reason, Refused

for reason in Reason:
    metrics.REFUSED.labels(reason.value)  # start at zero, so that Prometheus sees the first increase


def in_words(refused: Refused, pov: Pov | None = None) -> str:
    """Return a sentence in the active language, with the name of a side from `pov`, the reader's view of the game.
    Counts the refusal, because every refusal that people see passes through here."""
    metrics.REFUSED.labels(refused.reason.value).inc()
    name = ""
    if refused.opponent:
        name = roster.called(refused.opponent)
    elif refused.mark and pov:
        name = pov.name(refused.mark)
    return str(refused.reason.label) % {"name": name}
