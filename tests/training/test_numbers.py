"""Models that predict a number of each text: their scores, how these are divided, and their programs."""

import json

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics as theirs
from sklearn.dummy import DummyRegressor
from sklearn.ensemble import GradientBoostingRegressor
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer, TfidfVectorizer
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline

import mx2core as mx
from mx2core.cli.main import main
from mx2core.errors import InputError, ScoresError
from mx2core.exchange import save_partitions
from mx2core.models import Estimator, TextClassifier, TextRegressor
from mx2core.training.run.documents import model_document, model_of
from tests.training.small import folds_of

METRICS = ("mae", "rmse", "r2", "spearman")


def prices(n=80, seed=3):
    random = np.random.default_rng(seed)
    rows = []
    for _ in range(n):
        size = int(random.integers(1, 8))
        words = ["large"] * size + [f"w{random.integers(20)}" for _ in range(5)]
        rows.append(f"{' '.join(words)},{10 * size + random.normal(0, 6):.2f}")
    return "\n".join(["text,label", *rows]).encode()


CORPUS = mx.read_corpus(prices(), name="prices.csv")
HALVES = mx.random_partitions(len(CORPUS), 2, seed=5)
TEXTS = CORPUS.sentences.fields["text"]
RIGHT = np.array(CORPUS.sentences.fields["label"], dtype=float)


@pytest.fixture(scope="module")
def compared():
    models = [preset.model for preset in mx.models.all_presets(CORPUS)]
    return mx.compare(CORPUS, models, partitions=HALVES, n_workers=0)


def test_scores_are_scikit_learns_and_scipys(compared):
    assert compared.task == "numbers"
    assert compared.main_metrics == METRICS
    for row, model in enumerate(compared.models):
        for fold in range(4):
            y, p = compared.evaluation.answered(model, fold).amounts
            expected = {
                "mae": theirs.mean_absolute_error(y, p),
                "rmse": theirs.root_mean_squared_error(y, p),
                "r2": theirs.r2_score(y, p),
            }
            if model != "mean":  # of which no ranks are told apart
                expected["spearman"] = stats.spearmanr(y, p).statistic
            for metric, value in expected.items():
                assert compared.evaluation.scores(metric)[row, fold] == pytest.approx(value), metric


def test_the_mean_is_not_said_to_have_learned_nothing(compared):
    assert compared.notices == ()


def test_models_are_scikit_learns(compared):
    for fold, (train, validation) in enumerate(HALVES.folds()):
        some, others = [TEXTS[i] for i in train], [TEXTS[i] for i in validation]
        ridge = make_pipeline(TfidfVectorizer(ngram_range=(1, 2)), Ridge(solver="sparse_cg"))
        predicted = ridge.fit(some, RIGHT[train]).predict(others)
        np.testing.assert_allclose(compared.evaluation.answered("A", fold).amounts[1], predicted, rtol=1e-6)
        mean = compared.evaluation.answered("mean", fold).amounts[1]
        np.testing.assert_allclose(mean, RIGHT[train].mean())
    counts = CountVectorizer(ngram_range=(1, 2)).fit(TEXTS)
    train, validation = next(iter(HALVES.folds()))
    rows = counts.transform([TEXTS[i] for i in train])
    seen = np.flatnonzero(rows.getnnz(axis=0))
    often = np.sort(seen[np.argsort(-rows.getnnz(axis=0)[seen], kind="stable")[:300]])
    weights = TfidfTransformer().fit(rows[:, often])
    trees = GradientBoostingRegressor(random_state=0).fit(weights.transform(rows[:, often]), RIGHT[train])
    asked = counts.transform([TEXTS[i] for i in validation])[:, often]
    np.testing.assert_allclose(
        compared.evaluation.answered("B", 0).amounts[1], trees.predict(weights.transform(asked)), rtol=1e-6
    )


@pytest.mark.parametrize("metric", METRICS)
def test_scores_are_divided_among_texts(compared, metric):
    for row, model in enumerate(("A", "B")):
        found = folds_of(compared.unit_scores(model, metric), compared)
        assert found == pytest.approx(compared.scores(metric)[row], abs=1e-10)


def test_the_jackknife_of_sums_is_that_of_the_fold(compared):
    def rmse(y_true, y_pred):
        return float(theirs.root_mean_squared_error(np.asarray(y_true, float), np.asarray(y_pred, float)))

    np.testing.assert_allclose(compared.unit_scores("A", rmse), compared.unit_scores("A", "rmse"))


def test_equivalence_is_in_the_unit_of_the_target(compared):
    about = {"partitions": HALVES, "metric": "mae"}
    decided = mx.training.decide(compared, "A", "mean", **about)
    assert decided.answer == "A better"
    near = [TextRegressor("near", "ridge"), TextRegressor("too", "ridge", ngrams=(1, 1))]
    alike = mx.compare(CORPUS, near, partitions=HALVES, n_workers=0)
    for margin, answer in ((1.0, "undecided"), (3.0, "equivalent")):  # of the prices
        asked = mx.training.Question(margin=margin)
        assert mx.training.decide(alike, "near", "too", question=asked, **about).answer == answer
    errors = compared.scores("mae")
    assert decided.mean == pytest.approx((errors[2] - errors[0]).mean())
    assert mx.metrics.proposed_margin("mae", [4.2, 9.9]).value == 0.02


def test_regressors_of_ones_own_get_numbers(compared):
    own = Estimator("own", make_pipeline(TfidfVectorizer(ngram_range=(1, 2)), Ridge(solver="sparse_cg")))
    found = mx.compare(CORPUS, [own, Estimator("none", DummyRegressor())], partitions=HALVES, n_workers=0)
    np.testing.assert_allclose(found.scores("mae")[0], compared.scores("mae")[0], rtol=1e-6)
    np.testing.assert_allclose(found.scores("mae")[1], compared.scores("mae")[2], rtol=1e-6)


def test_a_rank_correlation_is_divided_among_units_by_the_jackknife(compared):
    """Against SciPy on a fold without one unit after the other; the mean is the score."""
    values = compared.unit_scores("A", "spearman")
    (result,) = (one for one in compared.results if (one.model, one.fold) == (0, 1))
    fold = compared.evaluation.scorer.answered(result)
    gold, predicted = fold.amounts
    whole, n = stats.spearmanr(gold, predicted).statistic, len(gold)
    without = np.array(
        [stats.spearmanr(np.delete(gold, k), np.delete(predicted, k)).statistic for k in range(n)]
    )
    expected = whole + (n - 1) * (without.mean() - without)
    assert values[0, np.sort(HALVES.folds()[1][1])] == pytest.approx(expected)
    assert values[0, HALVES.folds()[1][1]].mean() == pytest.approx(whole)


def test_it_is_kept_and_sent_back(compared, tmp_path):
    back = mx.read_predictions(mx.io.write_predictions(compared, CORPUS), CORPUS, partitions=HALVES)
    for metric in METRICS[:3]:
        assert back.scores(metric) == pytest.approx(compared.scores(metric))
    models = tuple(preset.model for preset in mx.models.all_presets(CORPUS))
    experiment = mx.training.Experiment("E", CORPUS, models, (HALVES,))
    with mx.store.Store(tmp_path / "kept.db") as store:
        first = mx.training.run_experiment(store, experiment, run=mx.training.Run(n_workers=0))
        again = mx.training.run_experiment(store, experiment, run=mx.training.Run(n_workers=0))
    assert (first.trained, again.trained) == (12, 0)
    assert np.array_equal(first.comparisons[0].scores("r2"), again.comparisons[0].scores("r2"))
    assert [model_of(model_document(model)) for model in models] == list(models)
    assert [len(mx.models.with_seeds(model, 2)) for model in models] == [1, 2, 1]


def test_stars_are_numbers_for_a_regressor():
    rows = [f"w{k % 7} x,{k % 5 + 1}" for k in range(40)]
    corpus = mx.read_corpus("\n".join(["text,label", *rows]).encode())
    halves = mx.random_partitions(40, 1)
    models = [TextRegressor(kind, kind) for kind in ("ridge", "mean")]
    assert mx.compare(corpus, models, partitions=halves, n_workers=0).metrics == METRICS
    classes = [TextClassifier(kind, kind) for kind in ("bayes", "logistic")]
    assert mx.compare(corpus, classes, partitions=halves, n_workers=0).task == "class"
    with pytest.raises(ScoresError, match="Models of tags, of classes and of numbers cannot be compared"):
        mx.compare(corpus, [models[0], classes[0]], partitions=halves, n_workers=0)


def test_stars_are_classes_unless_they_are_asked_for_as_numbers(tmp_path, capsys):
    rows = [f"w{k % 7} x,{'ab'[k % 2]},{k % 5 + 1}" for k in range(40)]
    path = tmp_path / "stars.csv"
    path.write_text("\n".join(["text,label,stars", *rows]))
    corpus, halves = mx.read_corpus(path), mx.random_partitions(40, 2, seed=1)
    assert mx.models.gold_fields(corpus) == ("label", "stars:numbers")
    tasks = {name: mx.models.presets(corpus, name)[0].task for name in ("label", "stars", "stars:numbers")}
    assert tasks == {"label": "class", "stars": "class", "stars:numbers": "numbers"}
    models = mx.models.presets(corpus, "stars:numbers")
    found = mx.compare(corpus, models, partitions=halves, gold="stars:numbers", n_workers=0)
    assert (found.gold, found.task, found.metrics) == ("stars", "numbers", METRICS)
    save_partitions(halves, tmp_path / "halves.json", corpus=corpus)
    given = ["--partitions", str(tmp_path / "halves.json"), "-o", str(tmp_path / "scores.csv")]
    for asked, metric in (("stars:numbers", "rmse"), ("stars", "accuracy")):
        line = ["compare", str(path), *given, "--tags", asked, "--metric", metric]
        assert main([*line, "--workers", "0", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["tags"] == "stars"


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        (["1.5", "nan", "2.5", "3"], r"line 3: The label is 'nan'; it must be a number"),
        (["1.5", "high", "2.5", "3"], r"line 3: The label is 'high'; it must be a number"),
        (["2", "2", "2.0", "2"], "All targets are 2: nothing to predict"),
        (["2"] * 4, "All targets are 2: nothing to predict"),
        (["1.5", "", "2.5", "3"], "The text has no label; every text needs one"),
    ],
)
def test_what_is_wrong_is_one_sentence(cells, says):
    corpus = mx.read_corpus("\n".join(["text,label", *(f"a b,{cell}" for cell in cells)]).encode())
    models = [TextRegressor("a"), TextRegressor("b", "mean")]
    with pytest.raises(InputError, match=says):
        mx.compare(corpus, models, partitions=mx.random_partitions(4, 1), n_workers=0)
