"""The base class of the desk's read-only pages."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import BadRequest
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from games.site import search  # noqa: F401 - registers the lookup that these pages use

LONGEST_NUMBER = 18  # digits; enough for any primary key


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg] # takes no parameter at run time
    """An admin that cannot add, change or delete, because only services change games."""

    actions: Sequence[str] | None = None

    class Media:
        css = {"all": ["desk/admin.css"]}

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any], *where: Any) -> HttpResponse | None:
        """Run an action on the selected rows. Raises BadRequest if a selected id is not a number."""
        selected = request.POST.getlist(ACTION_CHECKBOX_NAME)
        if not all(number.isdecimal() and len(number) <= LONGEST_NUMBER for number in selected):
            raise BadRequest
        return super().response_action(request, queryset, *where)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
