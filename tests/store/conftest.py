"""A store of each kind: every test of the store runs on both."""

import os
from contextlib import nullcontext

import pytest

from mx2core.store import Store
from tests.store import servers


@pytest.fixture(scope="session")
def database():
    """URL of a PostgreSQL database; None where there is no server."""
    named = os.environ.get(servers.NAMED)
    with nullcontext(named) if named else servers.server() as server:
        if server is None:
            yield None
            return
        with servers.database(server) as url:
            yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path):
    """Where a store can be opened, empty at first."""
    if request.param == "sqlite":
        return str(tmp_path / "runs.db")
    url = request.getfixturevalue("database")
    if url is None:
        pytest.skip(servers.WITHOUT)
    servers.empty(url)
    return url


@pytest.fixture
def store(place):
    with Store(place) as store:
        yield store
