"""What goes into a paper says what was done, in both languages, with the numbers of the session."""

import re

import numpy as np
import pytest

import mx2core as mx
from dashboard.session.analysis import chosen_of
from dashboard.ui.answers.rule_choice import Differences
from dashboard.ui.documents import citation

SCORES = np.array([[0.021, 0.034], [0.017, 0.029], [0.041, 0.012], [0.026, 0.030], [0.009, 0.038]])


@pytest.mark.parametrize(("mode", "m"), [("overall", 4), ("paper", 3)])
def test_the_decision_is_told_with_its_numbers(mode, m):
    paragraph = citation.decision_paragraph(
        Differences(SCORES, "A{0}", "B", "F1"), mx.sequential_t_test(SCORES, mode=mode)
    )
    assert f"After {m} splits A{{0}} was better than B." in paragraph
    last = mx.sequential_t_test(SCORES, mode=mode).table[-1]
    assert (
        f"{100 * last.interval_level:.3g}% interval, by the level of one look, is {last.lower:+.4f}"
        in paragraph
    )


@pytest.mark.parametrize(
    ("alternative", "said"),
    [
        ("greater", "it is undecided whether A is better than B."),
        ("two-sided", "it is undecided which of A and B is better."),
    ],
)
def test_no_difference_is_never_called_equality(alternative, said):
    scores = np.tile([[0.01, -0.011]], (20, 1))
    test = mx.sequential_t_test(scores, alternative=alternative)
    paragraph = citation.decision_paragraph(Differences(scores, "A", "B", "F1"), test)
    assert f"After 20 splits {said}" in paragraph
    assert not re.search(r"\bequal", paragraph)  # only noise is unequal


def test_equal_differences_have_no_interval():
    scores = np.full((5, 2), 0.03)
    paragraph = citation.decision_paragraph(Differences(scores, "A", "B", "F1"), mx.sequential_t_test(scores))
    assert "no interval" in paragraph


def test_references_name_the_version():
    assert f"version = {{{mx.__version__}}}" in citation.bibtex()
    assert citation.bibtex().count("@") == 2


def test_the_paragraph_and_the_name_of_a_run_say_which_part_it_was():
    table = "text,label,来源\n" + "".join(
        f"sentence {k},{'ab'[k % 2]},{'甲乙'[k % 3 == 0]}\n" for k in range(24)
    )
    corpus = mx.read_corpus(table.encode(), name="a.csv", where="乙")
    found = mx.partitions.random_partitions(len(corpus), 3, seed=0)
    paragraph = citation.methods_paragraph(corpus, found, chosen_of(corpus, ("label",), "chunks"))
    assert paragraph.startswith("We split the subset of a.csv with 来源 = 乙 (8 texts;")
    assert corpus.called == "a.csv 来源=乙"


def test_a_bound_has_two_digits_behind_the_point():
    """Not 1.1 in one place and 1.07 in another; the page and the paragraph write it by this function."""
    bound = mx.partitions.Thresholds("label", lower=0.91, upper=1.0712)
    assert citation.condition(bound) == "0.91 ≤ χ²/J(label) ≤ 1.07"
