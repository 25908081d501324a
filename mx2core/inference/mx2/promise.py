"""What the tests promise: on which condition, and where they are known to err more often.

Pages, reports, the command line and documents take their words from here, so that no error rate
stands without its condition. docs/results/promise.md and docs/results/out-of-fold.md say how the
rates were measured; docs/method.md lists them one by one.
"""

from __future__ import annotations

from ...errors import Notice
from ..benchmark import benchmark, measured, out_of_fold_method
from ..checks import mode_of
from ..out_of_fold.unit_by_unit import OutOfFoldTTest
from .levels import ANY, CorrelationBounds
from .sequential import SequentialTTest


def error(test: SequentialTTest) -> tuple[Notice, ...]:
    """The type I error of the rule of a test, its condition, and where it is known to be larger."""
    values = {"percent": 100 * test.level, "alpha": test.alpha}
    if test.mode == "paper":
        return (
            Notice(
                "Each look decides at p ≤ {percent:.3g}%, as in the paper; over all looks, the type I error "
                "rate can exceed α = {alpha:g}.",
                values,
            ),
        )
    holds = condition(test.mode, test.bounds)
    if test.mode == "fixed" or (len(test.looks) == 1 and test.bounds.equal):
        return (
            Notice("With m fixed beforehand, the type I error rate is at most α = {alpha:g}.", values),
            holds,
        )
    if len(test.looks) == 1:  # whose level is below alpha, unless both correlations are one number
        decides = Notice(
            "Its one look decides at p ≤ {percent:.3g}%, which allows for unequal correlations: the type I "
            "error rate is at most α = {alpha:g}.",
            values,
        )
    else:
        decides = Notice(
            "Each look decides at p ≤ {percent:.3g}%, so that the type I error rate over all looks is at "
            "most α = {alpha:g}.",
            values,
        )
    return decides, holds, KNOWN_ERRORS


def condition(mode: str = "overall", bounds: CorrelationBounds = ANY) -> Notice:
    """Of the error rate that a rule has by `overall_level`, `worst_case_error` or `one_look_size`.

    `mode` ({"overall", "paper", "fixed"}): as in `sequential_t_test`; "fixed" is safe only where both
    correlations are one number.
    `bounds`: what is assumed of the correlations in mode "overall".
    Returns Notice: one sentence.
    """
    mode = mode_of(mode)
    if mode == "fixed" or (mode == "overall" and bounds.equal):
        most = 0.5 if mode == "fixed" else min(bounds.rho1, bounds.rho2)
        return Notice(
            "This holds if differences of scores are nearly normal and, over corpora, all correlated "
            "by one number of at most {rho}.",
            {"rho": _rho_text(most)},
        )
    if mode != "overall":
        bounds = ANY
    return Notice(
        "This holds if differences of scores are nearly normal and, over corpora, correlated by at "
        "most {rho1} within a split and {rho2} between splits.",
        {"rho1": _rho_text(bounds.rho1), "rho2": _rho_text(bounds.rho2)},
    )


def _rho_text(rho: float) -> str:
    return "½" if rho == 0.5 else f"{rho:g}"


KNOWN_ERRORS = Notice(
    "Outside this condition the rule erred more at α = 5%: 11.7% (skewed F1 of chunks), 11.3% (1-NN on 60 "
    "units), 13.9% (splits unequally noisy)."
)
"""Where the overall-level rule at 5%, looks at m = 3 to 20, is known to err more often."""


EVERY_LOOK = Notice(
    "Looks share α by a normal bound; error at α = 5% over {n} populations {mean:.1%}, at most {most:.1%}.",
    {"n": 47, "mean": 0.032, "most": 0.07},
)
"""The out-of-fold test that is looked at after every split."""


def out_of_fold(
    m: int, *, stopped: bool = False, conservative: bool = False, every_look: bool = False
) -> Notice:
    """How often the out-of-fold test erred in the benchmark, and where most.

    `m`: splits of the test.
    `stopped`: whether the precision stop chose them.
    `conservative`: whether the variance is the proved one.
    `every_look`: whether every number of splits may have been looked at.
    """
    if every_look:
        return EVERY_LOOK
    if conservative:
        return _conservative(m, stopped)
    found = measured(out_of_fold_method(m, stopped=stopped), held_back=True)
    weakest = found.weakest
    if 1 < m < 5 and not stopped:  # three splits were measured on the populations held back only
        few = measured("out-of-fold, m = 3", held_back=True).weakest
        weakest = max(weakest, few, key=lambda row: row.level)
    return Notice(
        "The test is calibrated, not proved. On {n} simulated populations it erred in {mean:.1%} of cases at "
        "α = 5%, and in at most {most:.1%} ({weakest}).",
        {
            "n": found.n_populations,
            "mean": found.mean,
            "most": weakest.level,
            "weakest": Notice(weakest.message),
        },
    )


def promise_of_test(test: OutOfFoldTTest, *, stopped: bool = False) -> tuple[Notice, ...]:
    """`out_of_fold` of a test that was made, and where training decides if it is the calibrated form."""
    every_look = test.looks is not None
    found = out_of_fold(test.m, stopped=stopped, conservative=test.conservative, every_look=every_look)
    return (found,) if test.conservative or test.m == 1 else (found, TRAINING_DECIDES)


def in_brief(test: OutOfFoldTTest, *, stopped: bool = False) -> tuple[Notice, ...]:
    """The one sentence of `promise_of_test` that applies to a test; none where its own warning says it."""
    if test.notice is not None:
        return ()
    known, *decides = promise_of_test(test, stopped=stopped)
    if decides and test.training >= test.variance / 2:
        return (
            Notice(
                "The test is calibrated, not proved. Training is {share:.0%} of the variance; in such "
                "cases it erred in up to {one:.1%} at α = 5%.",
                {"share": test.training / test.variance, **decides[0].values},
            ),
        )
    return (known,)


def _conservative(m: int, stopped: bool) -> Notice:
    """By the precision stop it was not measured: the largest of all m then."""
    methods = {
        out_of_fold_method(k, stopped=False, conservative=True) for k in ((3, 5, 10) if stopped else (m,))
    }
    weakest = max((measured(one, held_back=True).weakest for one in methods), key=lambda row: row.level)
    fixed = max(row.level for row in benchmark() if row.method in methods and row.family == "fixed models")
    return Notice(
        "Conservative: proved not too small on average for random halves. Highest errors at α = 5%: "
        "{most:.1%} ({weakest}), fixed models {fixed:.1%}.",
        {"most": weakest.level, "weakest": Notice(weakest.message), "fixed": fixed},
    )


TRAINING_DECIDES = Notice(  # from two splits on, conservative from three: docs/decisions/0054 and 0055
    "Where training is half the variance or more, 5% came to {one:.1%} (conservative {safe:.1%}), for many "
    "pairs to {pairs:.1%}.",
    {"one": 0.085, "safe": 0.051, "pairs": 0.116},
)
FIXED_MODELS = Notice(
    "Where few units hold most errors, one end of the 90% bootstrap interval errs in up to {most:.0%}.",
    {"most": 0.07},
)
"""Where the interval of models that no split changes is known to err."""


def one_model_interval(method: str) -> Notice | None:
    """That the interval of one model's score is too short on partitions made so; None where it is not.

    `method`: as in `PartitionSet.method`. Halves at the floor are more alike than new data are, and scores on
    them are too high.
    """
    if method != "floor":
        return None
    return Notice(
        "On floor splits the interval of one model's score is too short: {found:.1%} errors, not 5%.",
        {"found": 0.084},
    )
