"""The out-of-fold test on generated corpora whose truth is known: shown as measured, never computed here."""

from pathlib import Path

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.calibration import populations
from dashboard.figures.comparisons import out_of_fold as figures
from dashboard.server.result_cache import remembered
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.words.text import _, inert, joined

MEASURED = Path(__file__).resolve().parents[1] / "measured" / "out-of-fold.csv"
COMMAND = "python -m benchmarks.trials.units --corpora 3000 --seed 17"
ALPHA = 0.05  # one-sided, of the tests that were measured
OURS, OTHER = "out-of-fold", "m×2"


@remembered(4)
def _measured(changed: float) -> pd.DataFrame:
    found = pd.read_csv(MEASURED)
    found["error"] = found[["error_greater", "error_less"]].max(axis=1)
    return found[found["method"].isin([OURS, OTHER])]


def show() -> None:
    measured = _measured(MEASURED.stat().st_mtime)
    numbers = sorted(int(m) for m in measured["m"].dropna().unique())
    quantities = {"error": _("Errors"), "power": _("Power")}
    row = st.container(horizontal=True, vertical_alignment="top")
    quantity = pick(_("Show"), quantities, "trial_quantity", "error", place=row, buttons=True)
    m = pick(_("Splits m"), numbers, "trial_m", 5, place=row, buttons=True)
    here = measured[measured["m"] == m]
    table = here.pivot_table(index=["name", "n_units", "group"], columns="method", values=quantity)
    table = table.dropna(subset=[OURS]).sort_values(OURS, ascending=False).reset_index()
    names = [
        f"{populations.named(name)}, n = {n}" for name, n in zip(table["name"], table["n_units"], strict=True)
    ]
    runs = int(here["n_corpora"].max())
    limit = ALPHA + 2 * float(np.sqrt(ALPHA * (1 - ALPHA) / runs))
    picture, words = st.columns([2, 1], gap="medium")
    with picture:
        components.chart(
            figures.trials(
                names,
                {_("out-of-fold test"): table[OURS].to_numpy(), _("one m×2 look"): table[OTHER].to_numpy()},
                level=ALPHA if quantity == "error" else None,
                axis=_("wrong “better”, the worse direction")
                if quantity == "error"
                else _("chance of finding the better model"),
            ),
            f"trials_{quantity}",
            alt=_("Out-of-fold test"),
            csv=lambda: components.csv_bytes(table),
        )
    with words:
        named = table.assign(name=names)
        st.markdown(joined(_errors(named, limit) if quantity == "error" else _power(named)))
        if quantity == "error":
            st.markdown(joined(_coverage(here[here["method"] == OURS], runs)))
        st.caption(_("{runs:,} generated corpora a row, one-sided at 5%.").format(runs=runs))
        st.code(COMMAND, language=None, wrap_lines=True)


def _errors(table: pd.DataFrame, limit: float) -> list[str]:
    above = table["name"][table[OURS] > limit].tolist()
    return [
        _("It errs clearly above 5% in {above} of {n} populations.").format(above=len(above), n=len(table)),
        *([_("Namely: {names}.").format(names=inert(_("; ").join(above), None))] if above else []),
    ]


def _coverage(ours: pd.DataFrame, runs: int) -> list[str]:
    least = 1 - ALPHA - 2 * float(np.sqrt(ALPHA * (1 - ALPHA) / runs))
    below = ours[ours["coverage"] < least].sort_values("coverage")
    if below.empty:
        return []
    names = [
        f"{populations.named(name)}, n = {n} ({share:.1%})"
        for name, n, share in zip(below["name"], below["n_units"], below["coverage"], strict=True)
    ]
    return [
        _("Its 95% interval covers too rarely in: {names}.").format(names=inert(_("; ").join(names), None))
    ]


def _power(table: pd.DataFrame) -> list[str]:
    fewer = table["name"][table[OURS] < table[OTHER]].tolist()
    return [
        _("One m×2 look finds more in {fewer} of {n} populations.").format(fewer=len(fewer), n=len(table)),
        *([_("Namely: {names}.").format(names=inert(_("; ").join(fewer), None))] if fewer else []),
    ]
