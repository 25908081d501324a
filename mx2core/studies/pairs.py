"""Several models: every pair tested in both directions, with an error that holds for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import ArrayLike

from ..brief import brief
from ..errors import ScoresError
from ..inference import SequentialTTest, adjusted_pvalues, mx2_t_test, sequential_t_test
from ..inference.checks import as_splits


@brief
@dataclass(frozen=True, slots=True, eq=False)
class PairDecision:
    """Is A better than B.

    >>> import mx2core as mx
    >>> scores = {"A": [[0.8, 0.7]] * 3, "B": [[0.7, 0.65], [0.6, 0.7], [0.7, 0.6]]}
    >>> decided = mx.studies.pair_decisions(scores)
    >>> [(one.a, one.b) for one in decided.decisions]
    [('A', 'B'), ('B', 'A')]
    """

    a: str
    b: str
    mean: float  # how far A is ahead of B, over all splits
    test: SequentialTTest  # at the level that all comparisons share
    pvalue: float | None  # at all splits, m chosen beforehand; None without variation
    adjusted: float | None  # the same by Holm, for all comparisons together

    @property
    def better(self) -> bool:
        """Whether the sequential test accepted that A is better."""
        return self.test.rejected


@brief
@dataclass(frozen=True, slots=True, eq=False)
class PairDecisions:
    """All pairs of some models, each in both directions.

    >>> import mx2core as mx
    >>> scores = {"A": [[0.8, 0.7]] * 3, "B": [[0.7, 0.65], [0.6, 0.7], [0.7, 0.6]]}
    >>> decided = mx.studies.pair_decisions(scores)
    >>> decided.models, decided.comparisons
    (('A', 'B'), 2)
    """

    models: tuple[str, ...]
    m: int
    alpha: float  # allowed for all comparisons together
    comparisons: int
    level_per_look: float
    mode: str
    decisions: tuple[PairDecision, ...]  # the largest mean first

    def decision(self, a: str, b: str) -> PairDecision:
        """Is `a` better than `b`.

        Raises
        ------
        ScoresError
            If there is no such pair.
        """
        for pair in self.decisions:
            if (pair.a, pair.b) == (a, b):
                return pair
        raise ScoresError(
            "There is no pair of {a} and {b}; the models are {known}.", a=a, b=b, known=self.models
        )


def pair_decisions(
    scores: Mapping[str, ArrayLike],
    *,
    alpha: float = 0.05,
    mode: str = "guaranteed",
    m_start: int = 3,
    m_stop: int = 20,
    looks: Sequence[int] | None = None,
) -> PairDecisions:
    """Test every pair of models, in both directions, on the same splits.

    The error allowed is shared: with k comparisons each sequential test has the overall
    error alpha/k, so its level of a look is that of `guaranteed_level(alpha, looks, k)`.
    For an m chosen beforehand the p-values at all splits are adjusted by Holm's method,
    which is never weaker; do not read both and choose.

    Parameters
    ----------
    scores : mapping of str to array_like, shape (m, 2) or (2m,)
        Scores of each model on the same splits, larger ones better: see `metrics.oriented` for errors.
    alpha, mode, m_start, m_stop, looks
        As in `sequential_t_test`.

    Returns
    -------
    PairDecisions

    Raises
    ------
    ScoresError
        If there are fewer than two models, or scores of unequal shape.
    InputError
        If another argument is not possible.

    Examples
    --------
    >>> base = [[.70, .71], [.72, .70], [.71, .69], [.70, .70]]
    >>> better = [[.75, .78], [.76, .74], [.77, .74], [.74, .76]]
    >>> found = pair_decisions({"A": better, "B": base})
    >>> found.comparisons, found.decision("A", "B").better, found.decision("B", "A").better
    (2, True, False)
    """
    models = tuple(scores)
    arrays = {model: as_splits(np.asarray(values, dtype=np.float64)) for model, values in scores.items()}
    shapes = {array.shape for array in arrays.values()}
    if len(models) < 2 or len(shapes) > 1:
        raise ScoresError(
            "Pairs need the scores of two models or more on the same splits; got {n_models} models with "
            "scores of shape {shapes}.",
            n_models=len(models),
            shapes=tuple(map(str, sorted(shapes))),
        )
    pairs = sorted(
        permutations(models, 2), key=lambda pair: -float(arrays[pair[0]].mean() - arrays[pair[1]].mean())
    )
    decided = []
    for a, b in pairs:
        differences = arrays[a] - arrays[b]
        test = sequential_t_test(
            differences, alpha, m_start, m_stop, mode, comparisons=len(pairs), looks=looks
        )
        decided.append((a, b, float(differences.mean()), test, mx2_t_test(differences).pvalue))
    adjusted = _holm([pvalue for *_, pvalue in decided])
    return PairDecisions(
        models=models,
        m=shapes.pop()[0],
        alpha=alpha,
        comparisons=len(pairs),
        level_per_look=decided[0][3].level_per_look,
        mode=mode,
        decisions=tuple(PairDecision(*one, value) for one, value in zip(decided, adjusted, strict=True)),
    )


def _holm(pvalues: Sequence[float | None]) -> list[float | None]:
    """Adjusted for all comparisons; one without variation cannot be rejected and counts as p = 1."""
    adjusted = adjusted_pvalues([1.0 if pvalue is None else pvalue for pvalue in pvalues])
    return [None if pvalue is None else float(value) for pvalue, value in zip(pvalues, adjusted, strict=True)]
