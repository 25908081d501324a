"""The first view of every page leaves little to decide."""

import pytest

from .controls import SAMPLES, controls, first_views

MOST = 5


@pytest.mark.parametrize("language", SAMPLES)
def test_a_first_view_has_at_most_five_controls(browser, server, language):
    found = {name: controls(page) for name, page in first_views(browser, server, language)}
    assert all(found.values())
    assert {name: some for name, some in found.items() if len(some) > MOST} == {}
