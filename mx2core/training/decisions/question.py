"""What is asked of two models, and by which rule it is answered: both chosen before the scores are seen."""

from __future__ import annotations

from typing import Any, Literal, get_args

from ...arguments import check_choice
from ...brief import Tabular, frozen
from ...inference import USUAL_LOOKS, CorrelationBounds
from ...inference.checks import Alternative, check_alpha, check_alternative, mode_of
from ...inference.mx2.levels import ANY, check_comparisons, check_looks
from ...inference.out_of_fold.looks import LOOKS
from ...inference.out_of_fold.precision import FIRST, LAST
from ...inference.verdict import check_margin

Test = Literal["out-of-fold", "overall", "paper", "fixed"]
Stop = Literal["precision", "every", "all"]

TESTS: tuple[Test, ...] = get_args(Test)
STOPS: tuple[Stop, ...] = get_args(Stop)


@frozen
class Question(Tabular):
    """What is asked of models A and B.

    The page, the commands, the report, the study of methods and `decide` all have these defaults; for
    predictions the default margin is that of `margin_for`.

    Raises InputError if `alpha`, `alternative` or `margin` is not possible.

    >>> asked = mx.training.Question(margin=0.01)
    >>> asked.alpha, asked.alternative
    (0.05, 'two-sided')
    """

    alpha: float = 0.05
    alternative: Alternative = "two-sided"  # "greater": is A better than B
    margin: float | None = None  # differences below it do not matter: equivalence is asked for, too
    clusters: tuple[str, ...] | None = None  # of each unit, where units depend on each other

    def __post_init__(self) -> None:
        check_alpha(self.alpha)
        check_alternative(self.alternative)
        if self.margin is not None:
            check_margin(self.margin)

    @property
    def two_sided(self) -> bool:
        return self.alternative == "two-sided"

    @property
    def unit_options(self) -> dict[str, Any]:
        """The arguments of a test of units."""
        return {"alpha": self.alpha, "alternative": self.alternative, "clusters": self.clusters}


@frozen
class Rule(Tabular):
    """Which test answers a question, and after how many splits.

    Models whose predictions no split changes get the approximate randomization test, which looks at no
    split, whatever the rule says.

    Raises InputError if a test, a stop, the looks or a number of comparisons is not possible.

    >>> mx.training.Rule().test is None, mx.training.Rule("paper", looks=(3, 5, 7)).looks
    (True, (3, 5, 7))
    """

    test: Test | None = None  # None: "out-of-fold" where there are predictions, else "overall"
    stop: Stop = "precision"  # of the out-of-fold test; "every": looked at after each; "all": on all planned
    looks: tuple[int, ...] | None = (
        None  # splits; None: 3 to 10 by precision, 2 to 10 at every one, 3 to 20 in scores
    )
    comparisons: int = 1  # that share alpha in a sequential rule; a two-sided question counts twice
    bounds: CorrelationBounds = ANY  # assumed by the overall-level rule
    conservative: bool = False  # the out-of-fold test by the variance that is proved, with less power

    def __post_init__(self) -> None:
        if self.test is not None:
            object.__setattr__(self, "test", mode_of(self.test))
        for name, value, known in (("test", self.test or TESTS[0], TESTS), ("stop", self.stop, STOPS)):
            check_choice(name, value, known)
        if self.looks is not None:
            check_looks(self.looks)
        check_comparisons(self.comparisons)

    @property
    def schedule(self) -> tuple[int, ...]:
        """The looks in force; the out-of-fold test makes every one from the first to the last."""
        if self.looks is not None:
            return self.looks
        if self.test in ("overall", "paper"):
            return USUAL_LOOKS
        first, last = LOOKS if self.stop == "every" else (FIRST, LAST)
        return tuple(range(first, last + 1))

    def unit_options(self, question: Question) -> dict[str, Any]:
        """The arguments of the out-of-fold test."""
        return {**question.unit_options, "conservative": self.conservative}

    def sequential(self, question: Question) -> dict[str, Any]:
        """The arguments of `sequential_t_test` and of its replays."""
        return {
            "alpha": question.alpha,
            "alternative": question.alternative,
            "mode": self.test,
            "looks": self.schedule,
            "comparisons": self.comparisons,
            "bounds": self.bounds,
        }
