"""The test that suits two models: when it is made, on which splits, and what it is made of."""

from dataclasses import replace

import numpy as np
import pytest

import mx2core as mx
from mx2core.errors import InputError, Notice, Whole
from mx2core.inference import claimed_difference
from mx2core.training import Question, Rule, compare, decide, decide_differences, margin_for
from mx2core.training.decisions.decision import PREDICTIONS
from mx2core.training.decisions.methods_words import decision_words
from mx2core.training.decisions.sequential_words import answer_headline
from tests.training.small import halves, models, tagged
from tests.training.test_fixed_predictions import frozen

PARTITIONS = halves(60, m=3)


@pytest.fixture(scope="module")
def compared():
    return compare(tagged(), models(20), partitions=PARTITIONS, n_workers=0)


def running(compared, folds):
    """The same while trainings are still coming in."""
    results = tuple(result for result in compared.results if result.fold < folds)
    return replace(compared, results=results)


def test_it_is_made_once_when_more_splits_no_longer_help_or_all_are_done(compared):
    found = decide(compared, "A", "B", partitions=PARTITIONS, metric="f1", question=Question(margin=0.01))
    assert (found.last, found.m) == (3, found.stop.m)
    alone = mx.out_of_fold_t_test(
        found.differences[: found.m], found.masks[: found.m], alternative="two-sided"
    )
    assert found.test.pvalue == alone.pvalue
    assert found.verdict.answer == mx.inference.verdict(alone, 0.01).answer
    assert [test.m for test in found.tests_by_split()] == [1, 2, 3]
    assert found.tests_by_split()[found.m - 1].lower == found.test.lower


def test_splits_that_are_not_done_are_waited_for(compared):
    found = decide(running(compared, 3), "A", "B", partitions=PARTITIONS, metric="f1")  # a split and a half
    assert found.stop.state == "continue"
    assert (found.m, found.test, found.verdict) == (1, None, None)
    fixed = decide(running(compared, 3), "A", "B", partitions=PARTITIONS, metric="f1", rule=Rule(stop="all"))
    assert (fixed.stop, fixed.test) == (None, None)
    with pytest.raises(InputError, match="No split is finished yet"):
        decide(running(compared, 1), "A", "B", partitions=PARTITIONS, metric="f1")


def test_a_set_that_is_balanced_as_a_whole_is_tested_as_a_whole(compared):
    balanced = replace(PARTITIONS, method="balanced")
    found = decide(compared, "A", "B", partitions=balanced, metric="f1")
    assert (found.stop, found.test.m) == (None, 3)
    assert decide(running(compared, 4), "A", "B", partitions=balanced, metric="f1").test is None


def test_predictions_that_no_split_changes_get_the_test_of_fixed_models(compared):
    found = decide(
        frozen(compared), "A", "B", partitions=PARTITIONS, metric="f1", question=Question(margin=0.5)
    )
    assert found.test is None
    assert found.fixed.pvalue == mx.training.fixed_models_test(frozen(compared), "A", "B", metric="f1").pvalue
    assert found.verdict.answer == "A better"


def test_that_more_splits_would_hardly_help_is_known_from_the_variance_of_splits():
    """Texts differ and splits agree, or the other way round."""
    halves_, rng = mx.random_partitions(200, 4), np.random.default_rng(1)
    of_texts, of_splits = rng.normal(size=200), rng.normal(size=(4, 200))

    def decide(values):
        return decide_differences(values, halves_.masks, rule=Rule(stop="all"))

    steady = decide(of_texts + of_splits / 4)
    share = 1 - np.sqrt(1 - steady.test.splits / steady.test.variance)
    assert f"by at most about {share:.0%}" in str(steady.more_splits())
    assert decide(of_texts / 4 + of_splits + np.arange(4)[:, None] / 3).more_splits() is None


def test_more_splits_are_not_advised_where_they_cannot_decide_at_the_margin():
    """Their variance may be large: what they leave is still longer than δ and than the difference."""
    halves_, rng = mx.random_partitions(200, 4), np.random.default_rng(1)
    values = rng.normal(size=200) + 2 * rng.normal(size=(4, 200))
    values -= values.mean()

    def decided(margin, ahead=0.001):
        return decide_differences(
            ahead + values, halves_.masks, question=Question(margin=margin), rule=Rule(stop="all")
        )

    near = decided(0.01)
    assert near.verdict.half_length_limit < 0.9 * near.verdict.half_length  # so the interval would shrink
    assert near.next_step == "units"
    words = " ".join(map(str, near.advice()))
    assert words == "More splits alone would not decide. Next: annotate more units."
    now, left = near.verdict.half_length, near.verdict.half_length_limit
    lower, upper = near.verdict.equivalence_interval
    margin = (1 + left / now) / 2 * (upper - lower) / 2
    assert decided(margin).next_step == "splits"  # equal models may be found equivalent
    assert decided(0.01, ahead=(left + now) / 2).next_step == "splits"  # the difference so far may be shown
    assert decided(None).next_step == "units"


def test_a_paragraph_of_scores_says_what_was_compared_before_what_was_found():
    scores = [[0.02, 0.018], [0.021, 0.019], [0.017, 0.02], [0.02, 0.019], [0.021, 0.02]]
    found = decide_differences(scores, rule=Rule("overall"))
    assert (found.answer, found.m) == ("A better", 3)
    splits = (Notice("The set is balanced."),)
    first, *rest = map(str, decision_words(found, splits=splits))
    assert first.startswith("We compared the ")
    assert rest[:2] == ["The test is two-sided at α = 0.05.", "The set is balanced."]
    assert "The test ended at m = 3 of 5 splits; later ones do not count." in rest
    shared = decide_differences(scores, rule=Rule("overall", comparisons=2))
    assert "The test is two-sided, one of 2 that share α = 0.05." in map(str, decision_words(shared))


def test_an_end_of_an_interval_shows_its_sign():
    ends = Notice("{lower:+.4f} to {upper:+.4f}", {"lower": 0.0000149, "upper": 0.0183})
    assert str(ends) == "+0.00001 to +0.0183"
    assert str(replace(ends, values={"lower": -1e-17, "upper": 0.0})) == "-0.0000 to +0.0000"


def test_the_next_step_is_one_for_every_test():
    """Splits where they help, units where they do not, nothing where the question is answered."""
    halves_, rng = mx.random_partitions(200, 4), np.random.default_rng(1)
    of_texts, of_splits = rng.normal(size=200), rng.normal(size=(4, 200))

    def step(values, masks=halves_.masks, rule=None, **options):
        found = decide_differences(values, masks, rule=rule or Rule(stop="all"), **options)
        assert ("Next: " in " ".join(map(str, found.advice()))) == (found.next_step != "report")
        return found.next_step

    assert step(of_texts + of_splits / 4) == "units"
    assert step(of_texts / 4 + of_splits + np.arange(4)[:, None] / 3) == "splits"
    assert step(of_texts + of_splits + 3) == "report"
    assert step(of_texts[None], halves_.masks[:1]) == "splits"  # one split decides nothing
    assert step((of_texts + of_splits)[:2], halves_.masks[:2], planned=4) == "splits"  # they are awaited
    one_sided = Question(alternative="greater")
    assert (
        step(of_texts - 3 + of_splits / 4, question=one_sided) == "report"
    )  # another question is to be asked
    scores = rng.normal(size=(5, 2)) / 100
    sequential = Rule("overall", looks=(3, 5))
    assert step(scores, None, sequential) == "report"  # its looks are all made
    assert step(scores[:4], None, sequential) == "units"  # no number of splits would show so little
    assert step(scores[:4] + 0.04, None, sequential) == "splits"
    assert step(scores + 1, None, sequential) == "report"


def test_undecided_scores_say_how_many_splits_would_show_the_margin():
    scores = [[0.02, 0.03], [-0.01, 0.03], [0.04, -0.01], [0.02, -0.02]]
    asked = decide_differences(scores, question=Question(margin=0.05), rule=Rule("overall"))
    planned = claimed_difference(0.05, float(np.std(scores, ddof=1)))
    assert list(map(str, asked.meaning())) == ["Only predictions can show equivalence."]
    assert all(one in asked.advice() for one in planned.needed)
    assert "would miss a lead of 0.05 in over 20% of cases" in " ".join(map(str, asked.advice()))
    assert decide_differences(scores, rule=Rule("overall")).meaning() == ()
    assert PREDICTIONS in asked.advice()
    assert "predictions of these trainings (columns partition, fold, model, " in str(PREDICTIONS)


def test_one_margin_is_proposed_for_a_comparison_its_table_and_the_splits_that_are_done(compared):
    table = mx.io.read_scores(mx.io.write_scores(compared))
    assert margin_for(table, "A", "B", metric="f1") == margin_for(compared, "A", "B", metric="f1")
    costs = [f"{m},{f},{one},rmse,{38 - m + f}" for m in (1, 2) for f in (1, 2) for one in "AB"]
    table = mx.io.read_scores("\n".join(["partition,fold,model,metric,value", *costs]).encode())
    assert margin_for(table, "A", "B", metric="rmse").value == 0.2
    assert (
        margin_for(running(compared, 0), "A", "B", metric="f1").scale == "proportion"
    )  # whatever the scores


def test_no_splits_are_advised_where_no_number_of_them_would_show_the_difference():
    """As the plan of a claimed difference has it: of δ if one is asked for, else of the difference so far."""
    scores = np.array([[0.02, 0.03], [-0.01, 0.03], [0.04, -0.01], [0.02, -0.02]])

    def advice(values, test="overall", **asked):
        decision = decide_differences(values, question=Question(**asked), rule=Rule(test))
        assert decision.answer is None
        return decision.next_step, " ".join(map(str, decision.advice()))

    step, words = advice(scores)
    assert (step, "However many half splits" in words, "annotate more units" in words) == (
        "units",
        True,
        True,
    )
    assert advice(scores, margin=0.05)[0] == "units"
    step, words = advice(scores, margin=0.2)
    assert (step, "no number" in words, "Next: add splits" in words) == ("splits", False, True)
    near = scores.mean() + (scores - scores.mean()) / 5
    assert advice(near[:3]) == ("splits", f"{PREDICTIONS} Next: add splits.")
    for unplanned in ({"alternative": "greater"}, {"alpha": 0.1}):
        assert advice(scores, **unplanned)[0] == "splits"
    assert advice(scores, "paper")[0] == "splits"


def test_looked_at_after_every_split_the_first_that_decides_counts():
    rng = np.random.default_rng(4)
    masks = np.array([rng.permutation(60) < 30 for _ in range(10)])
    rule = Rule(stop="every")

    def decided(ahead, m, planned=10):
        rng = np.random.default_rng(8)
        values = ahead + rng.normal(size=60) + 0.8 * rng.normal(size=(10, 60))
        return decide_differences(values[:m], masks[:m], rule=rule, planned=planned)

    whole = decided(0.6, 10)
    assert whole.answer == "A better"
    assert 2 <= whole.m < 10
    assert whole.test.looks == (2, 10)
    for m in range(1, 11):  # not before, and not taken back by splits that come later
        found = decided(0.6, m)
        assert (found.answer, found.m) == (("A better", whole.m) if m >= whole.m else (None, m))
    waits, ended, grown = decided(0.0, 9), decided(0.0, 4, planned=4), decided(0.0, 4)
    assert (waits.answer, waits.m, waits.last) == (None, 9, 10)
    assert (ended.answer, ended.m) == ("undecided", 4)
    assert grown.answer is None  # planned are more: the same looks, no other level
    assert [test.looks for test in grown.tests_by_split()] == [None, (2, 10), (2, 10), (2, 10)]
    assert decided(0.0, 1, planned=1).one_split


@pytest.mark.parametrize("further", [False, True], ids=["ended there", "went on"])
def test_what_more_splits_would_bring_is_not_estimated_where_they_are_there(further):
    rng = np.random.default_rng(8)
    masks = np.array([rng.permutation(60) < 30 for _ in range(6)])
    values = rng.normal(size=60) + 0.05 * rng.normal(size=(6, 60))
    m = 6 if further else 3
    found = decide_differences(values[:m], masks[:m], planned=6)
    assert (found.answer, found.m) == ("undecided", 3)
    assert any("More splits" in str(one) for one in found.meaning()) != further


def test_splits_made_as_one_set_have_one_look():
    rng = np.random.default_rng(4)
    masks = np.array([rng.permutation(60) < 30 for _ in range(4)])
    values = 1 + rng.normal(size=(4, 60))
    found = decide_differences(values, masks, rule=Rule(stop="every"), may_stop_early=False)
    assert (found.m, found.test.looks, found.rule.stop) == (4, None, "all")


# Models that give one answer to everything, in each fold by itself.
def answering(result, answers):
    """The same training, had it given these answers."""
    return replace(result, predicted=np.broadcast_to(answers, result.predicted.shape).copy())


def learned_nothing(found):
    """The models that its notices name."""
    return [name for notice in found.notices for name in notice.values.get("models", ())]


def test_one_answer_to_everything_in_each_fold_is_nothing_learned():
    found = compare(tagged(40), models(5), partitions=halves(40, m=2), n_workers=0)
    assert learned_nothing(found) == []
    # B answers everything alike, though not the same in every fold: another label is most frequent there.
    steady = tuple(
        answering(result, result.fold % 2) if result.model == 1 else result for result in found.results
    )
    assert learned_nothing(replace(found, results=steady)) == ["B"]
    # A fold that is not finished says nothing, and no fold at all is no reason to blame a model.
    assert learned_nothing(replace(found, results=steady[:-1])) == ["B"]
    assert learned_nothing(replace(found, results=())) == []


def test_what_qualifies_an_answer_stands_in_its_paragraph(compared):
    """And the error rate that holds elsewhere does not."""
    found = decide(compared, "A", "B", partitions=PARTITIONS, metric="f1")
    warned = Notice(
        "Few units dominate the variance (effective n = {n}): the error rate can exceed α.", {"n": 9}
    )
    test = replace(found.test, notice=warned)
    paragraph = " ".join(map(str, decision_words(replace(found, test=test, little=("A", "B")))))
    assert str(warned) in paragraph
    assert "No score of A, B reaches 0.1: the answer says little." in paragraph
    assert "calibrated" not in paragraph
    for share, phrase in (
        (0.6, "Training is 60% of the variance; in such cases it erred in up to 8.5% at α = 5%."),
        (0.1, "The test is calibrated, not proved. On "),
    ):
        one = replace(found.test, notice=None, training=share * found.test.variance)
        paragraph = " ".join(map(str, decision_words(replace(found, test=one), corpus="mine.txt")))
        assert phrase in paragraph
        assert paragraph.startswith("We compared the F1 of A and B by the out-of-fold test")
        assert f"models not trained on it. On mine.txt, mean F1 was {found.means[0]:.4f} for A, " in paragraph
    assert found.means[0] - found.means[1] == pytest.approx(found.mean, abs=0.01)


def test_names_with_commas_do_not_run_into_a_sentence():
    made = answer_headline("B better", "threshold, 7 splits", "居中，5 次", 0.01, equivalent=False)
    assert str(made) == "“居中，5 次” is better than “threshold, 7 splits”"
    assert (
        str(answer_headline("A better", "CRF", "words", None, equivalent=False)) == "CRF is better than words"
    )
    assert str(Notice("{model} is ahead", {"model": Whole("a, b")})) == "“a, b” is ahead"
    assert (
        str(Notice("{model} is ahead", {"model": "CRF: fewer features"})) == "“CRF: fewer features” is ahead"
    )
