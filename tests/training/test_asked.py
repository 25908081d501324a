"""What became of a question between the run and the answer that is shown."""

from dataclasses import replace

import numpy as np
import pytest

import mx2core as mx
from mx2core.training.decisions.planned_tests import ShownAnswer, exploratory_level, shown_answer

F1 = mx.training.PlannedTest("f1", margin=0.02)


def shown(asked=F1, a="A", b="B", m=5):
    return ShownAnswer(asked, a, b, m)


def notices_text(result):
    return " ".join(map(str, result.notices))


def test_nothing_changed_says_only_what_was_fixed_before():
    result = exploratory_level(F1, [shown(), shown()], shown())
    assert notices_text(result) == "Fixed beforehand: f1, two-sided, α = 0.05, δ = 0.02."
    assert result.alpha == 0.05


def test_what_was_fixed_before_keeps_alpha_whatever_is_looked_at_beside_it():
    others = [shown(replace(F1, metric=metric)) for metric in ("accuracy", "recall")]
    result = exploratory_level(F1, [*others, shown()], shown())
    assert result.alpha == 0.05
    assert "Other answers (accuracy, recall) are exploratory" in notices_text(result)
    assert exploratory_level(F1, [*others, shown()], others[0]).alpha == 0.05 / 3
    assert "exploratory" in notices_text(exploratory_level(F1, [], others[0]))
    # Two sets of splits that it may have been asked of share it.
    on_others = replace(shown(), splits="random 7")
    assert exploratory_level(F1, [*others, on_others], shown()).alpha == 0.025


@pytest.mark.slow
def test_levels_of_the_fixed_answer_and_of_the_best_of_the_others():
    """Four metrics of two models that do not differ, correlated as metrics of one corpus are."""
    units, m, runs, wrong = 240, 4, 1000, np.zeros(2)
    for run in range(runs):
        rng = np.random.default_rng(run)
        halves = mx.random_partitions(units, m, seed=run)
        common = rng.normal(size=units)
        values = [common + rng.normal(size=units) + 0.5 * rng.normal(size=(m, units)) for _ in range(4)]
        looks = [
            shown(replace(F1, metric=metric), m=m) for metric in ("f1", "accuracy", "recall", "precision")
        ]
        rejects = []
        for look, of_units in zip(looks, values, strict=True):
            level = exploratory_level(F1, looks, look).alpha
            test = mx.out_of_fold_t_test(of_units, halves.masks, alpha=level, alternative="two-sided")
            rejects.append(test.pvalue < level)
        wrong += rejects[0], any(rejects[1:])
    noise = 3 * (0.05 * 0.95 / runs) ** 0.5
    fixed, best = wrong / runs
    assert 0.01 < fixed < 0.05 + noise  # below, where training sets make no difference
    assert best < 0.05 + noise


def test_a_metric_chosen_later_is_named_and_all_that_were_looked_at_share_alpha():
    later = replace(F1, metric="accuracy", margin=None)
    result = exploratory_level(F1, [shown(), shown(replace(later, metric="recall"))], shown(later))
    assert "metric accuracy." in notices_text(result)
    assert "3 answers (accuracy, f1, recall) share α" in notices_text(result)
    assert result.alpha == 0.05 / 3
    # Those of other models have no part in it.
    assert exploratory_level(F1, [shown(later, b="C")], shown()).alpha == 0.05


@pytest.mark.parametrize(
    ("changes", "sentence", "level"),
    [
        ({"alternative": "greater"}, "one-sided.", 0.025),
        ({"stop": "all"}, "test, stop or clusters.", 0.025),
        ({"alpha": 0.1}, "α = 0.1.", 0.1),
        ({"margin": 0.3}, "δ = 0.3.", 0.05),
        ({"margin": None}, "mx2core's proposed δ.", 0.05),
    ],
)
def test_every_change_has_its_sentence(changes, sentence, level):
    result = exploratory_level(F1, [shown()], shown(replace(F1, **changes)))
    assert sentence in notices_text(result)
    assert result.alpha == level


def test_models_in_the_other_order_are_another_side_of_a_one_sided_test_only():
    one_sided = replace(F1, alternative="greater")
    assert exploratory_level(one_sided, [shown(one_sided)], shown(one_sided, "B", "A")).alpha == 0.025
    assert exploratory_level(F1, [shown()], shown(a="B", b="A")).alpha == 0.05


def test_splits_added_after_an_answer_are_said_with_the_error_that_was_measured():
    assert "Splits added after the answer at 3" in notices_text(exploratory_level(F1, [shown(m=3)], shown()))
    assert "9.1%" in notices_text(exploratory_level(F1, [shown(m=3)], shown()))
    assert "9.1%" not in notices_text(
        exploratory_level(F1, [shown(m=9)], shown())
    )  # the replay of an earlier moment


def test_without_a_record_of_before_only_that_is_said_and_looks_count_all_the_same():
    result = exploratory_level(None, [], shown())
    assert notices_text(result) == "Whether the question was fixed beforehand is unknown."
    assert exploratory_level(None, [shown()], shown(replace(F1, metric="recall"))).alpha == 0.025


def test_looks_are_read_as_they_were_written():
    assert shown_answer(shown().document()) == shown()


def test_other_metrics_share_alpha_by_units_shown_or_not_and_other_ways_by_bonferroni():
    def metric_level(alpha):
        return alpha / 1.5, 11

    other = shown(replace(F1, metric="accuracy"))
    first = exploratory_level(F1, [shown()], other, metric_level)
    assert first.alpha == 0.05 / 1.5
    assert "All 11 metrics share α by max-T, shown or not: level 0.033." in notices_text(first)
    # Those that were shown since change nothing, nor does the metric that was fixed.
    more = [shown(replace(F1, metric=metric)) for metric in ("recall", "precision")]
    assert exploratory_level(F1, [shown(), *more], other, metric_level).alpha == first.alpha
    assert exploratory_level(F1, [shown(), *more], shown(), metric_level).alpha == 0.05
    assert "max-T" not in notices_text(exploratory_level(F1, [other], shown(), metric_level))
    # Another side, or a test of scores, is another way to ask.
    side = shown(replace(F1, metric="accuracy", alternative="greater"))
    assert exploratory_level(F1, [side], other, metric_level).alpha == pytest.approx(0.05 / 2 / 1.5)
    scores = [shown(replace(F1, metric=metric, test="paper")) for metric in ("recall", "precision")]
    assert exploratory_level(F1, scores, other, metric_level).alpha == pytest.approx(0.05 / 3 / 1.5)
    assert exploratory_level(None, [other], shown(), metric_level).alpha == 0.05 / 1.5
    assert exploratory_level(None, [], shown(), metric_level).alpha == 0.05  # as the command has it


def test_splits_added_between_looks_that_share_alpha_are_no_matter():
    every = replace(F1, stop="every")
    assert "Splits added" not in notices_text(exploratory_level(every, [shown(every, m=3)], shown(every)))
