"""The out-of-fold test on generated corpora whose truth is known: shown as measured, never computed here."""

from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.figures.comparisons import out_of_fold as unit_figures
from dashboard.ui import components
from dashboard.ui.widgets import pick
from dashboard.words.problems import notice_text
from dashboard.words.text import _, bracketed, inert, prose
from mx2core.errors import Notice

ALPHA = 0.05  # of the tests that were measured
MEASURED = Path(__file__).resolve().parents[1] / "measured" / "out-of-fold.csv"
COMMAND = "python -m benchmarks.trials.units --corpora 3000 --seed 17"
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
def _measured() -> pd.DataFrame:
    return pd.read_csv(MEASURED)


def population_name(population: str) -> str:
    """A population in the language of the session; by its own name where it is a new one."""
    return notice_text(POPULATIONS[population]) if population in POPULATIONS else population


def _sized(population: str, n: int) -> str:
    return bracketed(population_name(population), f"n = {n}")


def show() -> None:
    measured = _measured()
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
    names = [_sized(name, n) for name, n in zip(table["name"], table["n_units"], strict=True)]
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
        st.code(COMMAND, language=None, wrap_lines=True)


def _coverage(ours: pd.DataFrame, runs: int) -> None:
    """Where the interval covers the truth too rarely."""
    least = 1 - ALPHA - 2 * float(np.sqrt(ALPHA * (1 - ALPHA) / runs))
    below = ours[ours["coverage"] < least].sort_values("coverage")
    if below.empty:
        return
    names = [
        f"{_sized(name, n)} {share:.1%}"
        for name, n, share in zip(below["name"], below["n_units"], below["coverage"], strict=True)
    ]
    sentence = _("Its 95% interval covers too rarely in: {names}.")
    st.markdown(sentence.format(names=inert(_("; ").join(names), None)))
