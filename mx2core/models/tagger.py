"""A tagger of one's own, with the interface of scikit-learn, as a model that can be compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.metadata import packages_distributions
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from ..brief import frozen
from ..errors import ScoresError
from .columns import feature_columns
from .estimator import Wrapped, clone, rows_of
from .model import Material, Prediction, Task, TrainingError
from .training_failures import NO_TAG, NOT_ONE_A_TOKEN

if TYPE_CHECKING:
    from ..corpus.model import Corpus


@cache
def distributions() -> Mapping[str, list[str]]:
    """Who brought each package: all that is installed is read for it, once and not for every fold."""
    return packages_distributions()


@frozen(eq=False, slots=False)
class Tagger(Wrapped):
    """A tagger of your own, fitted on some sentences in every fold to predict the tags of others.

    Parameters
    ----------
    estimator : object
        With `fit(X, y)` and `predict(X)`, where X and y are lists of sequences, such as
        `sklearn_crfsuite.CRF`. It is cloned for every fold, or copied where it has no
        `get_params`.
    features : callable or sequence, optional
        A function of one sentence, a list with a tuple of `columns` a token, that returns
        one entry a token; or these entries of all sentences of the corpus. Without it, a
        token is the dictionary of its columns. The function is called once for each
        sentence, in this process.
    columns : sequence of str
        Columns of the corpus that the features see.
    gold : str, optional
        The column to be predicted; None leaves it to the comparison.
    seed : int, optional
        What `with_seeds` gave the parameters `random_state`.

    Raises
    ------
    ScoresError
        Without `fit` and `predict`; in a comparison, if the features do not fit the
        sentences, or the estimator cannot be sent to worker processes.

    Examples
    --------
    >>> import sklearn_crfsuite
    >>> def endings(sentence):
    ...     return [{"word": word, "ending": word[-1]} for (word,) in sentence]
    >>> mine = mx.models.Tagger("mine", sklearn_crfsuite.CRF(), features=endings)
    >>> whole = mx.models.Tagger("words", sklearn_crfsuite.CRF())
    >>> halves = mx.random_partitions(len(corpus), 1)
    >>> mx.compare(corpus, [mine, whole], partitions=halves, n_workers=0).models
    ('mine', 'words')
    """

    columns: Sequence[str] = ("word",)

    kind: ClassVar[str] = "tagger"
    task: ClassVar[Task] = "tags"

    @property
    def libraries(self) -> tuple[str, ...]:
        """scikit-learn, which clones it, and the distribution that the estimator comes from."""
        package = type(self.estimator).__module__.partition(".")[0]
        return ("scikit-learn", *distributions().get(package, ()))

    @property
    def used_columns(self) -> tuple[str, ...]:
        """Columns of tokens that the features see; none where the features are made already."""
        return tuple(self.columns) if self.features is None or callable(self.features) else ()

    def check_corpus(self, corpus: Corpus, gold: str) -> None:
        """Refuse absent columns and features that would see the answers; see that it can be cloned."""
        clone(self.estimator)
        known = feature_columns(corpus, gold)
        for name in self.used_columns:
            if name not in known:
                raise ScoresError(
                    "For {gold}, model {model} may see {known}, not {name}.",
                    model=self.name,
                    name=name,
                    gold=gold,
                    known=tuple(known),
                )

    def with_material(self, material: Material) -> Self:
        """The same model with the features of all sentences, made once and shared by all folds.

        Raises ScoresError if features are not one a token.
        """
        features = self._features_of_items(material)
        lengths = np.diff(material.starts).tolist()
        if len(features) != len(lengths):
            raise ScoresError(
                "{model} has features of {found} units, the corpus {expected}.",
                model=self.name,
                found=len(features),
                expected=len(lengths),
            )
        for number, (one, length) in enumerate(zip(features, lengths, strict=True), start=1):
            if len(one) != length:
                raise ScoresError(
                    "Model {model} has {found} features for the {length} tokens of sentence {number}.",
                    model=self.name,
                    found=len(one),
                    number=number,
                    length=length,
                )
        return replace(self, features=features)

    def _features_of_items(self, material: Material) -> list[Any]:
        features: Any = self.features
        if features is not None and not callable(features):
            return list(features)
        columns = [
            np.array(values, dtype=object)[codes]
            for codes, values in (material.columns[name] for name in self.columns)
        ]
        tokens = list(zip(*columns, strict=True))
        sentences = [tokens[first:last] for first, last in pairwise(material.starts.tolist())]
        if features is None:
            return [[dict(zip(self.columns, token, strict=True)) for token in one] for one in sentences]
        made = []
        for number, sentence in enumerate(sentences, start=1):
            try:
                made.append(list(features(sentence)))
            except Exception as error:  # it is a function of the user's own
                raise ScoresError(
                    "Features of {model} failed on sentence {number} ({reason}). Sentences are lists "
                    "of tuples ({columns}).",
                    model=self.name,
                    number=number,
                    reason=str(error),
                    columns=tuple(self.columns),
                ) from error
        return made

    def prepare(self, material: Material, folder: Path) -> TaggerLearner:
        """Nothing is made in advance: the features are there."""
        return TaggerLearner(self, material)


class TaggerLearner:
    """Fits a clone of an estimator on some sentences and predicts the tags of others."""

    def __init__(self, model: Tagger, material: Material) -> None:
        self._estimator = model.estimator
        self._features = model.features
        codes, values = material.gold
        answers = np.array(values, dtype=object)[codes].tolist()
        self._answers = [answers[first:last] for first, last in pairwise(material.starts.tolist())]
        self._code_of = {name: code for code, name in enumerate(values)}

    def predict(self, train: NDArray[np.int64], validation: NDArray[np.int64]) -> Prediction:
        """Fit on sentences (some may stand there several times), predict the tags of others."""
        from threadpoolctl import threadpool_limits

        estimator = clone(self._estimator)
        try:
            with threadpool_limits(limits=1):
                estimator.fit(rows_of(self._features, train), rows_of(self._answers, train))
                predicted = estimator.predict(rows_of(self._features, validation))
        except MemoryError:
            raise
        except Exception as error:  # an estimator of one's own may raise anything
            raise TrainingError(str(error)) from error
        lengths = [len(self._answers[i]) for i in validation.tolist()]
        tags = [list(one) for one in predicted]
        if [len(one) for one in tags] != lengths:
            raise TrainingError(str(NOT_ONE_A_TOKEN))
        codes = [self._code_of.get(str(tag)) for one in tags for tag in one]
        if None in codes:
            raise TrainingError(str(NO_TAG))
        return Prediction(np.array(codes, dtype=np.int32))
