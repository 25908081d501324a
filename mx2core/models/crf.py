"""Conditional random fields: settings, features of a corpus, training and tagging by CRFsuite."""

from __future__ import annotations

import ctypes
import os
import struct
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..arguments import check_choice, check_range
from ..brief import frozen
from ..errors import Notice, TemplateError
from ..extras import needed
from .columns import Codes, base_column, column_codes, feature_columns
from .model import Material, Prediction, Task, TrainingError
from .template import Feature, FeatureTemplate
from .word_parts import WORD_PARTS

if TYPE_CHECKING:
    from ..corpus.model import Corpus

# Parameters of each algorithm of CRFsuite; it refuses others.
ALGORITHMS = {
    "lbfgs": ("c1", "c2", "max_iterations"),
    "l2sgd": ("c2", "max_iterations"),
    "ap": ("max_iterations",),
    "pa": ("max_iterations",),
    "arow": ("max_iterations",),
}
KEPT_FEATURES = 10_000_000  # features of a corpus that are kept in memory, some 60 bytes each


@frozen
class CRF:
    r"""A CRF, trained the same way on every fold.

    Parameters
    ----------
    columns : tuple of str
        The columns that %x[row,column] counts through, from 0: those of the corpus, position and
        target where it has target words, and what is made of the words: lower, shape, prefix1 to
        prefix4, suffix1 to suffix4.
    gold : str, optional
        The column to be predicted; None leaves it to the comparison.
    c1, c2 : float
        Coefficients of L1 (lbfgs alone) and L2 regularization (lbfgs and l2sgd).
    algorithm : str
        One of `ALGORITHMS`: lbfgs, or those of CRFsuite that go through the sentences
        in an order they shuffle: l2sgd (stochastic gradient), ap (averaged perceptron),
        pa (passive aggressive), arow. They are seeded, so that predictions do not
        depend on what a process trained before; on systems with another C library
        the order is another one.
    seed : int, optional
        Of that order, from 1; see `with_seeds`.

    Examples
    --------
    >>> template = mx.models.FeatureTemplate.parse("U0:%x[0,0]\nU1:%x[-1,0]\nB\n")
    >>> crf = mx.models.CRF("words", template, columns=("word",), gold="pos")
    >>> crf.name, crf.c2, crf.algorithm
    ('words', 1.0, 'lbfgs')
    """

    name: str
    template: FeatureTemplate
    columns: tuple[str, ...] = ("word", "pos", "position", "target")
    gold: str | None = None
    c1: float = 0.0
    c2: float = 1.0
    max_iterations: int = 100
    algorithm: str = "lbfgs"
    seed: int | None = None

    task: ClassVar[Task] = "tags"
    libraries: ClassVar[tuple[str, ...]] = ("python-crfsuite",)

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise TemplateError("A model needs a name.")
        for setting, value in (("c1", self.c1), ("c2", self.c2)):
            check_range(setting, value, "[0, ∞)", TemplateError)
        check_range("max_iterations", self.max_iterations, "[1, ∞)", TemplateError)
        check_choice("algorithm", self.algorithm, ALGORITHMS, TemplateError)
        for setting, usual in (("c1", 0.0), ("c2", 1.0)):
            if setting not in ALGORITHMS[self.algorithm] and getattr(self, setting) != usual:
                raise TemplateError(
                    "{setting} is not a parameter of {algorithm}; omit it, or use lbfgs.",
                    setting=setting,
                    algorithm=self.algorithm,
                )
        self.template.check_columns(self.columns)

    def check_corpus(self, corpus: Corpus, gold: str) -> None:
        """Refuse a template that looks at a column the corpus lacks, or at the answers.

        Columns that are listed but not looked at may be absent.

        Raises TemplateError with line and column in the template.
        """
        known, predicted = feature_columns(corpus, gold), base_column(corpus, gold)
        for feature in self.template.features:
            for (_, column), place in zip(feature.cells, feature.places, strict=True):
                wanted = self.columns[column]
                cell: Any = {"line": feature.line, "column": place, "model": self.name, "index": column}
                if wanted == predicted:
                    raise TemplateError(
                        "Model {model} sees column {index}, {wanted}, which it predicts.",
                        wanted=wanted,
                        **cell,
                    )
                if wanted not in (*known, *WORD_PARTS) and wanted not in corpus.sentences.columns:
                    raise TemplateError(
                        "Model {model} uses column {index}, {wanted}; {corpus} has {known}.",
                        wanted=wanted,
                        **cell,
                        corpus=corpus.name,
                        known=tuple(known),
                    )

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the user should know about this model; empty when there is nothing."""
        if self.template.transitions:
            return ()
        return (
            Notice(
                "Model {model} has no B line, but CRFsuite always learns transitions.", {"model": self.name}
            ),
        )

    @property
    def used_columns(self) -> tuple[str, ...]:
        """Names of the columns the template looks at."""
        used = {column for feature in self.template.features for _, column in feature.cells}
        return tuple(name for index, name in enumerate(self.columns) if index in used)

    @property
    def settings(self) -> dict[str, Any]:
        """All that decides what the model learns, but not its name."""
        return {
            "kind": "crf",
            "template": self.template.text,
            "columns": list(self.columns),
            "algorithm": self.algorithm,
            **({} if self.seed is None else {"seed": self.seed}),
            **self.parameters,
        }

    def prepare(self, material: Material, folder: Path) -> CRFLearner:
        """Make the features of a corpus."""
        return CRFLearner(self, material, folder)

    @property
    def parameters(self) -> dict[str, float]:
        """The settings under CRFsuite's own names."""
        return {name: getattr(self, name) for name in ALGORITHMS[self.algorithm]}


class Features:
    """What the features of a template are on every sentence of a corpus.

    They are the strings CRF++ makes (`U00:word`; `_B-1`, `_B+1` beyond the sentence).
    CRFsuite's form of them is made once and kept, so that many folds share it; above
    KEPT_FEATURES it is made anew whenever asked for, to stay within memory.

    `columns`: at least the columns its template looks at, `codes` of shape (n_tokens,).
    `starts`: ndarray of int64, shape (n_sentences + 1,).
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
        with needed():
            import pycrfsuite
        if sentence not in self._items:
            items = pycrfsuite.ItemSequence(self.strings(sentence))
            if not self._keep:
                return items
            self._items[sentence] = items
        return self._items[sentence]


def preview(
    template: FeatureTemplate, corpus: Corpus, *, sentence: int, columns: Sequence[str] | None = None
) -> list[tuple[str, tuple[str, ...]]]:
    """What a template makes of one sentence, from 0: each token, with a feature for each U line.

    `columns`: those that %x[row,column] counts through; by default those a template may address.
    Raises TemplateError, with line and column, for a cell in a column that is not there.
    """
    names = tuple(columns) if columns is not None else feature_columns(corpus)
    model = CRF("preview", template, names)
    model.check_corpus(corpus, "")
    starts = corpus.sentences.starts
    tokens = slice(int(starts[sentence]), int(starts[sentence + 1]))
    of_corpus = column_codes(corpus, model.used_columns)
    of_sentence = {name: (codes[tokens], values) for name, (codes, values) in of_corpus.items()}
    features = Features(model, of_sentence, np.array([0, tokens.stop - tokens.start]))
    return list(zip(corpus.sentences.columns["word"][tokens], features.strings(0), strict=True))


HEADER = 48  # bytes of a model of CRFsuite


class CRFLearner:
    """Trains a CRF on sentences of a corpus and tags others.

    `folder`: where CRFsuite writes a model while it is needed; it cannot keep one in memory.
    """

    def __init__(self, model: CRF, material: Material, folder: Path) -> None:
        self._model = model
        self._features = Features(model, material.columns, material.starts)
        self._path = folder / f"{os.getpid()}-{id(self)}.crfsuite"
        codes, self._values = material.gold
        self._codes = np.split(codes, material.starts[1:-1])
        self._code_of = {value: code for code, value in enumerate(self._values)}

    def predict(self, train: NDArray[np.int64], validation: NDArray[np.int64]) -> Prediction:
        """Train on sentences, in the order given, and tag others."""
        with needed():
            from pycrfsuite import CRFSuiteError
        try:
            iterations = self._train(train.tolist())
            return Prediction(
                self._tag(validation.tolist()), iterations=iterations, model_bytes=self._path.stat().st_size
            )
        except CRFSuiteError as error:
            raise TrainingError(str(error)) from error
        finally:
            self._path.unlink(missing_ok=True)

    def _train(self, sentences: Iterable[int]) -> int:
        """Leave a model in the file; returns how many iterations it took."""
        import pycrfsuite

        trainer = pycrfsuite.Trainer(
            algorithm=self._model.algorithm, params=self._model.parameters, verbose=False
        )
        iterations = 0

        def reported(message: str) -> None:
            # CRFsuite trains with the interpreter's lock held and reports each iteration here.
            # Letting the lock go lets that thread run which watches over the parent process.
            nonlocal iterations
            iterations += message.startswith(("***** Iteration", "***** Epoch"))
            time.sleep(0)

        trainer.message = reported
        for sentence in sentences:
            tags = [self._values[code] for code in self._codes[sentence].tolist()]
            trainer.append(self._features.items(sentence), tags)
        _seed(self._model.seed or 1)
        trainer.train(str(self._path))
        self._check_whole()
        return iterations

    def _check_whole(self) -> None:
        """Raise TrainingError where the disk was full: CRFsuite does not look, and reads what is not there.

        The header has the size of the file and where its five parts begin, one after the other.
        """
        data = self._path.read_bytes()
        head = struct.unpack_from("<4sI4s9I", data) if len(data) >= HEADER else ()
        begins = [*head[-5:], len(data)]
        if head[:2] != (b"lCRF", len(data)) or any(part >= after for part, after in pairwise(begins)):
            raise TrainingError("the disk for temporary files is full")

    def _tag(self, sentences: Iterable[int]) -> NDArray[np.int32]:
        """Codes of the tags that the model in the file gives."""
        import pycrfsuite

        tagger = pycrfsuite.Tagger()
        tagger.open(str(self._path))
        try:
            tagged = [tagger.tag(self._features.items(sentence)) for sentence in sentences]
        finally:
            tagger.close()
        return np.array([self._code_of[tag] for tags in tagged for tag in tags], dtype=np.int32)


def _seed(seed: int) -> None:
    """Put C's `rand`, by which CRFsuite shuffles, where the seed says; 1 is that of a fresh process.

    All algorithms but L-BFGS shuffle and never seed it: what they learn would depend on what the
    process trained before, and so on the number of workers.
    """
    ctypes.CDLL("ucrtbase" if sys.platform == "win32" else None).srand(seed)


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
