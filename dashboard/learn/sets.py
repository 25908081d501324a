"""Steps 4 to 7: several splits at once, chosen among random ones or built."""

from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

import mx2core as mx
from dashboard.figures import learn as figures
from dashboard.figures.splits import thresholds as thresholds_figures
from dashboard.figures.splits.density import binned
from dashboard.figures.splits.divergence import schemes
from dashboard.learn.halves import CANDIDATES, random_divergences
from dashboard.learn.layout import per_cent, select_slider, slider, step
from dashboard.server.result_cache import remembered
from dashboard.session import analysis, state
from dashboard.session.analysis import Chosen
from dashboard.ui import components
from dashboard.words import text
from dashboard.words.numbers import number
from dashboard.words.text import _
from mx2core.partition.halves.blocks import block_table

BUILT = 10  # splits
BOUNDS = 20  # in step 6; the first stands for as low as possible
# From `python -m benchmarks.price.text` and `.crf_report`; shown, and never computed while a page waits.
MEASURED = Path(__file__).resolve().parents[1] / "measured"
OF_TEXTS, OF_CRF = MEASURED / "price-real-texts.csv", MEASURED / "price-crf.csv"


def orthogonal_blocks() -> None:
    """The sign table of block splits, made anew as m grows."""
    n = len(state.project().corpus)
    m = slider(_("Splits m"), 2, 15, key=state.choice("lesson_m", 7))
    table = block_table(m)
    n_blocks = table.shape[1]
    deviation = _(
        "of the corpus: {quarter:,} units ±{blocks:.1f}; random splits typically ±{chance:.1f}"
    ).format(
        quarter=round(n / 4),
        blocks=mx.block_partitions(n, max(1, min(m, n // 4))).overlap_deviation(),
        chance=sqrt(mx.partitions.overlap_law(n).variance),
    )
    step(
        4,
        figures.block_table(table),
        "lesson_blocks",
        alt=_("Table: the blocks of {m} splits.").format(m=m),
        csv={
            "block": np.arange(1, n_blocks + 1),
            **{f"split_{i + 1}": np.where(row, 1, 2) for i, row in enumerate(table)},
        },
        plotted='imshow(numbers.set_index("block").T)',
        numbers=(
            (_("Blocks"), f"{n_blocks}", _("for up to {m} splits").format(m=n_blocks - 1)),
            (_("Overlap of two training sets"), f"{0.25:.0%}", deviation),
        ),
        more=(_("m = 7: Table 1 of the paper."),) if m == 7 else (),
    )


def first_threshold() -> tuple[float, float]:
    """The bound that step 5 begins with, and the share of random splits that survive it: about 30%."""
    values = random_divergences(analysis.chosen())
    bound = float(np.round(np.quantile(values, 0.3), 2))
    return bound, float((values <= bound).mean())


def survivors() -> None:
    """A bound on chi-square/J, and what survives it."""
    chosen = analysis.chosen()
    values = random_divergences(chosen)
    bins = binned(values)
    # Within the axis, so that the threshold is seen wherever it is.
    low, high = float(np.ceil(bins.edges[0] * 100) / 100), float(np.floor(bins.edges[-1] * 100) / 100)
    high = max(high, low + 0.02)
    key = state.choice("lesson_c", first_threshold()[0])
    st.session_state[key] = min(max(st.session_state[key], low), high)
    c = slider(_("Largest χ²/J admitted"), low, high, step=0.01, key=key)
    survives = values <= c
    share = float(survives.mean())
    name = text.attribute(chosen.names[0])
    axis = thresholds_figures.Axis("", f"χ²/J · {name}", bins, (-np.inf, c), chosen.expected[0])
    step(
        5,
        thresholds_figures.line(axis, survives, bound=_("threshold c")),
        "lesson_survivors",
        alt=_("χ²/J of random splits; {share:.0%} lie below c.").format(share=share),
        csv={"candidate": np.arange(CANDIDATES), "chi2_per_label": values, "survives": survives.astype(int)},
        plotted='histogram(numbers, x="chi2_per_label", color="survives")',
        numbers=(
            (_("One split survives"), f"{share:.1%}", _("of {n:,} random splits").format(n=CANDIDATES)),
            (_("Five random splits all survive"), per_cent(100 * share**5), _("of all draws of five")),
        ),
    )


@remembered(24)
def built_to_the_floor(chosen: Chosen) -> NDArray[np.float64]:
    """Chi-square/J of splits built as alike as they can be, shape (BUILT,)."""
    built = mx.regularized_partitions(chosen.counts[:1], BUILT, target="floor")
    return built.divergence(chosen.counts[0])


def pairs() -> None:
    """Splits built to a bound that no random one meets."""
    chosen = analysis.chosen()
    values = random_divergences(chosen)
    floor, expected = chosen.floors[0], chosen.expected[0]
    # A little above what is reached at the floor, so that ten splits at once can be had for sure.
    least = 1.02 * float(built_to_the_floor(chosen).max())
    bounds = np.linspace(least, max(expected, least), BOUNDS)
    places = list(range(BOUNDS))
    which = select_slider(
        _("Largest χ²/J asked for"),
        places,
        format_func=lambda k: f"{bounds[k]:.3f}" if k else _("as low as possible"),
        key=state.among("lesson_bound", places, 0),
    )
    reached = built_to_the_floor(chosen)
    if which:
        found = mx.regularized_partitions(chosen.counts[:1], BUILT, target=[(None, bounds[which])])
        reached = found.divergence(chosen.counts[0])
    below = float((values < reached.max()).mean())
    alt = _("χ²/J of 300 random and {n} built splits; floor {floor}.")
    random, built = _("random"), _("built")
    look: dict[str, Any] = {"title": "χ²/J", "height": 340, "chosen": built}
    step(
        6,
        schemes({random: values[:300], built: reached}, expected=expected, floor=floor, **look),
        "lesson_pairs_figure",
        alt=alt.format(n=BUILT, floor=text.least(floor)),
        csv={
            "scheme": ["random"] * 300 + ["built"] * BUILT,
            "chi2_per_label": np.concatenate([values[:300], reached]),
        },
        plotted='strip(numbers, x="chi2_per_label", y="scheme")',
        numbers=(
            (_("Floor of this corpus"), text.least(floor), _("no split goes below")),
            (
                _("Largest of {n} built splits").format(n=BUILT),
                f"{reached.max():.3f}",
                _("{share:.1%} of random splits are below").format(share=below),
            ),
        ),
    )


def flattered(method: str) -> float:
    """Measured bias of naive Bayes with one way of choosing halves, at the fewest splits that were measured."""
    measured = pd.read_csv(OF_TEXTS)
    here = measured[(measured["score"] == "A") & (measured["quantity"] == "bias")]
    return float(here[here["method"] == method]["value"].iloc[0])


def shifts(m: int) -> dict[str, pd.DataFrame]:
    """How far halves chosen otherwise move a score against random ones, with intervals, by model and method."""
    texts, crf = pd.read_csv(OF_TEXTS), pd.read_csv(OF_CRF)
    found = {
        "bayes": texts[(texts["condition"] == f"m = {m}") & (texts["score"] == "A")],
        "crf": crf[crf["condition"] == "A"],
    }
    return {
        model: table[table["quantity"] == "shift"].set_index("method")[["value", "lower", "upper"]]
        for model, table in found.items()
    }


def price() -> None:
    """What each way of choosing halves adds to a score, of a naive Bayes and of a CRF."""
    texts = pd.read_csv(OF_TEXTS)
    sizes = [int(condition.removeprefix("m = ")) for condition in texts["condition"].unique()]
    m = select_slider(_("Splits m"), sizes, key=state.among("lesson_price_m", sizes, sizes[0]))
    found = shifts(m)
    floor = {model: np.asarray(table.loc["floor"], dtype=np.float64) for model, table in found.items()}
    models = {"bayes": _("naive Bayes, 20 classes of texts"), "crf": _("CRF, 8 semantic roles")}
    methods = components.methods() | {"filter": _("the paper's screening: lowest 5%")}
    schemes = ("balanced", "centered", "filter", "floor")
    interval, numbers = _("at the floor; 95% interval {lower} to {upper}"), []
    for (model, label), places in zip(models.items(), (3, 4), strict=True):
        value, lower, upper = (number(one, f"+.{places}f") for one in floor[model])
        numbers.append((label, value, interval.format(lower=lower, upper=upper)))
    step(
        7,
        figures.price(
            [methods[scheme] for scheme in schemes],
            {models[model]: table.reindex(schemes).to_numpy() for model, table in found.items()},
        ),
        "lesson_price_figure",
        alt=_("Shift at the floor: {bayes:+.3f} and {crf:+.4f}.").format(
            bayes=floor["bayes"][0], crf=floor["crf"][0]
        ),
        csv=pd.concat(found, names=["model"]).reset_index().rename(columns={"value": "shift"}),
        plotted='scatter(numbers, x="shift", y="method", color="model")',
        numbers=tuple(numbers),
        more=(_("Accuracy, 50 corpora of Banking77; F1, Latvian FrameNet (m = 5, screening not measured)."),),
    )
