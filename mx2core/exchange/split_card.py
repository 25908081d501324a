"""One card that says whether a split can be trusted: labels, near-duplicates, seen words, lengths …

Every number stands beside the same number of random splits of the same sizes, with its
mid-percentile, and says what it means for a score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..brief import brief
from ..corpus import Attribute, Corpus
from ..corpus.near_duplicates import NearDuplicates, near_duplicates
from ..corpus.pairs import JOINED
from ..errors import Notice
from ..partition import Parts, SplitJudgement, Standing, deal_parts, judge_split, standings
from ..partition.attribute_measure import Statistic
from ..partition.measures import LENGTHS, SEEN, SEEN_BACK, SMALLEST
from ..partition.parts import Target
from .card_rows import ROWS, CardRow, failing_rows, rows_document
from .reference import KeptWhole, Reference, kept_by
from .unit_groups import joined_groups, membership

N_RANDOM = 2_000  # random splits behind what is not about labels: vocabularies are large
ENOUGH = 30  # occurrences that a label should have on its smaller side
SINGLE = ("near", "documents")  # rows that always compare with splits of single units


@brief
@dataclass(frozen=True, slots=True, eq=False)
class SplitCard:
    r"""What one should know of a split before trusting a score on it.

    >>> import mx2core as mx
    >>> import numpy as np
    >>> corpus = mx.read_corpus(b"text,label\n" + b"a good film,pos\na bad film,neg\n" * 20)
    >>> card = mx.io.split_card(corpus, np.arange(len(corpus)) < 32, n_random=200)
    >>> len(card.sentences) == len(card.rows) + 3
    True
    """

    name: str  # of the corpus
    n_train: int
    n_validation: int
    rows: tuple[CardRow, ...]
    judged: tuple[SplitJudgement, ...]  # of the labels, as `judge_split` gives them
    near: NearDuplicates
    whole: KeptWhole  # by the random splits

    @property
    def sentences(self) -> tuple[Notice, ...]:
        """The card as a paragraph."""
        n = self.n_train + self.n_validation
        first = Notice(
            "{corpus} is split into {n_train:,} training and {n_validation:,} validation units "
            "({percent:g}% training).",
            {
                "corpus": self.name,
                "n_train": self.n_train,
                "n_validation": self.n_validation,
                "percent": round(100 * self.n_train / n, 1),
            },
        )
        n_random = min(len(row.standing.random) for row in self.rows)
        last = Notice(
            "P is the mid-percentile among {n:,} random splits or more of the same sizes.", {"n": n_random}
        )
        return (first, *(row.said for row in self.rows), last, self.whole.said)

    def missing(self, name: str) -> Notice | None:
        """How many labels of an attribute never occur on a side, if any; None of words, where many do not."""
        return missing_labels(self.rows, name)

    def failing(self, condition: str) -> tuple[CardRow, ...]:
        """The rows that meet a condition such as `near>0.05` or `labels.percentile:role>0.95`.

        Raises
        ------
        UsageError
            If it cannot be read, or the card has no such row.
        """
        return failing_rows(self.rows, condition)

    def document(self) -> dict[str, Any]:
        """The card as JSON has it."""
        return {
            "corpus": self.name,
            "n_train": self.n_train,
            "n_validation": self.n_validation,
            "random_splits_keep": list(self.whole.names),
            "rows": rows_document(self.rows),
            "paragraph": " ".join(map(str, self.sentences)),
        }


def split_card(
    corpus: Corpus,
    train: NDArray[np.bool_],
    *,
    attributes: Sequence[Attribute] | None = None,
    n_random: int | None = None,
    seed: int = 0,
    near: NearDuplicates | float = 0.8,
    report: Callable[[int, int], None] | None = None,
    reference: Reference = "auto",
) -> SplitCard:
    r"""Judge a split in all that decides what a score on it means.

    Parameters
    ----------
    corpus : Corpus
    train : ndarray of bool, shape (n_units,)
        True = training side.
    attributes : sequence of Attribute, optional
        Whose labels are compared; those that the corpus suggests if not given.
    n_random : int, optional
        Random splits for labels, as in `judge_split`; for the rest at most 2,000.
    seed : int
    near : NearDuplicates or float
        Of this corpus, or the least similarity of near-duplicates.
    report : callable, optional
        As in `judge_split`, for its random splits; before that with the units compared by
        `near_duplicates`.
    reference : {"auto", "units", "near", "documents", "both"}
        What the random splits keep whole. "auto": near-duplicates and documents, each if this split
        does; "units": nothing. The rows about near-duplicates and documents themselves always compare with
        splits of single units.

    Raises
    ------
    InputError
        As in `judge_split`.

    Examples
    --------
    >>> import mx2core as mx
    >>> import numpy as np
    >>> corpus = mx.read_corpus(b"text,label\n" + b"a good film,pos\na bad film,neg\n" * 20)
    >>> card = mx.io.split_card(corpus, np.arange(len(corpus)) < 32, n_random=200)
    >>> card.n_train, card.n_validation
    (32, 8)
    """
    chosen = tuple(corpus.attribute(name) for name in corpus.suggested) if attributes is None else attributes
    duplicates = near_duplicates(corpus, near, report=report) if isinstance(near, int | float) else near
    whole = kept_by(train, reference, near=duplicates, documents=unit_documents(corpus))
    judged = judge_split(
        train,
        [one.counts for one in chosen],
        n_random=n_random,
        seed=seed,
        report=report,
        groups=whole.groups,
    )
    asked = sorted(asked_rows(corpus, chosen, duplicates), key=lambda one: one[0] not in SINGLE)
    n_others, stood = min(N_RANDOM, len(judged[0].random)), list[Standing]()
    for alone in (True, False):  # those about groups beside splits of single units
        these = [(counts, statistic) for what, _one, counts, statistic in asked if (what in SINGLE) is alone]
        groups = None if alone else whole.groups
        stood += standings(train, these, n_random=n_others, seed=seed, groups=groups, report=report)
    rows = [_labels(one, result) for one, result in zip(chosen, judged, strict=True)]
    for (what, one, counts, _statistic), standing in zip(asked, stood, strict=True):
        rows.append(_row(corpus, train, what, one, counts, standing, duplicates))
    rows.sort(key=lambda row: ROWS.index(row.what))
    n_train = int(train.sum())
    return SplitCard(corpus.name, n_train, len(train) - n_train, tuple(rows), judged, duplicates, whole)


Asked = tuple[str, Attribute | None, Any, Statistic]


def asked_rows(corpus: Corpus, chosen: Sequence[Attribute], near: NearDuplicates) -> Iterator[Asked]:
    """What is measured beside the labels: row, attribute, counts and statistic."""
    yield "near", None, membership(near.groups), SEEN
    for name in seen_attributes(corpus):
        attribute = corpus.attribute(name)
        if len(attribute.labels) > 1:
            yield "seen", attribute, attribute.counts, SEEN
            yield "seen_back", attribute, attribute.counts, SEEN_BACK
    yield "lengths", None, unit_lengths(corpus), LENGTHS
    documents = unit_documents(corpus)
    if documents is not None:
        yield "documents", None, membership(documents), SEEN
    for attribute in chosen:
        if attribute.name != "length" and len(attribute.labels) > 1:
            yield "smallest", attribute, attribute.counts, SMALLEST


def better_split(
    corpus: Corpus,
    train: NDArray[np.bool_],
    *,
    attributes: Sequence[Attribute],
    near: NearDuplicates,
    whole_documents: bool = False,
    target: Target = "typical",
    seed: int = 0,
) -> Parts:
    r"""A split of the same sizes that keeps near-duplicates together, its labels spread as by chance.

    Parameters
    ----------
    corpus, train, attributes, near
        As for `split_card`, whose `near` has the groups.
    whole_documents : bool
        Keep the units of a document together too; sizes are then off by up to a document.
    target, seed
        As in `deal_parts`.

    Returns
    -------
    Parts
        Part 0 is the training side.

    Raises
    ------
    InputError
        As in `deal_parts`.

    Examples
    --------
    >>> import mx2core as mx
    >>> import numpy as np
    >>> from mx2core.corpus.near_duplicates import near_duplicates
    >>> corpus = mx.read_corpus(b"text,label\n" + b"a good film,pos\na bad film,neg\n" * 20)
    >>> pos = [corpus.attribute("label")]
    >>> train, near = np.arange(len(corpus)) < 32, near_duplicates(corpus)
    >>> mx.io.better_split(corpus, train, attributes=pos, near=near).asked
    (32, 8)
    """
    groups = kept_whole(corpus, near=near, documents=whole_documents)
    n_train = int(train.sum())
    sizes = (n_train, len(train) - n_train)
    return deal_parts([one.counts for one in attributes], sizes, groups=groups, target=target, seed=seed)


def kept_whole(
    corpus: Corpus, *, near: NearDuplicates | None, documents: bool = False
) -> NDArray[np.int64] | None:
    """Groups of units that are not to be cut, (n_units,): near-duplicates, documents, or what joins both."""
    groups = None if near is None else near.groups
    known = unit_documents(corpus) if documents else None
    if groups is None or known is None:
        return known if groups is None else groups
    return joined_groups(groups, known)


def seen_attributes(corpus: Corpus) -> tuple[str, ...]:
    """Of what it is asked how much the training side has: words, target words, entities, label pairs."""
    names = ("word", "target", *corpus.attributes.pairs)
    return tuple(name for name in names if name in corpus.attributes)


def open_vocabulary(name: str) -> bool:
    """Whether an attribute has so many labels that one half seldom has all of them."""
    return name in ("word", "target") or JOINED in name


def missing_labels(rows: Sequence[CardRow], name: str) -> Notice | None:
    """What the row about the rarest label says of labels that are missing somewhere."""
    for row in rows:
        if row.what == "smallest" and row.name == name and not row.value and not open_vocabulary(name):
            return row.meaning
    return None


def unit_lengths(corpus: Corpus) -> NDArray[np.float64]:
    """Tokens of each unit, shape (n_units,)."""
    tokens = np.diff(corpus.sentences.starts) * ~corpus.sentences.repeats
    return np.bincount(corpus.units, weights=tokens, minlength=len(corpus)).astype(np.float64)


def unit_documents(corpus: Corpus) -> NDArray[np.int64] | None:
    """The document of each unit, numbered; None where none is known or each is one unit."""
    given = corpus.sentences.fields.get("document")
    if given is None or corpus.unit == "document":
        return None
    first = np.unique(corpus.units, return_index=True)[1]
    names = [given[i] or f"\0{i}" for i in first.tolist()]
    _, documents = np.unique(np.array(names, dtype=object).astype(str), return_inverse=True)
    return None if documents.max() + 1 == len(documents) else documents.astype(np.int64)


def _labels(attribute: Attribute, judged: SplitJudgement) -> CardRow:
    standing = Standing(judged.divergence, judged.below, judged.at_most, judged.expected, judged.random)
    of_labels = {
        "high": Notice(
            "Labels differ more than by chance: the validation set has a different label mix from training."
        ),
        "low": Notice("Labels are more alike than by chance: the score looks better than on fresh text."),
        "usual": Notice("Labels differ as by chance: they are no reason to distrust the score."),
    }
    of_lengths = {
        "high": Notice(
            "Lengths differ more than by chance: the validation set has a different mix of lengths from "
            "training."
        ),
        "low": Notice("Lengths are more alike than by chance."),
        "usual": Notice("Lengths differ as by chance."),
    }
    meaning = (of_lengths if attribute.name == "length" else of_labels)[standing.place]
    said = Notice(
        "χ²/J of {name}: {value:.3f} (random {mean:.3f}, P {percent:g}%).",
        {
            "name": attribute.name,
            "value": standing.value,
            "mean": standing.mean,
            "percent": standing.percent,
        },
    )
    return CardRow(
        "labels",
        attribute.name,
        standing,
        _word(standing),
        meaning,
        said,
        {"n_labels": len(attribute.labels)},
    )


def _row(
    corpus: Corpus,
    train: NDArray[np.bool_],
    what: str,
    attribute: Attribute | None,
    counts: Any,
    standing: Standing,
    near: NearDuplicates,
) -> CardRow:
    name = None if attribute is None else attribute.name
    values: dict[str, Any] = {"value": standing.value, "mean": standing.mean, "percent": standing.percent}
    if name is not None:
        values["name"] = name
    if what == "near":
        n = len(near.across(train))
        points = round(100 * standing.value, 1)
        meaning = (
            Notice(
                "A model that memorises can gain on {points:g}% of the validation units.", {"points": points}
            )
            if n
            else Notice("No validation unit has a near-duplicate in training.")
        )
        said = Notice(
            "Near-duplicates (similarity {bound:g} or more) in training: {n:,} of the validation units, "
            "{value:.1%} (random {mean:.1%}, P {percent:g}%).",
            {"n": n, "bound": near.bound, **values},
        )
        details: dict[str, Any] = {"n": n, "bound": near.bound}
        return CardRow(what, None, standing, _word(standing) if n else "none", meaning, said, details)
    if what == "lengths":
        means = {
            "mean_train": float(counts[train].mean()),
            "mean_validation": float(counts[~train].mean()),
        }
        meaning = {
            "high": Notice(
                "Lengths are distributed differently (mean {mean_train:.1f} tokens a unit in training, "
                "{mean_validation:.1f} in validation): compare scores at equal lengths.",
                means,
            ),
            "low": Notice("Lengths are more alike than by chance."),
            "usual": Notice("Lengths differ as by chance."),
        }[standing.place]
        said = Notice(
            "Lengths are shifted by {value:.2f} tokens (random {mean:.2f}, P {percent:g}%).", values
        )
        return CardRow(what, None, standing, _word(standing), meaning, said, means)
    if what == "documents":
        sizes = np.bincount(counts.indices)
        inside = np.bincount(counts.indices, weights=train, minlength=len(sizes))
        n_cut = int(((inside > 0) & (inside < sizes)).sum())
        meaning = (
            Notice("No document is cut: the score is of new documents.")
            if not n_cut
            else Notice(
                "The whole test is on documents known in training; keep documents whole to test on new ones."
            )
            if standing.value >= 1
            else Notice(
                "A part of the test is on documents known in training; keep documents whole to test on "
                "new ones."
            )
        )
        said = Notice(
            "Documents cut in two: {n_cut:,} of {n_documents:,}; {value:.1%} of the validation units are of "
            "a document known in training (random {mean:.1%}, P {percent:g}%).",
            {"n_cut": n_cut, "n_documents": len(sizes), **values},
        )
        details = {"n_cut": n_cut, "n_documents": len(sizes)}
        return CardRow(what, None, standing, _word(standing) if n_cut else "whole", meaning, said, details)
    assert attribute is not None
    if what == "smallest":
        first = counts[np.flatnonzero(train)].sum(axis=0)
        fewest = np.minimum(first, counts.sum(axis=0) - first)
        label, n = attribute.labels[int(np.argmin(fewest))], int(fewest.min())
        to_train = int(first[int(np.argmin(fewest))]) == n
        n_never = [int((side == 0).sum()) for side in (first, counts.sum(axis=0) - first)]
        details = {"label": label, "n": n, "never_in_training": n_never[0], "never_in_validation": n_never[1]}
        margin = 1.96 * sqrt(0.8 * 0.2 / n) if n else 1.0
        meaning = (
            _never(n_never, label, len(fewest))
            if not n
            else Notice("{label} has {n:,} occurrences to train on.", {"n": n, "label": label})
            if to_train
            else Notice(
                "With {n:,} occurrences a recall of .80 of {label} is known to within ±{margin:.2f}.",
                {"n": n, "label": label, "margin": margin},
            )
        )
        said = Notice(
            "Fewest occurrences of a label of {name} on a side: {n:,} of {label} (random {mean:.1f}, "
            "P {percent:g}%).",
            {"n": n, "label": label, **values},
        )
        word = "few" if n < ENOUGH else "enough"
        return CardRow(what, name, standing, word, meaning, said, details)
    if what == "seen_back":
        meaning = {
            "high": Notice("If the sides change places, less is unseen than chance would give."),
            "low": Notice("If the sides change places, more is unseen than chance would give."),
            "usual": Notice("If the sides change places, as much is unseen as chance would give."),
        }[standing.place]
        said = Notice(
            "Seen in validation, by {name}: {value:.1%} of the training set (random {mean:.1%}, P "
            "{percent:g}%).",
            values,
        )
        return CardRow(what, name, standing, _word(standing), meaning, said)
    meaning = {
        "high": Notice("Less is unseen than chance would give: by itself that raises scores."),
        "low": Notice("More is unseen than chance would give: by itself that lowers scores."),
        "usual": Notice("As much is unseen as chance would give."),
    }[standing.place]
    said = Notice(
        "Seen in training, by {name}: {value:.1%} of the validation set (random {mean:.1%}, P {percent:g}%).",
        values,
    )
    return CardRow(what, name, standing, _word(standing), meaning, said)


def _word(standing: Standing) -> str:
    return "typical" if standing.place == "usual" else standing.place


def _never(n_never: Sequence[int], label: str, n_labels: int) -> Notice:
    """That labels stand on one side only: how many are never in training, and never in validation."""
    in_training, in_validation = n_never
    values = {
        "n_labels": n_labels,
        "label": label,
        "in_training": in_training,
        "in_validation": in_validation,
    }
    if not in_validation:
        return Notice(
            "Never in training: {in_training:,} of {n_labels:,} labels. They are not learned; one is "
            "{label}.",
            values,
        )
    if not in_training:
        return Notice(
            "Never in validation: {in_validation:,} of {n_labels:,} labels. They are not tested; one is "
            "{label}.",
            values,
        )
    return Notice(
        "Never in training: {in_training:,} of {n_labels:,} labels; never in validation: "
        "{in_validation:,}. They are not learned, or not tested; one is {label}.",
        values,
    )
