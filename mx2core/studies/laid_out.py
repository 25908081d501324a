"""Folds laid out for a corpus before anything is trained: a design, or a study of methods."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..errors import DesignError, InputError, Notice, ScoresError

if TYPE_CHECKING:
    from ..corpus.model import Corpus
    from ..training.evaluation import Pair

R = TypeVar("R")


class Trained(Protocol):
    """What an evaluation says of its folds."""

    @property
    def finished(self) -> NDArray[np.bool_]: ...
    @property
    def notices(self) -> tuple[Notice, ...]: ...


class LaidOut:
    """What designs and studies have in common."""

    __slots__ = ()

    if TYPE_CHECKING:  # at run time a property would be the default of a field of its name

        @property
        def name(self) -> str: ...
        @property
        def corpus(self) -> str:
            """Its name."""

        @property
        def units_sha256(self) -> str: ...
        @property
        def folds(self) -> tuple[Pair, ...]:
            """Pairs of training and validation units, each once, as `evaluate` takes them."""

        @property
        def arguments(self) -> dict[str, Any]:
            """Plain values from which it is laid out again; its name goes with them."""

    @property
    def n_folds(self) -> int:
        """Trainings of one model."""
        return len(self.folds)

    def cost(self, n_models: int = 2) -> int:
        """Trainings that a first run takes."""
        return n_models * self.n_folds

    def check_corpus(self, corpus: Corpus) -> None:
        """Refuse a corpus of other units.

        Raises
        ------
        DesignError
        """
        if self.units_sha256 != corpus.units_sha256:
            raise DesignError(
                "The design {design} was made for {expected}, which has other units than {corpus}.",
                design=self.name,
                expected=self.corpus,
                corpus=corpus.name,
            )

    def check_finished(self, evaluation: Trained, models: slice | list[int] = slice(None)) -> None:
        """Refuse scores of other folds, or of folds of which some are not finished.

        Raises
        ------
        ScoresError
        """
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
                "{missing} of {total} trainings have no score, so the table cannot be made. {reason}",
                missing=missing,
                total=finished.size,
                reason=" ".join(map(str, evaluation.notices[:3])),
            )


def row_of(rows: Mapping[str, R], label: str) -> R:
    """The row of that label.

    Raises
    ------
    InputError
        If there is none.
    """
    if label not in rows:
        raise InputError("There is no row {label}; there are {known}.", label=label, known=list(rows))
    return rows[label]
