"""The program says little: few words in all, short sentences, pages that are read at a glance."""

import pytest

from tests.dashboard import word_budget

WORDS = 18_000  # of all sentences together
LONG = 0  # sentences with more than 25 words
ON_A_PAGE = 60  # words of sentences, before anything is opened


def test_all_sentences_together_stay_within_the_budget():
    assert word_budget.total() <= WORDS, "shorten or remove another sentence"


def test_sentences_are_short():
    long = word_budget.long_sentences()
    assert len(long) <= LONG, long


def test_a_warning_fits_on_two_lines():
    assert word_budget.tall_messages() == []


@pytest.fixture(scope="module")
def pages():
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("MX2_SAMPLE", raising=False)
        return list(word_budget.pages())


def test_a_page_is_read_at_a_glance(pages):
    assert all(page.controls for page in pages)
    assert {page.name: page.words for page in pages if page.words > ON_A_PAGE} == {}


def test_a_view_has_at_most_one_paragraph(pages):
    assert {page.name: page.paragraphs for page in pages if page.paragraphs > 1} == {}
