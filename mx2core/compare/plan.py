"""A comparison before it runs: everything checked, every fold listed, results put in their place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..errors import DesignError, Notice, ScoresError
from ..models.columns import EMPTY, answer_column, column_codes
from ..models.crf import CRF
from ..schemes import detect_scheme_in, spans
from .folds import Fold, FoldCounts, FoldFailure, Material
from .result import Comparison

if TYPE_CHECKING:
    from ..corpus.model import Corpus
    from ..partition import PartitionSet

SAID_AT_MOST = 5  # halves that are named one by one


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What `plan` settled; `material` is what workers get."""

    names: tuple[str, ...]
    tags: str
    signature: str
    corpus: str
    masks: NDArray[np.bool_]  # (m, n_units)
    material: Material
    notices: tuple[Notice, ...]

    def folds(self, known: Iterable[FoldCounts] = ()) -> list[Fold]:
        """Folds to be done, all models of a split before the next split begins."""
        done = {result.key for result in known}
        listed = (
            Fold(model, split, half, mask if half == 0 else ~mask)
            for split, mask in enumerate(self.masks)
            for model in range(len(self.names))
            for half in (0, 1)
        )
        return [fold for fold in listed if fold.key not in done]

    @property
    def n_folds(self) -> int:
        return 2 * len(self.masks) * len(self.names)

    def comparison(self, results: Iterable[FoldCounts | FoldFailure]) -> Comparison:
        """The result as far as `results` go."""
        m, n_units = self.masks.shape
        shape = (len(self.names), m, 2)
        by_label = np.zeros((*shape, len(self.material.labels), 3), dtype=np.int64)
        by_unit = np.zeros((len(self.names), m, n_units, 3), dtype=np.int32)
        finished = np.zeros(shape, dtype=bool)
        seconds = np.full(shape, np.nan)
        failures = []
        for result in sorted(results, key=lambda result: result.key):
            if isinstance(result, FoldFailure):
                failures.append(self._failure(result))
                continue
            train = self.masks[result.split] ^ (result.half == 1)
            by_label[result.key] = result.by_label
            by_unit[result.model, result.split, ~train] = result.by_unit
            finished[result.key] = True
            seconds[result.key] = result.seconds
        return Comparison(
            models=self.names,
            tags=self.tags,
            scheme=self.material.scheme,
            lenient=not self.material.strict,
            signature=self.signature,
            corpus=self.corpus,
            labels=self.material.labels,
            counts=by_label.sum(axis=3),
            label_counts=by_label,
            unit_counts=by_unit,
            finished=finished,
            seconds=seconds,
            notices=(*self.notices, *failures),
        )

    def _failure(self, failed: FoldFailure) -> Notice:
        where = {"model": self.names[failed.model], "split": failed.split + 1, "half": failed.half + 1}
        if failed.cause == "memory":
            return Notice(
                "Model {model} has no score on split {split}, trained on half {half}: "
                "there was not enough memory. Use a smaller template or fewer workers.",
                where,
            )
        if failed.cause == "crfsuite":
            return Notice(
                "Model {model} has no score on split {split}, trained on half {half}: "
                "CRFsuite could not train it ({detail}).",
                {**where, "detail": failed.detail},
            )
        return Notice(
            "Model {model} has no score on split {split}, trained on half {half}: "
            "its worker process ended twice before it was done.",
            where,
        )


def plan(
    corpus: Corpus,
    models: Sequence[CRF],
    partitions: PartitionSet,
    *,
    tags: str | None = None,
    strict: bool = False,
) -> Plan:
    """Check that models, corpus and partitions go together.

    Raises
    ------
    ScoresError
        Fewer than two models, two of one name, no column to predict, or no python-crfsuite.
    DesignError
        Partitions of another number of units.
    TemplateError
        A template that looks at a column the corpus lacks, or at the answers.
    """
    if find_spec("pycrfsuite") is None:
        raise ScoresError("Training CRFs needs the package {package}; install it.", package="python-crfsuite")
    names = tuple(model.name for model in models)
    if len(names) < 2:
        raise ScoresError("A comparison takes two models or more, got {count}.", count=len(names))
    for name in names:
        if names.count(name) > 1:
            raise ScoresError("Two models are called {name}; give each a name of its own.", name=name)
    if partitions.n_units != len(corpus):
        raise DesignError(
            "The partitions are of {found} units, but the corpus {corpus} has {expected}. "
            "Make partitions of this corpus.",
            found=partitions.n_units,
            corpus=corpus.name,
            expected=len(corpus),
        )
    wanted = _tag_column(corpus, models, tags)
    for model in models:
        model.check_corpus(corpus, wanted)
    material = _material(corpus, tuple(models), wanted, strict)
    notices = [notice for model in models for notice in model.notices]
    notices += _without_chunks(material, partitions.masks)
    return Plan(
        names, wanted, partitions.signature, corpus.units_sha256, partitions.masks, material, tuple(notices)
    )


def _tag_column(corpus: Corpus, models: Sequence[CRF], tags: str | None) -> str:
    """The one column all models predict."""
    named = dict.fromkeys(name for name in (tags, *(model.tags for model in models)) if name is not None)
    if len(named) > 1:
        raise ScoresError(
            "Models that predict different columns cannot be compared: {columns}. Choose one of them.",
            columns=", ".join(named),
        )
    return answer_column(corpus, next(iter(named), None))


def _material(corpus: Corpus, models: tuple[CRF, ...], tags: str, strict: bool) -> Material:
    sentences = corpus.sentences
    column = sentences.columns[tags]
    scheme = sentences.schemes.get(tags) or detect_scheme_in(column.codes, column.values, sentences.starts)
    if scheme is None:
        scheme = "token" if any(value in EMPTY for value in column.values) else "plain"
    used = dict.fromkeys(name for model in models for name in model.used_columns)
    return Material(
        models=models,
        columns=column_codes(corpus, used),
        starts=sentences.starts,
        units=corpus.units,
        tags=(column.codes, column.values),
        labels=spans(column.codes, column.values, sentences.starts, scheme, strict).labels,
        scheme=scheme,
        strict=strict,
    )


def _without_chunks(material: Material, masks: NDArray[np.bool_]) -> tuple[Notice, ...]:
    """Halves in which there is nothing to learn or to find."""
    codes, values = material.tags
    gold = spans(codes, values, material.starts, material.scheme, material.strict)
    sentence = np.searchsorted(material.starts, gold.start, side="right") - 1
    has = np.zeros(masks.shape[1], dtype=bool)
    has[material.units[sentence]] = True
    empty = [
        (split + 1, half + 1)
        for split, mask in enumerate(masks)
        for half, side in enumerate((mask, ~mask))
        if not has[side].any()
    ]
    if not empty:
        return ()
    named = ", ".join(f"{split}.{half}" for split, half in empty[:SAID_AT_MOST])
    return (
        Notice(
            "Halves without a chunk to be found: {halves} (split and half). "
            "F1 on them is 0 by convention, and a model trained on them finds nothing.",
            {"halves": named + (", …" if len(empty) > SAID_AT_MOST else "")},
        ),
    )
