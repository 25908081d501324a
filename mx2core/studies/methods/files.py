"""A table of methods as plain values, JSON and CSV."""

from __future__ import annotations

from typing import Any

from ...exchange.canonical import canonical_bytes, plain
from ..table_files import flat_csv, three
from .replicability import CONCLUSIONS
from .table import MethodRow, MethodTable, Quantity

CHANCES = ("different", "opposite", "sign")
OF = ("a", "b", "difference")


def methods_document(table: MethodTable) -> dict[str, Any]:
    """Everything a table of methods holds, as plain values."""
    study = table.study
    document: dict[str, Any] = {
        "corpus": {"name": study.corpus, "units_sha256": study.units_sha256, "n_units": study.n_units},
        "answers": table.gold,
        "models": {"a": table.models[0], "b": table.models[1]},
        "metric": table.metric,
        "smaller_is_better": table.smaller_is_better,
        "difference": " − ".join(table.difference),
        "laboratories": study.laboratories,
        "seed": study.seed,
        "attributes": study.attributes,
        "alpha": table.alpha,
        "trainings": study.cost(2),
        "intervals": plain(table.how, but=("method",)),
        "spreads": "between laboratories that divide this corpus with other seeds",
        "rows": [_row(row) for row in table.rows],
        "left_out": [{"method": method.key, "reason": reason} for method, reason in study.left_out],
        "notices": table.notices,
    }
    return {name: plain(value) for name, value in document.items()}


def methods_json(table: MethodTable) -> bytes:
    r"""The same in canonical JSON.

    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> laid_out = mx.studies.study(corpus, ["random:2"], laboratories=2)
    >>> evaluation = mx.evaluate(corpus, mx.models.presets(corpus), folds=laid_out.folds, n_workers=0)
    >>> table = mx.studies.tabulate_methods(laid_out, evaluation, metric="accuracy")
    >>> mx.studies.methods_json(table)[:1]
    b'{'
    """
    return canonical_bytes(methods_document(table))


def methods_csv(table: MethodTable) -> bytes:
    r"""One line for every method, an estimate with its interval in three columns.

    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> laid_out = mx.studies.study(corpus, ["random:2"], laboratories=2)
    >>> evaluation = mx.evaluate(corpus, mx.models.presets(corpus), folds=laid_out.folds, n_workers=0)
    >>> table = mx.studies.tabulate_methods(laid_out, evaluation, metric="accuracy")
    >>> len(mx.studies.methods_csv(table).splitlines())
    2
    """
    lists = ("conclusions", "estimates")
    return flat_csv([{k: v for k, v in _row(row).items() if k not in lists} for row in table.rows])


def _row(row: MethodRow) -> dict[str, Any]:
    first = row.decisions[0]
    replicability = row.replicability
    return {
        "method": row.method.key,
        "name": row.method.name,
        "laboratories": row.laboratories,
        "trainings": row.trainings,
        "share_trained_on": row.share,
        **{of: _quantity(one) for of, one in zip(OF, row.quantities, strict=True)},
        "reference": None if row.reference is None else row.reference.key,
        "test": row.method.test,
        "half_length": row.half_length,
        "first_laboratory": plain(first, but=("n_folds", "half_length")),
        "rates": {
            name: three(None if replicability is None else replicability.rates[name]) for name in CONCLUSIONS
        },
        **{name: three(None if replicability is None else getattr(replicability, name)) for name in CHANCES},
        "conclusions": [decision.conclusion for decision in row.decisions],
        "estimates": row.estimates,
    }


def _quantity(quantity: Quantity) -> dict[str, Any]:
    parts = quantity.decomposition
    return {
        "mean": three(quantity.mean),
        "sd": three(quantity.sd),
        "snr": three(quantity.snr),
        "shift": three(None if quantity.shift is None else quantity.shift.shift),
        "bias": three(None if parts is None else parts.bias),
        "squared_bias": None if parts is None else parts.squared_bias,
        "variance": None if parts is None else parts.variance,
    }
