"""What `test` says beside the test: a posterior, other tests, and what every look by itself says."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..exchange.canonical import plain
from .tables import table

if TYPE_CHECKING:
    from ..training import Comparison


def run(
    differences: NDArray[np.float64], settings: dict[str, Any], options: argparse.Namespace
) -> dict[str, Any]:
    """The parts of the result that were asked for; None where they were not."""
    return {
        "bayesian": None if options.rope is None else _bayesian(differences, options.rho, options.rope),
        "looks_by_themselves": _looks(differences, settings) if options.others else None,
        "others": _others(differences, options.alpha, options.alternative) if options.others else None,
        "pair_ratio": _ratio(differences) if options.others else None,
    }


def of_predictions(
    comparison: Comparison, names: tuple[str, str], metric: str, m: int, options: argparse.Namespace
) -> dict[str, Any]:
    """The same where there are predictions: of the scores on the first m splits, and McNemar's test."""
    differences = comparison.differences(*names, metric, options.smaller_is_better)[:m]
    return {
        "bayesian": None if options.rope is None else _bayesian(differences, options.rho, options.rope),
        "looks_by_themselves": None,
        "others": _others(differences, options.alpha, options.alternative) if options.others else None,
        "pair_ratio": _ratio(differences) if options.others else None,
        "mcnemar": _mcnemar(comparison, names, m, options) if options.others else None,
    }


def _mcnemar(
    comparison: Comparison, names: tuple[str, str], m: int, options: argparse.Namespace
) -> dict[str, Any]:
    tests = comparison.mcnemar(*names, m=m, alternative=options.alternative)
    return {
        "only_a": tests[0].only_a,
        "only_b": tests[0].only_b,
        "pvalue": tests[0].pvalue,
        "alternative": options.alternative,
        "hold_outs": len(tests),
        "rejected": sum(test.pvalue is not None and test.pvalue < options.alpha for test in tests),
    }


def _bayesian(differences: NDArray[np.float64], rho: float, rope: float) -> dict[str, Any]:
    from ..inference import bayesian_correlated_t_test

    posterior = bayesian_correlated_t_test(differences, rho, rope=rope)
    return {
        "rho": rho,
        "rope": rope,
        "p_better": posterior.p_better,
        "p_no_matter": posterior.p_equivalent,
        "p_worse": posterior.p_worse,
        "notice": posterior.notice,
    }


def _looks(differences: NDArray[np.float64], settings: dict[str, Any]) -> dict[str, list[int]]:
    """Looks that reject by themselves, and those that do not, before and after the stop."""
    from ..inference import stop_replay

    looks = stop_replay(differences, **settings)
    return {
        "yes": [look.m for look in looks if look.rejected],
        "no": [look.m for look in looks if not look.rejected],
    }


def _others(differences: NDArray[np.float64], alpha: float, alternative: str) -> list[dict[str, Any]]:
    from ..inference import other_tests

    return [
        {
            "test": str(test.name),
            "pvalue": test.pvalue,
            "alternative": test.alternative,
            "level": test.level,
            "rejected": test.rejected,
        }
        for test in other_tests(differences, alpha, alternative=alternative)
    ]


def _ratio(differences: NDArray[np.float64]) -> dict[str, Any] | None:
    from ..inference import pair_ratio

    if len(differences) < 2:
        return None
    ratio = pair_ratio(differences)
    return {
        **plain(ratio, but=("df_between", "df_within", "pvalue")),
        "rho2": {f"rho1={rho1:g}": ratio.rho2(rho1) for rho1 in (0.0, 0.5)},
    }


def text(result: dict[str, Any]) -> list[str]:
    """Further paragraphs, each after an empty line."""
    lines: list[str] = []
    a, b = result["models"][0], result["models"][-1]
    posterior = result["bayesian"]
    if posterior is not None:
        lines += ["", _posterior(posterior, a, b)]
    looks = result["looks_by_themselves"]
    if looks is not None:
        said = [
            f"{word} at m = {', '.join(map(str, looks[key]))}"
            for key, word in (("yes", "accepted"), ("no", "not"))
            if looks[key]
        ]
        lines += [
            "",
            f"Each look by itself: {'; '.join(said)}. The test guards against choosing the look one likes.",
        ]
    if result["others"] is not None:
        says = {True: "yes", False: "not shown", None: "nothing"}
        rows = [
            (
                row["test"],
                "–" if row["pvalue"] is None else f"{row['pvalue']:.2g}",
                row["alternative"],
                f"{row['level']:g}",
                says[row["rejected"]],
            )
            for row in result["others"]
        ]
        lines += ["", table(("other tests", "p", "sides", "at level", "decision"), rows)]
    if result.get("mcnemar") is not None:
        lines += ["", _hold_outs(result["mcnemar"], a, b)]
    ratio = result["pair_ratio"]
    if ratio is not None:
        value = "not defined" if ratio["ratio"] is None else f"{ratio['ratio']:.3g}"
        correlations = " and ".join(
            f"{rho2:.2f} if {rho1.replace('=', ' = ')}"
            for rho1, rho2 in ratio["rho2"].items()
            if rho2 is not None
        )
        lines += [
            "",
            f"R, the spread between splits over the spread within: {value}; by chance {ratio['lower']:.3g} "
            f"to {ratio['upper']:.3g} if both correlations are equal. It shows no correlation alone"
            + (f", but rho2 given rho1, as roughly as R is known: {correlations}." if correlations else "."),
        ]
    return lines


def _hold_outs(mcnemar: dict[str, Any], a: str, b: str) -> str:
    p = "not defined" if mcnemar["pvalue"] is None else f"{mcnemar['pvalue']:.2g}"
    return (
        f"McNemar's test on one hold-out (trained on the first half of split 1, tested on the other): {a} "
        f"alone is right on {mcnemar['only_a']:,} units, {b} alone on {mcnemar['only_b']:,}; "
        f"p ({mcnemar['alternative']}) = {p}. Of all {mcnemar['hold_outs']} hold-outs it rejects on "
        f"{mcnemar['rejected']}. It compares two trained models, not two ways to train them."
    )


def _posterior(bayes: dict[str, Any], a: str, b: str) -> str:
    if bayes["p_better"] is None:
        return f"Bayesian correlated t-test: {bayes['notice']}"
    return (
        f"Bayesian correlated t-test, rho = {bayes['rho']:g}, differences up to {bayes['rope']:g} of no "
        f"matter: {a} better {bayes['p_better']:.1%}, no matter {bayes['p_no_matter']:.1%}, {b} better "
        f"{bayes['p_worse']:.1%}. It does not account for how often one looked."
    )
