"""Steps 1 to 7: what a random half is and how unlike two are; several splits at once, chosen among random ones or built."""

from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

import mx2core as mx
from dashboard.figures import learn as figures
from dashboard.figures.splits import divergence as divergence_figures
from dashboard.figures.splits import thresholds as thresholds_figures
from dashboard.figures.splits.density import binned
from dashboard.learn.layout import FIRST, PROJECTED, per_cent, presented, select_slider, slider, step
from dashboard.server import examples
from dashboard.server.dealt_splits import dealt_splits
from dashboard.server.result_cache import remembered
from dashboard.session import analysis, state
from dashboard.session.analysis import Chosen
from dashboard.ui import components
from dashboard.words import text
from dashboard.words.metrics import metric_names
from dashboard.words.numbers import number
from dashboard.words.text import _, inert, prose
from mx2core.partition import LabelContributions, candidate_at
from mx2core.partition.halves.blocks import block_table

SHOWN = 12  # labels, the most frequent
CANDIDATES = 2_000
PAIRS, SEED = 15, 1  # of random splits to choose from: those on which the sample was dealt
BUILT = 10  # splits
BOUNDS = 20  # in step 6; the first stands for as low as possible
# From `python -m benchmarks.price.text` and `.crf_report`; shown, and never computed while a page waits.
MEASURED = Path(__file__).resolve().parents[1] / "measured"
OF_TEXTS, OF_CRF = MEASURED / "price-real-texts.csv", MEASURED / "price-crf.csv"


@remembered(24)
def random_divergences(chosen: Chosen) -> NDArray[np.float64]:
    """Chi-square/J of random halves in the first attribute, shape (CANDIDATES,)."""
    return mx.random_divergences(chosen.counts[:1], CANDIDATES)[:, 0]


def _largest_gaps() -> NDArray[np.float64]:
    """Of each pair of splits, by how many percentage points the label that moves most differs, (PAIRS,)."""
    shares = np.round(100 * _shares(analysis.current())[1], 1)  # as they are shown
    return np.asarray(np.abs(shares[::2] - shares[1::2]).max(axis=1).round(1))


def usually_apart() -> float:
    """The median of that, which some pair has."""
    return float(np.quantile(_largest_gaps(), 0.5, method="nearest"))


@remembered(24)
def _shares(chosen: Chosen) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The most frequent labels, (k,), and the share of each in the first half of every split, (2 * PAIRS, k)."""
    counts = chosen.attributes[0].counts
    totals = counts.sum(axis=0)
    frequent = np.argsort(-totals, kind="stable")[:SHOWN]
    masks = mx.random_partitions(counts.shape[0], 2 * PAIRS, seed=SEED).masks
    return frequent, np.stack([counts[mask].sum(axis=0)[frequent] for mask in masks]) / totals[frequent]


def split_once() -> None:
    """The first of the two splits, to guess how far off the second will be."""
    frequent, every = _shares(analysis.current())
    labels = [analysis.current().attributes[0].labels[j] for j in frequent]
    first = 2 * _usual() - 2
    figure = figures.two_halves(labels, every[first : first + 1], deviation=float(np.abs(every - 0.5).max()))
    figure = figure.enlarged(*((PROJECTED, FIRST) if presented() else ()))
    alt = _("Label shares in the first half, one split.")
    components.chart(figure, "lesson_first_split", alt=alt, menu=False)


def _usual() -> int:
    """The first pair that is as far apart as pairs usually are."""
    return int(np.argmax(_largest_gaps() == usually_apart())) + 1


def split_twice() -> None:
    """Two random splits, and how many of each label their first halves got."""
    number = slider(_("Which two random splits"), 1, PAIRS, key=state.choice("lesson_split", _usual()))
    chosen = analysis.current()
    all_labels = chosen.attributes[0].labels
    frequent, every = _shares(chosen)
    labels, shares = [all_labels[j] for j in frequent], every[2 * number - 2 : 2 * number]
    widest = int(np.argmax(np.abs(shares[0] - shares[1])))  # the label whose two shares are furthest apart
    first, second = (round(100 * float(share), 1) for share in shares[:, widest])
    both = _("{first:.1f}% and {second:.1f}%").format(first=first, second=second)
    apart = _("“{label}” in the first half: {points:g} points apart")
    apart = inert(apart.format(label=labels[widest], points=round(abs(first - second), 1)))
    usually, median = (
        _("{n:g} points").format(n=usually_apart()),
        _("median of {n} pairs, shown first (seed {seed})"),
    )
    dealt = dealt_splits(state.sample_language())
    example = dealt.models
    if examples.is_sample(state.project(), state.sample_language()):  # so these two splits are among those
        one, other = dealt.differences[2 * number - 2 : 2 * number]
        metric = metric_names().get(dealt.metric, dealt.metric)
        here = _("A − B in {metric} here: {one:+.4f}, then {other:+.4f}.")
        example = prose((here.format(metric=metric, one=one, other=other), example))
    step(
        1,
        # The axis goes as far as all pairs do, so that it stays.
        figures.two_halves(labels, shares, deviation=float(np.abs(every - 0.5).max())),
        alt=_("Label shares in the first half, two splits."),
        csv={"label": labels, "first_split": shares[0], "second_split": shares[1]},
        plotted='scatter(numbers, x=["first_split", "second_split"], y="label")',
        numbers=(
            (_("Largest difference here"), both, apart),
            (_("Largest difference, typical pair"), usually, median.format(n=PAIRS, seed=SEED)),
            (
                _("The winner changes"),
                _("in {k} of {n} pairs").format(k=dealt.flips(PAIRS), n=PAIRS),
                example,
            ),
        ),
        more=(*_cut_note(len(labels), len(all_labels)), *text.letters(labels)),
    )


def _cut_note(n_shown: int, all_labels: int) -> tuple[str, ...]:
    words = _("{shown} of {n:,} labels shown.").format(shown=n_shown, n=all_labels)
    return (words,) if n_shown < all_labels else ()


def contributions_at(rank: int) -> LabelContributions:
    """What each label adds in the random split at a percentile, from 0 to 100."""
    counts = analysis.current().attributes[0].counts
    number = candidate_at(random_divergences(analysis.current()), rank / 100)
    mask = mx.partitions.random_masks(counts.shape[0], np.array([number]))[0]
    return mx.partitions.label_contributions(mask, counts)


def number_to_see() -> None:
    """One split by its rank among random ones, taken apart into labels."""
    chosen = analysis.current()
    attribute = chosen.attributes[0]
    rank = slider(_("Percentile among random splits"), 0, 100, key=state.choice("lesson_rank", 95))
    parts, most = contributions_at(rank), contributions_at(100)
    # The same for every split, so that bars shrink and grow: how far those of a lopsided one go.
    reach = 1.1 * max(1.0, float(np.abs(most.first - most.expected).max()))
    alt = _("Bars: occurrences in the first half, minus half ({name}).")
    phi, percentile = f"{parts.contribution.sum():.3f}", _("percentile {rank}").format(rank=rank)
    step(
        2,
        divergence_figures.contributions(attribute.labels, parts, reach=reach),
        alt=alt.format(name=text.attribute(attribute.name)),
        csv=components.contributions(attribute.labels, parts),
        plotted='bar(numbers, x=numbers.first_half - numbers.expected_in_first, y="label")',
        numbers=(
            (_("χ²/J of this split"), phi, percentile),
            (_("Expected"), f"{chosen.expected[0]:.3f}", _("mean of all random halves")),
        ),
        more=(*_cut_note(divergence_figures.BARS, len(attribute.labels)), *text.letters(attribute.labels)),
    )


def why_half() -> None:
    """What two runs share when a larger part is trained on."""
    n, label = len(state.project().corpus), _("Share used for training (%)")
    percent = slider(label, 50, 90, step=5, key=state.choice("lesson_part", 80))
    part, parts = percent / 100, [k / 100 for k in range(50, 95, 5)]
    overlap, left = _("Overlap of two random training sets"), _("Left for testing")
    step(
        3,
        figures.shared_training(part),
        alt=_("Overlap of two training sets of {percent}%.").format(percent=percent),
        csv={
            "training_part": parts,
            "two_random_sets_share": [one**2 for one in parts],
            "split_turned_round_shares": [0.0 if one == 0.5 else float("nan") for one in parts],
        },
        numbers=(
            (overlap, f"{part**2:.0%}", _("of the corpus, on average")),
            (left, f"{round(n * (1 - part)):,}", _("of {n:,}").format(n=n)),
        ),
        more=(_("The price: models learn from half."),),
    )


def orthogonal_blocks() -> None:
    """The sign table of block splits, made anew as m grows."""
    n = len(state.project().corpus)
    m = slider(_("Splits m"), 2, 15, key=state.choice("lesson_m", 7))
    table = block_table(m)
    n_blocks = table.shape[1]
    deviation = _("of the corpus: {quarter:,} units ±{blocks:.1f}; random splits typically ±{chance:.1f}")
    blocks = mx.block_partitions(n, max(1, min(m, n // 4))).overlap_deviation()
    deviation = deviation.format(
        quarter=round(n / 4), blocks=blocks, chance=sqrt(mx.partitions.overlap_law(n).variance)
    )
    rows = {f"split_{i + 1}": np.where(row, 1, 2) for i, row in enumerate(table)}
    step(
        4,
        figures.block_table(table),
        alt=_("Table: the blocks of {m} splits.").format(m=m),
        csv={"block": np.arange(1, n_blocks + 1), **rows},
        plotted='imshow(numbers.set_index("block").T)',
        numbers=(
            (_("Blocks"), f"{n_blocks}", _("for up to {m} splits").format(m=n_blocks - 1)),
            (_("Overlap of two training sets"), f"{0.25:.0%}", deviation),
        ),
        more=(_("m = 7: Table 1 of the paper."),) if m == 7 else (),
    )


def first_threshold() -> tuple[float, float]:
    """The bound that step 5 begins with, and the share of random splits that survive it: about 30%."""
    values = random_divergences(analysis.current())
    bound = float(np.round(np.quantile(values, 0.3), 2))
    return bound, float((values <= bound).mean())


def survivors() -> None:
    """A bound on chi-square/J, and what survives it."""
    chosen = analysis.current()
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
    chosen = analysis.current()
    values = random_divergences(chosen)
    floor, expected = chosen.floors[0], chosen.expected[0]
    # A little above what is reached at the floor, so that ten splits at once can be had for sure.
    least = 1.02 * float(built_to_the_floor(chosen).max())
    bounds = np.linspace(least, max(expected, least), BOUNDS)
    places = list(range(BOUNDS))
    words = {k: f"{bounds[k]:.3f}" if k else _("as low as possible") for k in places}
    key = state.selection("lesson_bound", places, 0)
    which = select_slider(_("Largest χ²/J asked for"), places, format_func=words.__getitem__, key=key)
    reached = built_to_the_floor(chosen)
    if which:
        found = mx.regularized_partitions(chosen.counts[:1], BUILT, target=[(None, bounds[which])])
        reached = found.divergence(chosen.counts[0])
    below = float((values < reached.max()).mean())
    alt = _("χ²/J of 300 random and {n} built splits; floor {floor}.")
    some, built = values[:300], _("built")
    look: dict[str, Any] = {"title": "χ²/J", "height": 340, "chosen": built}
    look |= {"expected": expected, "floor": floor}
    schemes = ["random"] * len(some) + ["built"] * BUILT
    largest, share = _("Largest of {n} built splits"), _("{share:.1%} of random splits are below")
    step(
        6,
        divergence_figures.schemes({_("random"): some, built: reached}, **look),
        alt=alt.format(n=BUILT, floor=text.least(floor)),
        csv={"scheme": schemes, "chi2_per_label": np.concatenate([some, reached])},
        plotted='strip(numbers, x="chi2_per_label", y="scheme")',
        numbers=(
            (_("Floor of this corpus"), text.least(floor), _("no split goes below")),
            (largest.format(n=BUILT), f"{reached.max():.3f}", share.format(share=below)),
        ),
    )


def flattered(method: str) -> float:
    """Measured bias of naive Bayes with one way of choosing halves, at the fewest splits that were measured."""
    measured = pd.read_csv(OF_TEXTS)
    here = measured[(measured["score"] == "A") & (measured["quantity"] == "bias")]
    return float(here[here["method"] == method]["value"].iloc[0])


def shifts(m: int) -> dict[str, pd.DataFrame]:
    """How far halves chosen otherwise move a score against random ones, with intervals, by model and method."""
    texts, crf = (table[table["quantity"] == "shift"] for table in map(pd.read_csv, (OF_TEXTS, OF_CRF)))
    bayes = texts[(texts["condition"] == f"m = {m}") & (texts["score"] == "A")]
    found = {"bayes": bayes, "crf": crf[crf["condition"] == "A"]}
    columns = ["value", "lower", "upper"]
    return {model: table.set_index("method")[columns] for model, table in found.items()}


def price() -> None:
    """What each way of choosing halves adds to a score, of a naive Bayes and of a CRF."""
    texts = pd.read_csv(OF_TEXTS)
    sizes = [int(condition.removeprefix("m = ")) for condition in texts["condition"].unique()]
    m = select_slider(_("Splits m"), sizes, key=state.selection("lesson_price_m", sizes, sizes[0]))
    found = shifts(m)
    floor = {model: np.asarray(table.loc["floor"], dtype=np.float64) for model, table in found.items()}
    models = {
        "bayes": _("naive Bayes, 20 classes, m = {m}").format(m=m),
        "crf": _("CRF, 8 roles, always m = 5"),
    }
    methods = components.methods() | {"filter": _("the paper's screening: lowest 5%")}
    schemes = ("balanced", "centered", "filter", "floor")
    interval, numbers = _("at the floor; 95% interval {lower} to {upper}"), []
    for (model, label), places in zip(models.items(), (3, 4), strict=True):
        value, lower, upper = (number(one, f"+.{places}f") for one in floor[model])
        numbers.append((label, value, interval.format(lower=lower, upper=upper)))
    drawn = {models[model]: table.reindex(schemes).to_numpy() for model, table in found.items()}
    alt = _("Shift at the floor: {bayes:+.3f} and {crf:+.4f}.")
    step(
        7,
        figures.price([methods[scheme] for scheme in schemes], drawn),
        alt=alt.format(bayes=floor["bayes"][0], crf=floor["crf"][0]),
        csv=pd.concat(found, names=["model"]).reset_index().rename(columns={"value": "shift"}),
        plotted='scatter(numbers, x="shift", y="method", color="model")',
        numbers=tuple(numbers),
        more=(_("Accuracy, 50 corpora of Banking77; F1, Latvian FrameNet (screening not measured)."),),
    )
