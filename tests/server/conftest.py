"""Tests that start the server as it is deployed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import launched, pytest_collection_modifyitems  # noqa: F401


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For one file: others here run event loops."""
    with launched() as browser:
        yield browser
