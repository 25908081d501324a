"""What is known of each unit of a corpus: its length, its document, and groups that belong together."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ..corpus.model import Corpus
from ..corpus.units.connected import connected
from ..errors import Notice

LEAST_BATCH = 10  # units: a story of five sentences, or an image with five captions, is no batch
WHOLE_DOCUMENTS = Notice("Keep documents whole to test on new ones.", unit="document")


def unit_lengths(corpus: Corpus) -> NDArray[np.float64]:
    """Tokens of each unit, shape (n_units,)."""
    tokens = np.diff(corpus.sentences.starts) * ~corpus.sentences.repeats
    return np.bincount(corpus.units, weights=tokens, minlength=len(corpus)).astype(np.float64)


def unit_documents(corpus: Corpus) -> NDArray[np.int64] | None:
    """The document of each unit, numbered; None where none is known or each is one unit."""
    names = _document_names(corpus)
    if not names:
        return None
    _, documents = np.unique(np.array(names, dtype=object).astype(str), return_inverse=True)
    return None if documents.max() + 1 == len(documents) else documents.astype(np.int64)


def _document_names(corpus: Corpus) -> list[str]:
    given = corpus.sentences.fields.get("document")
    if given is None or corpus.unit == "document":
        return []
    first = np.unique(corpus.units, return_index=True)[1]
    return [given[i] or f"\0{i}" for i in first.tolist()]


def batch_size(corpus: Corpus) -> int | None:
    """Units of a document where documents are but batches of work; None where they may be texts.

    Batches are numbered without a gap, all of one size, `LEAST_BATCH` or more; the last has the rest.
    """
    series: defaultdict[str, dict[int, int]] = defaultdict(dict)  # by the part before the number
    for name, n_units in Counter(_document_names(corpus)).items():
        number = re.fullmatch(r"(.*?)([0-9]{1,9})", name, re.DOTALL)
        if number is None:
            return None
        series[number[1]][int(number[2])] = n_units
    rests, sizes = [LEAST_BATCH], set[int]()
    for numbered in series.values():
        last = max(numbered)
        if last - min(numbered) + 1 != len(numbered):
            return None
        rests.append(numbered.pop(last))
        sizes.update(numbered.values())
    size = sizes.pop() if len(sizes) == 1 else 0
    return size if size >= max(rests) else None


def shared_between_halves(corpus: Corpus) -> tuple[Notice, ...]:
    """What random halves share, with the unit that keeps it whole; nothing where units share nothing."""
    known = unit_documents(corpus) is not None and batch_size(corpus) is None
    documents = (WHOLE_DOCUMENTS,) if known else ()
    return (*(notice for notice in corpus.notices if notice.unit), *documents)


def membership(groups: NDArray[np.int64]) -> csr_array:
    """One label a unit, the number of its group: counts (n_units, n_groups)."""
    n_units = len(groups)
    places = np.arange(n_units), groups
    return csr_array((np.ones(n_units, np.int64), places), shape=(n_units, int(groups.max()) + 1))


def joined_groups(*groupings: NDArray[np.int64] | None) -> NDArray[np.int64] | None:
    """Groups of units that any of the groupings puts together; None where none is given."""
    joined: NDArray[np.int64] | None = None
    for groups in groupings:
        if joined is None or groups is None:
            joined = groups if joined is None else joined
            continue
        linked = membership(joined).T @ membership(groups)
        n, places = linked.shape[0], linked.tocoo()
        joined = connected(places.row, places.col + n, n + linked.shape[1])[joined]
    return joined
