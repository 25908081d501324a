"""Better parts: groups of units whole, labels and lengths spread as by chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..arguments import check_choice, check_whole
from ..corpus import Attribute, Corpus
from ..corpus.units.near_duplicates import NearDuplicates, near_duplicates
from ..errors import DesignError, Notice
from ..exchange import NamedParts
from ..partition import Parts, deal_parts
from ..partition.parts.split_parts import Target
from .card import label_rows
from .reference import GROUPS
from .rows import LENGTH, CardRow
from .units import batch_size, joined_groups, unit_documents
from .verdict import unlike_chance

KEPT = {"near-duplicates": "near", "document": "documents"}  # what a user may name, as GROUPS has it
TRIES = 5  # deals until none is unlike chance; of typical ones about one in twenty is more alike


def better_parts(
    corpus: Corpus,
    sizes: Sequence[float],
    *,
    attributes: Sequence[Attribute],
    keep_whole: Sequence[str] | None = None,
    near: NearDuplicates | None = None,
    target: Target = "typical",
    seed: int = 0,
    training: int | None = 0,
) -> Parts:
    r"""A better split, K folds, or train, dev and test: groups whole, labels and lengths spread as by chance.

    Parameters
    ----------
    sizes : sequence of float
        As in `deal_parts`: (1, 1, 1, 1, 1) for five folds, (8, 1, 1) for train, dev and test.
    attributes : sequence of Attribute
        Whose labels are spread; lengths of units are spread as well, by fifths.
    keep_whole : sequence of "near-duplicates" and "document", optional
        What no part cuts; not given: both, as far as the corpus has documents of several units that are
        not batches of one size. Sizes are then off by up to a document.
    near : NearDuplicates, optional
        Those that are kept whole, where they are known; else they are looked for.
    target, seed
        As in `deal_parts`. Typical parts are dealt anew, four times at most, while they are judged too even.
    training : int, optional
        The part that is trained on, as in `judge_parts`; None: K folds.

    Raises
    ------
    InputError
        As in `deal_parts`.

    Examples
    --------
    >>> corpus = mx.read_corpus(b"text,label\n" + b"a good film,pos\na bad film,neg\n" * 20)
    >>> mx.io.better_parts(corpus, (1, 1), attributes=[corpus.attribute("label")]).kept_whole
    ('near-duplicates',)
    >>> labels = [corpus.attribute("label")]
    >>> mx.io.better_parts(corpus, (1,) * 4, attributes=labels, keep_whole=[], training=None).sizes
    (10, 10, 10, 10)
    """
    about: dict[str, Any] = {"near": near, "target": target, "seed": seed, "training": training}
    return judged_parts(corpus, sizes, attributes=attributes, keep_whole=keep_whole, **about)[0]


def judged_parts(
    corpus: Corpus,
    sizes: Sequence[float],
    *,
    attributes: Sequence[Attribute],
    keep_whole: Sequence[str] | None,
    near: NearDuplicates | None,
    target: Target,
    seed: int,
    training: int | None,
) -> tuple[Parts, tuple[CardRow, ...], Notice | None]:
    """`better_parts` with the rows of their card about labels, and what in them is not as by chance."""
    for name in keep_whole or ():
        check_choice("keep_whole", name, KEPT)
    wanted = KEPT if keep_whole is None else keep_whole
    batches = keep_whole is None and batch_size(corpus) is not None
    documents = unit_documents(corpus) if "document" in wanted and not batches else None
    near = (near or near_duplicates(corpus)) if "near-duplicates" in wanted else None
    kept = {"near-duplicates": near.groups if near else None, "document": documents}
    groups, names = joined_groups(*kept.values()), tuple(name for name, of in kept.items() if of is not None)
    spread, n_labels = with_lengths(corpus, attributes), len(attributes)
    tables = [one.counts for one in spread]
    unlike: Notice | None
    for attempt in range(TRIES):
        made = deal_parts(tables, sizes, groups=groups, target=target, seed=seed, attempt=attempt)
        parts = NamedParts(made.of_unit, tuple(map(str, range(1, len(sizes) + 1))), training)
        try:
            rows = label_rows(corpus, parts, spread, near, n_labels=n_labels, seed=seed)
        except DesignError as error:  # a part has none of an attribute
            rows, unlike = (), error.notice
            break
        unlike = unlike_chance(rows)
        if unlike is None or target != "typical":
            break
    document = made.largest if documents is None or near is None else int(np.bincount(documents).max())
    joined = document < made.largest > min(made.sizes_requested)
    return replace(made, kept_whole=names, document=document if joined else None), rows, unlike


def with_lengths(corpus: Corpus, attributes: Sequence[Attribute]) -> list[Attribute]:
    """What parts are spread by: the attributes and, where it is none of them, length."""
    named = any(one.name == LENGTH for one in attributes)
    return [*attributes, *([] if named else [corpus.attribute(LENGTH)])]


def kept_notice(parts: Parts) -> Notice:
    """What `better_parts` kept whole, in a sentence."""
    if not parts.kept_whole:
        return Notice("Parts are made unit by unit.")
    which = "both" if len(parts.kept_whole) > 1 else KEPT[parts.kept_whole[0]]
    return Notice("Parts keep {kept} together.", {"kept": GROUPS[which]})


def sampled_units(corpus: Corpus, n: int, *, attributes: Sequence[Attribute], seed: int = 0) -> Parts:
    r"""A sample of n units and the rest, as parts 0 and 1: labels and lengths spread as by chance, or better.

    For the first choice among models a part of a large corpus is enough (section 7 of the paper).

    Parameters
    ----------
    n : int
        Units of the sample.
    attributes : sequence of Attribute
        Whose labels the sample has in the shares of the whole.

    Raises
    ------
    DesignError
        If the corpus has no more than n units.

    Examples
    --------
    >>> corpus = mx.read_corpus(b"text,label\n" + b"a good film,pos\na bad film,neg\n" * 20)
    >>> mx.io.sampled_units(corpus, 10, attributes=[corpus.attribute("label")]).sizes
    (10, 30)
    """
    n = check_whole("n", n, "[2, ∞)", DesignError)
    if n >= len(corpus):
        raise DesignError("Cannot sample {n} of {units} units.", n=n, units=len(corpus))
    tables = [one.counts for one in with_lengths(corpus, attributes)]
    return deal_parts(tables, (n, len(corpus) - n), seed=seed)
