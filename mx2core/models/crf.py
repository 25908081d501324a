"""Conditional random fields: settings, features of a corpus, training and tagging by CRFsuite."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import Notice, TemplateError
from .columns import Codes, feature_columns
from .template import Feature, FeatureTemplate

if TYPE_CHECKING:
    from ..corpus.model import Corpus

KEPT_FEATURES = 10_000_000  # features of a corpus that are kept in memory, some 60 bytes each


@dataclass(frozen=True, slots=True)
class CRF:
    """A CRF to be trained, the same on every fold.

    Parameters
    ----------
    name : str
        What the model is called in results.
    template : FeatureTemplate
    columns : tuple of str
        The columns that %x[row,column] counts through, from 0.
    tags : str, optional
        The column to be predicted; None leaves it to the comparison.
    c1, c2 : float
        Coefficients of L1 and L2 regularization.
    max_iterations : int
    algorithm : str
        "lbfgs". The other algorithms of CRFsuite shuffle with C's `rand`, whose state
        depends on what the process trained before: their scores would not come out the
        same on another number of workers.
    """

    name: str
    template: FeatureTemplate
    columns: tuple[str, ...] = ("word", "pos", "position", "target")
    tags: str | None = None
    c1: float = 0.0
    c2: float = 1.0
    max_iterations: int = 100
    algorithm: str = "lbfgs"

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise TemplateError("a model needs a name, to be told from the others in the results.")
        for setting, value in (("c1", self.c1), ("c2", self.c2)):
            if not (math.isfinite(value) and value >= 0):
                raise TemplateError(
                    "{setting} must be 0 or larger, got {value}; 1 is a usual choice for c2, 0 for c1.",
                    setting=setting,
                    value=value,
                )
        if self.max_iterations < 1:
            raise TemplateError(
                "max_iterations must be at least 1, got {value}; 100 is a usual choice.",
                value=self.max_iterations,
            )
        if self.algorithm != "lbfgs":
            raise TemplateError(
                "the algorithm {algorithm} is not offered: it shuffles differently on every run. Use lbfgs.",
                algorithm=self.algorithm,
            )
        self.template.check_columns(self.columns)

    def check_corpus(self, corpus: Corpus, tags: str) -> None:
        """Refuse a template that looks at a column the corpus lacks, or at the answers.

        Columns that are listed but not looked at may be absent.

        Raises
        ------
        TemplateError
            With line and column in the template.
        """
        known = feature_columns(corpus, tags)
        for feature in self.template.features:
            for (_, column), place in zip(feature.cells, feature.places, strict=True):
                wanted = self.columns[column]
                if wanted == tags:
                    raise TemplateError(
                        "model {model} looks at column {index}, {wanted}, which is what it is to predict.",
                        line=feature.line,
                        column=place,
                        model=self.name,
                        index=column,
                        wanted=wanted,
                    )
                if wanted not in known and wanted not in corpus.sentences.columns:
                    raise TemplateError(
                        "model {model} looks at column {index}, {wanted}, which the corpus {corpus} "
                        "does not have; it has {known}.",
                        line=feature.line,
                        column=place,
                        model=self.name,
                        index=column,
                        wanted=wanted,
                        corpus=corpus.name,
                        known=", ".join(known),
                    )

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the user should know about this model; empty when there is nothing."""
        if self.template.transitions:
            return ()
        return (
            Notice(
                "The template of model {model} has no B line, yet CRFsuite always learns transitions "
                "between labels: the model has them all the same.",
                {"model": self.name},
            ),
        )

    @property
    def used_columns(self) -> tuple[str, ...]:
        """Names of the columns the template looks at."""
        used = {column for feature in self.template.features for _, column in feature.cells}
        return tuple(name for index, name in enumerate(self.columns) if index in used)

    @property
    def parameters(self) -> dict[str, float]:
        """The settings under CRFsuite's own names."""
        return {"c1": self.c1, "c2": self.c2, "max_iterations": self.max_iterations}


class Features:
    """What the features of a template are on every sentence of a corpus.

    They are the strings CRF++ makes (`U00:word`; `_B-1`, `_B+1` beyond the sentence).
    CRFsuite's form of them is made once and kept, so that many folds share it; above
    KEPT_FEATURES it is made anew whenever asked for, to stay within memory.

    Parameters
    ----------
    model : CRF
    columns : mapping of str to (codes, values)
        At least the columns its template looks at, `codes` of shape (n_tokens,).
    starts : ndarray of int64, shape (n_sentences + 1,)
    """

    def __init__(self, model: CRF, columns: Mapping[str, Codes], starts: NDArray[np.int64]) -> None:
        self._starts = starts
        self._parts = [
            _expand(feature, [(row, columns[model.columns[column]]) for row, column in feature.cells], starts)
            for feature in model.template.features
        ]
        self._keep = int(starts[-1]) * len(self._parts) <= KEPT_FEATURES
        self._items: dict[int, Any] = {}

    def strings(self, sentence: int) -> list[tuple[str, ...]]:
        """One tuple of features for each token of a sentence."""
        tokens = slice(self._starts[sentence], self._starts[sentence + 1])
        return list(zip(*(values[codes[tokens]] for codes, values in self._parts), strict=True))

    def items(self, sentence: int) -> Any:
        """The same as a `pycrfsuite.ItemSequence`."""
        import pycrfsuite

        if sentence not in self._items:
            items = pycrfsuite.ItemSequence(self.strings(sentence))
            if not self._keep:
                return items
            self._items[sentence] = items
        return self._items[sentence]


def train(
    model: CRF, features: Features, tags: Sequence[Sequence[str]], sentences: Iterable[int], path: Path
) -> None:
    """Train on some sentences, in the order given, and leave the model in a file.

    Parameters
    ----------
    model : CRF
    features : Features
    tags : sequence of sequences of str
        The right tags of every sentence of the corpus.
    sentences : iterable of int
    path : Path
        Where CRFsuite writes the model; it cannot keep one in memory.
    """
    import pycrfsuite

    trainer = pycrfsuite.Trainer(algorithm=model.algorithm, params=model.parameters, verbose=False)
    # CRFsuite trains with the interpreter's lock held and reports each iteration here.
    # Letting the lock go lets that thread run which watches over the parent process.
    trainer.message = lambda _: time.sleep(0)
    for sentence in sentences:
        trainer.append(features.items(sentence), tags[sentence])
    trainer.train(str(path))


def tag(features: Features, sentences: Iterable[int], path: Path) -> list[list[str]]:
    """Tags the model in a file gives to some sentences."""
    import pycrfsuite

    tagger = pycrfsuite.Tagger()
    tagger.open(str(path))
    try:
        return [tagger.tag(features.items(sentence)) for sentence in sentences]
    finally:
        tagger.close()


def _expand(
    feature: Feature, cells: Sequence[tuple[int, Codes]], starts: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.object_]]:
    """One feature on all tokens: code of each token, and the string of each code."""
    codes = np.zeros(int(starts[-1]), dtype=np.int64)
    strings = [feature.texts[0]]
    for (row, column), text in zip(cells, feature.texts[1:], strict=True):
        shifted, values = _shift(column, row, starts)
        # Only combinations that occur get a string, however many cells are combined.
        present, codes = np.unique(codes * len(values) + shifted, return_inverse=True)
        before, last = np.divmod(present, len(values))
        strings = [strings[i] + values[j] + text for i, j in zip(before.tolist(), last.tolist(), strict=True)]
    return codes.astype(np.int32), np.array(strings, dtype=object)


def _shift(column: Codes, row: int, starts: NDArray[np.int64]) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """Codes of the cell `row` tokens further on, with `_B-1`, `_B+1`, … beyond the sentence."""
    codes, values = column
    lengths = np.diff(starts)
    wanted = np.arange(starts[-1]) + row
    beyond = (
        np.repeat(starts[:-1], lengths) - wanted if row < 0 else wanted - np.repeat(starts[1:], lengths) + 1
    )
    inside = np.clip(wanted, 0, max(len(codes) - 1, 0))
    sign = "-" if row < 0 else "+"
    edges = tuple(f"_B{sign}{k}" for k in range(1, abs(row) + 1))
    return np.where(beyond > 0, len(values) - 1 + beyond, codes[inside]), values + edges
