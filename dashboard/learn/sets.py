"""Steps 4 to 7: several splits at once, chosen among random ones or built."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard import figures
from dashboard.figures.density import binned
from dashboard.learn.halves import CANDIDATES, random_divergences
from dashboard.learn.layout import step
from dashboard.session import analysis, state
from dashboard.ui import components
from dashboard.words import text
from dashboard.words.numbers import number
from dashboard.words.text import _, inert
from mx2core.partition.blocks import block_table

BUILT = 10  # splits
# From `python -m benchmarks.price.text`; shown, and never computed while a page waits.
MEASURED = Path(__file__).resolve().parents[2] / "docs" / "results" / "price-real-texts.csv"


def orthogonal_blocks() -> None:
    """The sign table of block splits, made anew as m grows."""
    n = len(state.project().corpus)
    m = st.slider(_("Splits m"), 1, 15, key=state.choice("lesson_m", 7))
    table = block_table(m)
    n_blocks = table.shape[1]
    largest = min(15, n // 4)
    blocks = mx.block_partitions(n, min(m, largest)).overlap_deviation()
    chance = mx.random_partitions(n, min(m, largest)).overlap_deviation()
    step(
        figures.block_table(table, text=_),
        "lesson_blocks",
        alt=_("Table: which of {k} blocks each of {m} splits puts into its first half.").format(
            k=n_blocks, m=m
        ),
        csv=lambda: components.columns_csv(
            block=np.arange(1, n_blocks + 1),
            **{f"split_{i + 1}": np.where(row, 1, 2) for i, row in enumerate(table)},
        ),
        numbers=(
            (_("Blocks"), f"{n_blocks}", _("for up to {m} splits").format(m=n_blocks - 1)),
            (
                _("Furthest from n/4"),
                _("{blocks:.1f} units").format(blocks=blocks),
                _("by chance: {chance:.1f}").format(chance=chance),
            ),
        ),
        told=(
            _("Cut the corpus into blocks at random; a split is a column that says which blocks train."),
            _(
                "Any two columns agree on half of the blocks, so any two training sets share a quarter of the units."
            ),
            _(
                "No pair of splits is then more alike than another, and the test may treat all pairs the same."
            ),
            *((_("This is Table 1 of the paper."),) if m == 7 else ()),
        ),
    )


def survivors() -> None:
    """A bound on chi-square/J, and who passes it."""
    chosen = analysis.chosen()
    values = random_divergences(chosen)
    low, high = float(np.floor(values.min() * 100) / 100), float(np.ceil(values.max() * 100) / 100)
    high = max(high, low + 0.02)
    start = float(np.round(np.quantile(values, 0.3), 2))
    key = state.choice("lesson_c", start)
    st.session_state[key] = min(max(st.session_state[key], low), high)
    c = st.slider(_("Largest χ²/J admitted"), low, high, step=0.01, key=key)
    survives = values <= c
    share = float(survives.mean())
    step(
        figures.line(
            figures.Axis(
                symbol="Φ",
                title=f"χ²/J · {text.attribute(chosen.names[0])}",
                bins=binned(values),
                bounds=(-np.inf, c),
                expected=chosen.expected[0],
            ),
            survives,
            text=_,
        ),
        "lesson_survivors",
        alt=_("Histogram of χ²/J of random splits; {share:.0%} lie below the bound.").format(share=share),
        csv=lambda: components.columns_csv(
            candidate=np.arange(CANDIDATES), chi2_per_label=values, survives=survives.astype(int)
        ),
        numbers=(
            (_("Survivors"), f"{share:.1%}", _("of {n:,} random splits").format(n=CANDIDATES)),
            (
                _("Five random splits all survive"),
                f"{share**5:.2%}",
                _("in repeated draws of five"),
            ),
        ),
        told=(
            _("A threshold c keeps the random splits whose halves are alike enough."),
            _(
                "Near the expected value, here {expected:.2f}, it keeps about half of them, which is not strict."
            ).format(expected=chosen.expected[0]),
            _("For several splits, or several attributes, the shares multiply, and soon no split is left."),
        ),
    )


def pairs() -> None:
    """Splits built to a bound that no random one meets."""
    chosen = analysis.chosen()
    values = random_divergences(chosen)
    floor, expected = chosen.floors[0], chosen.expected[0]
    percent = st.slider(
        _("From the floor (0) to the expected value (100)"),
        0,
        100,
        step=5,
        key=state.choice("lesson_pairs", 20),
    )
    if percent == 0:
        built = mx.regularized_partitions(chosen.counts[:1], BUILT, target="floor")
    else:
        # A little above the floor, so that ten splits at once can be had for sure.
        bound = max(floor * 1.02, floor + percent / 100 * (expected - floor))
        built = mx.regularized_partitions(chosen.counts[:1], BUILT, target=[(None, bound)])
    reached = built.divergence(chosen.counts[0])
    step(
        figures.above_the_floor(
            {_("random"): values[:300], _("built"): reached}, expected=expected, floor=floor, text=_
        ),
        "lesson_pairs_figure",
        alt=_("χ²/J of 300 random splits and of {n} splits that were built; the floor is {floor}.").format(
            n=BUILT, floor=text.least(floor)
        ),
        csv=lambda: components.columns_csv(
            scheme=["random"] * 300 + ["built"] * BUILT,
            chi2_per_label=np.concatenate([values[:300], reached]),
        ),
        numbers=(
            (_("Floor of this corpus"), text.least(floor), _("no split goes below")),
            (
                _("Built, largest of {n}").format(n=BUILT),
                f"{reached.max():.3f}",
                _("{share:.1%} of random splits are below").format(
                    share=float((values < reached.max()).mean())
                ),
            ),
        ),
        told=(
            _("Put units with the same labels in pairs, and let every split separate every pair."),
            _(
                "What pairs agree on is then equal in both halves of all splits at once; what is left over is the floor."
            ),
            inert(
                _(
                    "A label that occurs an odd number of times cannot be halved: that alone keeps χ²/J above 0."
                )
            ),
        ),
    )


def flattered(method: str) -> float:
    """Measured bias of a score with one way of choosing halves, at the fewest splits that were measured."""
    measured = pd.read_csv(MEASURED)
    here = measured[(measured["score"] == "A") & (measured["quantity"] == "bias")]
    return float(here[here["method"] == method]["value"].iloc[0])


def price() -> None:
    """Bias against spread of each way of choosing halves, where the truth is known."""
    measured = pd.read_csv(MEASURED)
    numbers = [int(condition.removeprefix("m = ")) for condition in measured["condition"].unique()]
    m = st.select_slider(_("Splits m"), numbers, key=state.among("lesson_price_m", numbers, numbers[0]))
    here = measured[(measured["condition"] == f"m = {m}") & (measured["score"] == "A")]
    here = here.set_index(["method", "quantity"])[["value", "lower", "upper"]]
    names = components.methods() | {"filter": _("paper's filter: best 5%")}
    schemes = ["random", "balanced", "centered", "filter", "floor"]
    bias = here.xs("bias", level="quantity").loc[schemes].to_numpy()
    spread = here.xs("spread", level="quantity").loc[schemes, "value"].to_numpy()
    by_name = {name: (bias[k, 0], spread[k]) for k, name in enumerate(schemes)}
    step(
        figures.price([names[name] for name in schemes], bias, spread, text=_),
        "lesson_price_figure",
        alt=_(
            "Bias against spread for five ways of choosing halves; at the floor the bias is {floor:+.3f}."
        ).format(floor=by_name["floor"][0]),
        csv=lambda: components.csv_bytes(here.reset_index()),
        numbers=tuple(
            (
                names[name],
                f"{number(by_name[name][0], '+.3f')} · {by_name[name][1]:.3f}",
                _("bias · spread of the score"),
            )
            for name in ("floor", "balanced")
        ),
        told=(
            _(
                "Corpora of 240 texts were drawn from a large collection, so the score on all the rest is the truth; an "
                "estimate should be right on average, and vary little when one corpus is split again."
            ),
            _(
                "At the floor the halves agree more than fresh data would: the score varies less, and is too good, "
                "more so for a model that leans on label frequencies."
            ),
            _(
                "Balanced and centered sets ask for no more agreement than chance gives. With about twelve texts of a "
                "class, as here, they vary by about a third less than random sets and stay close to the truth."
            ),
        ),
    )
