"""What a methods section says of partitions: pages, the report and commands have its sentences from here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from .. import __version__
from ..corpus.model import Corpus
from ..corpus.sentences import Attribute
from ..corpus.units.attributes import LENGTHS
from ..errors import Notice, Whole, semicolons
from ..partition import PartitionSet, Thresholds, expected
from ..partition.construct.named import OTHER_EFFECTS
from ..partition.measures import MEASURES
from .card import CHI2, span
from .reference import divides_none
from .units import WHOLE_DOCUMENTS, shared_between_halves, unit_documents

DIGITS = 16  # of a digest: enough to tell two corpora apart
_MADE = {
    "screened": Notice("Of {n:,} block-regularized candidates (seed {seed}), {k:,} met {bounds}."),
    "random": Notice("The halves are random (seed {seed})."),
    "block": Notice("The splits are block-regularized (seed {seed})."),
    "stratified_block": Notice("The splits are block-regularized within each label (seed {seed})."),
    "balanced": Notice("The set is balanced (seed {seed}): mean χ²/J is near its expected value."),
    "centered": Notice("The splits are centered (seed {seed}): χ²/J of each is near its expected value."),
    "floor": Notice(
        "The splits are at the floor (seed {seed}): χ²/J is minimal, which tends to raise scores."
    ),
    "thresholds": Notice("The splits were constructed to meet {bounds} (seed {seed})."),
}


def condition(thresholds: Thresholds) -> Notice:
    """`0.80 ≤ χ²/J(target) ≤ 1.10`, by the measure that was in force."""
    low, high = (None if end is None else Whole(_two_digits(end)) for end in thresholds.bounds)
    symbol = MEASURES[thresholds.measure].symbol
    values = {"low": low, "high": high, "symbol": symbol, "attribute": thresholds.attribute}
    if low is None:
        return Notice("{symbol}({attribute}) ≤ {high}", values)
    if high is None:
        return Notice("{low} ≤ {symbol}({attribute})", values)
    return Notice("{low} ≤ {symbol}({attribute}) ≤ {high}", values)


def _two_digits(value: float) -> str:
    return f"{value:.2f}" if value >= 0.1 else f"{value:#.2g}"


def how_made(partitions: PartitionSet, file: str = "") -> Notice:
    """By which procedure; `file` is where partitions stood that were not made here."""
    chosen = partitions.selection
    bounds = [] if chosen is None else [condition(one) for one in chosen.thresholds if one.bounded]
    values = {"seed": partitions.seed, "file": Whole(file) if file else Notice("a file")}
    values["bounds"] = semicolons(bounds) if bounds else Notice("the given bounds")
    if chosen is not None:
        values |= {"n": chosen.candidates, "k": chosen.survivors}
    if chosen is None or not chosen.candidates or partitions.method == "screened":
        made = _MADE.get(partitions.method, Notice("The partitions come from {file}."))
        return Notice(made.message, values)
    if len(partitions) == 1:
        return Notice("Of {n:,} random halvings (seed {seed}), {k:,} met {bounds}; one was taken.", values)
    return Notice(
        "Of {n:,} random halvings (seed {seed}), {k:,} met {bounds}; those sharing units most evenly were "
        "taken.",
        values,
    )


def shared_units(partitions: PartitionSet) -> Notice:
    """How many units the training sets of two splits have in common."""
    return Notice(
        "Two training sets share {shared} units (n/4 = {quarter:,.2f}).",
        {"shared": Whole(span(partitions.overlap_range())), "quarter": partitions.n_units / 4},
    )


def splits_in_brief(
    corpus: Corpus,
    partitions: PartitionSet,
    *,
    file: str = "",
    shared: Iterable[Notice] | None = None,
) -> tuple[Notice, ...]:
    """How splits were made, and what they did not keep in one half; arguments as in `partition_words`."""
    words, documents = [how_made(partitions, file)], unit_documents(corpus)
    for notice in shared_between_halves(corpus) if shared is None else shared:
        keeps = documents is not None and all(divides_none(documents, mask) for mask in partitions.masks)
        if notice is not WHOLE_DOCUMENTS:
            words.append(
                Notice(
                    "Identical texts were not grouped: both halves may hold the same text ({n:,} of "
                    "{n_units:,} repeat another).",
                    notice.values,
                )
            )
        elif not keeps:
            words.append(Notice("Documents were not kept whole: both halves may hold units of one."))
    return tuple(words)


def partition_words(
    corpus: Corpus,
    partitions: PartitionSet,
    attributes: Sequence[Attribute],
    *,
    used: int | None = None,
    file: str = "",
    shared: Iterable[Notice] | None = None,
) -> tuple[Notice, ...]:
    """Of what corpus, how made, and what they reached; nothing of trainings: a set of splits may have none.

    `used`: an answer has the first ones alone; `file`: where they stood, if they were not made here;
    `shared`: what `shared_between_halves` says of the corpus, if that is known.
    """
    m, answered = len(partitions), partitions if used is None else partitions[:used]
    about = {"corpus": _named(corpus), "units": _units(corpus), "m": m, "version": Whole(__version__)}
    made, *apart = splits_in_brief(corpus, answered, file=file, shared=shared)
    about["digest"] = Whole(corpus.units_sha256[:DIGITS])
    words = [
        Notice(
            "We split {corpus} ({units}; SHA-256 of the units {digest}…) into halves (m = {m}; mx2core "
            "{version}). Each half serves once for training and once for validation.",
            about,
        ),
        made,
        CHI2,
        *apart,
    ]
    if len(answered) < m:
        were = {"m": m, "used": len(answered)}
        words.append(Notice("Of {m} splits made, the first {used} were used.", were))
    means = {one.name: expected(one.counts) for one in attributes}
    words += [_reached(answered, one, means[one.name]) for one in attributes]
    if len(answered) > 1:
        words.append(shared_units(answered))
    if partitions.flatters_beside(means):
        words += OTHER_EFFECTS["selected"]
    return (*words, Notice("Signature: {signature}.", {"signature": Whole(partitions.signature)}))


def _reached(partitions: PartitionSet, attribute: Attribute, mean: float) -> Notice:
    values = partitions.divergence(attribute.counts)
    about: dict[str, object] = {"low": float(values.min()), "high": float(values.max())}
    about |= {"mean": float(values.mean()), "expected": mean, "J": len(attribute.labels)}
    about["name"] = attribute.name
    if attribute.name in LENGTHS:  # nobody could guess the ranges that are counted
        ranges = {"name": attribute.name, "ranges": list(attribute.labels)}
        about["name"] = Notice("{name} (in the ranges {ranges})", ranges)
    if len(partitions) == 1:
        return Notice("χ²/J of the {name}: {low:.3f} (random halves: mean {expected:.3f}; J = {J}).", about)
    return Notice(
        "χ²/J of the {name}: {low:.3f} to {high:.3f}, mean {mean:.3f} (random halves: {expected:.3f}; "
        "J = {J}).",
        about,
    )


def _named(corpus: Corpus) -> object:
    """Its file, or which subset of it."""
    if not corpus.where:
        return Whole(corpus.name)
    each = [
        Notice("{attribute} = {value}", {"attribute": key, "value": value}) for key, value in corpus.where
    ]
    return Notice(
        "the subset of {corpus} with {subset}", {"corpus": Whole(corpus.name), "subset": reduce(_and, each)}
    )


def _and(first: Notice, second: Notice) -> Notice:
    return Notice("{first} and {second}", {"first": first, "second": second})


def _units(corpus: Corpus) -> Notice:
    n, units = {"n": len(corpus.sentences.lengths)}, {"n": len(corpus)}
    if corpus.unit == "document":
        return Notice("{n:,} documents", units)
    texts = "label" in corpus.sentences.fields
    sentences = Notice("{n:,} texts", n) if texts else Notice("{n:,} sentences", n)
    if corpus.unit == "sentence":
        return sentences
    return Notice("{units} of {sentences}", {"units": Notice("{n:,} groups", units), "sentences": sentences})
