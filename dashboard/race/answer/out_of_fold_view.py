"""The out-of-fold test as the page has it: its answer, and what every number of splits would show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

import mx2core as mx
from dashboard.server.result_cache import Remembered
from mx2core.inference import seed_variance
from mx2core.training import Comparison, Decision, decide, same_in_every_split

if TYPE_CHECKING:
    from dashboard.race.tested_scores import Tested
    from dashboard.ui.answers.rule_choice import Differences
    from mx2core.inference import OutOfFoldTTest, RandomizationTest, SeedVariance, Verdict
    from mx2core.training import Question, Rule


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What may be said of two models, and by what."""

    tested: Tested
    metric: str  # as the core calls it
    differences: Differences  # of scores, (m, 2) of the splits seen
    decision: Decision
    by_split: tuple[OutOfFoldTTest, ...]

    @property
    def question(self) -> Question:
        return self.decision.question

    @property
    def test(self) -> OutOfFoldTTest | None:
        return self.decision.test

    @property
    def fixed(self) -> RandomizationTest | None:
        return self.decision.fixed

    @property
    def verdict(self) -> Verdict | None:
        return self.decision.verdict

    @property
    def key(self) -> tuple[object, ...]:
        """Of what depends on predictions and metric, not on the level."""
        seen = len(self.differences.values)
        return (*self.tested.key, self.differences.a, self.differences.b, self.metric, seen)

    @property
    def seeds(self) -> SeedVariance | None:
        """What seeds add to the variance, on the splits tested; None where no model has several."""
        comparison, a, b = self.tested.comparison, self.differences.a, self.differences.b
        if not isinstance(comparison, Comparison) or not {a, b} & set(comparison.seeds) or not self.by_split:
            return None
        m = len(self.by_split) if self.test is None else self.test.m
        return seed_variance(*(comparison.seed_scores(name, self.metric)[:, :m] for name in (a, b)))

    def looks(self) -> pd.DataFrame:
        """One row for every m: mean and both intervals, NaN where there is none: one split decides nothing."""
        question, values = self.question, self.differences.values
        rows = []
        of_no_test = dict.fromkeys(("lower", "upper", "df", "pvalue", "mx2_lower", "mx2_upper", "mx2_pvalue"))
        for m, test in enumerate(self.by_split, start=1):
            plain = mx.mx2_t_test(values[:m], question.alpha, question.alternative)
            rows.append(
                {
                    "m": m,
                    "mean": test.mean,
                    "lower": test.lower,
                    "upper": test.upper,
                    "variance": test.variance,
                    "df": test.df,
                    "pvalue": test.pvalue,
                    "mx2_mean": plain.mean,
                    "mx2_lower": plain.lower,
                    "mx2_upper": plain.upper,
                    "mx2_pvalue": plain.pvalue,
                    **(of_no_test if m == 1 else {}),
                }
            )
        return pd.DataFrame(rows).astype(float).astype({"m": int})


_decisions: Remembered[tuple[Decision, tuple[OutOfFoldTTest, ...]]] = Remembered(60)
_steady: Remembered[bool] = Remembered(60)


def answer(
    tested: Tested, metric: str, differences: Differences, question: Question, rule: Rule, m: int
) -> Answer:
    """The answer from the first splits.

    Raises
    ------
    InputError
        If the metric cannot be divided among units, or a split divides a cluster.
    """
    a, b = differences.a, differences.b
    first = replace(differences, values=differences.values[:m])
    key = (*tested.key, a, b, metric, differences.smaller_is_better, question, rule)
    results, partitions = tested.comparison, tested.partitions

    def compute() -> tuple[Decision, tuple[OutOfFoldTTest, ...]]:
        decision = decide(
            results.only(a, b).first(m) if isinstance(results, Comparison) else results,
            a,
            b,
            partitions=partitions,
            metric=metric,
            question=question,
            rule=rule,
            smaller_is_better=differences.smaller_is_better,
        )
        return decision, decision.by_split()

    decision, by_split = _decisions.get((*key, m), compute)
    return Answer(tested, metric, first, decision, by_split)


def fixed(tested: Tested, differences: Differences) -> bool:
    """Whether no split changes what both models predict."""
    comparison = tested.comparison
    if not isinstance(comparison, Comparison):
        return False
    key = (*tested.key, differences.a, differences.b, tested.done)
    pair = differences.a, differences.b
    return _steady.get(key, lambda: same_in_every_split(comparison.first(tested.done), *pair))


def ends(table: pd.DataFrame, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Lower and upper ends of an interval."""
    return table[f"{name}lower"].to_numpy(), table[f"{name}upper"].to_numpy()
