"""Several models on several corpora: mean ranks, and every pair by each test."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import isclose

from ...brief import Tabular, frozen
from ...errors import Notice, Whole
from ..classical.bayes import bayesian_signed_rank_test
from ..pvalues import written_pvalue
from .ranks import TIED, FriedmanTest, NemenyiTest, Table, check_table, friedman, nemenyi
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

    @property
    def pvalue(self) -> float | None:
        """Of Friedman's test, of two models of Wilcoxon's; None where no corpus tells them apart."""
        return self.pairs[0].wilcoxon if self.friedman is None else self.friedman.answer_pvalue

    @property
    def rejected(self) -> bool:
        return self.pvalue is not None and self.pvalue < self.nemenyi.alpha

    @property
    def headline(self) -> Notice:
        """The answer in one line."""
        if not self.rejected:
            return Notice("Undecided on these corpora")
        if self.friedman is None:
            return Notice("{model} is better on corpora like these", {"model": self.pairs[0].a})
        return Notice("The models differ on corpora like these")

    @property
    def sentences(self) -> tuple[Notice, ...]:
        """By which test, and who is first; a test never says that models are equal."""
        if self.pvalue is None:
            return (TIED,)
        ranked, n = self.models, self.nemenyi.n_corpora
        first = [one.model for one in ranked if isclose(one.mean_rank, ranked[0].mean_rank)]
        test = Notice("Friedman's test") if self.friedman else Notice("Wilcoxon's signed-rank test")
        p = {"p": Whole(written_pvalue(self.pvalue)), "alpha": self.nemenyi.alpha}
        notices = [
            Notice("{test} over {n} corpora: p {p} (α = {alpha:g}).", {"test": test, "n": n, **p}),
            Notice(
                "First: {models}, mean rank {rank:.2f} of {k}.",
                {"models": first, "rank": ranked[0].mean_rank, "k": len(ranked)},
            ),
        ]
        least = 2.0 ** (1 - n)  # of the signed-rank test
        if least > self.nemenyi.alpha:
            words = {"n": n, "least": least}
            notices.append(Notice("With {n} corpora no pair reaches p < {least:.3g}.", words))
        if not self.rejected:
            return (*notices, Notice("That does not show equality."))
        if self.friedman is None:
            return tuple(notices)
        groups = [group for group in self.nemenyi.groups if first[0] in group]
        alike = [name for name in dict.fromkeys(chain(*groups)) if name != first[0]]
        if not alike:
            return (*notices, Notice("It differs from every other model."))
        return (*notices, Notice("It cannot be distinguished from {models}.", {"models": alike}))


def model_ranks(
    table: Table,
    models: Sequence[str],
    *,
    means: Sequence[float],
    alpha: float = 0.05,
    control: str | None = None,
    rope: float | None = 0.01,
) -> ModelRanks:
    """All that ranks say of scores, larger ones better; `means` are the means as they were given."""
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
    ranked = [RankedModel(*row) for row in zip(names, compared.ranks, means, strict=True)]
    return ModelRanks(
        tuple(sorted(ranked, key=lambda one: one.mean_rank)),
        friedman(values, names) if len(names) > 2 else None,
        compared,
        tuple(pairs),
    )
