"""Tests that start the server as it is deployed."""

from tests.browser.conftest import browser, pytest_collection_modifyitems  # noqa: F401
