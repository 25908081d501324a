"""Several models on several corpora: mean ranks, and every pair by each test."""

from __future__ import annotations

from collections.abc import Sequence

from ...brief import Tabular, frozen
from ..classical.bayes import bayesian_signed_rank_test
from .ranks import FriedmanTest, NemenyiTest, Table, check_table, friedman, nemenyi
from .signed_ranks import signed_rank_pairs


@frozen
class RankedModel(Tabular):
    """A model with its mean rank, 1 the best, and its mean score over the corpora."""

    model: str
    mean_rank: float
    mean: float


@frozen
class PairOnCorpora(Tabular):
    """Two models, the one ahead as `a`: p-values of three tests, and shares of the Bayesian posterior."""

    a: str
    b: str
    wins: int
    losses: int
    mean: float
    nemenyi: float
    wilcoxon: float | None
    holm: float | None
    p_better: float | None  # None without a `rope`
    p_worse: float | None
    p_no_matter: float | None


@frozen
class ModelRanks(Tabular):
    """The best model first; `friedman` is None of two models."""

    models: tuple[RankedModel, ...]
    friedman: FriedmanTest | None
    nemenyi: NemenyiTest
    pairs: tuple[PairOnCorpora, ...]


def model_ranks(
    table: Table,
    models: Sequence[str],
    *,
    shown: Sequence[float],
    alpha: float = 0.05,
    control: str | None = None,
    rope: float | None = 0.01,
) -> ModelRanks:
    """All that ranks say of scores, larger ones better; `shown` are the means as they were given."""
    values, names = check_table(table, models, fewest=2)
    compared = nemenyi(values, names, alpha=alpha)
    pairs = []
    for one in signed_rank_pairs(values, names, control=control):
        a, b = names.index(one.a), names.index(one.b)
        shares: tuple[float | None, ...] = (None, None, None)
        if rope is not None:
            posterior = bayesian_signed_rank_test(values[a] - values[b], rope)
            shares = posterior.p_better, posterior.p_worse, posterior.p_equivalent
        pairs.append(
            PairOnCorpora(
                one.a,
                one.b,
                one.wins,
                one.losses,
                one.mean,
                float(compared.pvalues[a, b]),
                one.pvalue,
                one.adjusted,
                *shares,
            )
        )
    ranked = [RankedModel(*row) for row in zip(names, compared.ranks, shown, strict=True)]
    return ModelRanks(
        tuple(sorted(ranked, key=lambda one: one.mean_rank)),
        friedman(values, names) if len(names) > 2 else None,
        compared,
        tuple(pairs),
    )
