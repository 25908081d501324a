"""Real learners on generated corpora whose truth is known: shown as measured, never computed here."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import streamlit as st

from dashboard import figures
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
    return {
        "bias": ("A", "bias", _("bias of a score")),
        "bias_difference": ("A-B", "bias", _("bias of a difference")),
        "seeds": ("A", "spread over seeds", _("spread over seeds, score")),
        "seeds_difference": ("A-B", "spread over seeds", _("spread over seeds, difference")),
        "corpora": ("A", "spread over corpora", _("spread over corpora, score")),
        "rmse": ("A", "rmse", _("distance from the truth, score")),
        "rmse_difference": ("A-B", "rmse", _("distance from the truth, difference")),
        "rho1": ("A-B", "rho1", _("ρ1 of differences")),
        "rho2": ("A-B", "rho2", _("ρ2 of differences")),
        "rho2_score": ("A", "rho2", _("ρ2 of scores")),
        "overall": ("A-twin", "error, overall", _("type I error, overall-level rule")),
        "paper": ("A-twin", "error, paper", _("type I error, Wang et al.'s rule")),
        "fixed": ("A-twin", "error, fixed", _("type I error, m×2 t at m")),
        "coverage": ("A-B", "coverage", _("coverage of the true difference")),
        "coverage_score": ("A", "coverage", _("coverage of the true score")),
    }


def _meanings() -> dict[str, str]:
    """What a quantity says and what it does not."""
    return {
        "bias": _(
            "How far the mean of the 2m scores lies from the true one on average; positive means too "
            "high. It does not say how far off a single experiment is."
        ),
        "spread over seeds": _(
            "How much two laboratories with other seeds differ on one corpus. It is not the error of the estimate: a "
            "biased estimate can be very steady."
        ),
        "spread over corpora": _(
            "How much estimates differ over corpora that might have been drawn. No way of splitting makes a corpus larger."
        ),
        "rmse": _("Bias and scatter together, over corpora: how far one experiment is from the truth."),
        "rho1": _(
            "Correlation of the two scores of a split, over corpora. The overall-level rule assumes at most ½."
        ),
        "rho2": _(
            "Correlation of scores of two splits, over corpora. The overall-level rule assumes at most ½."
        ),
        "error": _(
            "How often a test calls one of two equally good models better; each direction is counted "
            "separately. The intervals treat each corpus as one experiment, so they are slightly too "
            "wide."
        ),
        "coverage": _(
            "How often the interval of level {level:.0%} contains the true value. More than that is "
            "safe: the interval is longer than necessary. Less is not safe; it happens if the "
            "estimate is biased or ρ2 is above ½."
        ).format(level=1 - 2 * ALPHA),
    }


def _target(quantity: str) -> tuple[float | None, str]:
    if quantity == "bias":
        return 0.0, _("no bias")
    if quantity.startswith("error"):
        return ALPHA, _("α = {level:.3g}").format(level=ALPHA)
    if quantity == "coverage":
        return 1 - 2 * ALPHA, _("level of the interval")
    if quantity in ("rho1", "rho2"):
        return 0.5, _("what the overall-level rule assumes at most")
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
                up=words,
                percent=quantity.startswith("error") or quantity == "coverage",
                text=_,
            ),
            "calibration_learners",
            alt=_("{quantity} for each way of splitting and number of splits, with 95% intervals.").format(
                quantity=words
            ),
            csv=lambda: components.csv_bytes(rows),
        )
    with numbers:
        truth = measured[(measured.task == task) & (measured.method == "truth")].set_index("score")["value"]
        with st.container(horizontal=True):
            st.metric(_("True score of A"), f"{truth['A']:.3f}")
            if not quantity.startswith("error"):  # of those, two equal models are compared
                st.metric(_("True difference A − B"), number(truth["A-B"], "+.3f"))
        st.markdown(_meanings()[quantity.partition(",")[0]])
        st.caption(
            _(
                "Corpora of 240 units were drawn from a population that is known exactly, so a "
                "model's true score is known too. For type I errors, two models of one kind see "
                "two descriptions of each unit with the same distribution: neither is better. "
                "Intervals of 95%. Not every corpus is like these; {command} measures again, with"
                " other sizes."
            ).format(command=f"`{COMMAND}`")
        )
