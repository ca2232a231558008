"""Disks with little room."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def room_for(count: int) -> Iterator[None]:
    """This process can write no file of more bytes."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (count, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
