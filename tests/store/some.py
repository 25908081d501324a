"""Records to be kept."""

from hashlib import sha256

from mx2core.store import FoldIndex, NewExperiment, PartitionSetRecord


def partition_set(document, signature, m):
    return PartitionSetRecord(sha256(document).hexdigest(), signature, m, 4, document)


SETS = (
    partition_set(b'{"a": 1}\n', "m:2|n:4|seed:0|id:aaaaaa", 2),
    partition_set(b'{"b": "\xe5\x88\x87"}\n', "m:1|n:4|seed:1|id:bbbbbb", 1),
)


def experiment(name="roles, A against B", **changes):
    folds = {
        FoldIndex(place, model, fold): f"{place}{model}{fold}"
        for place, one in enumerate(SETS)
        for model in (0, 1)
        for fold in range(2 * one.m)
    }
    values = {
        "name": name,
        "corpus_name": "statement_zh.conll",
        "units_sha256": "u" * 64,
        "corpus": None,
        "gold": "role",
        "models": ({"name": "A", "c2": 1.0, "template": "U0:%x[0,0]\n模板"}, {"name": "B"}),
        "settings": {"metrics": ["f1"]},
        "partition_sets": SETS,
        "folds": folds,
    }
    return NewExperiment(**(values | changes))
