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


@pytest.fixture
def on_server(database):
    """Where a store can be opened on a server, empty at first."""
    if database is None:
        pytest.skip(servers.WITHOUT)
    servers.empty(database)
    return database


@pytest.fixture
def path(tmp_path):
    return tmp_path / "runs.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path):
    """Where a store can be opened, empty at first."""
    if request.param == "sqlite":
        return str(tmp_path / "runs.db")
    return request.getfixturevalue("on_server")


@pytest.fixture
def store(place):
    with Store(place) as store:
        yield store
