"""Real learners on generated corpora whose truth is known: shown as measured, never computed here."""

from pathlib import Path

import pandas as pd
import streamlit as st

from dashboard.calibration.error_rates import rule_names
from dashboard.figures.comparisons import calibration as figures
from dashboard.server.result_cache import remembered
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.words.numbers import number
from dashboard.words.text import _

# From `python -m benchmarks.trials.learners`; it takes a quarter of an hour.
MEASURED = Path(__file__).resolve().parents[1] / "measured" / "calibration-learners.csv"
COMMAND = "python -m benchmarks.trials.learners"
ALPHA = 0.05  # of the tests that were measured


@remembered(4)
def _measured() -> pd.DataFrame:
    return pd.read_csv(MEASURED)


def _tasks() -> dict[str, str]:
    return {"texts": _("texts, naive Bayes"), "sequences": _("sentences, hidden Markov model")}


def questions() -> dict[str, tuple[str, str, str]]:
    """What can be asked: score and quantity of the file, and the words for it."""
    bias, seeds, corpora = _("bias"), _("spread over seeds"), _("spread over corpora")
    rmse, coverage = _("distance from the truth"), _("coverage")
    score, difference, error = _("score"), _("difference"), _("type I error")
    return {
        "bias": ("A", "bias", f"{bias}: {score}"),
        "bias_difference": ("A-B", "bias", f"{bias}: {difference}"),
        "seeds": ("A", "spread over seeds", f"{seeds}: {score}"),
        "seeds_difference": ("A-B", "spread over seeds", f"{seeds}: {difference}"),
        "corpora": ("A", "spread over corpora", f"{corpora}: {score}"),
        "rmse": ("A", "rmse", f"{rmse}: {score}"),
        "rmse_difference": ("A-B", "rmse", f"{rmse}: {difference}"),
        "rho1": ("A-B", "rho1", f"ρ1: {difference}"),
        "rho2": ("A-B", "rho2", f"ρ2: {difference}"),
        "rho2_score": ("A", "rho2", f"ρ2: {score}"),
        "overall": ("A-twin", "error, overall", f"{error}: {rule_names()['overall']}"),
        "paper": ("A-twin", "error, paper", f"{error}: {rule_names()['paper']}"),
        "fixed": ("A-twin", "error, fixed", f"{error}: " + _("m×2 t at m")),
        "coverage": ("A-B", "coverage", f"{coverage}: {difference}"),
        "coverage_score": ("A", "coverage", f"{coverage}: {score}"),
    }


def _meanings() -> dict[str, str]:
    """What a quantity says or does not."""
    correlation = _("The overall-level rule assumes at most ½.")
    return {
        "bias": _("Mean of the 2m scores minus the true one."),
        "spread over seeds": _("Two laboratories on one corpus: not the error of the estimate."),
        "rmse": _("Bias and scatter together, over corpora."),
        "rho1": correlation,
        "rho2": correlation,
        "error": _("One direction, two equal models; intervals slightly too wide."),
        "coverage": _("How often the {level:.3g}% interval covers the truth; less is not safe.").format(
            level=100 * (1 - 2 * ALPHA)
        ),
    }


def _target(quantity: str) -> tuple[float | None, str]:
    if quantity == "bias":
        return 0.0, _("no bias")
    if quantity.startswith("error"):
        return ALPHA, _("α = {level:.3g}").format(level=ALPHA)
    if quantity == "coverage":
        return 1 - 2 * ALPHA, _("level of the interval")
    if quantity in ("rho1", "rho2"):
        return 0.5, _("assumed at most")
    return None, ""


def show() -> None:
    measured = _measured()
    tasks, asked_of = _tasks(), questions()
    which, what = st.columns([2, 3])
    task = pick(_("Task"), tasks, "trial_task", "texts", place=which, buttons=True)
    asked = pick(
        _("Quantity"),
        {key: words for key, (_score, _quantity, words) in asked_of.items()},
        "trial_quantity",
        "overall",
        place=what,
    )
    score, quantity, words = asked_of[asked]
    rows = measured[(measured.task == task) & (measured.score == score) & (measured.quantity == quantity)]
    names = components.methods() | {"filter": _("the paper's filter")}
    target, target_name = _target(quantity)
    picture, numbers = st.columns([2, 1], gap="medium")
    with picture:
        components.chart(
            figures.by_method(
                {
                    str(method): list(
                        part[["m", "value", "lower", "upper"]].itertuples(index=False, name=None)
                    )
                    for method, part in rows.groupby("method", sort=False)
                },
                names,
                target=target,
                target_name=target_name,
                across=words,
                percent=quantity.startswith("error") or quantity == "coverage",
            ),
            "calibration_learners",
            alt=words,
            csv=lambda: components.csv_bytes(rows),
        )
    with numbers:
        truth = measured[(measured.task == task) & (measured.method == "truth")].set_index("score")["value"]
        with st.container(horizontal=True):
            st.metric(_("True score of A"), f"{truth['A']:.3f}")
            if not quantity.startswith("error"):  # of those, two equal models are compared
                st.metric(_("True difference A − B"), number(truth["A-B"], "+.3f"))
        st.markdown(_meanings().get(quantity.partition(",")[0], ""))
        st.caption(
            _("240 units of a known population, 95% intervals. Other sizes: {command}").format(
                command=f"`{COMMAND}`"
            )
        )
