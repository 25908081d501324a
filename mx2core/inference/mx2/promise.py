"""What the sequential test promises: on which condition, and where it is known to err more often.

Pages, reports, the command line and documents take their words from here, so that no error rate
stands without its condition. docs/results/promise.md says how the rates were measured.
"""

from __future__ import annotations

from ...errors import Notice
from ..checks import mode_of
from .levels import ANY, CorrelationBounds


def condition(mode: str = "overall", bounds: CorrelationBounds = ANY) -> Notice:
    """Of the error rate that a rule has by `overall_level`, `worst_case_error` or `one_look_size`.

    Parameters
    ----------
    mode : {"overall", "paper", "fixed"}
        As in `sequential_t_test`; "fixed" is safe only where both correlations are one number.
    bounds : CorrelationBounds
        What is assumed of the correlations in mode "overall".

    Returns
    -------
    Notice
        One sentence.
    """
    mode = mode_of(mode)
    if mode == "overall" and bounds.equal:
        return _one_number(min(bounds.rho1, bounds.rho2))
    if mode == "fixed":
        return _one_number(0.5)
    if mode == "overall" and bounds != ANY:
        return Notice(
            "This holds if differences of scores are nearly normal and, over corpora, correlated by at most "
            "{rho1:g} within a split and {rho2:g} between splits.",
            {"rho1": bounds.rho1, "rho2": bounds.rho2},
        )
    return Notice(
        "This holds if differences of scores are nearly normal and, over corpora, correlated by at most ½, "
        "within a split and between splits."
    )


def _one_number(most: float) -> Notice:
    return Notice(
        "This holds if differences of scores are nearly normal and, over corpora, all correlated by one "
        "number of at most {rho:g}.",
        {"rho": most},
    )


KNOWN_ERRORS = (
    Notice(
        "F1 of chunks with skewed errors, where one model misses chunks and the other adds false ones: 8.1% "
        "with 40 units, 8.3% with 100, 6.5% with 200; 11.7%, 10.2% and 8.4% where errors are more skewed."
    ),
    Notice("Exponentially skewed scores: 7.9%."),
    Notice("Splits that differ in noise: 13.9%."),
    Notice("1-NN against the majority class on 60 units, where ρ1 is .61: 8.6% to 11.3%."),
    Notice(
        "Models that hardly depend on their training half (rules, frozen encoders, prompted models) "
        "have ρ1 = 0, ρ2 = ½, where the error reaches α and leaves no margin for scores that are not "
        "normal."
    ),
)
"""Where the overall-level rule at 5%, looks at m = 3 to 20, is known to err more often, or might."""

KNOWN_ERRORS_IN_SHORT = Notice(
    "At α = 5% and with bounds of ½ it is known to err in up to 11.7% of cases with skewed F1 of chunks, "
    "11.3% with 1-NN on 60 units, and 13.9% with splits that differ in noise."
)

OUT_OF_FOLD = Notice(
    "The error rate is calibrated on generated corpora, not proved. The test is known to err more often "
    "than 5% with F1 of a class of some ten units, at 10 splits ({rare:.0%}); with 1-NN, from 5 splits on "
    "(up to {nearest:.0%}); with learners with noise of their own, at one split ({noisy:.0%}); and with "
    "fixed models with skewed errors (up to {fixed:.0%}), which have a test of their own.",
    {"rare": 0.07, "nearest": 0.07, "noisy": 0.08, "fixed": 0.09},
)
"""Where the out-of-fold test is known to err, by docs/results/out-of-fold.md."""

FIXED_MODELS = Notice(
    "Where few units hold most of the errors, as with skewed F1 on 60 to 100 units, the true difference lay "
    "beyond one end of the 90% bootstrap interval in up to {most:.0%} of cases; it should be 5%.",
    {"most": 0.12},
)
"""Where the interval of models that no split changes is known to err, by the same document."""


def one_model_interval(method: str) -> Notice | None:
    """That the interval of one model's score is too short on partitions made so; None where it is not.

    Parameters
    ----------
    method : str
        As in `PartitionSet.method`. Halves at the floor are more alike than new data are, and scores on
        them are too high.
    """
    if method != "floor":
        return None
    return Notice(
        "The interval of one model's score is too short on these splits: on sets built to the floor it erred "
        "in {found:.1%} of cases instead of 5%.",
        {"found": 0.084},
    )


OUT_OF_FOLD_POWER = Notice(
    "With the same number of trainings, the out-of-fold test found {least:g} to {most:g} times as many true "
    "differences as the overall-level rule where models depend on their training half, but only "
    "{stable:g} times as many with stable models (centroids, linear models on 1,000 units) and with "
    "1-NN against the majority class, and no more with skewed errors of fixed models. With one split, "
    "one look of the m×2 test can find more.",
    {"least": 1.8, "most": 6.2, "stable": 1.3},
)
"""Where it finds little more than others, by the same document."""
