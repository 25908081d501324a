"""Any classifier with the interface of scikit-learn, as a model that can be compared."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from ..brief import frozen
from ..errors import Notice, ScoresError
from ..extras import needed
from .classifiers import class_scores
from .model import Material, Prediction, Task, TrainingError
from .texts import gold_field, numbers_of, written_number
from .training_failures import NO_CLASS, NO_NGRAMS, NO_NUMBER, check_classes

if TYPE_CHECKING:
    from ..corpus.model import Corpus

_UNPICKLABLE = (pickle.PicklingError, AttributeError, TypeError)


@frozen(eq=False, slots=False)
class Wrapped:
    """What models have in common that hold an estimator: its settings, its pickling, its checks."""

    name: str
    estimator: Any
    features: Any = None
    gold: str | None = None
    seed: int | None = None

    kind: ClassVar[str]
    needs: ClassVar[tuple[str, ...]] = ("fit", "predict")

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise ScoresError("A model needs a name.")
        for method in self.needs:
            if isinstance(self.estimator, type) or not callable(getattr(self.estimator, method, None)):
                raise ScoresError(
                    "Model {model} needs methods {methods}; its object lacks {method}.",
                    model=self.name,
                    methods=self.needs,
                    method=method,
                )

    def __reduce__(self) -> tuple[Any, ...]:
        # An object that cannot be sent to a worker is reported here, in the parent, where it can be fixed.
        try:
            packed = pickle.dumps(dict(vars(self)))
        except _UNPICKLABLE as error:
            raise ScoresError(
                "Model {model} cannot be sent to workers ({reason}); use module functions, or n_workers=0.",
                model=self.name,
                reason=str(error),
            ) from error
        return _unpacked, (type(self), packed)

    @property
    def settings(self) -> dict[str, Any]:
        """Class and parameters of the estimator, and a digest of the features."""
        with needed():
            from joblib import hash as digest
        kind = type(self.estimator)
        parameters = _parameters(self.estimator)
        try:
            return {
                "kind": self.kind,
                "class": f"{kind.__module__}.{kind.__qualname__}",
                "parameters": {name: _plain(value, digest) for name, value in sorted(parameters.items())},
                "features": None if self.features is None else digest(self.features, hash_name="sha1"),
            }
        except _UNPICKLABLE as error:
            raise ScoresError(
                "Results of model {model} cannot be stored ({reason}); use module functions, not lambdas.",
                model=self.name,
                reason=str(error),
            ) from error

    @property
    def notices(self) -> tuple[Notice, ...]:
        """Whether the estimator draws random numbers that nobody can draw again."""
        states = self.random_states()
        parameters = _parameters(self.estimator)
        loose = [name for name in states if parameters[name] is None]
        if not loose:
            return ()
        return (
            Notice(
                "Model {model} needs a fixed {parameter}, or each run may differ.",
                {"model": self.name, "parameter": loose[0]},
            ),
        )

    def random_states(self) -> list[str]:
        """Names of the parameters that decide what the estimator draws."""
        return [name for name in _parameters(self.estimator) if name.rpartition("__")[2] == "random_state"]

    def with_seed(self, name: str, seed: int) -> Self:
        """The model under another name, with all its `random_state` set to `seed`."""
        states: dict[str, Any] = dict.fromkeys(self.random_states(), seed)
        return replace(self, name=name, estimator=clone(self.estimator).set_params(**states), seed=seed)


@frozen(eq=False, slots=False)
class Estimator(Wrapped):
    """An estimator that is cloned for every fold, fitted on some texts and applied to others.

    Parameters
    ----------
    estimator : object
        With `fit`, `predict`, `get_params` and `set_params`; it gets classes as
        strings, a regressor numbers. `predict_proba` or `decision_function`, where it has them, give the
        scores that ROC and precision–recall curves need.
    features : array_like or data frame, optional
        One row a text, in the order of the corpus. Without it the estimator gets the
        texts, as a list of strings.
    gold : str, optional
        The field that holds the classes; None leaves it to the comparison.
    seed : int, optional
        What `with_seeds` gave the parameters `random_state`.

    Raises
    ------
    ScoresError
        When it is sent to worker processes, if it cannot be pickled.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> mx.models.Estimator("logistic", LogisticRegression()).name
    'logistic'
    """

    kind: ClassVar[str] = "estimator"
    needs: ClassVar[tuple[str, ...]] = ("fit", "predict", "get_params", "set_params")
    libraries: ClassVar[tuple[str, ...]] = ("scikit-learn", "scipy")
    used_columns: ClassVar[tuple[str, ...]] = ()

    @property
    def task(self) -> Task:
        """Numbers for a regressor, as scikit-learn tells them apart, else classes."""
        with needed():
            from sklearn.base import is_regressor
        return "numbers" if is_regressor(self.estimator) else "class"

    def check_corpus(self, corpus: Corpus, gold: str) -> None:
        """Refuse texts with no class or other than those of the features; see that it can be cloned."""
        clone(self.estimator)
        (numbers_of if self.task == "numbers" else gold_field)(corpus, gold)
        if self.features is None:
            return
        shape = getattr(self.features, "shape", None)
        n_rows = shape[0] if shape else len(self.features)
        if n_rows != len(corpus.sentences):
            raise ScoresError(
                "{model} has features of {found} units, the corpus {expected}.",
                model=self.name,
                found=n_rows,
                expected=len(corpus.sentences),
            )

    def prepare(self, material: Material, folder: Path) -> EstimatorLearner:
        """Nothing is made in advance: what an estimator fits, it fits on training texts alone."""
        return EstimatorLearner(self, material)


class EstimatorLearner:
    """Fits a clone of an estimator on some texts and predicts the classes of others."""

    def __init__(self, model: Estimator, material: Material) -> None:
        self._estimator = model.estimator
        self._rows = material.texts if model.features is None else model.features
        codes, values = material.gold
        self._values = np.array(values)
        self._numbers = model.task == "numbers"
        self._answers: NDArray[Any] = self._values[codes]
        if self._numbers:
            self._answers = np.array(values, dtype=np.float64)[codes]

    def predict(self, train: NDArray[np.int64], validation: NDArray[np.int64]) -> Prediction:
        """Fit on texts (some may stand there several times), predict the classes of others."""
        from threadpoolctl import threadpool_limits

        estimator = clone(self._estimator)
        try:
            # There is a worker for every processor: more threads would wait for each other.
            with threadpool_limits(limits=1):
                estimator.fit(rows_of(self._rows, train), self._answers[train])
                rows = rows_of(self._rows, validation)
                predicted = np.asarray(estimator.predict(rows))
                scores = None if self._numbers else class_scores(estimator, rows, self._values)
        except ValueError as error:
            # Some estimators can be fitted to one class, so the reason is looked for after they refused.
            if not self._numbers:
                check_classes(self._answers[train])
            raise TrainingError(str(NO_NGRAMS if "empty vocabulary" in str(error) else error)) from error
        if self._numbers:
            if predicted.shape != validation.shape or not np.isfinite(predicted.astype(np.float64)).all():
                raise TrainingError(str(NO_NUMBER))
            return Prediction.of(list(map(written_number, predicted.tolist())), self._values.tolist())
        code_of = {name: code for code, name in enumerate(self._values.tolist())}
        if any(name not in code_of for name in predicted.tolist()):
            raise TrainingError(str(NO_CLASS))
        return Prediction(np.array([code_of[name] for name in predicted.tolist()], dtype=np.int32), scores)


def _unpacked(kind: type[Wrapped], packed: bytes) -> Wrapped:
    return kind(**pickle.loads(packed))


def _parameters(estimator: Any) -> Mapping[str, Any]:
    """Its parameters; of an object that does not list them, the object itself."""
    return estimator.get_params(deep=True) if hasattr(estimator, "get_params") else {"object": estimator}


def clone(estimator: Any) -> Any:
    """An estimator with the same parameters that was never fitted."""
    try:
        if not hasattr(estimator, "get_params"):
            return copy.deepcopy(estimator)
        from sklearn.base import clone as cloned

        return cloned(estimator)
    except Exception as error:  # an estimator of one's own may raise anything
        raise ScoresError(
            "{estimator} could not be cloned, fitted or asked ({reason}).",
            estimator=type(estimator).__qualname__,
            reason=str(error),
        ) from error


def _plain(value: Any, digest: Any) -> Any:
    """A parameter as JSON; what JSON has no form for by its digest."""
    if isinstance(value, float):
        return value if math.isfinite(value) else repr(value)
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if hasattr(value, "get_params"):  # its own parameters stand beside it
        return f"{type(value).__module__}.{type(value).__qualname__}"
    return digest(value, hash_name="sha1")


def rows_of(rows: Any, units: NDArray[np.int64]) -> Any:
    if hasattr(rows, "iloc"):
        return rows.iloc[units]
    if hasattr(rows, "shape"):
        return rows[units]
    return [rows[i] for i in units.tolist()]
