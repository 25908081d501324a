"""Which units belong together: by label, target, length, document, or whether their words were seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...corpus.units.pairs import JOINED, NEXT
from ...errors import InputError, Notice
from ...exchange.partitions.named_parts import refuse_two
from ...inference.out_of_fold.unit_by_unit import SMALLEST

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from ...corpus.model import Corpus
    from ...inference import GroupDifference
    from ...partition import PartitionSet

UNSEEN = "unseen"
OTHERS = "others"


def unit_groups(
    corpus: Corpus, by: str, *, partitions: PartitionSet | None = None, least: int = SMALLEST
) -> dict[str, NDArray[np.bool_]]:
    r"""Which units are in which group, for `group_differences`.

    Parameters
    ----------
    by : str
        An attribute of the corpus, such as label, target, length or document: each of its labels
        makes a group of the units that hold it. Or "unseen": units with a word that was not in the
        training half of the run that validated them, and those without; "unseen:label+word" the same
        of entities with their words, or of any other attribute. Units without any entity (or other
        label of it) are a group of their own.
    partitions : PartitionSet, optional
        Needed for "unseen".
    least : int
        Labels that fewer units hold are one group, "others".

    Returns
    -------
    dict of ndarray of bool
        (n_units,), or (m, n_units) for "unseen". Groups overlap where a unit holds several labels.

    Raises
    ------
    InputError
        If the corpus has no such attribute.

    Examples
    --------
    >>> corpus = mx.read_corpus(b"text,label\n" + b"a good film,pos\na bad film,neg\n" * 20)
    >>> {name: int(units.sum()) for name, units in mx.training.unit_groups(corpus, "label").items()}
    {'neg': 20, 'pos': 20}
    """
    if is_unseen(by) and partitions is not None:
        new, holding = unseen_units(corpus, by, partitions=partitions), holders(corpus, by)
        if by == UNSEEN:
            return {"unseen words": new, "seen words only": ~new}
        name = by.removeprefix(f"{UNSEEN}:")
        kinds = {f"unseen {name}": new, f"seen {name} only": ~new & holding}
        return kinds if holding.all() else {**kinds, f"no {name}": ~holding}
    attribute = corpus.attribute(by)
    held = (attribute.counts > 0).tocsc()
    groups: dict[str, NDArray[np.bool_]] = {}
    others = np.zeros(len(corpus), dtype=bool)
    for number, label in enumerate(attribute.labels):
        units = held.indices[held.indptr[number] : held.indptr[number + 1]]
        if len(units) < least:
            others[units] = True
        else:
            groups[label] = np.zeros(len(corpus), dtype=bool)
            groups[label][units] = True
    if others.any():
        groups[OTHERS if OTHERS not in groups else f"{OTHERS} (few units)"] = others
    return groups


_SEEN = {
    "unseen": Notice("with something not in training"),
    "seen": Notice("all in training"),
    "no": Notice("without any"),
}


def group_names(corpus: Corpus, by: str, rows: Sequence[GroupDifference]) -> tuple[str | Notice, ...]:
    """What pages and commands call groups of `unit_groups`: `with PUNCT` where units are in several."""
    shared = not is_unseen(by) and (corpus.attribute(by).counts > 0).sum(axis=1).max() > 1

    def name(group: str) -> str | Notice:
        if is_unseen(by):
            return _SEEN[group.partition(" ")[0]]
        if group == OTHERS:
            return Notice("rarer ones together")
        return Notice("with {label}", {"label": group}) if shared else group

    return tuple(name(row.group) for row in rows)


def unit_clusters(corpus: Corpus, field: str) -> tuple[str, ...]:
    r"""The document, author or other field of each unit, for tests in which its units depend on each other.

    Parameters
    ----------
    field : str
        A value for each sentence, as `document` is.

    Returns
    -------
    tuple of str, (n_units,)

    Raises
    ------
    InputError
        If there is no such field, or a unit holds sentences of several.

    Examples
    --------
    >>> corpus = mx.read_corpus(b"text,label,author\ngood,+,Ann\nbad,-,Bob\n")
    >>> mx.training.unit_clusters(corpus, "author")
    ('Ann', 'Bob')
    """
    fields = corpus.sentences.fields
    if field not in fields:
        raise InputError(
            "{corpus} has no {wanted}; it has {known}.",
            corpus=corpus.name,
            wanted=field,
            known=", ".join(fields) or "–",
        )
    cluster_of: dict[int, str] = {}
    for unit, value in zip(corpus.units.tolist(), fields[field], strict=True):
        if cluster_of.setdefault(unit, value) != value:
            refuse_two(corpus, unit, field, cluster_of[unit], value)
    return tuple(cluster_of[unit] for unit in range(len(corpus)))


def is_unseen(by: str) -> bool:
    """Whether groups are by what was not trained on: "unseen" or "unseen:NAME"."""
    return by == UNSEEN or by.startswith(f"{UNSEEN}:")


def unseen_ways(corpus: Corpus) -> tuple[str, ...]:
    """What `unseen_units` is worth asking for: words, and pairs such as entities with their words.

    Not of a label with the next one: nearly all of these were seen.
    """
    pairs = (name for name in corpus.attributes.pairs if not name.endswith(f"{JOINED}{NEXT}"))
    return (UNSEEN, *(f"{UNSEEN}:{name}" for name in pairs))


def holders(corpus: Corpus, by: str) -> NDArray[np.bool_]:
    """Units that have what "unseen:NAME" is about, seen or not; shape (n_units,)."""
    found: NDArray[np.bool_] = np.asarray(_counts(corpus, by).sum(axis=1)).ravel() > 0
    return found


def unseen_units(corpus: Corpus, by: str, *, partitions: PartitionSet) -> NDArray[np.bool_]:
    """Units that hold what the run that validated them was not trained on, (m, n_units).

    `by` is "unseen" for words, or "unseen:NAME" for the labels of another attribute.
    """
    held = (_counts(corpus, by) > 0).astype(np.int64).tocsr()
    new = np.zeros(partitions.masks.shape, dtype=bool)
    for split, mask in enumerate(partitions.masks):
        for train in (mask, ~mask):
            unknown = held[np.flatnonzero(train)].sum(axis=0) == 0
            new[split, ~train] = (held[np.flatnonzero(~train)] @ unknown.astype(np.int64)) > 0
    return new


def _counts(corpus: Corpus, by: str) -> csr_array:
    return corpus.attribute("word" if by == UNSEEN else by.removeprefix(f"{UNSEEN}:")).counts
