"""Stores for experiments, on a file and on a server."""

from tests.store.conftest import database, place, store

__all__ = ["database", "place", "store"]
