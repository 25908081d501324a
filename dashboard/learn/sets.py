"""Steps 4 to 7: several splits at once, chosen among random ones or built."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard import figures
from dashboard.figures.splits.density import binned
from dashboard.learn.halves import CANDIDATES, random_divergences
from dashboard.learn.layout import per_cent, presented, select_slider, slider, step
from dashboard.server.result_cache import remembered
from dashboard.session import analysis, state
from dashboard.ui import components
from dashboard.words import text
from dashboard.words.numbers import number
from dashboard.words.text import _, inert
from mx2core.partition.halves.blocks import block_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dashboard.session.analysis import Chosen

BUILT = 10  # splits
BOUNDS = 20  # in step 6; the first stands for as low as possible
# From `python -m benchmarks.price.text`; shown, and never computed while a page waits.
MEASURED = Path(__file__).resolve().parents[1] / "measured" / "price-real-texts.csv"


def orthogonal_blocks() -> None:
    """The sign table of block splits, made anew as m grows."""
    n = len(state.project().corpus)
    m = slider(_("Splits m"), 2, 15, key=state.choice("lesson_m", 7))
    table = block_table(m)
    n_blocks = table.shape[1]
    blocks = mx.block_partitions(n, max(1, min(m, n // 4))).overlap_deviation()
    chance = sqrt(mx.partitions.overlap_law(n).variance)
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
                _("Shared by two training sets"),
                f"{0.25:.0%}",
                _(
                    "of the corpus: off by {blocks:.1f} units at most, random splits typically by {chance:.1f}"
                ).format(blocks=blocks, chance=chance),
            ),
        ),
        told=(
            _(
                "The corpus is cut into blocks at random. Each column is a split; it trains on the green blocks."
            ),
            _(
                "Any two columns are green together on exactly a quarter of the blocks. So the training sets of any two splits share "
                "half of their units, a quarter of the corpus."
            ),
            _(
                "No pair of splits is then more alike than another, and the m×2 test may treat all pairs the same."
            ),
            *((_("For m = 7 this is Table 1 of the paper (Wang, Wang & Li)."),) if m == 7 else ()),
        ),
    )


def _first_threshold(values: NDArray[np.float64]) -> float:
    """The threshold that step 5 begins with: about 30% of random splits survive it."""
    return float(np.round(np.quantile(values, 0.3), 2))


def surviving() -> float:
    """The share of random splits that survive it."""
    values = random_divergences(analysis.chosen())
    return float((values <= _first_threshold(values)).mean())


def survivors() -> None:
    """A bound on chi-square/J, and what survives it."""
    chosen = analysis.chosen()
    values = random_divergences(chosen)
    bins = binned(values)
    # Within the axis, so that the threshold is seen wherever it is.
    low, high = float(np.ceil(bins.edges[0] * 100) / 100), float(np.floor(bins.edges[-1] * 100) / 100)
    high = max(high, low + 0.02)
    key = state.choice("lesson_c", _first_threshold(values))
    st.session_state[key] = min(max(st.session_state[key], low), high)
    c = slider(_("Largest χ²/J admitted"), low, high, step=0.01, key=key)
    survives = values <= c
    share = float(survives.mean())
    step(
        figures.line(
            figures.Axis(
                symbol="",
                title=f"χ²/J · {text.attribute(chosen.names[0])}",
                bins=bins,
                bounds=(-np.inf, c),
                expected=chosen.expected[0],
            ),
            survives,
            bound=_("threshold c"),
            text=_,
        ),
        "lesson_survivors",
        alt=_("Histogram of χ²/J of random splits; {share:.0%} lie below the bound.").format(share=share),
        csv=lambda: components.columns_csv(
            candidate=np.arange(CANDIDATES), chi2_per_label=values, survives=survives.astype(int)
        ),
        numbers=(
            (_("One split survives"), f"{share:.1%}", _("of {n:,} random splits").format(n=CANDIDATES)),
            (_("Five random splits all survive"), per_cent(100 * share**5), _("of all draws of five")),
        ),
        told=(
            _(
                "Splits survive a threshold c if their halves are alike enough (Wang et al. call c the regularization parameter)."
            ),
            _("At the expected value, here {expected:.2f}, {share:.0%} of random splits survive.").format(
                expected=chosen.expected[0], share=float((values <= chosen.expected[0]).mean())
            ),
            _(
                "Single splits can be drawn until five survive. Splits that overlap evenly (step 4) are drawn together: all have to survive at once, in each attribute that is counted."
            ),
        ),
    )


@remembered(24)
def _built_to_the_floor(digest: str, _chosen: Chosen) -> NDArray[np.float64]:
    built = mx.regularized_partitions(_chosen.counts[:1], BUILT, target="floor")
    return built.divergence(_chosen.counts[0])


def built_to_the_floor(chosen: Chosen) -> NDArray[np.float64]:
    """Chi-square/J of splits built as alike as they can be, shape (BUILT,)."""
    return _built_to_the_floor(chosen.digest, chosen)


def _bounds(chosen: Chosen) -> NDArray[np.float64]:
    """Bounds of step 6, from what splits built as alike as possible keep to the expected value."""
    # A little above what is reached at the floor, so that ten splits at once can be had for sure.
    least = 1.02 * float(built_to_the_floor(chosen).max())
    return np.linspace(least, max(chosen.expected[0], least), BOUNDS)


def pairs() -> None:
    """Splits built to a bound that no random one meets."""
    chosen = analysis.chosen()
    values = random_divergences(chosen)
    floor, expected = chosen.floors[0], chosen.expected[0]
    bounds = _bounds(chosen)
    which = select_slider(
        _("Largest χ²/J asked for"),
        list(range(len(bounds))),
        format_func=lambda k: f"{bounds[k]:.3f}" if k else _("as low as possible"),
        key=state.among("lesson_bound", list(range(len(bounds))), 0),
    )
    if which == 0:
        reached = built_to_the_floor(chosen)
    else:
        built = mx.regularized_partitions(chosen.counts[:1], BUILT, target=[(None, bounds[which])])
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
                _("Largest of {n} built splits").format(n=BUILT),
                f"{reached.max():.3f}",
                _("{share:.1%} of random splits are below").format(
                    share=float((values < reached.max()).mean())
                ),
            ),
        ),
        told=(
            _(
                "At the floor, units with the same labels are put in pairs, and every split separates every pair."
            ),
            _(
                "Pairs that are separated add nothing to χ²/J; what is left are units without an equal partner. A larger bound "
                "leaves more to chance."
            ),
            inert(
                _(
                    "A label that occurs an odd number of times cannot be halved: that alone usually keeps χ²/J above 0."
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
    measured = measured[measured["score"] == "A"]
    numbers = [int(condition.removeprefix("m = ")) for condition in measured["condition"].unique()]
    m = select_slider(_("Splits m"), numbers, key=state.among("lesson_price_m", numbers, numbers[0]))
    here = measured[measured["condition"] == f"m = {m}"].set_index(["method", "quantity"])[
        ["value", "lower", "upper"]
    ]
    names = components.methods() | {"filter": _("filter: lowest 5%")}
    schemes = ["random", "balanced", "centered", "filter", "floor"]
    if presented():  # the first and the last say it, and can be read from the last row
        schemes = ["random", "balanced", "floor"]
    bias = here.xs("bias", level="quantity").loc[schemes].to_numpy()
    spread = here.xs("spread", level="quantity").loc[schemes, "value"].to_numpy()
    off = dict(zip(schemes, bias[:, 0], strict=True))
    widest = float(measured.loc[measured["quantity"] == "spread", "value"].max())
    step(
        figures.price({scheme: names[scheme] for scheme in schemes}, bias, spread, widest=widest, text=_),
        "lesson_price_figure",
        alt=_(
            "Bias against spread for ways of choosing halves; at the floor the bias is {floor:+.3f}."
        ).format(floor=off["floor"]),
        csv=lambda: components.csv_bytes(here.reset_index()),
        numbers=(
            (
                _("Halves as alike as possible (floor)"),
                number(off["floor"], "+.3f"),
                _("too high, on average"),
            ),
            (
                _("Balanced"),
                number(off["balanced"], "+.3f"),
                _("on average; random halves {random:+.3f}").format(random=off["random"]),
            ),
        ),
        told=(
            _(
                "50 corpora of 240 texts in 20 classes were drawn from a large one (Banking77). Naive Bayes was trained on halves of them; the truth is its accuracy on all other texts."
            ),
            _(
                "Halves at the floor, which stratification aims at, are more alike than training and new data. So the score is too high, most where texts of a label are few."
            ),
            _(
                "Balanced sets, whose χ²/J is on average that of random halves, are about as close to the truth as random ones. Their scores vary {less:.0%} less from set to set; a difference of two models gains less."
            ).format(less=1 - spread[schemes.index("balanced")] / spread[schemes.index("random")]),
            *(
                []
                if presented()
                else [
                    _(
                        "To build a balanced set, pairs of units change sides until each label is, over all splits, as uneven as in random halves."
                    ),
                    _(
                        "Centered: each split has the expected χ²/J. The filter of Wang et al.: the 5% of random splits with the lowest χ²/J."
                    ),
                ]
            ),
        ),
    )
