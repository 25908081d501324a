"""Other tests on what a decision was made from: a posterior, each look by itself, McNemar, the spread."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ... import inference
from ...brief import frozen
from ...errors import Notice
from ...exchange import ScoreTable
from ...exchange.canonical import plain
from ..decisions.decision import Decision
from ..scores.evaluation import Evaluation
from ..scores.fixed_predictions import fixed_mcnemar
from ..scores.result import Comparison


@frozen
class SideTests:
    """Those that were asked for; None where they were not."""

    bayesian: inference.BayesianTTest | None = None
    looks_by_themselves: tuple[inference.Look, ...] | None = None
    others: tuple[inference.TestInUse, ...] | None = None
    pair_ratio: inference.PairRatio | None = None
    mcnemar: tuple[inference.McNemarTest, ...] | None = None  # of every hold-out

    @property
    def document(self) -> dict[str, Any]:
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        if self.pair_ratio is not None:
            rho2 = {f"rho1={rho1:g}": self.pair_ratio.rho2(rho1) for rho1 in (0.0, 0.5)}
            found["pair_ratio"] = {**plain(self.pair_ratio), "rho2": rho2}
        return found


def side_tests(
    decision: Decision,
    comparison: Comparison | Evaluation | None = None,
    *,
    rope: float | None = None,
    rho: float = 0.5,
    others: bool = False,
    smaller_is_better: bool | None = None,
) -> SideTests:
    """On the differences of scores, or of a `comparison` by its predictions, of all splits that the decision
    had, wherever it stopped: with the posterior where there is a `rope`, and with `others`; of models that no
    split changes McNemar's test."""
    question, m = decision.question, len(decision.differences)
    if decision.fixed is not None and comparison is not None:
        sides = question.alternative
        alone = fixed_mcnemar(comparison, decision.a, decision.b, alternative=sides) if others else None
        return SideTests(mcnemar=None if alone is None else (alone,))
    assert comparison is None or isinstance(comparison, Comparison), "trained models have splits"
    if comparison is None:
        differences = decision.differences
    else:
        differences = comparison.differences(decision.a, decision.b, decision.metric, smaller_is_better)[:m]
    posterior = None
    if rope is not None:
        posterior = inference.bayesian_correlated_t_test(differences, rho, rope=rope)
    if not others:
        return SideTests(posterior)
    of_units: dict[str, NDArray[np.generic]] = {}
    if decision.masks is not None:
        of_units = {"units": decision.differences, "masks": decision.masks}
    sides = question.alternative
    looks = hold_outs = None
    if comparison is None:
        looks = tuple(inference.stop_replay(differences, **decision.rule.sequential(question)))
    else:
        hold_outs = tuple(comparison.mcnemar(decision.a, decision.b, m=m, alternative=sides))
    return SideTests(
        posterior,
        looks,
        tuple(inference.other_tests(differences, question.alpha, alternative=sides, **of_units)),
        inference.pair_ratio(differences) if len(differences) > 1 else None,
        hold_outs,
    )


@frozen
class Seeds:
    """What the seeds of models add to the variance of a mean, and to the interval of a test."""

    models: tuple[str, ...]
    added: inference.SeedVariance
    test: inference.OutOfFoldTTest | None

    @property
    def document(self) -> dict[str, Any]:
        share = limit = None
        if self.test is not None and self.test.lower is not None and self.test.upper is not None:
            half, whole = (self.test.upper - self.test.lower) / 2, self.test.variance
            share, limit = self.added.share(whole), self.added.half_length(half, whole)
        return {"models": self.models, **plain(self.added), "share": share, "half_length_limit": limit}

    @property
    def sentences(self) -> tuple[Notice, ...]:
        return tuple(self.added.sentences(self.models, self.test))


def seeds(
    results: Comparison | ScoreTable,
    models: tuple[str, ...],
    metric: str,
    m: int | None,
    test: inference.OutOfFoldTTest | None = None,
) -> Seeds | None:
    """On the first m splits; None where no model has several seeds."""
    added = inference.seed_variance(*(results.seed_scores(name, metric)[:, :m] for name in models))
    return Seeds(models, added, test) if max(added.n_seeds) > 1 else None
