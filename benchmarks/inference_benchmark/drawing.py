"""Corpora of a population and what two models score on them, split in every way that a test asks for."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from mx2core.simulation.learners import Batch, Codes, Floats
from mx2core.simulation.numbers import Numbers

from .populations import Model, Population

MOST_M, FOLDS, NESTED, HOLD_OUTS = 10, 10, 4, 2
_STREAM, _HOLD_OUT_STREAM = 600, 601  # of the random numbers of this benchmark


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Differences A minus B of some corpora. Values of units are those of documents where there are some."""

    units: Floats  # (n_corpora, 10, n): of half splits
    masks: NDArray[np.bool_]  # (10, n): the same for the corpora of a batch
    scores: Floats  # (n_corpora, 10, 2): of their runs
    folds: Floats  # (n_corpora, 10): of ten folds
    fold_units: Floats  # (n_corpora, n)
    fold_numbers: NDArray[np.int64]  # (n,)
    outer: Floats  # (n_corpora, 1, n): of four folds
    inner: Floats  # (n_corpora, 1, n, 4): without a second fold
    nested_numbers: NDArray[np.int64]  # (1, n)
    hold_outs: Floats  # (n_corpora, 2): of a fifth of the units
    hold_out_halves: Floats  # (n_corpora, 2, 2): the mean of two within either half
    right: NDArray[np.bool_] | None = (
        None  # (n_corpora, n_held, 2): whether A and B are right; None without such answers
    )

    def only(self, kept: NDArray[np.bool_]) -> Sample:
        """Some of the corpora."""
        fixed = {"masks", "fold_numbers", "nested_numbers"} | ({"right"} if self.right is None else set())
        return Sample(
            **{
                one.name: getattr(self, one.name) if one.name in fixed else getattr(self, one.name)[kept]
                for one in fields(self)
            }
        )

    @property
    def usable(self) -> NDArray[np.bool_]:
        """Corpora on which every score is a number."""
        finite = np.isfinite(self.units).all(axis=(1, 2)) & np.isfinite(self.folds).all(axis=1)
        usable: NDArray[np.bool_] = finite & np.isfinite(self.outer).all(axis=(1, 2))
        return usable


def drawn(
    population: Population, n_corpora: int, seed: int, batch: int, *, only_halves: bool = False
) -> Sample:
    """Train and ask both models on some corpora, the divisions being the same for all of them.

    Every test has ten trainings a model, or those its name says. With `only_halves` nothing is trained for
    others than half splits; these are the same.
    """
    numbers = Numbers(seed, _STREAM, batch)
    corpora = population.draw(numbers, n_corpora, population.n_units)
    corpora = Batch(corpora.views, corpora.y, corpora.n_classes, seed * 100_003 + batch)
    n = population.n_units // population.cluster
    asked = Asked(population, corpora)

    masks = np.zeros((MOST_M, n), dtype=bool)
    np.put_along_axis(masks, numbers.uniform(MOST_M, n).argsort(axis=1)[:, : n // 2], True, axis=1)
    units, scores = half_splits(asked, n_corpora, masks)

    if only_halves:
        none = np.empty((n_corpora, 0))
        fixed = np.empty((1, 0), np.int64)
        return Sample(
            units, masks, scores, none, none, fixed[0], none[:, None], none[:, None, None], fixed, none, none
        )
    fold_numbers = np.empty(n, np.int64)
    fold_numbers[numbers.uniform(n).argsort()] = np.arange(n) % FOLDS
    folds, fold_units = np.zeros((n_corpora, FOLDS)), np.zeros((n_corpora, n))
    for fold in range(FOLDS):
        here = fold_numbers == fold
        folds[:, fold], fold_units[:, here] = asked(~here, here)

    nested = np.empty(n, np.int64)
    nested[numbers.uniform(n).argsort()] = np.arange(n) % NESTED
    outer, inner = np.zeros((n_corpora, 1, n)), np.zeros((n_corpora, 1, n, NESTED))
    for one in range(NESTED):
        outer[:, 0, nested == one] = asked(nested != one, nested == one)[1]
        for two in range(one):
            train = (nested != one) & (nested != two)
            for here, other in ((one, two), (two, one)):
                inner[:, 0, nested == here, other] = asked(train, nested == here)[1]

    hold_outs = np.zeros((n_corpora, HOLD_OUTS))
    halves = np.zeros((n_corpora, HOLD_OUTS, 2))
    everything = np.arange(n)
    for number in range(HOLD_OUTS):
        train, valid = _fifth(everything, numbers)
        hold_outs[:, number] = asked(_among(n, train), _among(n, valid))[0]
        cut = everything[numbers.uniform(n).argsort()]
        for half, part in enumerate((cut[: n // 2], cut[n // 2 :])):
            for _ in range(HOLD_OUTS):
                train, valid = _fifth(part, numbers)
                halves[:, number, half] += asked(_among(n, train), _among(n, valid))[0] / HOLD_OUTS
    return Sample(
        units, masks, scores, folds, fold_units, fold_numbers,
        outer, inner, nested[None], hold_outs, halves,
        asked.right(*hold_out(n, seed, batch)),
    )  # fmt: skip


def half_splits(asked: Asked, n_corpora: int, masks: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Values of units (n_corpora, m, n) and scores of both runs (n_corpora, m, 2)."""
    units, scores = np.zeros((n_corpora, *masks.shape)), np.zeros((n_corpora, len(masks), 2))
    for split, mask in enumerate(masks):
        for run, train in enumerate((mask, ~mask)):
            scores[:, split, run], units[:, split, ~train] = asked(train, ~train)
    return units, scores


def hold_out(n: int, seed: int, batch: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Units to train on, and the fifth that is left."""
    train, valid = _fifth(np.arange(n), Numbers(seed, _HOLD_OUT_STREAM, batch))
    return _among(n, train), _among(n, valid)


def _fifth(units: Codes, numbers: Numbers) -> tuple[Codes, Codes]:
    """Units to train on, and a fifth of them to validate on."""
    order = units[numbers.uniform(len(units)).argsort()]
    held = max(1, round(len(units) / 5))
    return order[held:], order[:held]


def _among(n: int, chosen: Codes) -> NDArray[np.bool_]:
    return np.isin(np.arange(n), chosen)


class Asked:
    """Trains both models of a population and asks them; documents are kept whole."""

    def __init__(self, population: Population, corpora: Batch) -> None:
        self._population = population
        self._corpora = corpora

    def __call__(self, train: NDArray[np.bool_], valid: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """Score (n_corpora,) and values of the documents or units asked, whose mean it is."""
        score, of_unit = self._values(self._population.a, train, valid)
        if self._population.b is not None:
            other, of_other = self._values(self._population.b, train, valid)
            score, of_unit = score - other, of_unit - of_other
        return score, of_unit.reshape(len(score), -1, self._population.cluster).mean(axis=2)

    def right(
        self, train: NDArray[np.bool_], valid: NDArray[np.bool_], *, whole: bool = False
    ) -> NDArray[np.bool_] | None:
        """Whether each model is right on the units asked, (n_corpora, n_asked, 2).

        None where there is one model, or units are not right or wrong; with `whole` a unit of
        several answers is right where all of them are.
        """
        answers = []
        for model in (self._population.a, self._population.b):
            counted = None if model is None else self._counts(model, train, valid)
            if not isinstance(counted, np.ndarray) or counted.ndim != 3:
                return None
            single = np.isin(counted[..., 0], (0, 1)) & (counted[..., 1] == 1)
            if not whole and not (single | np.isnan(counted).any(axis=-1)).all():
                return None
            answers.append(counted[..., 0] == counted[..., 1])
        return np.stack(answers, axis=-1)

    def _counts(self, model: Model, train: NDArray[np.bool_], valid: NDArray[np.bool_]) -> Floats:
        chosen = [np.flatnonzero(np.repeat(part, self._population.cluster)) for part in (train, valid)]
        return model(self._corpora, *chosen)

    def _values(
        self, model: Model, train: NDArray[np.bool_], valid: NDArray[np.bool_]
    ) -> tuple[Floats, Floats]:
        counted = self._counts(model, train, valid)
        if isinstance(counted, tuple):
            return counted
        if counted.ndim == 4:
            parts = [_ratio(counted[:, :, label]) for label in range(counted.shape[2])]
            return tuple(np.mean(one, axis=0) for one in zip(*parts, strict=True))
        return _ratio(counted)


def _ratio(counted: Floats) -> tuple[Floats, Floats]:
    """A ratio of sums, and values of units with that mean: its derivative by what each unit counts."""
    parts, wholes = counted[..., 0], counted[..., 1]
    whole = wholes.sum(axis=1)
    score = np.divide(parts.sum(axis=1), whole, out=np.zeros_like(whole), where=whole > 0)
    scale = np.divide(counted.shape[1], whole, out=np.zeros_like(whole), where=whole > 0)
    return score, score[:, None] + (parts - score[:, None] * wholes) * scale[:, None]
