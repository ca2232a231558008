"""The form that opens a game from a file or a line."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.review import exchange
from games.review.exchange import NotOurs


class OpenForm(forms.Form):
    """A game as JSON, in a file or pasted; `cleaned_data["game"]` is its State, checked in full."""

    file = forms.FileField(required=False, label=_("File"))
    pasted = forms.CharField(
        required=False, strip=True, label=_("Or paste a game here"), widget=forms.Textarea({"rows": 6, "dir": "ltr"})
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        file = data.get("file")
        try:
            # Reading one byte more than the limit is enough to detect a file that is too large.
            text = file.read(exchange.MAX_BYTES + 1) if file else data.get("pasted", "")
            if not text:
                raise NotOurs(_("Choose a file, or paste a game."))
            data["game"] = exchange.from_json(text)
        except NotOurs as not_ours:
            raise forms.ValidationError(str(not_ours)) from None
        return data
