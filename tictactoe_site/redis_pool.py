"""Connections of the cache to Redis."""

from typing import Any

from redis import ConnectionPool

_pools: dict[str, "SharedPool"] = {}


class SharedPool(ConnectionPool):
    """A pool that all caches of this process share, because Django makes a cache for each request and each socket."""

    @classmethod
    def from_url(cls, url: str, **options: Any) -> "SharedPool":
        if url not in _pools:
            _pools[url] = super().from_url(url, **options)
        return _pools[url]
