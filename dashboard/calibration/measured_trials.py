"""The out-of-fold test, and real learners, on generated corpora whose truth is known: shown as measured, never computed here."""

from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.calibration.error_rates import rule_names
from dashboard.figures.comparisons import calibration as figures
from dashboard.figures.comparisons import out_of_fold as unit_figures
from dashboard.ui import components
from dashboard.ui.widgets import pick
from dashboard.words.numbers import number
from dashboard.words.problems import notice_text
from dashboard.words.text import _, inert, prose
from mx2core.errors import Notice

# From `python -m benchmarks.trials.learners`; it takes a quarter of an hour.
MEASURED = Path(__file__).resolve().parents[1] / "measured" / "calibration-learners.csv"
COMMAND = "python -m benchmarks.trials.learners"
ALPHA = 0.05  # of the tests that were measured
UNITS = Path(__file__).resolve().parents[1] / "measured" / "out-of-fold.csv"
UNITS_COMMAND = "python -m benchmarks.trials.units --corpora 3000 --seed 17"
OURS, OTHER = "out-of-fold", "m×2"
# What the populations of the simulation are called here; commands and files have their English names.
POPULATIONS = {
    one.message: one
    for one in (
        Notice("centroid, 5 classes"),
        Notice("centroid, 4 classes"),
        Notice("centroid, 3 classes, one view weaker"),
        Notice("1-NN, 2 classes"),
        Notice("1-NN, texts"),
        Notice("1-NN against majority"),
        Notice("texts, 10 classes: naive Bayes, all words against 90"),
        Notice("texts, 15 classes: naive Bayes, all words against 100"),
        Notice("10% class, F1: LDA of two views"),
        Notice("6% class, F1: LDA of two views"),
        Notice("stable: LDA of two views"),
        Notice("two fixed rules"),
        Notice("skewed F1, A misses and B invents"),
        Notice("chunk F1: tagger of two views"),
        Notice("chunk F1: with and without memory"),
        Notice("tree of two views"),
        Notice("tree against naive Bayes"),
        Notice("one model: accuracy of LDA"),
        Notice("one model: F1 of a 12% class"),
        Notice("one model: F1 of a 6% class"),
        Notice("documents of 5 texts: naive Bayes"),
        Notice("documents of 3 texts: 1-NN"),
        Notice("noisy: centroid on random features"),
        Notice("LDA against 5-NN"),
        # where the conservative form errs most
        Notice("AUC by jackknife"),
        Notice("log loss of naive Bayes"),
        Notice("ordinal, squared error"),
    )
}


@cache
def _read(file: Path) -> pd.DataFrame:
    return pd.read_csv(file)


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
    measured = _read(MEASURED)
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
            csv=rows,
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


def population_name(population: str) -> str:
    """A population in the language of the session; by its own name where it is a new one."""
    return notice_text(POPULATIONS[population]) if population in POPULATIONS else population


def show_units() -> None:
    measured = _read(UNITS)
    measured = measured.assign(error=measured[["error_greater", "error_less"]].max(axis=1))
    measured = measured[measured["method"].isin([OURS, OTHER])]
    numbers = sorted(int(m) for m in measured["m"].dropna().unique())
    quantities = {"error": _("Errors"), "power": _("Power")}
    row = st.container(horizontal=True, vertical_alignment="top")
    quantity = pick(_("Show"), quantities, "trial_quantity", "error", place=row, buttons=True)
    m = pick(_("Splits m"), numbers, "trial_m", 5, place=row, buttons=True)
    here = measured[measured["m"] == m]
    table = here.pivot_table(index=["name", "n_units", "group"], columns="method", values=quantity)
    table = table.dropna(subset=[OURS]).sort_values(OURS, ascending=False).reset_index()
    names = [
        f"{population_name(name)}, n = {n}" for name, n in zip(table["name"], table["n_units"], strict=True)
    ]
    runs = int(here["n_corpora"].max())
    limit = ALPHA + 2 * float(np.sqrt(ALPHA * (1 - ALPHA) / runs))
    picture, words = st.columns([2, 1], gap="medium")
    with picture:
        components.chart(
            unit_figures.trials(
                names,
                {_("out-of-fold test"): table[OURS].to_numpy(), _("one m×2 look"): table[OTHER].to_numpy()},
                level=ALPHA if quantity == "error" else None,
                axis=_("wrong “better”, the worse direction")
                if quantity == "error"
                else _("chance of finding the better model"),
            ),
            f"trials_{quantity}",
            alt=_("Out-of-fold test"),
            csv=table,
        )
    with words:
        if quantity == "error":
            rows = [name for name, out in zip(names, table[OURS] > limit, strict=True) if out]
            count = _("It errs clearly above 5% in {above} of {n} populations.")
        else:
            rows = [name for name, out in zip(names, table[OURS] < table[OTHER], strict=True) if out]
            count = _("One m×2 look finds more in {fewer} of {n} populations.")
        sentences = [count.format(above=len(rows), fewer=len(rows), n=len(names))]
        if rows:
            sentences.append(_("Namely: {names}.").format(names=inert(_("; ").join(rows), None)))
        st.markdown(prose(sentences))
        if quantity == "error":
            _coverage(here[here["method"] == OURS], runs)
        st.caption(_("{runs:,} generated corpora a row, one-sided at 5%.").format(runs=runs))
        st.code(UNITS_COMMAND, language=None, wrap_lines=True)


def _coverage(ours: pd.DataFrame, runs: int) -> None:
    """Where the interval covers the truth too rarely."""
    least = 1 - ALPHA - 2 * float(np.sqrt(ALPHA * (1 - ALPHA) / runs))
    below = ours[ours["coverage"] < least].sort_values("coverage")
    if below.empty:
        return
    names = [
        f"{population_name(name)}, n = {n} ({share:.1%})"
        for name, n, share in zip(below["name"], below["n_units"], below["coverage"], strict=True)
    ]
    sentence = _("Its 95% interval covers too rarely in: {names}.")
    st.markdown(sentence.format(names=inert(_("; ").join(names), None)))
