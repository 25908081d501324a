"""A study: named schemes of dividing a corpus, and their folds, each once; laid out before training."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..arguments import check_choice
from ..brief import frozen
from ..corpus.model import Corpus
from ..corpus.sentences import Attribute
from ..errors import DesignError, InputError, Notice, ScoresError
from ..models import Model
from ..training import Evaluation, Run
from ..training.run.plan import plan_folds
from ..training.run.runner import run_all
from ..training.scores.evaluation import Pair

R = TypeVar("R")


class Trained(Protocol):
    """What an evaluation says of its folds."""

    @property
    def finished(self) -> NDArray[np.bool_]: ...
    @property
    def notices(self) -> tuple[Notice, ...]: ...


@frozen(eq=False)
class Scheme:
    """One way to divide a corpus, repeated; a row of the table.

    >>> scheme = mx.studies.design("block", corpus, repetitions=2, m=1).schemes[0]
    >>> scheme.label, scheme.places.shape
    ('random', (2, 1, 2))
    """

    label: str  # as "5:5" or "good block", or the key of a method, as "kfold:10"
    places: NDArray[np.int64]  # (repetitions, splits, folds of a split): numbers in `Study.folds`


@frozen(eq=False)
class Study:
    """Schemes on one corpus: an experiment of the paper, or ways of splitting used by several laboratories.

    >>> study = mx.studies.design("block", corpus, repetitions=2, m=1)
    >>> study.name, [scheme.label for scheme in study.schemes]
    ('block', ['random', 'block', 'stratified block'])
    """

    name: str  # one of `DESIGNS`, or "methods"
    corpus: str  # its name
    units_sha256: str
    n_units: int
    schemes: tuple[Scheme, ...]
    folds: tuple[Pair, ...]  # training and validation units, each fold once, as `evaluate` takes them
    attributes: tuple[Attribute, ...]  # whose labels the schemes look at, or that are shown
    arguments: Mapping[str, Any]  # plain values from which it is laid out again; its name goes with them
    left_out: tuple[tuple[str, InputError], ...] = ()  # schemes that this corpus does not allow, and why

    @classmethod
    def from_schemes(
        cls,
        name: str,
        corpus: Corpus,
        schemes: Mapping[str, NDArray[np.int64]],
        folds: UniqueFolds,
        attributes: Sequence[Attribute],
        arguments: Mapping[str, Any],
        left_out: Sequence[tuple[str, InputError]] = (),
    ) -> Study:
        """A study of a corpus, from the places of each scheme in `folds`."""
        return cls(
            name=name,
            corpus=corpus.name,
            units_sha256=corpus.units_sha256,
            n_units=len(corpus),
            schemes=tuple(Scheme(label, places) for label, places in schemes.items()),
            folds=tuple(folds.folds),
            attributes=tuple(attributes),
            arguments=arguments,
            left_out=tuple(left_out),
        )

    @property
    def n_folds(self) -> int:
        """Trainings of one model."""
        return len(self.folds)

    def cost(self, n_models: int = 2) -> int:
        """Trainings that a first run takes."""
        return n_models * self.n_folds

    def cost_document(self, n_models: int) -> dict[str, Any]:
        """What it takes, before anything is trained."""
        sizes = ("repetitions", "splits", "folds")
        schemes = [
            {"label": one.label, **dict(zip(sizes, one.places.shape, strict=True))} for one in self.schemes
        ]
        left_out = [{"scheme": key, "reason": error.notice} for key, error in self.left_out]
        of = {"design": self.name, "models": n_models, "schemes": schemes, "left_out": left_out}
        return {**of, "folds": self.cost(1), "trainings": self.cost(n_models)}

    def scheme(self, label: str) -> Scheme:
        """The scheme of that label. Raises InputError if there is none."""
        of = {scheme.label: scheme for scheme in self.schemes}
        check_choice("label", label, of)
        return of[label]

    def masks(self, label: str) -> NDArray[np.bool_]:
        """Training side of the first fold of each split of a scheme, (repetitions, splits, n_units)."""
        first = self.scheme(label).places[:, :, 0]
        masks = np.zeros((*first.shape, self.n_units), dtype=bool)
        for place, fold in np.ndenumerate(first):
            masks[place][self.folds[fold][0]] = True
        return masks

    def check_corpus(self, corpus: Corpus) -> None:
        """Refuse a corpus of other units."""
        if self.units_sha256 != corpus.units_sha256:
            raise DesignError(
                "Design {design} is for {expected}, not {corpus}.",
                design=self.name,
                expected=self.corpus,
                corpus=corpus.name,
            )

    def check_finished(self, evaluation: Trained, models: slice | list[int] = slice(None)) -> None:
        """Refuse scores of other folds, or of folds of which some are not finished."""
        finished = evaluation.finished[models]
        if finished.shape[1] != self.n_folds:
            raise ScoresError(
                "The scores are of {found} folds, but the design {design} has {expected}.",
                found=finished.shape[1],
                design=self.name,
                expected=self.n_folds,
            )
        missing = int((~finished).sum())
        if missing:
            raise ScoresError(
                "{missing} of {total} trainings failed. {reason}",
                missing=missing,
                total=finished.size,
                reason=" ".join(map(str, evaluation.notices[:3])),
            )


class UniqueFolds:
    """Folds numbered in the order in which they first occur."""

    def __init__(self) -> None:
        self.folds: list[Pair] = []
        self._numbers: dict[bytes, int] = {}

    def number(self, pairs: Iterable[Pair]) -> list[int]:
        """Numbers of folds; new ones go to the end of `folds`."""
        numbers = []
        for train, validation in pairs:
            digest = hashlib.blake2b(train.tobytes(), digest_size=16)
            digest.update(b"|" + validation.tobytes())
            number = self._numbers.setdefault(digest.digest(), len(self.folds))
            if number == len(self.folds):
                self.folds.append((train, validation))
            numbers.append(number)
        return numbers


def run_study(
    study: Study, corpus: Corpus, *, models: Sequence[Model], gold: str | None = None, run: Run | None = None
) -> Evaluation:
    """Train models on every fold of a study, each once.

    Parameters
    ----------
    corpus : Corpus
        The one it was laid out for.
    gold : str, optional
        The column to be predicted.
    run : Run, optional
        Folds in its store are not trained again, and each is put there as it finishes. So a
        run continues where it was interrupted, and studies share the folds they have in common.

    Returns
    -------
    Evaluation
        Of `study.folds`, for `tabulate` or `tabulate_methods`.

    Raises
    ------
    DesignError
        If the study was laid out for another corpus.
    InputError
        As `evaluate` does.

    Examples
    --------
    >>> study = mx.studies.design("block", corpus, repetitions=2, m=1)
    >>> found = mx.studies.run_study(study, corpus, models=mx.models.presets(corpus), run=mx.training.Run(0))
    >>> found.models
    ('A', 'B')
    """
    study.check_corpus(corpus)
    planned = plan_folds(corpus, models, study.folds, gold=gold)
    (results,) = run_all([planned], run or Run())
    return planned.evaluation(results)


def row_of(rows: Mapping[str, R], label: str) -> R:
    check_choice("row", label, rows)
    return rows[label]
