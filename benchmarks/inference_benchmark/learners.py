"""Learners and scores for the populations of the independent check, trained on many corpora at once."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mx2core.simulation.learners import Batch, Codes, Floats, tree
from mx2core.simulation.numbers import Numbers
from mx2core.simulation.populations import Counter

Scores = Callable[[Batch, Codes, Codes], Floats]  # a real number for each unit asked
UnitScores = Callable[[Batch, Codes, Codes], tuple[Floats, Floats]]  # score (n_corpora,), and of units


def ridge(
    batch: Batch,
    train: Codes,
    ask: Codes,
    *,
    view: int = 0,
    target: Floats | None = None,
    penalty: float = 1.0,
) -> Floats:
    """Least squares with a penalty, of the class numbers unless a target (corpora, units) is given."""
    x = batch.views[view]
    y = (batch.y.astype(np.float64) if target is None else target)[:, train, None]
    known = x[:, train]
    centre, mean = known.mean(axis=1, keepdims=True), y.mean(axis=1, keepdims=True)
    known = known - centre
    gram = known.transpose(0, 2, 1) @ known + penalty * np.eye(x.shape[2])
    weights = np.linalg.solve(gram, known.transpose(0, 2, 1) @ (y - mean))
    predicted: Floats = ((x[:, ask] - centre) @ weights + mean)[..., 0]
    return predicted


def squared_error(view: int = 0, target: int | None = None, penalty: float = 1.0) -> Counter:
    """Minus the squared error of ridge regression; of the class, or of the first feature of a view."""

    def counted(batch: Batch, train: Codes, ask: Codes) -> Floats:
        wanted = None if target is None else batch.views[target][..., 0]
        right = batch.y.astype(np.float64) if wanted is None else wanted
        predicted = ridge(batch, train, ask, view=view, target=wanted, penalty=penalty)
        loss = (predicted - right[:, ask]) ** 2
        return np.stack([-loss, np.ones_like(loss)], axis=-1)

    return counted


def forest(
    batch: Batch, train: Codes, ask: Codes, view: int = 0, trees: int = 7, depth: int = 3, share: float = 0.4
) -> Codes:
    """Votes of trees on units drawn again, each with some of the features."""
    x = batch.views[view]
    n_features = x.shape[2]
    numbers = Numbers(batch.seed, 910 + view, int(train.sum() * 8191 + train[0] * 131 + len(train)))
    votes = np.zeros((*x[:, ask].shape[:2], batch.n_classes))
    for _ in range(trees):
        used = np.argsort(numbers.uniform(n_features))[: max(1, int(share * n_features))]
        bag = train[(numbers.uniform(len(train)) * len(train)).astype(np.int64)]
        few = Batch((x[:, :, used],), batch.y, batch.n_classes, batch.seed)
        votes += tree(few, bag, ask, depth=depth)[..., None] == np.arange(batch.n_classes)
    answers: Codes = votes.argmax(axis=-1)
    return answers


def boosted_stumps(batch: Batch, train: Codes, ask: Codes, view: int = 0, rounds: int = 8) -> Codes:
    """AdaBoost of single 0/1 features; two classes."""
    x = batch.views[view]
    known, asked = 2 * x[:, train] - 1, 2 * x[:, ask] - 1
    sign = 2.0 * batch.y[:, train] - 1
    weights = np.full(sign.shape, 1 / len(train))
    total = np.zeros(asked.shape[:2])
    for _ in range(rounds):
        agreement = np.einsum("cu,cuf->cf", weights * sign, known)  # 1 - 2 error
        feature = np.abs(agreement).argmax(axis=1)[:, None, None]
        edge = np.clip(np.take_along_axis(agreement, feature[:, 0], axis=1), -0.98, 0.98)
        strength = 0.5 * np.log((1 + edge) / (1 - edge))
        total += strength * np.take_along_axis(asked, feature, axis=2)[..., 0]
        weights = weights * np.exp(-strength * sign * np.take_along_axis(known, feature, axis=2)[..., 0])
        weights /= weights.sum(axis=1, keepdims=True)
    return (total > 0).astype(np.int64)


def logistic(
    batch: Batch, train: Codes, ask: Codes, view: int = 0, steps: int = 40, stops: bool = True
) -> Codes:
    """Logistic regression by gradient steps; with `stops`, as many as a quarter of the units likes best."""
    x = np.concatenate([batch.views[view], np.ones((*batch.shape, 1))], axis=2)
    order = train[
        np.argsort(Numbers(batch.seed, 920 + view, int(train.sum()) + len(train)).uniform(len(train)))
    ]
    held, fitted = (order[: len(order) // 4], order[len(order) // 4 :]) if stops else (order[:0], order)
    y = batch.y.astype(np.float64)
    weights = np.zeros((len(x), x.shape[2], 1))
    best, least = weights.copy(), np.full(len(x), np.inf)
    for _ in range(steps):
        chance = 1 / (1 + np.exp(-np.clip(x[:, fitted] @ weights, -30, 30)))
        slope = x[:, fitted].transpose(0, 2, 1) @ (chance - y[:, fitted, None])
        weights = weights - 4.0 * slope / len(fitted)
        if stops:
            margin = (x[:, held] @ weights)[..., 0] * (1 - 2 * y[:, held])
            loss = np.logaddexp(0, margin).mean(axis=1)
            better = loss < least
            best[better], least[better] = weights[better], loss[better]
    used = best if stops else weights
    return ((x[:, ask] @ used)[..., 0] > 0).astype(np.int64)


def label_sets(n_labels: int, view: int = 0) -> Counter:
    """Counts of each label of a set, for the mean of their F1; `y` has a bit for each label."""

    def counted(batch: Batch, train: Codes, ask: Codes) -> Floats:
        parts = []
        for label in range(n_labels):
            has = (batch.y >> label) & 1
            found = ridge(batch, train, ask, view=view, target=has.astype(np.float64)) > 0.5
            gold = has[:, ask] == 1
            parts.append(np.stack([2.0 * (found & gold), found + 1.0 * gold], axis=-1))
        return np.stack(parts, axis=-2)

    return counted


def area_under_curve(scores: Scores) -> UnitScores:
    """AUC of two classes, with the jackknife of the units asked, whose mean is made the score."""

    def valued(batch: Batch, train: Codes, ask: Codes) -> tuple[Floats, Floats]:
        given, positive = scores(batch, train, ask), batch.y[:, ask] == 1
        above = (given[:, :, None] > given[:, None, :]) + 0.5 * (given[:, :, None] == given[:, None, :])
        n_positive = positive.sum(axis=1, keepdims=True).astype(np.float64)
        n_negative = positive.shape[1] - n_positive
        wins = (above * ~positive[:, None, :]).sum(axis=2) / np.maximum(n_negative, 1)  # of a positive unit
        losses = (above * positive[:, :, None]).sum(axis=1) / np.maximum(n_positive, 1)  # of a negative one
        area = (wins * positive).sum(axis=1, keepdims=True) / np.maximum(n_positive, 1)
        own, of_kind = np.where(positive, wins, losses), np.where(positive, n_positive, n_negative)
        left = (of_kind * area - own) / np.maximum(of_kind - 1, 1)
        n = positive.shape[1]
        pseudo = n * area - (n - 1) * left
        return area[:, 0], pseudo - pseudo.mean(axis=1, keepdims=True) + area

    return valued


def mixed(numbers: Numbers, corpora: int, n: int, *, draw: Callable[..., Batch], cluster: int) -> Batch:
    """Sentences of documents that hide a share of their words, each one its own."""
    batch = draw(numbers, corpora, n)
    hidden = np.repeat(numbers.uniform(corpora, n // cluster) ** 2, cluster, axis=1)[..., None]
    n_words = max(int(view.max()) for view in batch.views) + 1
    views = tuple(
        np.where(numbers.uniform(*view.shape) < hidden, float(n_words), view) for view in batch.views
    )
    return Batch(views, batch.y, batch.n_classes)


def with_target(numbers: Numbers, corpora: int, n: int, *, features: int = 4, heavy: bool = False) -> Batch:
    """A number, seen by two views: in five ranks, or with errors of three degrees of freedom."""
    from scipy.special import stdtrit

    weights = Numbers(81, 400, features).normal(features) / np.sqrt(features)
    hidden = numbers.normal(corpora, n, features)
    noise = stdtrit(3.0, numbers.uniform(corpora, n)) if heavy else numbers.normal(corpora, n)
    target = hidden @ weights + 0.6 * noise
    views = [hidden + 0.5 * numbers.normal(corpora, n, features) for _ in range(2)]
    ranks = np.clip(np.floor(target + 2.5), 0, 4).astype(np.int64)
    return Batch((*views, target[..., None]), ranks, 5)


def with_label_sets(numbers: Numbers, corpora: int, n: int, *, n_labels: int = 4, features: int = 6) -> Batch:
    """Sets of labels, some of them rare, seen by two views."""
    weights = Numbers(82, 400, n_labels).normal(features, n_labels)
    hidden = numbers.normal(corpora, n, features)
    least = np.linspace(0.0, 1.6, n_labels) * np.sqrt(features)
    bits: NDArray[np.int64] = (hidden @ weights > least).astype(np.int64)
    views = tuple(hidden + 0.7 * numbers.normal(corpora, n, features) for _ in range(2))
    return Batch(views, (bits << np.arange(n_labels)).sum(axis=2), 2**n_labels)
