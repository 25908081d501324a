"""The level of a metric on Race: the same whichever metrics were looked at before it."""

import numpy as np
import pytest

import mx2core as mx
from dashboard.ui.answers import tested
from dashboard.ui.answers.all_pairs import level_of
from dashboard.ui.answers.rule_choice import Differences
from mx2core.training import Question, Rule, decide_metrics
from tests.few import few
from tests.training.test_pairs import HALVES, compared

__all__ = ["compared"]
PAIR = ("all", "often")


def level(compared, metric, *, partitions=HALVES, rule=None, margin=None, key=()):
    about = tested.Tested(compared, len(HALVES), partitions=partitions, key=key)
    of_pair = Differences(np.empty((0, 2)), *PAIR, metric, None)
    return level_of(about, of_pair, metric, Question(margin=margin), rule or Rule())


@few("key", 1, [("a run", 0), ()])
def test_it_is_that_of_all_metrics_together(compared, key):
    answers = decide_metrics(compared.select(*PAIR), *PAIR, partitions=HALVES)
    expected = {one.decision.metric: one.level for one in answers}
    for metric, margin in (("recall", 0.01), ("accuracy", 0.02)):
        found = level(compared, metric, margin=margin, key=key)(0.05)
        assert found == (pytest.approx(expected[metric]), len(expected))
    assert level(compared, "recall", key=key)(0.025)[0] < found[0]


def test_scores_and_models_that_no_split_changes_have_none(compared):
    assert level(compared, "recall", rule=Rule("overall")) is None
    assert level(compared, "recall", partitions=None) is None
    assert level(mx.io.read_scores(mx.io.write_scores(compared)), "f1") is None
