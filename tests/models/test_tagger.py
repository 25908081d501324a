"""A tagger of one's own: the program of the sklearn-crfsuite tutorial on halves of a corpus."""

import copy
from itertools import pairwise

import numpy as np
import pytest
import sklearn_crfsuite
from seqeval.metrics import f1_score
from sklearn.base import BaseEstimator

import mx2core as mx
from mx2core.errors import ScoresError
from mx2core.models.training_failures import NO_TAG, NOT_ONE_A_TOKEN

TEXT = b"""Ada B-PER
sings O
in O
Rome B-LOC

Rome B-LOC
sees O
Eve B-PER
Ada I-PER

Eve B-PER
sings O

"""


@pytest.fixture(scope="module")
def corpus():
    return mx.sample("ner_zh")


@pytest.fixture(scope="module")
def small():
    return mx.read_corpus(TEXT * 4)


def neighbours(sentence):
    words = ["", *(word for (word,) in sentence), ""]
    return [
        {"before": words[i - 1], "word": words[i], "after": words[i + 1]} for i in range(1, len(words) - 1)
    ]


def sentence_features(corpus):
    """The features of every sentence."""
    words = corpus.sentences.columns["word"]
    return [
        neighbours([(words.values[i],) for i in words.codes[first:last]])
        for first, last in pairwise(corpus.sentences.starts)
    ]


def compared(corpus, *models, n_workers=0):
    return mx.compare(corpus, models, partitions=mx.random_partitions(len(corpus), 1), n_workers=n_workers)


class Constant(BaseEstimator):
    """Answers every token with one tag; `drop` leaves out the last token of every sentence."""

    def __init__(self, tag="O", drop=0, random_state=None):
        self.tag = tag
        self.drop = drop
        self.random_state = random_state

    def fit(self, X, y):
        return self

    def predict(self, X):
        return [[self.tag] * (len(sentence) - self.drop) for sentence in X]


class Bare:
    """Without `get_params`: the most frequent tag of each word in training."""

    def fit(self, X, y):
        pairs = (pair for xs, ys in zip(X, y, strict=True) for pair in zip(xs, ys, strict=True))
        self.tags = {token["word"]: tag for token, tag in pairs}

    def predict(self, X):
        return [[self.tags.get(token["word"], "O") for token in sentence] for sentence in X]


def test_every_fold_scores_what_seqeval_scores_for_the_same_program(corpus):
    crf = sklearn_crfsuite.CRF(c2=1.0, max_iterations=20)
    models = [mx.models.Tagger("neighbours", crf, features=neighbours), mx.models.Tagger("words", crf)]
    halves = mx.random_partitions(len(corpus), 2)
    f1 = mx.compare(corpus, models, partitions=halves, n_workers=0).scores("f1")
    X, tags = sentence_features(corpus), corpus.sentences.columns["label"]
    y = [[tags.values[i] for i in tags.codes[a:b]] for a, b in pairwise(corpus.sentences.starts)]
    for number, (train, test) in enumerate(halves.folds()):
        fitted = copy.deepcopy(crf).fit([X[i] for i in train], [y[i] for i in train])
        expected = f1_score([y[i] for i in test], fitted.predict([X[i] for i in test]))
        assert f1[0].ravel()[number] == pytest.approx(expected, abs=1e-12)


def test_workers_give_the_same_and_the_store_keeps_it_by_features(small, tmp_path):
    crf = sklearn_crfsuite.CRF(max_iterations=10)
    halves = mx.random_partitions(len(small), 2)
    models = [mx.models.Tagger("made", Bare()), mx.models.Tagger("neighbours", crf, features=neighbours)]
    here = mx.compare(small, models, partitions=halves, n_workers=0)
    with mx.store.Store(f"{tmp_path}/runs.db") as store:
        there = mx.compare(small, models, partitions=halves, n_workers=2, store=store)
        assert (here.scores("f1") == there.scores("f1")).all()
        trained = []
        again = [models[0], mx.models.Tagger("b", crf, features=lambda s: neighbours(s))]
        mx.compare(small, again, partitions=halves, n_workers=0, store=store, fold_done=trained.append)
        assert not trained  # the function is another, what it makes is the same
        again[1] = mx.models.Tagger("b", crf, features=lambda s: [w for (w,) in s])
        mx.compare(small, again, partitions=halves, n_workers=0, store=store, fold_done=trained.append)
        assert len(trained) == 4


def test_it_decides_and_tells_where_models_differ(small):
    models = [mx.models.Tagger("made", Bare()), mx.models.Tagger("nothing", Constant())]
    halves = mx.random_partitions(len(small), 3)
    result = mx.compare(small, models, partitions=halves, n_workers=0)
    asked = result.select("made"), result.select("nothing")
    differences = mx.unit_differences(*asked, partitions=halves, metric="accuracy")
    assert mx.out_of_fold_t_test(differences, halves.masks).mean > 0


def test_seeds(small):
    runs = mx.models.with_seeds(mx.models.Tagger("T", Constant()), 2)
    assert [run.estimator.random_state for run in runs] == [1, 2]
    assert [run.name for run in runs] == ["T, seed 1", "T, seed 2"]
    assert mx.models.with_seeds(mx.models.Tagger("T", Bare()), 2)[0].name == "T"


@pytest.mark.parametrize(
    ("estimator", "reason"), [(Constant(drop=1), str(NOT_ONE_A_TOKEN)), (Constant(tag="B-MISC"), str(NO_TAG))]
)
def test_predictions_that_do_not_fit_are_failures_with_a_sentence(small, estimator, reason):
    result = compared(small, mx.models.Tagger("bad", estimator), mx.models.Tagger("good", Bare()))
    assert {str(failure.reason) for failure in result.evaluation.failures} == {reason}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"features": lambda sentence: []}, "has 0 features for the 4 tokens of sentence 1"),
        ({"features": [[1]]}, "has features of 1 units, the corpus 12"),
        ({"features": lambda sentence: [tag for _word, tag in sentence]}, "failed on sentence 1"),
        ({"columns": ("word", "label")}, "not label"),
        ({"columns": ("form",)}, "not form"),
    ],
)
def test_features_that_do_not_fit_are_refused_before_training(small, arguments, message):
    with pytest.raises(ScoresError, match=message):
        compared(small, mx.models.Tagger("bad", Bare(), **arguments), mx.models.Tagger("good", Bare()))


@pytest.mark.parametrize("estimator", [object(), Constant, None])
def test_what_cannot_fit_and_predict_is_refused(estimator):
    with pytest.raises(ScoresError, match="methods fit, predict"):
        mx.models.Tagger("bad", estimator)


class Modifying(BaseEstimator, Bare):
    def __init__(self, a=1):
        self.a = [a]


class Holding(Bare):
    def __deepcopy__(self, memo):
        raise TypeError("holds a socket")


@pytest.mark.parametrize(
    ("wrapped", "estimator"),
    [(mx.models.Tagger, Modifying()), (mx.models.Tagger, Holding()), (mx.models.Estimator, Modifying())],
)
def test_what_cannot_be_cloned_is_told_before_training(small, wrapped, estimator):
    model = wrapped("bad", estimator)
    with pytest.raises(ScoresError, match=rf"{type(estimator).__name__} could not be cloned"):
        model.check_corpus(small, "label")


def test_what_cannot_travel_to_workers_is_told(small):
    class Local(Bare):
        pass

    models = mx.models.Tagger("local", Local()), mx.models.Tagger("good", Bare())
    with pytest.raises(ScoresError, match="cannot be sent to workers"):
        compared(small, *models, n_workers=2)
    assert compared(small, *models)


def test_an_estimator_that_fails_is_quoted(small):
    class Failing(Bare):
        def fit(self, X, y):
            raise RuntimeError("no luck")

    result = compared(small, mx.models.Tagger("bad", Failing()), mx.models.Tagger("good", Bare()))
    assert "no luck" in str(result.notices[0]) + str(result.evaluation.failures[0].reason)


@pytest.mark.parametrize("estimator", [sklearn_crfsuite.CRF(), Bare()])
def test_an_estimator_that_was_not_wrapped_is_refused_with_how(small, estimator):
    with pytest.raises(ScoresError, match=r"wrap it in mx.models.Tagger"):
        compared(small, estimator, mx.models.Tagger("good", Bare()))


def test_made_features_are_taken_in_the_order_of_the_corpus(small):
    scores = compared(
        small,
        mx.models.Tagger("given", sklearn_crfsuite.CRF(), features=sentence_features(small)),
        mx.models.Tagger("function", sklearn_crfsuite.CRF(), features=neighbours),
    ).scores("f1")
    assert np.array_equal(scores[0], scores[1])
