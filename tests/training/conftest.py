"""Stores for experiments, on a file and on a server; two models that were compared once for all files."""

import pytest

from mx2core.training import Comparison, compare
from tests.store.conftest import database, on_server, place, store
from tests.training.small import halves, models, tagged

__all__ = ["database", "on_server", "place", "store"]


@pytest.fixture(scope="session")
def corpus():
    return tagged()


@pytest.fixture(scope="session")
def compared() -> Comparison:
    """A and B on two splits of `tagged()`."""
    return compare(tagged(), models(20), partitions=halves(60), n_workers=0)
