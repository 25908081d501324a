"""Near-duplicates that are found, beside all pairs compared with each other.

    python -m benchmarks.near_recall [FILE …]

At a similarity of .8, of generated texts and of corpora in files. What the search promises: the groups; so
the units in one, and the units outside of a training half that have a near-duplicate of their own inside,
summed over random halves ("leaked"). Beside that how many of all pairs are listed, equal texts once: of many
texts of one template only enough to join them.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.large import near_texts
from mx2core import read_corpus
from mx2core.corpus import Corpus
from mx2core.corpus.units.connected import connected
from mx2core.corpus.units.near_duplicates import BOUND, _equal_rows, _features, near_duplicates
from mx2core.partition import random_masks
from mx2core.text_table import table

N = 6_000  # generated texts
HALVES = 20  # random training halves
AT_A_TIME = 500  # compared with all others


def generated(kind: str, n: int = N) -> Iterator[str]:
    """Every tenth text is another one but for a word or a character; a template's but for one or two."""
    generator = np.random.default_rng(7)
    if kind in ("short", "few words"):
        yield from near_texts("zipf" if kind == "short" else "few", n)
        return
    length, n_words, n_templates = {
        "long": (200, 8_000, 0),
        "Chinese": (20, 3_000, 0),
        "40 templates": (25, 5_000, 40),
        "one template": (25, 5_000, 1),
        "one long template": (40, 5_000, 1),
    }[kind]
    rows = generator.integers(0, n_words, (n_templates or n, length))
    if n_templates:
        rows = rows[generator.integers(0, n_templates, n)]
        copies, changes = np.arange(n), 1 if kind == "one long template" else 2
    else:
        copies, changes = generator.permutation(n)[: n // 10], 1
        rows[copies] = rows[generator.integers(0, n, n // 10)]
    for _ in range(changes):
        rows[copies, generator.integers(0, length, len(copies))] = generator.integers(0, n_words, len(copies))
    for row in rows.tolist():
        if kind == "Chinese":
            yield "".join(chr(0x4E00 + word) for word in row)
        else:
            yield " ".join(f"w{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}{chr(97 + i // 676)}" for i in row)


def compared(name: str, corpus: Corpus) -> tuple[object, ...]:
    listed = near_duplicates(corpus)
    features, _ = _features(corpus.sentences, corpus.units, len(corpus), None)
    first, equal = _equal_rows(features)
    distinct = np.flatnonzero(first == np.arange(len(first)))
    sets, n = features[distinct], len(corpus)
    sizes, found = np.diff(sets.indptr).astype(np.int64), [np.empty((0, 2), np.int64)]
    for start in range(0, len(distinct), AT_A_TIME):
        common = (sets[start : start + AT_A_TIME] @ sets.T).tocoo()
        one, other = common.row.astype(np.int64) + start, common.col.astype(np.int64)
        near = common.data / (sizes[one] + sizes[other] - common.data) >= BOUND - 1e-12
        near &= one < other
        found.append(np.stack([distinct[one[near]], distinct[other[near]]], axis=1))
    exact = np.concatenate(found)
    groups = connected(*np.concatenate([exact, equal]).T, n)
    of_distinct = listed.pairs[np.isin(listed.pairs, distinct).all(axis=1)]
    mine, all_ = (set((pairs[:, 0] * n + pairs[:, 1]).tolist()) for pairs in (of_distinct, exact))
    one, other = np.concatenate([exact, exact[:, ::-1], equal, equal[:, ::-1]]).T
    leaked, seen = [], []
    for train in random_masks(n, range(HALVES)):
        leaked.append(np.unique(other[train[one] & ~train[other]]))
        seen.append(np.isin(leaked[-1], listed.twins(train)))
    several = np.flatnonzero(np.bincount(groups)[groups] > 1)
    in_group = np.bincount(listed.groups)[listed.groups[several]] > 1
    return (
        name,
        n,
        "same" if (groups == listed.groups).all() else "differ",
        len(several),
        _share(in_group),
        sum(map(len, leaked)),
        _share(np.concatenate(seen)),
        len(all_),
        _share(np.isin(list(all_), list(mine))),
        _share(np.isin(list(mine), list(all_))),
    )


def _share(holds: np.ndarray) -> str:
    return f"{holds.mean():.4f}" if len(holds) else "–"


def main() -> None:
    rows = []
    kinds = ("short", "few words", "long", "Chinese", "40 templates", "one template")
    for kind, n in (*((kind, N) for kind in kinds), *(("one long template", n) for n in (100, 400, 2_000))):
        file = "text,label\n" + "".join(f"{text},x\n" for text in generated(kind, n))
        rows.append(compared(kind, read_corpus(file.encode())))
    rows += [compared(Path(file).name, read_corpus(file)) for file in sys.argv[1:]]
    header = (
        "texts",
        "n",
        "groups",
        "units in one",
        "recall",
        "leaked",
        "recall",
        "pairs",
        "listed",
        "precision",
    )
    print(table(header, rows))


if __name__ == "__main__":
    main()
