"""Comparing many texts begins with a click that says how long it takes, and can be cancelled."""

import numpy as np
import pytest
from playwright.sync_api import expect

from .conftest import settled, visiting
from .walking import give, options

TEMPLATES, LONG, N_WORDS = 20, 25, 2_000


def alike(n):
    """Texts of a few templates, with one word changed: many share most with many."""
    rng = np.random.default_rng(5)
    words = rng.integers(0, N_WORDS, (TEMPLATES, LONG))[np.arange(n) % TEMPLATES]
    words[np.arange(n), rng.integers(0, LONG, n)] = rng.integers(0, N_WORDS, n)
    rows = [" ".join(f"w{k}" for k in row) + f",{'xy'[i % 2]}" for i, row in enumerate(words.tolist())]
    return "\n".join(["text,label", *rows]).encode()


@pytest.mark.slow
def test_it_is_begun_and_cancelled(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/?lang=en")
        settled(page)
        give(page, {"name": "alike.csv", "mimeType": "text/csv", "buffer": alike(120_000)})
        expect(page.get_by_text("120,000").first).to_be_visible()
        settled(page)
        options(page)
        page.get_by_role("tab", name="Texts").click()
        button = page.get_by_role("button", name="Look for near-duplicates")
        expect(page.get_by_text("120,000 texts to compare")).to_be_visible()
        button.click()
        stop = page.get_by_role("button", name="Cancel", exact=True)
        expect(stop).to_be_visible()
        # The parts below are there meanwhile.
        expect(page.get_by_text("First texts, as read")).to_be_visible()
        stop.click()
        expect(button).to_be_visible()
        expect(stop).to_have_count(0)
        settled(page)
        assert page.get_by_test_id("stException").count() == 0
