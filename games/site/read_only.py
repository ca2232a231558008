"""The base class of the desk's read-only pages, and their search, which ignores accents and case."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import BadRequest
from django.db.models import CharField, Lookup, QuerySet
from django.http import HttpRequest, HttpResponse

from games.site.words.names import sort_key

LONGEST_NUMBER = 18  # digits; enough for any primary key

# sort_key in SQL for PostgreSQL: removes marks, and translates letters that Unicode does not decompose.
FOLDED = (
    "LOWER(REPLACE(TRANSLATE(REGEXP_REPLACE(NORMALIZE({}, NFD), '[\\u0300-\\u036F]', '', 'g'),"
    " 'ŁłØøĐđĦħŦŧı', 'LlOoDdHhTti'), 'ß', 'ss'))"
)


@CharField.register_lookup
class FoldedContains(Lookup):
    """The lookup `folded_contains`. On SQLite, the function FOLDED is sort_key: see tictactoe_site/sqlite."""

    lookup_name = "folded_contains"

    def get_prep_lookup(self) -> str:
        return sort_key(str(self.rhs))

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        column, values = self.process_lhs(compiler, connection)
        return f"INSTR(FOLDED({column}), %s) > 0", (*values, self.rhs)

    def as_postgresql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        column, values = self.process_lhs(compiler, connection)
        return f"STRPOS({FOLDED.format(column)}, %s) > 0", (*values, self.rhs)


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
