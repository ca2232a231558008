"""Search that ignores accents and case, as `name__folded_contains`."""

from typing import Any

from django.db.models import CharField, Lookup

from games.site.words.names import sort_key

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
