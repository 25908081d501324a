"""Other people's implementations on random tables: ties, zeros, a class that is missing, and weights."""

import warnings

import numpy as np
import pytest
from sklearn import metrics as theirs
from statsmodels.stats import weightstats

from mx2core.errors import ScoresError
from mx2core.metrics import (
    AnswerTable,
    bias_variance,
    cost_scores,
    number_scores,
    ranked_queries,
    scored,
    segmentation_scores,
    squared_parts,
)

SEEDS = range(6)


def table(**columns):
    return AnswerTable({name: tuple(map(str, cells)) for name, cells in columns.items()})


def whole_weights(random, n):
    """Weights that are often 0, and never all of them."""
    weights = random.integers(0, 4, n)
    weights[0] = 1
    return weights


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("missing", ["nothing", "never right", "never predicted"])
def test_classes_with_weights_are_scikit_learns(seed, missing):
    random = np.random.default_rng(seed)
    n = 30
    gold, predicted = random.choice(list("abc"), n), random.choice(list("abc"), n)
    if missing == "never right":
        gold[gold == "c"] = "a"
    elif missing == "never predicted":
        predicted[predicted == "c"] = "a"
    gold[0], predicted[1] = "a", "b"
    weights = whole_weights(random, n)
    found = scored("classification", table(gold=gold, predicted=predicted, weight=weights), beta=2)
    labels = list(found.labels)
    matrix = theirs.confusion_matrix(gold, predicted, labels=labels, sample_weight=weights)
    np.testing.assert_allclose(found.confusion, matrix)
    assert found.mean_cost == pytest.approx(theirs.zero_one_loss(gold, predicted, sample_weight=weights))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of ratios without anything below the line
        for average in (None, "micro", "macro", "weighted"):
            expected = theirs.precision_recall_fscore_support(
                gold, predicted, labels=labels, beta=2, average=average, sample_weight=weights
            )[:3]
            if average is None:
                own = np.array([(row.precision, row.recall, row.f) for row in found.rows]).T
                np.testing.assert_allclose(own, expected)
            else:
                (row,) = (one for one in found.averages if one.average == average)
                assert (row.precision, row.recall, row.f) == pytest.approx(expected)


@pytest.mark.parametrize("seed", SEEDS)
def test_numbers_with_weights_are_scikit_learns_and_statsmodels(seed):
    random = np.random.default_rng(seed)
    gold, predicted = random.integers(1, 6, 25), random.integers(-3, 9, 25)  # many are equal
    weights = whole_weights(random, 25)
    found = scored("regression", table(gold=gold, predicted=predicted, weight=weights), quantile=0.75).summary
    options = {"sample_weight": weights}
    assert found["mae"] == pytest.approx(theirs.mean_absolute_error(gold, predicted, **options))
    assert found["mse"] == pytest.approx(theirs.mean_squared_error(gold, predicted, **options))
    assert found["rmse"] == pytest.approx(theirs.root_mean_squared_error(gold, predicted, **options))
    mean = theirs.mean_absolute_percentage_error(gold, predicted, **options)
    assert found["mre"] == found["mape_mean"] == pytest.approx(mean)
    assert found["r2"] == pytest.approx(theirs.r2_score(gold, predicted, **options))
    relative = np.abs(predicted - gold) / gold
    parts = weightstats.DescrStatsW(relative, weights).quantile([0.5, 0.75], return_pandas=False)
    assert [found["mape"], found["relative_error_quantile"]] == pytest.approx(parts.tolist())
    repeated = number_scores(np.repeat(gold, weights), np.repeat(predicted, weights), quantile=0.75)
    assert found == pytest.approx(repeated.summary)


def test_an_item_that_counts_nothing_changes_nothing():
    plain = number_scores([1, 2, 4], [1, 3, 3], stretch=3)
    more = number_scores([1, 2, 4, 0], [1, 3, 3, 99], stretch=3, weights=[1, 1, 1, 0])
    assert more.summary == pytest.approx(plain.summary)
    assert not more.notices  # a right value of 0 that does not count


@pytest.mark.parametrize("seed", SEEDS)
def test_costs_with_weights_are_costs_of_repeated_items(seed):
    random = np.random.default_rng(seed)
    positive, scores = random.random(30) < 0.4, random.integers(0, 6, 30).astype(float)
    positive[:2] = True, False
    weights = whole_weights(random, 30)
    weights[1] = 2
    options = {"cost_miss": 5, "cost_false_alarm": 2, "threshold": 3.0}
    found = cost_scores(positive, scores, weights=weights, **options)
    repeated = cost_scores(np.repeat(positive, weights), np.repeat(scores, weights), **options)
    # A threshold is taken that only an item of weight 0 has, and changes nothing.
    free = {name: value for name, value in found.summary.items() if name != "cheapest_threshold"}
    assert free == pytest.approx({name: repeated.summary[name] for name in free})
    assert found.y == pytest.approx(repeated.y)
    matrix = theirs.confusion_matrix(positive, scores >= 3, sample_weight=weights)
    assert found.cost == pytest.approx((5 * matrix[1, 0] + 2 * matrix[0, 1]) / matrix.sum())


@pytest.mark.parametrize("seed", SEEDS)
def test_queries_with_weights_are_scikit_learns(seed):
    random = np.random.default_rng(seed)
    relevance, scores = random.integers(0, 3, (5, 8)), random.integers(0, 4, (5, 8))
    relevance[0] = 0  # nothing relevant
    scores[:, 0], scores[:, 1] = 0, 1
    weights = whole_weights(random, 5)
    found = ranked_queries(relevance, scores, k=4, weights=weights).summary
    options = {"k": 4, "sample_weight": weights}
    assert found["ndcg@4"] == pytest.approx(theirs.ndcg_score(relevance, scores, **options))
    assert found["dcg@4"] == pytest.approx(theirs.dcg_score(relevance, scores, **options))
    assert found["dcg_exp@4"] == pytest.approx(theirs.dcg_score(2.0**relevance - 1, scores, **options))
    rows = {"query": np.repeat(np.arange(5), 8), "weight": np.repeat(weights, 8)}
    of_table = scored("ranking", table(relevance=relevance.ravel(), score=scores.ravel(), **rows), k=4)
    assert of_table.summary == pytest.approx(found)


def test_a_query_has_one_weight():
    rows = {"query": "qq", "relevance": [1, 0], "score": [2, 1], "weight": [1, 2]}
    with pytest.raises(ScoresError, match="Query q needs one weight, the same in each row"):
        scored("ranking", table(**rows))


class Recorder:
    """A model for mlxtend that notes what it predicts."""

    def __init__(self, model):
        self.model, self.predictions = model, []

    def fit(self, X, y):
        self.model.fit(X, y)
        return self

    def predict(self, X):
        self.predictions.append(self.model.predict(X))
        return self.predictions[-1]


@pytest.mark.parametrize("seed", range(3))
def test_bias_and_variance_are_mlxtends(seed):
    evaluate = pytest.importorskip("mlxtend.evaluate")
    trees = pytest.importorskip("sklearn.tree")
    random = np.random.default_rng(seed)
    x, asked = random.normal(size=(40, 3)), random.normal(size=(15, 3))
    given, right = x[:, 0] + random.normal(size=40), asked[:, 0]
    model = Recorder(trees.DecisionTreeRegressor(max_depth=3, random_state=0))
    expected = evaluate.bias_variance_decomp(
        model, x, given, asked, right, loss="mse", num_rounds=9, random_seed=1
    )
    parts = squared_parts(model.predictions, right)
    assert (parts.expected, parts.bias, parts.variance) == pytest.approx(expected)
    classes = (right > 0).astype(int)
    model = Recorder(trees.DecisionTreeClassifier(max_depth=3, random_state=0))
    loss, bias, variance = evaluate.bias_variance_decomp(
        model, x, (given > 0).astype(int), asked, classes, loss="0-1_loss", num_rounds=9, random_seed=1
    )
    units = np.tile(np.arange(15), 9).astype(str)
    found = bias_variance(
        np.tile(classes, 9).astype(str), np.ravel(model.predictions).astype(str), units=units, loss="zero_one"
    ).parts
    # They add up how far predictions are from the main one, whether that is right or wrong.
    assert (found.expected, found.bias) == pytest.approx((loss, bias))
    assert found.variance_adds + found.variance_takes == pytest.approx(variance)


@pytest.mark.parametrize("seed", SEEDS)
def test_words_are_seqevals_chunks(seed):
    seqeval = pytest.importorskip("seqeval.metrics")
    random = np.random.default_rng(seed)

    def cut(letters):
        ends = random.integers(0, 2, len(letters)).tolist()
        return "".join(letter + " " * end for letter, end in zip(letters, ends, strict=True)).split()

    def tags(words):
        return [tag for word in words for tag in ["B-w", *["I-w"] * (len(word) - 1)]]

    texts = ["".join(random.choice(list("研究生命的起源"), 12)) for _ in range(5)]
    gold, predicted = ([cut(text) for text in texts] for _ in range(2))
    found = segmentation_scores(
        list(map(" ".join, gold)), list(map(" ".join, predicted)), vocabulary={"研究"}
    )
    rows = [list(map(tags, some)) for some in (gold, predicted)]
    assert found.precision == pytest.approx(seqeval.precision_score(*rows))
    assert found.recall == pytest.approx(seqeval.recall_score(*rows))
    assert found.f == pytest.approx(seqeval.f1_score(*rows))
