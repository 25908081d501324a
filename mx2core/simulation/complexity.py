"""Models of growing complexity on populations whose truth is known: bias falls, variance rises.

Every task draws many training sets, trains every complexity on each, and decomposes the expected loss at
fixed points exactly, since truth and noise are known there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from ..arguments import check_choice, check_range
from ..brief import frozen
from ..extras import needed
from ..metrics import LossParts, squared_parts, zero_one_parts
from .learners import Batch, tree
from .numbers import Numbers
from .sentences import GeneratedSentences

Floats = NDArray[np.float64]
STREAM = 700  # of random numbers, beside those of the other populations
POINTS = 120  # at which predictions are compared with the truth
FITS = 12  # trainings of which single fits are kept
LEAST, MOST = 10, 400  # units to train on
_TAGS, _TOKENS = 5, 10  # of a sentence
MOST_TRAININGS = 1000


@frozen(eq=False)
class Sample:
    """Training sets, and the points at which their models are asked."""

    x: Floats  # (n_trainings, n_train, n_features), or words of tokens
    y: Floats  # (n_trainings, n_train): numbers, or 0 and 1; (n_trainings, n_train, n_tokens) of tags
    points: Floats  # (n_points, n_features)
    truth: Floats  # (n_points,): the number without noise, or the chance of class 1; tags of tokens


@frozen(eq=False)
class ComplexityTask:
    """A population and a kind of model whose complexity can be set."""

    name: str
    loss: str  # "squared" or "zero_one"
    parameter: str  # "degree", "k", "C", "depth" or "words"
    levels: tuple[float, ...]  # from the simplest on
    noise: float  # usual: standard deviation, or share of wrong answers far from the border
    draw: Callable[[Numbers, int, int, float], Sample]  # (numbers, n_trainings, n_train, noise)
    fit: Callable[
        [Sample, Floats, tuple[float, ...]], Floats
    ]  # predictions, (n_levels, n_trainings, n_asked)
    line: bool = False  # one feature, which can be drawn
    trainings: int = 100  # usual number of training sets


@frozen
class ComplexityRow:
    """The parts of the expected loss at one complexity, and the error on the training sets themselves."""

    level: float
    expected: float  # loss on fresh answers
    bias: float
    variance: float
    noise: float
    training: float  # loss on the answers that were trained on
    variance_adds: float
    variance_takes: float


@frozen(eq=False)
class ComplexityCurve:
    """Parts of the expected loss from the simplest model to the most complex one."""

    task: str
    loss: str
    parameter: str
    n_train: int
    n_trainings: int
    noise: float
    seed: int
    rows: tuple[ComplexityRow, ...]
    best: int  # row with the least expected loss
    points: Floats | None  # (n_points,) of a task with one feature
    truth: Floats | None  # (n_points,)
    fits: Floats | None  # (n_levels, some trainings, n_points)
    mean_fit: Floats | None  # (n_levels, n_points)
    n_asked: int | None = None  # units of a real corpus that were predicted; None: of a population


def complexity_curve(
    task: str, *, n_train: int = 30, n_trainings: int | None = None, noise: float | None = None, seed: int = 0
) -> ComplexityCurve:
    """Bias, variance and noise of every complexity of a task.

    Parameters
    ----------
    task : str
        One of `COMPLEXITY_TASKS`.
    n_train : int
        Units in each training set.
    n_trainings : int, optional
        Training sets, 100 if not given and 6 of "crf"; the decomposition takes them for all there are.
    noise : float, optional
        Standard deviation of answers around the truth, or share of answers that are turned round.

    Raises
    ------
    InputError
        If there is no such task, or a number is not possible.

    Examples
    --------
    >>> row = complexity_curve("polynomial", n_trainings=20).rows[3]
    >>> abs(row.bias + row.variance + row.noise - row.expected) < 1e-12
    True
    """
    check_choice("task", task, COMPLEXITY_TASKS)
    chosen = COMPLEXITY_TASKS[task]
    amount = chosen.noise if noise is None else noise
    check_range("n_train", n_train, f"[{LEAST}, {MOST}]")
    n_trainings = chosen.trainings if n_trainings is None else n_trainings
    check_range("n_trainings", n_trainings, f"[2, {MOST_TRAININGS}]")
    check_range("noise", amount, "[0, 2]" if chosen.loss == "squared" else "[0, 0.4]")
    check_range("seed", seed, f"[0, {2**64})")
    sample = chosen.draw(Numbers(seed, STREAM), n_trainings, n_train, amount)
    levels = tuple(level for level in chosen.levels if chosen.parameter != "k" or level <= n_train)
    # One call answers the points and the training units: trees are grown once.
    points = np.broadcast_to(sample.points, (n_trainings, *sample.points.shape))
    answers = chosen.fit(sample, np.concatenate([points, sample.x], axis=1), levels)
    answers, own = np.split(answers, [points.shape[1]], axis=2)
    losses = (own - sample.y) ** 2 if chosen.loss == "squared" else own != sample.y
    training = losses.reshape(len(levels), -1).mean(axis=1).tolist()
    rows = []
    for k, level in enumerate(levels):
        parts = _parts(chosen, answers[k], sample.truth, amount)
        rows.append(ComplexityRow(level=level, training=training[k], **asdict(parts)))
    return ComplexityCurve(
        task=task,
        loss=chosen.loss,
        parameter=chosen.parameter,
        n_train=n_train,
        n_trainings=n_trainings,
        noise=amount,
        seed=seed,
        rows=tuple(rows),
        best=min(range(len(rows)), key=lambda k: rows[k].expected),
        points=sample.points[:, 0] if chosen.line else None,
        truth=sample.truth if chosen.line else None,
        fits=answers[:, :FITS] if chosen.line else None,
        mean_fit=answers.mean(axis=1) if chosen.line else None,
    )


def _parts(task: ComplexityTask, answers: Floats, truth: Floats, noise: float) -> LossParts:
    if task.loss == "squared":
        return squared_parts(answers, truth, noise=noise**2)
    if truth.ndim == 2:  # a wrong tag is any other, all as likely
        chances = np.full((truth.size, _TAGS), noise / (_TAGS - 1))
        chances[np.arange(truth.size), truth.ravel().astype(np.int64)] = 1 - noise
        return zero_one_parts(answers.reshape(len(answers), -1), chances)
    return zero_one_parts(answers, np.column_stack([1 - truth, truth]))


def _wave(x: Floats) -> Floats:
    values: Floats = np.sin(2 * np.pi * x) + 0.5 * x
    return values


def _numbers_on_a_line(numbers: Numbers, n_trainings: int, n: int, noise: float) -> Sample:
    """A wave with normal noise; places are spread evenly and moved a little."""
    x = (np.arange(n) + numbers.uniform(n_trainings, n)) / n
    y = _wave(x) + noise * numbers.normal(n_trainings, n)
    points = (np.arange(POINTS) + 0.5) / POINTS
    return Sample(x[:, :, None], y, points[:, None], _wave(points))


def _classes_in_a_plane(numbers: Numbers, n_trainings: int, n: int, noise: float) -> Sample:
    """Two classes on both sides of a wave; `noise` is the share of answers that are turned round."""
    x = numbers.uniform(n_trainings, n, 2)
    points = numbers.uniform(2 * POINTS, 2)
    return _turned(
        numbers, x, points, noise, lambda at: at[..., 1] > 0.6 + 0.25 * np.sin(2 * np.pi * at[..., 0])
    )


def _switches(numbers: Numbers, n_trainings: int, n: int, noise: float) -> Sample:
    """Ten features that are 0 or 1; class 1 has both of the first two, or the next two and not the fifth."""
    x = (numbers.uniform(n_trainings, n, 10) < 0.5).astype(np.float64)
    points = (numbers.uniform(2 * POINTS, 10) < 0.5).astype(np.float64)
    return _turned(numbers, x, points, noise, _rule_of_five)


def _rule_of_five(x: Floats) -> NDArray[np.bool_]:
    has = x > 0
    found: NDArray[np.bool_] = (has[..., 0] & has[..., 1]) | (has[..., 2] & has[..., 3] & ~has[..., 4])
    return found


def _turned(
    numbers: Numbers, x: Floats, points: Floats, noise: float, rule: Callable[[Floats], NDArray[np.bool_]]
) -> Sample:
    turned = numbers.uniform(*x.shape[:2]) < noise
    y = (rule(x) ^ turned).astype(np.float64)
    return Sample(x, y, points, np.where(rule(points), 1 - noise, noise))


def _many_features(numbers: Numbers, n_trainings: int, n: int, noise: float) -> Sample:
    """Thirty normal features, of which the first six carry the class, each less than the one before."""
    weights = np.r_[1.6 / np.arange(1, 7), np.zeros(24)]
    x, points = numbers.normal(n_trainings, n, 30), numbers.normal(2 * POINTS, 30)

    def chance(x: Floats) -> Floats:
        inner: Floats = noise + (1 - 2 * noise) * expit(2 * x @ weights - 1)
        return inner

    y = (numbers.uniform(n_trainings, n) < chance(x)).astype(np.float64)
    return Sample(x, y, points, chance(points))


def _tagged_sentences(numbers: Numbers, n_trainings: int, n: int, noise: float) -> Sample:
    """Sentences of ten words whose tags are a Markov chain; `noise` is the share of tags that are wrong."""
    population = GeneratedSentences(n_labels=_TAGS - 1, n_words=200, length=(_TOKENS, _TOKENS))
    begin = int(numbers.uniform(1)[0] * 2**40)

    def sentences(number: int, size: int) -> tuple[Floats, Floats]:
        drawn = population.draw(size, (STREAM, begin + number))
        shape = size, _TOKENS
        return drawn.words[0].reshape(shape).astype(np.float64), drawn.tags.reshape(shape).astype(np.float64)

    sets = [sentences(number + 1, n) for number in range(n_trainings)]
    x, y = (np.stack(part) for part in zip(*sets, strict=True))
    wrong = numbers.uniform(*y.shape) < noise
    other = (y + 1 + np.floor(numbers.uniform(*y.shape) * (_TAGS - 1))) % _TAGS
    points, truth = sentences(0, POINTS // 4)
    return Sample(x, np.where(wrong, other, y), points, truth)


def _crfs(sample: Sample, queries: Floats, levels: tuple[float, ...]) -> Floats:
    """Conditional random fields whose template has so many words around a token, and the tag before."""
    with needed():
        import pycrfsuite

    predicted = np.zeros((len(levels), *queries.shape))
    with TemporaryDirectory() as folder:
        place = str(Path(folder) / "model")
        for number, (x, y) in enumerate(zip(sample.x, sample.y, strict=True)):
            for k, level in enumerate(levels):
                trainer = pycrfsuite.Trainer(verbose=False)
                trainer.set_params({"c2": 0.1, "max_iterations": 60})
                for words, tags in zip(x, y, strict=True):
                    trainer.append(_window_features(words, int(level)), [str(int(tag)) for tag in tags])
                trainer.train(place)
                tagger = pycrfsuite.Tagger()
                tagger.open(place)
                predicted[k, number] = [
                    [float(tag) for tag in tagger.tag(_window_features(words, int(level)))]
                    for words in queries[number]
                ]
                tagger.close()
    return predicted


def _window_features(words: Floats, n_seen: int) -> list[list[str]]:
    """Features of each token: a constant, the word, and as many before as behind it."""
    names = [str(int(word)) for word in words]
    reach = (n_seen - 1) // 2  # -1 without words
    return [
        ["bias"]
        + [
            f"{step}:{names[place + step]}"
            for step in range(-reach, reach + 1)
            if 0 <= place + step < len(names)
        ]
        for place in range(len(names))
    ]


def _polynomials(sample: Sample, queries: Floats, levels: tuple[float, ...]) -> Floats:
    """Least squares of every degree at once: the first columns of Q span the polynomials of low degree."""
    highest = int(max(levels))
    known = np.polynomial.legendre.legvander(2 * sample.x[..., 0] - 1, highest)
    ask = np.polynomial.legendre.legvander(2 * queries[..., 0] - 1, highest)
    q, r = np.linalg.qr(known)
    weights = np.einsum("tnd,tn->td", q, sample.y)
    columns = np.linalg.solve(r.transpose(0, 2, 1), ask.transpose(0, 2, 1)).transpose(0, 2, 1)
    by_degree = np.cumsum(columns * weights[:, None, :], axis=2)
    return np.stack([by_degree[..., int(level)] for level in levels])


def _means_of_nearest(sample: Sample, queries: Floats, levels: tuple[float, ...]) -> Floats:
    """The mean answer of the k nearest units, for every k at once."""
    distance = ((queries[:, :, None, :] - sample.x[:, None, :, :]) ** 2).sum(axis=3)
    order = distance.argsort(axis=2, kind="stable")[:, :, : int(max(levels))]
    near = np.take_along_axis(np.broadcast_to(sample.y[:, None, :], distance.shape), order, axis=2)
    sums = np.cumsum(near, axis=2)
    return np.stack([sums[..., int(level) - 1] / level for level in levels])


def _votes_of_nearest(sample: Sample, queries: Floats, levels: tuple[float, ...]) -> Floats:
    return (_means_of_nearest(sample, queries, levels) > 0.5).astype(np.float64)


def _linear(sample: Sample, queries: Floats, levels: tuple[float, ...]) -> Floats:
    """Signs of least squares on −1 and 1, the weights held small by 1/C."""
    x, y = sample.x, 2 * sample.y - 1
    middle = y.mean(axis=1, keepdims=True)
    squares, products = x.transpose(0, 2, 1) @ x, x.transpose(0, 2, 1) @ (y - middle)[:, :, None]
    predicted = []
    for level in levels:
        weights = np.linalg.solve(squares + np.eye(x.shape[2]) / level, products)
        predicted.append(((queries @ weights)[..., 0] + middle > 0).astype(np.float64))
    return np.stack(predicted)


def _trees(sample: Sample, queries: Floats, levels: tuple[float, ...]) -> Floats:
    n = sample.x.shape[1]
    both = np.concatenate([sample.x, queries], axis=1)
    y = np.concatenate([sample.y, np.zeros(queries.shape[:2])], axis=1).astype(np.int64)
    batch, train, question = Batch((both,), y, 2), np.arange(n), np.arange(n, both.shape[1])
    return np.stack([tree(batch, train, question, depth=int(level)).astype(np.float64) for level in levels])


_K = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 60, 80, 120, 200, 400)
_TASKS = (
    ComplexityTask(
        "polynomial", "squared", "degree", tuple(range(10)), 0.4, _numbers_on_a_line, _polynomials, True
    ),
    ComplexityTask(
        "nearest_numbers", "squared", "k", _K[::-1], 0.4, _numbers_on_a_line, _means_of_nearest, True
    ),
    ComplexityTask(
        "nearest_classes",
        "zero_one",
        "k",
        tuple(k for k in (1, 3, 5, 7, 9, 13, 17, 25, 35, 51, 75, 101, 151, 201))[::-1],
        0.15,
        _classes_in_a_plane,
        _votes_of_nearest,
    ),
    ComplexityTask(
        "linear",
        "zero_one",
        "C",
        tuple(float(f"1e{power}") for power in range(-5, 3)),
        0.05,
        _many_features,
        _linear,
    ),
    ComplexityTask("tree", "zero_one", "depth", tuple(range(7)), 0.1, _switches, _trees),
    ComplexityTask("crf", "zero_one", "words", (0, 1, 3, 5, 7), 0.05, _tagged_sentences, _crfs, trainings=6),
)
COMPLEXITY_TASKS = {task.name: task for task in _TASKS}
