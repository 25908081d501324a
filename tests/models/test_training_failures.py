"""Why a training failed: our own sentences before anything is fitted, a library's words otherwise."""

import importlib.metadata
from importlib.metadata import PackageNotFoundError

import numpy as np
import pytest

from mx2core.models import model

pytest.importorskip("sklearn")
from sklearn.dummy import DummyClassifier
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

from mx2core.errors import InputError
from mx2core.models import Estimator, TextClassifier
from mx2core.models.model import TrainingError
from mx2core.models.training_failures import NO_NGRAMS, ONE_CLASS, check_classes, failure_reason
from mx2core.training import evaluate
from tests.models.small import classified


def first_reason(model, texts, labels):
    """Why it cannot be trained on the first four of these texts."""
    corpus = classified(texts, labels)
    folds = [(range(4), range(4, len(texts)))]
    evaluation = evaluate(corpus, [model, Estimator("fits", DummyClassifier())], folds=folds, n_workers=0)
    (failure,) = evaluation.failures
    return failure.reason


ADJECTIVES = ("good", "fine", "nice", "great", "bad", "poor", "dull", "sad")
WORDS = [f"{word} film" for word in ADJECTIVES]


@pytest.mark.parametrize("kind", ["logistic", "svm"])
def test_one_class_is_said_before_fitting(kind, monkeypatch):
    monkeypatch.setattr("sklearn.linear_model.LogisticRegression.fit", None)
    monkeypatch.setattr("sklearn.svm.LinearSVC.fit", None)
    reason = first_reason(TextClassifier("T", kind, "word"), WORDS, ("x",) * 4 + ("x", "y") * 2)
    assert reason == ONE_CLASS


def test_naive_bayes_answers_the_one_class_there_is():
    corpus = classified(WORDS, ("x",) * 4 + ("x", "y") * 2)
    model = TextClassifier("T", "bayes", "word")
    evaluation = evaluate(corpus, [model], folds=[(range(4), range(4, 8))], n_workers=0)
    assert evaluation.finished.all()
    assert evaluation.scores("accuracy")[0, 0] == 0.5


def test_texts_without_ngrams():
    texts = ("a", "b", "c", "d", "two words", "more words", "two words", "more words")
    assert first_reason(TextClassifier("T", "bayes", "word"), texts, ("x", "y") * 4) == NO_NGRAMS
    rare = TextClassifier("T", "bayes", "word", ngrams=(2, 2), min_df=2)
    assert first_reason(rare, WORDS, ("x", "y") * 4) == NO_NGRAMS
    own = Estimator("T", make_pipeline(CountVectorizer(), LogisticRegression()))
    assert first_reason(own, texts, ("x", "y") * 4) == NO_NGRAMS
    assert first_reason(own, WORDS, ("x",) * 4 + ("x", "y") * 2) == ONE_CLASS
    with pytest.raises(InputError, match=r"No model could be trained on any fold\. No n-gram is left"):
        evaluate(
            classified("abcd", "xyxy"),
            [TextClassifier("T", "svm", "word")],
            folds=[([0, 1], [2, 3])],
            n_workers=0,
        )


def test_every_cause_has_a_sentence():
    with pytest.raises(TrainingError) as refused:
        check_classes(np.zeros(5, dtype=int))
    assert failure_reason("training", str(refused.value)) == ONE_CLASS
    check_classes(np.array([0, 1]))
    assert "Memory" in str(failure_reason("memory", ""))
    assert "worker" in str(failure_reason("worker", ""))
    assert str(failure_reason("training", "no\n good.")) == "The training library says: no good."
    assert len(str(failure_reason("training", "long " * 999))) < 250


# Versions of what trains, which the names of kept folds promise.
def test_a_version_is_that_of_the_installed_package():
    assert model.library_version("numpy") == np.__version__
    with pytest.raises(PackageNotFoundError):
        model.library_version("no-such-distribution")


def test_a_finder_that_misses_once_is_asked_again(monkeypatch):
    """As it can when several threads ask for the first time at the same moment."""
    asked = []

    def missing_once(name):
        asked.append(name)
        if len(asked) == 1:
            raise PackageNotFoundError(name)
        return importlib.metadata.version(name)

    model.library_version.cache_clear()
    monkeypatch.setattr(model, "version", missing_once)
    assert model.library_version("scipy") == importlib.metadata.version("scipy")
    assert asked == ["scipy", "scipy"]
