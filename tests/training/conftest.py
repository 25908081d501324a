"""Stores for experiments, on a file and on a server."""

from tests.store.conftest import database, on_server, place, store

__all__ = ["database", "on_server", "place", "store"]
