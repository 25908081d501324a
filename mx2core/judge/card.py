"""One card that says whether a split can be trusted: labels, near-duplicates, seen words, lengths …

A split into training and validation is two parts; K folds, or train, dev and test, are more. Every
number is a mean over the units that are validated, but what training has seen that of the test part, if
there is one. It stands beside the same number of random parts of
the same sizes, with its mid-percentile, and says what it means for a score.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import __version__
from ..brief import frozen
from ..corpus import Attribute, Corpus
from ..corpus.units.near_duplicates import NearDuplicates, near_duplicates
from ..corpus.units.pairs import JOINED
from ..errors import Notice, Whole
from ..exchange import NamedParts
from ..exchange.partitions.named_parts import SIDES
from ..inference.mx2.claimed import ClaimedDifference, RandomSplits, claimed_difference
from ..partition import Judgement, judge_measures, judge_parts
from ..partition.attribute_measure import Statistic
from ..partition.checks import check_whole
from ..partition.measures import LENGTHS, PAPER, SEEN, SEEN_BACK, SMALLEST
from ..partition.parts.judgement import LARGE, TAIL, usual_n_random
from .reference import KeptWhole, Reference, kept_by
from .rows import KINDS, LABELS_OF_LENGTH, CardRow, EqualTexts, failing_rows
from .shared_text import text_seen_in_training
from .units import batch_size, membership, unit_documents, unit_lengths
from .verdict import SplitVerdict, verdict_of

N_SPLITS = 2_000  # random splits behind what is not about labels: vocabularies are large
N_PARTS, N_PARTS_LARGE = 500, 200  # of more than two parts
ENOUGH = 30  # occurrences that a label should have in every part
EXAMPLES = 5  # units that are named
EVEN = 1.05  # of the most frequent label to the rarest one: more is not balanced by design
CHI2 = Notice("χ²/J is the χ² of homogeneity per label or range.")
SINGLE = ("near", "documents")  # rows that always compare with splits of single units


@frozen(eq=False)
class SplitCard:
    r"""What one should know of a split, or of K folds, before trusting a score on it."""

    name: str  # of the corpus
    parts: NamedParts
    rows: tuple[CardRow, ...]
    judged: tuple[Judgement, ...]  # of the labels, as `judge_parts` gives them
    near: NearDuplicates
    whole: KeptWhole  # by the random splits
    leaked: NDArray[np.int64]  # validated units, ascending, whose text is also in training

    @property
    def verdict(self) -> SplitVerdict:
        """The card in one sentence."""
        n_validated = sum(self.parts.sizes[part] for part in self.parts.validated)
        return verdict_of(
            self.rows, n_leaked=len(self.leaked), n_validated=n_validated, part=self.parts.validation
        )

    def paragraph(self, claim: ClaimedDifference | None = None) -> tuple[Notice, ...]:
        """The card as a paper can carry it or, with a difference claimed on this split, a review of it."""
        sizes = self.parts.sizes
        named: object = self._named
        if self.parts.training is None:
            named = Notice("{n_folds} folds of {units}", {"n_folds": len(sizes), "units": Whole(span(sizes))})
        random = Notice("same-size random splits")
        if self.whole.names:
            random = Notice("random splits keeping {kept} together", {"kept": self.whole.group_name})
        compared = Notice(
            "The split ({parts} units of {corpus}) was compared with {n:,} {random}.",
            {"corpus": Whole(self.name), "parts": named, "n": self.n_random, "random": random},
        )
        verdict = self.verdict
        numbers = (sentence for row in self.rows for sentence in row.sentences)
        apart = [] if verdict.n_leaked or verdict.passes else [Notice("No text is on both sides.")]
        program = Notice("Checked by mx2core {version}.", {"version": Whole(__version__)})
        claimed = () if claim is None else claim.notices
        made = () if self.parts.origin is None else (self.parts.origin,)
        return (compared, *made, verdict.headline, *apart, *numbers, *self.means, CHI2, *claimed, program)

    def claimed(
        self, difference: float, spread: float | None = None, over: RandomSplits | None = None
    ) -> ClaimedDifference:
        """What is known of a difference claimed on this split, in points, see `claimed_difference`."""
        about: dict[str, Any] = {"part": self.parts.validation, "intended": self.verdict.intended}
        tested = self.verdict.n_validated / len(self.parts.of_unit)
        return claimed_difference(difference, spread, over=over, tested=tested, points=True, **about)

    @property
    def _named(self) -> list[Any]:
        """The parts with their units: notices where no file names them."""
        sizes = [f"{size:,}" for size in self.parts.sizes]
        if self.parts.names != SIDES:
            return [Whole(f"{name} {n}") for name, n in zip(self.parts.names, sizes, strict=True)]
        sides = ((self.parts.part_name(k), Whole(n)) for k, n in enumerate(sizes))
        return [Notice("{part} {n}", {"part": part, "n": n}) for part, n in sides]

    @property
    def comparison(self) -> tuple[Notice, ...]:
        """What is compared with what, and what the random splits keep whole."""
        parts, training, named = self.parts, self.parts.training, self._named
        judged: object = [named[k] for k in parts.validated]
        trained: object = Notice("the rest")
        if training is None:
            folds = {"n_folds": len(parts.sizes), "units": Whole(span(parts.sizes))}
            judged = Notice("{n_folds} folds of {units}", folds)
        else:
            trained = named[training]
        about = {
            "parts": judged,
            "training": trained,
            "n": self.n_random,
            "n_units": len(parts.of_unit),
        }
        compared = Notice(
            "{parts} against {training}; compared with {n:,} random splits of these {n_units:,} units.", about
        )
        return compared, *self.whole.sentences

    @property
    def n_random(self) -> int:
        """Random splits behind the verdict; labels have more than other rows."""
        return len(self.verdict.worst.standing.random)

    @property
    def tails(self) -> Notice:
        """Where a row is high or low, and what the verdict goes by, see `RowKind.place`."""
        labels = next(row for row in self.rows if row.what == "labels")
        return Notice(
            "High or low, which the verdict goes by: mean χ²/J in the outer {share:.2g}% of {n:,} random "
            "splits (attributes share 5%). Other rows: beyond all {least:,} or more.",
            {
                "share": 100 * TAIL / labels.among,
                "n": len(labels.standing.random),
                "least": min(len(row.standing.random) for row in self.rows),
            },
        )

    @property
    def means(self) -> tuple[Notice, ...]:
        """What the numbers of several parts are."""
        means = Notice("Numbers without a part are means over units.")
        seen = [row.part for row in self.rows if row.what == "seen" and row.part != self.parts.validation][:1]
        only = [Notice("What training has seen is counted in {part}.", {"part": part}) for part in seen]
        return (means, *only) if len(self.parts.validated) > 1 else ()

    def missing(self, name: str) -> Notice | None:
        """How many labels of an attribute a part lacks, if any; None of words, where many do not."""
        for row in self.rows:
            if row.what == "smallest" and row.name == name and not row.value and not open_vocabulary(name):
                return row.meaning
        return None

    def label_rows(self, attributes: Sequence[Attribute], most: int) -> list[dict[str, Any]]:
        """The labels of each attribute that add most to chi2/J of the part that differs most."""
        return [
            row
            for one, judged in zip(attributes, self.judged, strict=True)
            for row in _label_rows(one, judged, self.parts, most)
        ]

    def failing(self, condition: str) -> tuple[CardRow | EqualTexts, ...]:
        """The rows that meet a condition such as `near>0.05` or `labels.percentile:role>0.95`.

        `texts>0` is about validated units whose text is also in training.
        """
        return failing_rows(self.rows, EqualTexts(len(self.leaked)), condition)

    @property
    def document(self) -> dict[str, Any]:
        parts = self.parts
        return {
            "corpus": self.name,
            "parts": [
                {"name": name, "n_units": size} for name, size in zip(parts.names, parts.sizes, strict=True)
            ],
            "training": None if parts.training is None else parts.names[parts.training],
            "random_splits_keep": list(self.whole.names),
            "verdict": self.verdict.document,
            "rows": [row.document for row in self.rows],
            "paragraph": " ".join(map(str, self.paragraph())),
        }


def split_card(
    corpus: Corpus,
    parts: NamedParts | NDArray[np.bool_],
    *,
    attributes: Sequence[Attribute] | None = None,
    n_random: int | None = None,
    seed: int = 0,
    near: NearDuplicates | float = 0.8,
    report: Callable[[int, int], None] | None = None,
    reference: Reference = "auto",
) -> SplitCard:
    r"""Judge a split, K folds, or train, dev and test by all that affects the meaning of a score on it.

    Parameters
    ----------
    parts : NamedParts, or ndarray of bool, shape (n_units,)
        Folds are each compared with all others together; where a part is called train, the others
        are compared with it. Of a mask, True = training side.
    attributes : sequence of Attribute, optional
        Whose labels are compared; those that the corpus suggests if not given.
    n_random : int, optional
        Random splits for labels, as in `judge_parts`; for the rest at most 2,000, of more than two
        parts at most 500.
    near : NearDuplicates or float
        Of this corpus, or the least similarity of near-duplicates.
    report : callable, optional
        As in `judge_parts`, for its random splits; before that with the units compared by
        `near_duplicates`.
    reference : {"auto", "units", "near", "documents", "both"}
        What the random splits keep whole. "auto": near-duplicates and documents, each if this split
        does, but no documents that are batches of one size (`batch_size`); "units": nothing. The rows
        about near-duplicates and documents themselves always compare with splits of single units.

    Raises
    ------
    InputError
        As in `judge_parts`.

    Examples
    --------
    >>> corpus = mx.read_corpus(b"text,label\n" + b"a good film,pos\na bad film,neg\n" * 20)
    >>> folds = mx.io.NamedParts.of([str(1 + k // 10) for k in range(40)])
    >>> mx.io.split_card(corpus, folds, n_random=100).parts.sizes
    (10, 10, 10, 10)
    """
    if not isinstance(parts, NamedParts):
        parts = NamedParts.split(parts)
    chosen = tuple(corpus.attribute(name) for name in corpus.suggested) if attributes is None else attributes
    duplicates = near_duplicates(corpus, near, report=report) if isinstance(near, int | float) else near
    documents = unit_documents(corpus)
    batch = batch_size(corpus)
    whole = kept_by(
        parts.of_unit,
        reference,
        near=duplicates,
        documents=documents,
        batch=batch,
        training=parts.training,
    )
    if n_random is None:
        n_random = usual_n_random(len(corpus), bits=parts.is_split and whole.groups is None)
    most = N_SPLITS if parts.is_split else N_PARTS if len(corpus) <= LARGE else N_PARTS_LARGE
    n_others = min(check_whole(n_random, "n_random", 1), most)
    measured = sorted(_measurements(corpus, parts, chosen, duplicates), key=lambda one: one[0] not in SINGLE)
    asked = [(one or counts, statistic) for _what, one, counts, statistic in measured]
    n_single = sum(what in SINGLE for what, *_ in measured) if whole.groups is not None else 0
    compared = partial(judge_measures, parts.of_unit, training=parts.training, seed=seed, report=report)
    results = compared(
        [*((one, PAPER) for one in chosen), *asked[n_single:]],
        n_random=[n_random] * len(chosen) + [n_others] * (len(asked) - n_single),
        groups=whole.groups,
    )
    judged, standings = results[: len(chosen)], results[len(chosen) :]
    if n_single:  # those about groups stand beside splits of single units
        standings = compared(asked[:n_single], n_random=n_others) + standings
    rows = [
        row
        for one, result in zip(chosen, judged, strict=True)
        for row in _labels(one, result, parts, len(chosen))
    ]
    for (what, one, counts, _statistic), result in zip(measured, standings, strict=True):
        rows.append(_row(corpus, parts, what, one, counts, result, duplicates))
    tested = parts.validation if parts.test is None else [parts.names[parts.test]]
    rows = [replace(row, part=tested if row.what == "seen" else parts.validation) for row in rows]
    rows.sort(key=lambda row: list(KINDS).index(row.what))
    leaked = text_seen_in_training(corpus, parts)
    card = SplitCard(corpus.name, parts, tuple(rows), judged, duplicates, whole, leaked)
    if not whole.batches_whole or reference != "auto":
        return card
    keeping: Reference = "both" if whole.near else "documents"
    about: dict[str, Any] = {"attributes": chosen, "seed": seed, "near": duplicates, "report": report}
    kept = split_card(corpus, parts, n_random=n_random, reference=keeping, **about)
    return replace(card, whole=replace(whole, kept_place=kept.verdict.place_notice))


def label_rows(
    corpus: Corpus,
    parts: NamedParts,
    attributes: Sequence[Attribute],
    near: NearDuplicates | None,
    *,
    n_labels: int,
    seed: int = 0,
) -> tuple[CardRow, ...]:
    """The rows of a card that are about labels; `n_labels` attributes share a tail, `near` may be unknown."""
    documents, batch = unit_documents(corpus), batch_size(corpus)
    whole = kept_by(parts.of_unit, "auto", near=near, documents=documents, batch=batch)
    counts = [one.counts for one in attributes]
    judged = judge_parts(parts.of_unit, counts, training=parts.training, seed=seed, groups=whole.groups)
    both = zip(attributes, judged, strict=True)
    return tuple(row for one, result in both for row in _labels(one, result, parts, n_labels))


def span(sizes: Sequence[float], spec: str = ",") -> str:
    """The sizes of folds, or other numbers: one, or the smallest and the largest."""
    return "–".join(dict.fromkeys(f"{end:{spec}}" for end in (min(sizes), max(sizes))))


def open_vocabulary(name: str) -> bool:
    """Whether an attribute has so many labels that one half seldom has all of them."""
    return name in ("word", "target") or JOINED in name


Measured = tuple[str, Attribute | None, Any, Statistic]


def _measurements(
    corpus: Corpus, parts: NamedParts, attributes: Sequence[Attribute], near: NearDuplicates
) -> Iterator[Measured]:
    """What is measured beside the labels: row, attribute, counts and statistic."""
    yield "near", None, membership(near.groups), SEEN
    for name in ("word", "target", *corpus.attributes.pairs):
        if name not in corpus.attributes:
            continue
        attribute = corpus.attribute(name)
        if len(attribute.labels) > 1 and parts.part_totals(attribute.counts).any(axis=1).all():
            yield "seen", attribute, attribute.counts, SEEN
            if parts.is_split:
                yield "seen_back", attribute, attribute.counts, SEEN_BACK
    yield "lengths", None, unit_lengths(corpus), LENGTHS
    documents = unit_documents(corpus)
    if documents is not None:
        yield "documents", None, membership(documents), SEEN
    for attribute in attributes:
        if attribute.name != "length" and len(attribute.labels) > 1:
            yield "smallest", attribute, attribute.counts, SMALLEST


def _labels(attribute: Attribute, judged: Judgement, parts: NamedParts, n_labels: int) -> Iterator[CardRow]:
    """chi2/J: its mean over the units of the parts and, of several, the largest."""
    at = parts.validated[int(np.argmax(judged.values))]
    part, name = parts.names[at], attribute.name
    balanced = None if name == "length" else _balance_notice(parts.part_totals(attribute.counts)[at], part)
    of_labels = LABELS_OF_LENGTH if name == "length" else KINDS["labels"]
    off = parts.part_name(at) if len(judged.values) > 1 else None
    details = {"n_labels": len(attribute.labels), "parts": _part_values(parts, judged.values)}
    for kind, standing, about, among in (
        (of_labels, judged.mean, details, n_labels),
        (KINDS["largest"], judged.largest, {"part": part}, math.inf),
    )[: len(judged.values)]:  # of one part the largest is the mean
        designed = balanced if standing.place_among(among) == "high" else None
        word = "balanced" if designed else None
        yield kind.row(standing, about, among=among, name=name, word=word, meaning=designed, part=off)


def _balance_notice(counts: NDArray[np.int64], part: str) -> Notice | None:
    """That every label is as frequent in a part as any other, if it is: its counts, (n_labels,)."""
    fewest, most = int(counts.min()), int(counts.max())
    if len(counts) < 2 or not fewest or most > EVEN * fewest:
        return None
    return Notice(
        "Balanced by design: {part} has {n} of each of {n_labels:,} labels; accuracy is macro accuracy.",
        {"part": part, "n": span((fewest, most)), "n_labels": len(counts)},
    )


def _row(
    corpus: Corpus,
    parts: NamedParts,
    what: str,
    attribute: Attribute | None,
    counts: Any,
    result: Judgement,
    near: NearDuplicates,
) -> CardRow:
    if what == "smallest":
        assert attribute is not None
        return _smallest(parts, attribute, result)
    kind, standing = KINDS[what], result.mean
    details: dict[str, Any] = {"parts": _part_values(parts, result.values)}
    if what == "near":
        across = parts.validated_among(near.twins)
        examples = [corpus.unit_ids[unit] for unit in across[:EXAMPLES].tolist()]
        details |= {"n": len(across), "bound": near.bound, "examples": examples}
        none = Notice("None in training.")
        word, meaning = (None, None) if len(across) else ("none", none)
        points = round(100 * standing.value, 1)
        return kind.row(standing, details, word=word, meaning=meaning, points=points)
    if what == "lengths":
        means = np.bincount(parts.of_unit, weights=counts) / parts.sizes
        details["means"] = dict(zip(parts.names, means.tolist(), strict=True))
        told = [f"{part} {mean:.1f}" for part, mean in details["means"].items()]
        at = parts.validated[int(np.argmax(result.values))]
        off = parts.part_name(at) if len(result.values) > 1 else None
        return kind.row(standing, details, means=told, part=off)
    if what == "documents":
        in_parts = parts.part_totals(counts) > 0
        values = {"n_cut": int((in_parts.sum(axis=0) > 1).sum()), "n_documents": in_parts.shape[1]}
        meaning = Notice(kind.low.message, values) if batch_size(corpus) is not None else None
        if not values["n_cut"]:
            meaning = Notice("No document is cut.")
        word = None if values["n_cut"] else "whole"
        return kind.row(standing, details | values, word=word, meaning=meaning, **values)
    assert attribute is not None
    if parts.test is not None:  # what a score is reported on
        standing = result.part_standing(parts.validated.index(parts.test))
    return kind.row(standing, details, name=attribute.name)


def _smallest(parts: NamedParts, attribute: Attribute, result: Judgement) -> CardRow:
    """The fewest occurrences that any label has in a part, or in what is trained on for it."""
    inside = parts.part_totals(attribute.counts)  # (n_parts, n_labels)
    trained = inside.sum(axis=0) - inside if parts.training is None else inside[[parts.training]]
    validated = list(parts.validated)
    at = validated[int(np.argmin(result.values))]
    trains = trained[at] if parts.training is None else trained[0]
    fewest = np.minimum(inside[at], trains)
    j = int(np.argmin(fewest))
    n, label, to_train = int(fewest[j]), attribute.labels[j], bool(trains[j] == fewest[j])
    part = at if parts.training is None or not to_train else parts.training
    details = {
        "n": n,
        "label": label,
        "part": parts.names[part],
        "missing_in_training": int((trained == 0).any(axis=0).sum()),
        "missing_in_a_part": int((inside[validated] == 0).any(axis=0).sum()),
    }
    meaning = None  # what there is to train on
    if not n:
        meaning = Notice(
            "Labels missing in training: {missing_in_training:,} of {n_labels:,}, in a part: "
            "{missing_in_a_part:,}, such as {label} in {part}.",
            {**details, "n_labels": len(fewest), "part": parts.part_name(part)},
        )
    elif not to_train:
        meaning = Notice(
            "{label}: a recall of .80 would be known to ±{margin:.2f} (95%, n = {n:,}).",
            {"n": n, "label": label, "margin": 1.96 * math.sqrt(0.8 * 0.2 / n)},
        )
    word = "few" if n < ENOUGH else "enough"
    values: dict[str, Any] = {"n": n, "label": label, "part": parts.part_name(part)}
    return KINDS["smallest"].row(
        result.smallest,
        details,
        name=attribute.name,
        word=word,
        meaning=meaning,
        beside=Whole(f"{label}, {parts.names[part]}"),
        **values,
    )


def _part_values(parts: NamedParts, values: NDArray[np.float64]) -> dict[str, float]:
    return {parts.names[k]: float(value) for k, value in zip(parts.validated, values, strict=True)}


def _label_rows(
    attribute: Attribute, judged: Judgement, parts: NamedParts, most: int
) -> Iterator[dict[str, Any]]:
    part = parts.validated[int(np.argmax(judged.values))]
    shares = parts.contributions(part, attribute.counts)
    of = {"attribute": attribute.name, "part": parts.names[part]}
    columns = {
        "in_training": shares.first,
        "expected_in_training": shares.expected,
        "in_part": shares.second,
        "contribution": shares.contribution,
    }
    for j in np.argsort(-shares.contribution, kind="stable")[:most].tolist():
        yield of | {"label": attribute.labels[j]} | {name: one[j].item() for name, one in columns.items()}
