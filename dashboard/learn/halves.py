"""Steps 1 to 3: what a random half is, how unlike two halves are, and why halves at all."""

import numpy as np
from numpy.typing import NDArray

import mx2core as mx
from dashboard.figures import learn as figures
from dashboard.figures.splits import divergence as divergence_figures
from dashboard.learn.layout import slider, step
from dashboard.server.result_cache import remembered
from dashboard.session import analysis, state
from dashboard.session.analysis import Chosen
from dashboard.ui import components
from dashboard.words import text
from dashboard.words.text import _, inert
from mx2core.partition import LabelContributions, candidate_at

SHOWN = 12  # labels, the most frequent
CANDIDATES = 2_000
PAIRS = 50  # of random splits to choose from


@remembered(24)
def random_divergences(chosen: Chosen) -> NDArray[np.float64]:
    """Chi-square/J of random halves in the first attribute, shape (CANDIDATES,)."""
    return mx.random_divergences(chosen.counts[:1], CANDIDATES)[:, 0]


def _apart() -> NDArray[np.float64]:
    """Of each pair of splits, by how many percentage points the label that moves most differs, (PAIRS,)."""
    shares = np.round(100 * _shares(analysis.chosen())[1], 1)  # as they are shown
    return np.asarray(np.abs(shares[::2] - shares[1::2]).max(axis=1).round(1))


def usually_apart() -> float:
    """The median of that, which some pair has."""
    return float(np.quantile(_apart(), 0.5, method="nearest"))


@remembered(24)
def _shares(chosen: Chosen) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The most frequent labels, (k,), and the share of each in the first half of every split, (2 * PAIRS, k)."""
    counts = chosen.attributes[0].counts
    totals = counts.sum(axis=0)
    frequent = np.argsort(-totals, kind="stable")[:SHOWN]
    masks = mx.partitions.random_masks(counts.shape[0], np.arange(2 * PAIRS))
    return frequent, np.stack([counts[mask].sum(axis=0)[frequent] for mask in masks]) / totals[frequent]


def split_twice() -> None:
    """Two random splits, and how many of each label their first halves got."""
    usual = int(np.argmax(_apart() == usually_apart())) + 1
    number = slider(_("Which two random splits"), 1, PAIRS, key=state.choice("lesson_split", usual))
    chosen = analysis.chosen()
    all_labels = chosen.attributes[0].labels
    frequent, every = _shares(chosen)
    labels, shares = [all_labels[j] for j in frequent], every[2 * number - 2 : 2 * number]
    widest = int(np.argmax(np.abs(shares[0] - shares[1])))  # the label whose two shares are furthest apart
    first, second = (round(100 * float(share), 1) for share in shares[:, widest])
    apart = _("“{label}” in the first half: {points:g} points apart").format(
        label=labels[widest], points=round(abs(first - second), 1)
    )
    step(
        1,
        # The axis goes as far as all pairs do, so that it stays.
        figures.two_halves(labels, shares, off=float(np.abs(every - 0.5).max())),
        "lesson_split_twice",
        alt=_("Label shares in the first half, two splits."),
        csv={"label": labels, "first_split": shares[0], "second_split": shares[1]},
        plotted='scatter(numbers, x=["first_split", "second_split"], y="label")',
        numbers=(
            (
                _("Furthest apart"),
                _("{first:.1f}% and {second:.1f}%").format(first=first, second=second),
                inert(apart),
            ),
            (
                _("Usually furthest apart"),
                _("{n:g} points").format(n=usually_apart()),
                _("median of {n} pairs of splits").format(n=PAIRS),
            ),
        ),
        more=(*_cut_note(len(labels), len(all_labels)), *text.letters(labels)),
    )


def _cut_note(shown: int, all_labels: int) -> tuple[str, ...]:
    words = _("{shown} of {n:,} labels shown.").format(shown=shown, n=all_labels)
    return (words,) if shown < all_labels else ()


def contributions_at(rank: int) -> LabelContributions:
    """What each label adds in the random split at a percentile, from 0 to 100."""
    counts = analysis.chosen().attributes[0].counts
    number = candidate_at(random_divergences(analysis.chosen()), rank / 100)
    mask = mx.partitions.random_masks(counts.shape[0], np.array([number]))[0]
    return mx.partitions.label_contributions(mask, counts)


def number_to_see() -> None:
    """One split by its rank among random ones, taken apart into labels."""
    chosen = analysis.chosen()
    attribute = chosen.attributes[0]
    rank = slider(_("Percentile among random splits"), 0, 100, key=state.choice("lesson_rank", 95))
    parts, most = contributions_at(rank), contributions_at(100)
    # The same for every split, so that bars shrink and grow: how far those of a lopsided one go.
    reach = 1.1 * max(1.0, float(np.abs(most.first - most.expected).max()))
    step(
        2,
        divergence_figures.contributions(attribute.labels, parts, reach=reach),
        "lesson_number",
        alt=_("Bars: occurrences in the first half, minus half ({name}).").format(
            name=text.attribute(attribute.name)
        ),
        csv=components.contributions(attribute.labels, parts),
        plotted='bar(numbers, x=numbers.first_half - numbers.expected_in_first, y="label")',
        numbers=(
            (
                _("χ²/J of this split"),
                f"{parts.contribution.sum():.3f}",
                _("percentile {rank}").format(rank=rank),
            ),
            (_("Expected"), f"{chosen.expected[0]:.3f}", _("mean of all random halves")),
        ),
        more=(*_cut_note(divergence_figures.BARS, len(attribute.labels)), *text.letters(attribute.labels)),
    )


def why_half() -> None:
    """What two runs share when a larger part is trained on."""
    n, label = len(state.project().corpus), _("Share used for training (%)")
    percent = slider(label, 50, 90, step=5, key=state.choice("lesson_part", 80))
    part, parts = percent / 100, [k / 100 for k in range(50, 95, 5)]
    step(
        3,
        figures.shared_training(part),
        "lesson_why_half",
        alt=_("Overlap of two training sets of {percent}%.").format(percent=percent),
        csv={
            "training_part": parts,
            "two_random_sets_share": [one**2 for one in parts],
            "split_turned_round_shares": [0.0 if one == 0.5 else float("nan") for one in parts],
        },
        numbers=(
            (
                _("Overlap of two random training sets"),
                f"{part**2:.0%}",
                _("of the corpus, on average"),
            ),
            (_("Left for testing"), f"{round(n * (1 - part)):,}", _("of {n:,}").format(n=n)),
        ),
        more=(_("The price: models learn from half."),),
    )
