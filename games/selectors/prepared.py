"""Queries that Django puts together once, for what every page reads: to put one together takes ten times as long as to
run it.

    @prepared
    def seats_in(games: Sequence[int]) -> QuerySet[Seat]:
        return Seat.objects.filter(game__pk__in=games)

    seats_in([1, 2])  # a list

The function is called with placeholders, so it may only hand its arguments on to lookups, a list or tuple to `in`. None
fits nothing, as in SQL, and there are no prefetches.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Expression, Model, QuerySet
from django.db.models.sql import Query
from django.db.models.sql.compiler import SQLCompiler

P = ParamSpec("P")
Row = TypeVar("Row")

LONGEST = 512  # values of a sequence: more are put together each time, for to keep them takes megabytes
MOST_SHAPES = 32  # of each query: lengths of its sequences, times kinds of database


def prepared(make: Callable[P, "QuerySet[Any, Row]"]) -> Callable[P, list[Row]]:
    """Turns a function that returns a QuerySet into one that returns its rows."""

    put_together: Callable[..., Any] = make

    @lru_cache(maxsize=MOST_SHAPES)
    def statement(_vendor: str, lengths: tuple[int | None, ...]) -> _Statement:
        placeholders: list[Any] = [
            _Given(place) if length is None else [_Given(place, number) for number in range(length)]
            for place, length in enumerate(lengths)
        ]
        return _Statement(put_together(*placeholders))

    @wraps(make)
    def ask(*values: P.args, **named: P.kwargs) -> list[Row]:
        assert not named  # the order of the arguments is that of the placeholders
        if any(isinstance(value, list | tuple) and len(value) > LONGEST for value in values):
            return [*put_together(*values)]
        given = [_filled(value) if isinstance(value, list | tuple) else value for value in values]
        lengths = tuple(len(value) if isinstance(value, list | tuple) else None for value in given)
        return statement(connection.vendor, lengths).rows(given)

    return ask


def keep(owner: Model, name: str, rows: list[Any]) -> None:
    """Lets `owner.name.all()` be these rows, as after a prefetch. To filter them there raises AttributeError."""
    vars(owner).setdefault("_prefetched_objects_cache", {})[name] = rows


def _filled(values: Sequence[Any]) -> list[Any]:
    """A sequence as long as the next power of two, so that there are few lengths: the last is there several times."""
    if not values:
        return []
    length = 1 << (len(values) - 1).bit_length()
    return [*values, *[values[-1]] * (length - len(values))]


class _Given(Expression):
    """Stands for an argument, or for an element of one, until a query is asked."""

    def __init__(self, place: int, number: int | None = None) -> None:
        super().__init__()
        self.place, self.number = place, number

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> Any:
        return "%s", [self]

    def of(self, values: Sequence[Any]) -> Any:
        return values[self.place] if self.number is None else values[self.place][self.number]


class _Statement:
    """A QuerySet with its SQL, to be asked with other values on any connection to a database of its kind."""

    def __init__(self, queryset: Any) -> None:
        assert not queryset._prefetch_related_lookups
        self.queryset = queryset
        # A copy, which is never opened: converters refer to it, and the thread that asks first may end before them.
        self.compiler = queryset.query.get_compiler(connection=connection.copy())
        try:
            self.sql, self.parameters = self.compiler.as_sql()
        except EmptyResultSet:
            self.sql, self.parameters = "", ()
        else:
            # What Django otherwise looks for in each column of each answer, which takes half of the time.
            self.converters = self.compiler.get_converters([column for column, *_named in self.compiler.select])

    def rows(self, values: Sequence[Any]) -> list[Any]:
        if not self.sql:
            return []
        adapted = connections[DEFAULT_DB_ALIAS].ops.adapt_unknown_value
        parameters = tuple(adapted(one.of(values)) if isinstance(one, _Given) else one for one in self.parameters)
        asked: Any = QuerySet(self.queryset.model, _Query(self, parameters))
        asked._fields = self.queryset._fields
        return [*self.queryset._iterable_class(asked)]


class _Query(Query):
    """The query of a statement with its values."""

    def __init__(self, statement: _Statement, parameters: tuple[Any, ...]) -> None:
        vars(self).update(vars(statement.queryset.query))
        self.compiled = _Compiler(statement, parameters)

    def get_compiler(self, *_where: Any, **_else: Any) -> "_Compiler":
        return self.compiled


class _Compiler(SQLCompiler):
    """A compiler of a query that is compiled already."""

    def __init__(self, statement: _Statement, parameters: tuple[Any, ...]) -> None:
        vars(self).update(vars(statement.compiler))
        self.connection, self.statement, self.parameters = connections[DEFAULT_DB_ALIAS], statement, parameters

    def as_sql(self, *_how: Any, **_else: Any) -> Any:
        return self.statement.sql, self.parameters

    def get_converters(self, _columns: Any) -> Any:
        return self.statement.converters
