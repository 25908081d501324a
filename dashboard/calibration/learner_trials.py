"""Real learners on generated corpora whose truth is known: shown as measured, never computed here."""

from functools import cache
from pathlib import Path

import pandas as pd
import streamlit as st

from dashboard.calibration.error_rates import rule_names
from dashboard.figures.comparisons import calibration as figures
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.words.numbers import number
from dashboard.words.text import _

# From `python -m benchmarks.trials.learners`; it takes a quarter of an hour.
MEASURED = Path(__file__).resolve().parents[1] / "measured" / "calibration-learners.csv"
COMMAND = "python -m benchmarks.trials.learners"
ALPHA = 0.05  # of the tests that were measured


@cache
def _measured() -> pd.DataFrame:
    return pd.read_csv(MEASURED)


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


def _meaning(quantity: str) -> tuple[str, float | None, str]:
    """What a quantity says or does not, and the value that it should have, in number and words."""
    level = 1 - 2 * ALPHA
    match quantity.partition(",")[0]:
        case "bias":
            return _("Mean of the 2m scores minus the true one."), 0.0, _("no bias")
        case "spread over seeds":
            return _("Two laboratories on one corpus: not the error of the estimate."), None, ""
        case "rmse":
            return _("Bias and scatter together, over corpora."), None, ""
        case "rho1" | "rho2":
            return _("The overall-level rule assumes at most ½."), 0.5, _("assumed at most")
        case "error":
            words = _("One direction, two equal models; intervals slightly too wide.")
            return words, ALPHA, _("α = {level:.3g}").format(level=ALPHA)
        case "coverage":
            words = _("How often the {level:.3g}% interval covers the truth; less is not safe.")
            return words.format(level=100 * level), level, _("level of the interval")
    return "", None, ""


def show() -> None:
    measured = _measured()
    tasks = {"texts": _("texts, naive Bayes"), "sequences": _("sentences, hidden Markov model")}
    asked_of = questions()
    which, what = st.columns([2, 3])
    task = pick(_("Task"), tasks, "trial_task", "texts", place=which, buttons=True)
    titles = {key: words for key, (_score, _quantity, words) in asked_of.items()}
    asked = pick(_("Quantity"), titles, "trial_quantity", "overall", place=what)
    score, quantity, title = asked_of[asked]
    rows = measured[(measured.task == task) & (measured.score == score) & (measured.quantity == quantity)]
    ends = ["m", "value", "lower", "upper"]
    meaning, target, target_name = _meaning(quantity)
    picture, numbers = st.columns([2, 1], gap="medium")
    with picture:
        components.chart(
            figures.method_errors(
                {
                    str(method): list(part[ends].itertuples(index=False, name=None))
                    for method, part in rows.groupby("method", sort=False)
                },
                components.methods() | {"filter": _("the paper's filter")},
                target=target,
                target_name=target_name,
                across=title,
                percent=quantity.startswith("error") or quantity == "coverage",
            ),
            "calibration_learners",
            alt=title,
            csv=lambda: components.csv_bytes(rows),
        )
    with numbers:
        truth = measured[(measured.task == task) & (measured.method == "truth")].set_index("score")["value"]
        with st.container(horizontal=True):
            st.metric(_("True score of A"), f"{truth['A']:.3f}")
            if not quantity.startswith("error"):  # of those, two equal models are compared
                st.metric(_("True difference A − B"), number(truth["A-B"], "+.3f"))
        st.markdown(meaning)
        sizes = _("240 units of a known population, 95% intervals. Other sizes: {command}")
        st.caption(sizes.format(command=f"`{COMMAND}`"))
