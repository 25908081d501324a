"""The same model trained with several seeds, each as a model of its own."""

from __future__ import annotations

from dataclasses import replace

from ..arguments import check_range
from ..seeds import run_name
from .classifiers import TextClassifier
from .crf import CRF
from .estimator import Estimator
from .model import Model
from .regressors import TextRegressor
from .tagger import Tagger

MOST_SEEDS = 100


def with_seeds(model: Model, n_seeds: int) -> list[Model]:
    """Runs of a model with the seeds 1, 2, …; the model alone where it draws no random numbers.

    Give them to `compare` in its place: they are averaged within a fold.

    Parameters
    ----------
    model : Model
        A CRF of an algorithm that shuffles, a support vector machine, or an estimator or tagger
        with a `random_state`.

    Returns
    -------
    list of Model
        With names such as "A, seed 2".

    Raises
    ------
    InputError
        If `n_seeds` is not possible.

    Examples
    --------
    >>> [run.name for run in with_seeds(TextClassifier("S", "svm"), 2)]
    ['S, seed 1', 'S, seed 2']
    >>> [run.name for run in with_seeds(TextClassifier("B", "bayes"), 2)]
    ['B']
    """
    check_range("n_seeds", n_seeds, f"[1, {MOST_SEEDS}]")
    if n_seeds == 1 or not draws_random_numbers(model):
        return [model]
    return [_run(model, seed) for seed in range(1, n_seeds + 1)]


def draws_random_numbers(model: Model) -> bool:
    """Whether another seed can change what a model learns."""
    match model:
        case CRF():
            return model.algorithm != "lbfgs"
        case TextClassifier():
            return model.kind == "svm"
        case TextRegressor():
            return model.kind == "boosting"
        case Estimator() | Tagger():
            return bool(model.random_states())
    return False


def _run(model: Model, seed: int) -> Model:
    name = run_name(model.name, seed)
    match model:
        case CRF() | TextClassifier() | TextRegressor():
            return replace(model, name=name, seed=seed)
        case Estimator() | Tagger():
            return model.with_seed(name, seed)
    raise AssertionError(model)
