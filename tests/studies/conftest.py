"""The small corpus, read once for a file."""

import pytest

from tests.studies import small


@pytest.fixture(scope="module")
def corpus():
    return small.corpus()
