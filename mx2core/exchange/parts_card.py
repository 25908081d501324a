"""The card of K folds, or of train, dev and test: the rows of a split's card, over all parts at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..brief import brief
from ..corpus import Attribute, Corpus
from ..corpus.near_duplicates import NearDuplicates, near_duplicates
from ..errors import Notice
from ..partition import Parts, PartsStanding, Standing, deal_parts, judge_parts, part_standings
from ..partition.judgement import LARGE
from ..partition.parts import Target
from .card_rows import CardRow, failing_rows, rows_document
from .named_parts import NamedParts
from .reference import KeptWhole, Reference, kept_by
from .split_card import (
    ENOUGH,
    SINGLE,
    Asked,
    asked_rows,
    kept_whole,
    missing_labels,
    unit_documents,
)

N_RANDOM, N_RANDOM_LARGE = 500, 200  # random parts behind what is not about labels: vocabularies are large


@brief
@dataclass(frozen=True, slots=True, eq=False)
class PartsCard:
    r"""What one should know of K folds, or of train, dev and test, before trusting scores on them.

    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"text,label\n" + b"a good film,pos\na bad film,neg\n" * 20)
    >>> folds = mx.io.NamedParts.of([str(1 + k // 10) for k in range(40)])
    >>> mx.io.parts_card(corpus, folds, n_random=100).rows[0].what
    'labels'
    """

    name: str  # of the corpus
    parts: NamedParts
    rows: tuple[CardRow, ...]
    judged: tuple[PartsStanding, ...]  # of the labels, as `judge_parts` gives them
    near: NearDuplicates
    whole: KeptWhole  # by the random parts

    @property
    def sentences(self) -> tuple[Notice, ...]:
        """The card as a paragraph."""
        sizes, names = self.parts.sizes, self.parts.names
        if self.parts.training is None and min(sizes) == max(sizes):
            first = Notice(
                "{corpus} is split into {n_folds} folds of {n_units:,} units.",
                {"corpus": self.name, "n_folds": len(sizes), "n_units": min(sizes)},
            )
        elif self.parts.training is None:
            first = Notice(
                "{corpus} is split into {n_folds} folds of {smallest:,} to {largest:,} units.",
                {
                    "corpus": self.name,
                    "n_folds": len(sizes),
                    "smallest": min(sizes),
                    "largest": max(sizes),
                },
            )
        else:
            said = [f"{name} {size:,}" for name, size in zip(names, sizes, strict=True)]
            first = Notice("{corpus} is split into {parts} units.", {"corpus": self.name, "parts": said})
        n_random = min(len(row.standing.random) for row in self.rows)
        last = Notice(
            "Numbers are means over the parts that are validated. P is the mid-percentile among {n:,} "
            "random ways or more to make parts of these sizes.",
            {"n": n_random},
        )
        return (first, *(row.said for row in self.rows), last, self.whole.said)

    def missing(self, name: str) -> Notice | None:
        """How many labels of an attribute some part lacks, see `SplitCard.missing`."""
        return missing_labels(self.rows, name)

    def failing(self, condition: str) -> tuple[CardRow, ...]:
        """The rows that meet a condition, see `SplitCard.failing`."""
        return failing_rows(self.rows, condition)

    def document(self) -> dict[str, Any]:
        """The card as JSON has it."""
        return {
            "corpus": self.name,
            "parts": [
                {"name": name, "n_units": size}
                for name, size in zip(self.parts.names, self.parts.sizes, strict=True)
            ],
            "random_splits_keep": list(self.whole.names),
            "rows": rows_document(self.rows),
            "paragraph": " ".join(map(str, self.sentences)),
        }


def parts_card(
    corpus: Corpus,
    parts: NamedParts,
    *,
    attributes: Sequence[Attribute] | None = None,
    n_random: int | None = None,
    seed: int = 0,
    near: NearDuplicates | float = 0.8,
    report: Callable[[int, int], None] | None = None,
    reference: Reference = "auto",
) -> PartsCard:
    r"""Judge K folds, or train, dev and test, in all that decides what scores on them mean.

    Parameters
    ----------
    corpus : Corpus
    parts : NamedParts
        Folds are each compared with all others together; where a part is called train, the others
        are compared with it.
    attributes, n_random, seed, near, report, reference
        As in `split_card`; at most 500 random parts for what is not about labels.

    Raises
    ------
    InputError
        As in `judge_parts`.

    Examples
    --------
    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"text,label\n" + b"a good film,pos\na bad film,neg\n" * 20)
    >>> folds = mx.io.NamedParts.of([str(1 + k // 10) for k in range(40)])
    >>> mx.io.parts_card(corpus, folds, n_random=100).parts.sizes
    (10, 10, 10, 10)
    """
    chosen = tuple(corpus.attribute(name) for name in corpus.suggested) if attributes is None else attributes
    duplicates = near_duplicates(corpus, near, report=report) if isinstance(near, int | float) else near
    whole = kept_by(parts.of_unit, reference, near=duplicates, documents=unit_documents(corpus))
    judged = judge_parts(
        parts.of_unit,
        [one.counts for one in chosen],
        training=parts.training,
        n_random=n_random,
        seed=seed,
        report=report,
        groups=whole.groups,
    )
    asked = sorted(_asked(corpus, parts, chosen, duplicates), key=lambda one: one[0] not in SINGLE)
    others, stood = N_RANDOM if len(corpus) <= LARGE else N_RANDOM_LARGE, list[PartsStanding]()
    for alone in (True, False):  # those about groups beside parts of single units
        stood += part_standings(
            parts.of_unit,
            [(counts, statistic) for what, _one, counts, statistic in asked if (what in SINGLE) is alone],
            training=parts.training,
            n_random=min(others, len(judged[0].mean.random)),
            seed=seed,
            groups=None if alone else whole.groups,
            report=report,
        )
    rows = [row for one, result in zip(chosen, judged, strict=True) for row in _labels(one, result, parts)]
    for (what, one, counts, _statistic), result in zip(asked, stood, strict=True):
        rows.append(_row(parts, what, one, counts, result, duplicates))
    order = ("labels", "largest", "near", "seen", "lengths", "documents", "smallest")
    rows.sort(key=lambda row: order.index(row.what))
    return PartsCard(corpus.name, parts, tuple(rows), judged, duplicates, whole)


def better_parts(
    corpus: Corpus,
    sizes: Sequence[float],
    *,
    attributes: Sequence[Attribute],
    near: NearDuplicates | None = None,
    whole_documents: bool = False,
    lengths: bool = True,
    target: Target = "typical",
    seed: int = 0,
) -> Parts:
    r"""K folds, or train, dev and test: groups whole, labels and lengths spread as by chance.

    Parameters
    ----------
    corpus : Corpus
    sizes : sequence of float
        As in `deal_parts`: (1, 1, 1, 1, 1) for five folds, (8, 1, 1) for train, dev and test.
    attributes : sequence of Attribute
        Whose labels are spread.
    near : NearDuplicates, optional
        Their groups stay whole.
    whole_documents : bool
        Keep documents whole too.
    lengths : bool
        Spread the lengths of units as well, by fifths.
    target, seed
        As in `deal_parts`.

    Returns
    -------
    Parts

    Raises
    ------
    InputError
        As in `deal_parts`.

    Examples
    --------
    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"text,label\n" + b"a good film,pos\na bad film,neg\n" * 20)
    >>> mx.io.better_parts(corpus, (1,) * 4, attributes=[corpus.attribute("label")]).sizes
    (10, 10, 10, 10)
    """
    tables = [one.counts for one in attributes]
    if lengths and all(one.name != "length" for one in attributes):
        tables.append(corpus.attribute("length").counts)
    groups = kept_whole(corpus, near=near, documents=whole_documents)
    return deal_parts(tables, sizes, groups=groups, target=target, seed=seed)


def _asked(
    corpus: Corpus, parts: NamedParts, chosen: Sequence[Attribute], near: NearDuplicates
) -> list[Asked]:
    """What is measured beside the labels; an attribute that a part lacks cannot be."""
    return [
        row
        for row in asked_rows(corpus, chosen, near)
        if row[0] != "seen_back" and (row[0] != "seen" or row[1] is None or _everywhere(row[1], parts))
    ]


def _everywhere(attribute: Attribute, parts: NamedParts) -> bool:
    """Whether every part has an occurrence."""
    of_unit = np.asarray(attribute.counts.sum(axis=1), dtype=np.float64).ravel()
    return bool(np.bincount(parts.of_unit, weights=of_unit, minlength=len(parts.names)).all())


def _labels(attribute: Attribute, judged: PartsStanding, parts: NamedParts) -> list[CardRow]:
    """Mean and largest chi2/J over the parts."""
    mean, largest = judged.mean, judged.largest
    part = parts.names[parts.validated[int(np.argmax(judged.values))]]
    lengths = attribute.name == "length"
    of_labels = {
        "high": Notice("Labels differ more than by chance: scores of the parts may differ for that reason."),
        "low": Notice(
            "Labels are more alike than by chance. In halves and K folds made so, scores were shifted "
            "upwards."
        ),
        "usual": Notice("Labels differ as by chance: they are no reason to distrust the scores."),
    }
    of_lengths = {
        "high": Notice("Lengths differ more than by chance: scores of the parts may differ for that reason."),
        "low": Notice("Lengths are more alike than by chance."),
        "usual": Notice("Lengths differ as by chance."),
    }
    of_mean = (of_lengths if lengths else of_labels)[mean.place]
    of_largest = {
        "high": Notice(
            "Part {part} has a different mix of lengths from random parts: look at its score alone.",
            {"part": part},
        )
        if lengths
        else Notice(
            "Part {part} has a different label mix from random parts: look at its score alone.",
            {"part": part},
        ),
        "low": Notice("Even the part that differs most is more alike than by chance."),
        "usual": Notice("The part that differs most is {part}, as by chance.", {"part": part}),
    }[largest.place]
    values = {"name": attribute.name, "part": part}
    return [
        CardRow(
            "labels",
            attribute.name,
            mean,
            _word(mean),
            of_mean,
            Notice(
                "χ²/J of {name}: {value:.3f} on average (random {mean:.3f}, P {percent:g}%).",
                {**_numbers(mean), "name": attribute.name},
            ),
            {"n_labels": len(attribute.labels), "parts": _by_part(parts, judged.values)},
        ),
        CardRow(
            "largest",
            attribute.name,
            largest,
            _word(largest),
            of_largest,
            Notice(
                "The largest χ²/J of {name} is {value:.3f}, of part {part} (random {mean:.3f}, "
                "P {percent:g}%).",
                {**_numbers(largest), **values},
            ),
            {"part": part},
        ),
    ]


def _row(
    parts: NamedParts,
    what: str,
    attribute: Attribute | None,
    counts: Any,
    result: PartsStanding,
    near: NearDuplicates,
) -> CardRow:
    if what == "smallest":
        assert attribute is not None
        return _smallest(parts, attribute, result)
    standing = result.mean
    details: dict[str, Any] = {"parts": _by_part(parts, result.values)}
    values = _numbers(standing)
    word = _word(standing)
    if what == "near":
        points = round(100 * standing.value, 1)
        none = not result.values.any()
        meaning = (
            Notice("No near-duplicate among the training texts inflates the scores.")
            if none
            else Notice(
                "A model that memorises can gain on {points:g}% of the validation units.", {"points": points}
            )
        )
        said = Notice(
            "Near-duplicates (similarity {bound:g} or more) in training: {value:.1%} of the validated units "
            "(random {mean:.1%}, P {percent:g}%).",
            {"bound": near.bound, **values},
        )
        return CardRow(what, None, standing, "none" if none else word, meaning, said, details)
    if what == "lengths":
        meaning = {
            "high": Notice("Lengths are distributed differently: compare scores at equal lengths."),
            "low": Notice("Lengths are more alike than by chance."),
            "usual": Notice("Lengths differ as by chance."),
        }[standing.place]
        said = Notice(
            "Lengths are shifted by {value:.2f} tokens (random {mean:.2f}, P {percent:g}%).", values
        )
        return CardRow(what, None, standing, word, meaning, said, details)
    if what == "documents":
        sizes = np.bincount(counts.indices)
        present = np.zeros((len(sizes), len(parts.names)), dtype=np.bool_)
        present[counts.indices, parts.of_unit] = True
        n_cut = int((present.sum(axis=1) > 1).sum())
        meaning = (
            Notice(
                "A part of the test is on documents known in training; keep documents whole to test on "
                "new ones."
            )
            if n_cut
            else Notice("No document is cut: the score is of new documents.")
        )
        said = Notice(
            "Documents in several parts: {n_cut:,} of {n_documents:,}; {value:.1%} of the validated units "
            "are of a document known in training (random {mean:.1%}, P {percent:g}%).",
            {"n_cut": n_cut, "n_documents": len(sizes), **values},
        )
        details.update(n_cut=n_cut, n_documents=len(sizes))
        return CardRow(what, None, standing, word if n_cut else "whole", meaning, said, details)
    assert attribute is not None
    meaning = {
        "high": Notice("Less is unseen than chance would give: by itself that raises scores."),
        "low": Notice("More is unseen than chance would give: by itself that lowers scores."),
        "usual": Notice("As much is unseen as chance would give."),
    }[standing.place]
    said = Notice(
        "Seen in training, by {name}: {value:.1%} of the validation set (random {mean:.1%}, P {percent:g}%).",
        {"name": attribute.name, **values},
    )
    return CardRow(what, attribute.name, standing, word, meaning, said, details)


def _smallest(parts: NamedParts, attribute: Attribute, result: PartsStanding) -> CardRow:
    """The fewest occurrences that any label has in a part, or in what is trained on for it."""
    standing = result.smallest
    part = parts.validated[int(np.argmin(result.values))]
    sides = (parts.of_unit == part, parts.trained_on(part))
    fewest = np.min([attribute.counts[np.flatnonzero(side)].sum(axis=0) for side in sides], axis=0)
    label, n = attribute.labels[int(np.argmin(fewest))], int(fewest.min())
    values = {"n": n, "label": label, "part": parts.names[part], **_missing(parts, attribute)}
    meaning = (
        Notice(
            "With {n:,} occurrences a recall of .80 of {label} is known to within ±{margin:.2f}.",
            {"n": n, "label": label, "margin": 1.96 * sqrt(0.8 * 0.2 / n)},
        )
        if n
        else Notice(
            "Missing in training: {missing_in_training:,} of {n_labels:,} labels; in a part that is "
            "validated: {missing_in_a_part:,}. They are not learned, or not tested; one is {label}, part "
            "{part}.",
            {**values, "n_labels": len(fewest)},
        )
    )
    said = Notice(
        "Fewest occurrences of a label of {name}: {n:,} of {label}, in part {part} (random {mean:.1f}, "
        "P {percent:g}%).",
        {"name": attribute.name, **values, **_numbers(standing)},
    )
    return CardRow(
        "smallest", attribute.name, standing, "few" if n < ENOUGH else "enough", meaning, said, dict(values)
    )


def _missing(parts: NamedParts, attribute: Attribute) -> dict[str, int]:
    """Labels that some part lacks, and labels that what is trained on for some part lacks."""
    trained, inside = (
        sum((attribute.counts[np.flatnonzero(side)].sum(axis=0) == 0 for side in sides), start=np.False_)
        for sides in (
            map(parts.trained_on, parts.validated),
            (parts.of_unit == part for part in parts.validated),
        )
    )
    return {
        "missing_in_training": int(np.count_nonzero(trained)),
        "missing_in_a_part": int(np.count_nonzero(inside)),
    }


def _by_part(parts: NamedParts, values: NDArray[np.float64]) -> dict[str, float]:
    return {parts.names[k]: float(value) for k, value in zip(parts.validated, values, strict=True)}


def _numbers(standing: Standing) -> dict[str, Any]:
    return {
        "value": standing.value,
        "mean": standing.mean,
        "percent": standing.percent,
    }


def _word(standing: Standing) -> str:
    return "typical" if standing.place == "usual" else standing.place
