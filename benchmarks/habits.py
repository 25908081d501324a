"""What habits do to the error of the out-of-fold test, and what is done about them.

    python -m benchmarks.habits --corpora 1000        the table of docs/results/habits.md, some minutes

All models are equally good by symmetry (each has a view of its own that follows one law), so every answer
"better" is an error. Two-sided at .05: shares of corpora with any such answer. Power: models 1 and 2 of six
are made better by 2.5 standard deviations of a difference; the share of true differences that is found.
"""

import argparse
from collections.abc import Callable
from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtr

from mx2core.inference import adjusted_pvalues
from mx2core.inference.out_of_fold.looks import looks_pvalue
from mx2core.inference.out_of_fold.max_t import max_t_pvalues
from mx2core.inference.out_of_fold.unit_variance import adjusted_statistic, mean_variance
from mx2core.simulation.learners import Batch, Codes, Floats, centroid, naive_bayes_batch
from mx2core.simulation.numbers import Numbers, equal_weights
from mx2core.simulation.populations import gaussian, texts

from .trials.batch_learners import subspace

Looked = dict[str, tuple[NDArray[np.bool_], NDArray[np.int64]]]  # by guard: better, and splits until then
Learner = Callable[..., Codes]
ALPHA, M, MODELS, BATCH = 0.05, 5, 6, 50
FIRST, LAST, SHARE = 3, 10, 0.1
METRICS = ("accuracy", "F1", "precision", "recall")

POPULATIONS = {
    "centroid, two classes (100)": (
        partial(gaussian, weights=equal_weights(2), distance=2.0, views=(1.0,) * MODELS), centroid, 100),
    "naive Bayes, texts (150)": (
        partial(texts, weights=equal_weights(2), tilt=0.8, n_words=60, views=MODELS), naive_bayes_batch, 150),
}  # fmt: skip


def answers(
    batch: Batch, learner: Learner, masks: NDArray[np.bool_], models: int
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether each model says class 1 of each unit, (models, n_corpora, m, n), and whether it is so."""
    pred = np.zeros((models, len(batch.y), *masks.shape), dtype=bool)
    for model in range(models):
        for split, mask in enumerate(masks):
            for train in (mask, ~mask):
                ask = np.flatnonzero(~train)
                pred[model, :, split, ask] = learner(batch, np.flatnonzero(train), ask, view=model).T == 1
    return pred, batch.y == 1


def values(metric: str, pred: NDArray[np.bool_], true: NDArray[np.bool_], masks: NDArray[np.bool_]) -> Floats:
    """Of each unit in the run that validated it, with the score of the fold as their mean."""
    true = np.broadcast_to(true[:, None], pred.shape)
    hit, found, gold = (one.astype(float) for one in (pred & true, pred, true))
    if metric == "accuracy":
        return np.asarray((pred == true).astype(float))
    part, whole = {"F1": (2 * hit, found + gold), "precision": (hit, found), "recall": (hit, gold)}[metric]
    result = np.zeros(pred.shape)
    for split, mask in enumerate(masks):
        for fold in (mask, ~mask):
            parts, wholes = part[:, split, fold], whole[:, split, fold]
            total = np.maximum(wholes.sum(axis=1, keepdims=True), 1e-12)
            score = parts.sum(axis=1, keepdims=True) / total
            result[:, split, fold] = score + (parts - score * wholes) * fold.sum() / total
    return result


def pvalues(
    d: Floats,
    masks: NDArray[np.bool_],
    shift: Floats | float = 0.0,
    *,
    tail: bool = False,
    conservative: bool = False,
) -> Floats:
    """Two-sided, of each corpus; `tail`: of a test that shares its level."""
    parts = mean_variance(d, masks, conservative=conservative)
    root = np.sqrt(parts.variance)
    statistic = np.divide(parts.mean - shift, root, out=np.zeros_like(root), where=root > 0)
    adjusted = np.abs(adjusted_statistic(statistic, parts.skewness))
    below = np.abs(adjusted_statistic(-statistic, -parts.skewness))
    df = parts.tail_df if tail else parts.df
    return np.asarray(2 * stdtr(df, -np.minimum(adjusted, below)))


def looked(d: Floats, masks: NDArray[np.bool_], shift: float) -> Looked:
    """Whether some look says that a model is better, and the splits until then."""
    numbers = np.arange(2, LAST + 1)
    parts = [mean_variance(d[:, :m], masks[:m]) for m in numbers]
    own = np.array([pvalues(d[:, :m], masks[:m], shift) for m in numbers])
    of_all = np.array(
        [
            looks_pvalue(p, np.maximum(one.variance - one.splits, 0.0), m * one.splits)
            for p, one, m in zip(own, parts, numbers, strict=True)
        ]
    )
    precise = np.array([one.splits <= SHARE * one.variance for one in parts])
    precise[: FIRST - 2], precise[-1] = False, True
    at, corpora = precise.argmax(axis=0), np.arange(d.shape[0])
    found: Looked = {"precision stop": (own[at, corpora] < ALPHA, numbers[at])}
    later = np.arange(len(numbers))[:, None] >= at
    for guard, better in (
        ("none", own < ALPHA),
        ("none, from the precision stop on", (own < ALPHA) & later),
        ("level of all looks", of_all < ALPHA),
    ):
        found[guard] = (
            np.asarray(better.any(axis=0)),
            np.where(better.any(axis=0), numbers[better.argmax(axis=0)], LAST),
        )
    return found


def together(
    d: Floats, masks: NDArray[np.bool_], shift: Floats | float = 0.0, *, tail: bool = True
) -> dict[str, Floats]:
    """Adjusted p-values of k tests on each corpus, (n_corpora, k): d (k, n_corpora, m, n), shift (k, 1)."""
    far = pvalues(d, masks, shift, tail=tail).T
    units = d.mean(axis=2).swapaxes(0, 1)
    max_t = [max_t_pvalues(p, units[k], seed=k, runs=4000) for k, p in enumerate(far)]
    return {
        "none": pvalues(d, masks, shift).T,
        "Holm": np.array([adjusted_pvalues(p) for p in far]),
        "max-T": np.array(max_t),
    }


def _noisy(seed: int, batch: int, n: int) -> Batch:
    return gaussian(Numbers(seed, 701, batch), BATCH, n, weights=equal_weights(2), distance=2.5, features=6)


def habits(name: str, n_corpora: int, seed: int) -> dict[str, dict[str, list[float]]]:
    """Shares of each batch: {habit: {guard: shares}}."""
    draw, learner, n = POPULATIONS[name]
    found: dict[str, dict[str, list[float]]] = {}

    def add(habit: str, guard: str, errors: ArrayLike) -> None:
        found.setdefault(habit, {}).setdefault(guard, []).append(float(np.asarray(errors).mean()))

    for batch in range(-(-n_corpora // BATCH)):
        numbers = Numbers(seed, 700, batch)
        corpora = draw(numbers, BATCH, n)
        corpora = Batch(corpora.views, corpora.y, corpora.n_classes, batch)
        masks = np.zeros((LAST, n), dtype=bool)
        np.put_along_axis(masks, numbers.uniform(LAST, n).argsort(axis=1)[:, : n // 2], True, axis=1)
        two = answers(corpora, learner, masks, 2)[0]
        pred, true = answers(corpora, learner, masks[:M], MODELS)
        # looks
        right = (two == true[:, None]).astype(float)
        d = right[0] - right[1]
        for habit, by in (("", 0.0), (": found", -2.5 * d[:, :M].mean(axis=(1, 2)).std())):
            for guard, (better, used) in looked(d, masks, by).items():
                add(f"looking after every split, 2 to 10{habit}", guard, better)
                add(f"looking after every split, 2 to 10{habit}, splits", guard, used)
        # metrics
        scored = [[values(metric, one, true, masks[:M]) for one in pred[:2]] for metric in METRICS]
        of = np.array([a - b for a, b in scored])
        p = pvalues(of, masks[:M])
        for way, adjusted in together(of, masks[:M]).items():
            add("best of four metrics", way, (adjusted < ALPHA).any(axis=1))
        shown = np.arange(1, len(METRICS) + 1)[:, None]
        add("metrics until one is better", "Bonferroni over those shown", (p < ALPHA / shown).any(axis=0))
        shift = -2.5 * of.mean(axis=(2, 3)).std(axis=1, keepdims=True)
        for way, adjusted in together(of, masks[:M], shift).items():
            add("best of four metrics: found of four", way, adjusted < ALPHA)
        # pairs
        right = (pred == true[:, None]).astype(float)
        pairs = list(combinations(range(MODELS), 2))
        of = np.array([right[a] - right[b] for a, b in pairs])
        for way, adjusted in together(of, masks[:M]).items():
            add("six models in pairs", way, (adjusted < ALPHA).any(axis=1))
        lead = np.array([(a < 2) != (b < 2) for a, b in pairs])
        shift = -2.5 * of.mean(axis=(2, 3)).std() * lead[:, None]
        for way, adjusted in together(of, masks[:M], shift).items():
            add("six models in pairs: found of eight", way, adjusted[:, lead] < ALPHA)
            add("six models in pairs, two better: any false", way, (adjusted[:, ~lead] < ALPHA).any(axis=1))
        # seeds of learners that draw their features; the better of two is reported
        drawn = [
            answers(
                Batch(noisy.views, noisy.y, noisy.n_classes, 3 * batch + k),
                partial(subspace, share=0.7),
                masks[:M],
                2,
            )
            for k, noisy in enumerate([_noisy(seed, batch, n)] * 2)
        ]
        own, other = ((one[0][0] == one[1][:, None]).astype(float) for one in drawn)
        against = (drawn[0][0][1] == drawn[0][1][:, None]).astype(float)
        first = own.mean((1, 2)) > other.mean((1, 2))
        better = np.where(first[:, None, None], own, other)
        add("better of two seeds", "none", pvalues(better - against, masks[:M]) < ALPHA)
        add("better of two seeds", "mean of both", pvalues((own + other) / 2 - against, masks[:M]) < ALPHA)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--corpora", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print("| habit | population | " + "guard: share |\n|---|---|---|")
    for name in POPULATIONS:
        for habit, guards in habits(name, options.corpora, options.seed).items():
            cells = ", ".join(
                f"{guard} {np.mean(shares):.3f}".replace(" 0.", " .") for guard, shares in guards.items()
            )
            print(f"| {habit} | {name} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
