"""Text classifiers equal to scikit-learn's pipelines on the training texts; estimators of one's own."""

import pickle

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.model_selection import KFold, cross_val_score
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline, make_union
from sklearn.preprocessing import FunctionTransformer
from sklearn.svm import LinearSVC
from threadpoolctl import threadpool_limits

import mx2core as mx
from mx2core.errors import InputError, ScoresError
from mx2core.models import Estimator, TextClassifier, fold_key, presets
from mx2core.models.classifiers import class_scores, usual_analyzer
from mx2core.training import compare, evaluate
from mx2core.training.run.plan import plan_folds
from tests.models.small import classified, corpus_of

PEERS = {
    "logistic": LogisticRegression(C=2.0, max_iter=1000),
    "svm": LinearSVC(C=2.0, random_state=0),
    "bayes": MultinomialNB(alpha=0.5),
}


@pytest.fixture(scope="module")
def corpus(sample_data):
    whole = mx.read_corpus(sample_data / "intents_en.jsonl")
    lines = (sample_data / "intents_en.jsonl").read_bytes().splitlines()[: len(whole) // 4]
    return mx.read_corpus(b"\n".join(lines), name="intents.jsonl")


@pytest.fixture(scope="module")
def fold(corpus):
    drawn = np.random.default_rng(0).integers(0, len(corpus), len(corpus))
    return drawn, np.setdiff1d(np.arange(len(corpus)), drawn)


def trained(pipeline, corpus, fold):
    """The pipeline after the training texts, with repetitions; texts and labels of the others."""
    fields, (drawn, validation) = corpus.sentences.fields, fold
    train = np.sort(drawn)
    with threadpool_limits(1):
        pipeline.fit([fields["text"][i] for i in train], [fields["label"][i] for i in train])
    return pipeline, *([fields[name][i] for i in validation] for name in ("text", "label"))


def test_words_and_characters_together_are_a_union_of_both(corpus, fold):
    model = TextClassifier("T", "svm", "both", min_df=2, C=2.0)
    answered = evaluate(corpus, [model], folds=[fold], n_workers=0).answered("T", 0)
    parts = [
        CountVectorizer(analyzer=kind, ngram_range=sizes, min_df=2)
        for kind, sizes in (("word", (1, 2)), ("char_wb", (2, 5)))
    ]
    pipeline = make_pipeline(make_union(*parts), TfidfTransformer(sublinear_tf=True), PEERS["svm"])
    pipeline, texts, _labels = trained(pipeline, corpus, fold)
    assert [answered.values[code] for code in answered.predicted] == pipeline.predict(texts).tolist()


@pytest.mark.parametrize(
    ("kind", "analyzer", "ngrams", "min_df"),
    [("logistic", "word", (1, 2), 1), ("svm", "word", (1, 1), 2), ("bayes", "char", (2, 3), 3)],
)
def test_the_same_numbers_as_a_pipeline_that_sees_the_training_texts_alone(
    corpus, fold, kind, analyzer, ngrams, min_df
):
    model = TextClassifier("T", kind, analyzer, ngrams, min_df, C=2.0, alpha=0.5)
    evaluation = evaluate(corpus, [model], folds=[fold], n_workers=0)
    answered = evaluation.answered("T", 0)

    vectorizer = TfidfVectorizer(analyzer=analyzer, ngram_range=ngrams, min_df=min_df)
    pipeline, texts, labels = trained(make_pipeline(vectorizer, PEERS[kind]), corpus, fold)
    assert [answered.values[code] for code in answered.predicted] == pipeline.predict(texts).tolist()
    scores = pipeline.decision_function(texts) if kind == "svm" else pipeline.predict_proba(texts)
    assert list(answered.values) == pipeline.classes_.tolist()
    np.testing.assert_allclose(answered.class_scores, scores, rtol=1e-6, atol=1e-7)
    right = np.mean(pipeline.predict(texts) == labels)
    assert evaluation.scores("accuracy")[0, 0] == evaluation.scores("f1")[0, 0] == pytest.approx(right)


def test_an_estimator_on_texts_and_on_features_of_ones_own(corpus, fold):
    texts = list(corpus.sentences.fields["text"])
    features = CountVectorizer(max_features=200).fit_transform(texts)
    ridge = RidgeClassifier()
    models = [
        Estimator("texts", make_pipeline(CountVectorizer(max_features=200, vocabulary=None), ridge)),
        Estimator("sparse", ridge, features),
        Estimator("dense", ridge, features.toarray()),
    ]
    evaluation = evaluate(corpus, models, folds=[fold], n_workers=0)
    train, validation = np.sort(fold[0]), fold[1]
    labels = np.array(corpus.sentences.fields["label"])
    expected = RidgeClassifier().fit(features[train], labels[train]).predict(features[validation])
    for name in ("sparse", "dense"):
        answered = evaluation.answered(name, 0)
        assert np.mean(np.array(answered.values)[answered.predicted] == expected) > 0.99
    assert evaluation.answered("texts", 0).class_scores.shape == (len(validation), len(set(labels)))


def test_folds_of_other_libraries_give_their_scores(corpus):
    bootstrap = pytest.importorskip("mlxtend.evaluate").BootstrapOutOfBag(n_splits=3, random_seed=1)
    texts, labels = (np.array(corpus.sentences.fields[name]) for name in ("text", "label"))
    folds = [*KFold(3, shuffle=True, random_state=0).split(texts), *bootstrap.split(texts)]
    pipeline = make_pipeline(TfidfVectorizer(), MultinomialNB())
    evaluation = evaluate(
        corpus,
        [Estimator("own", pipeline), TextClassifier("ours", "bayes", "word", (1, 1))],
        folds=folds,
        n_workers=0,
    )
    expected = cross_val_score(pipeline, texts, labels, cv=folds)
    np.testing.assert_allclose(evaluation.scores("accuracy"), [expected, expected])


def test_workers_give_the_same_predictions(corpus):
    partitions = mx.random_partitions(len(corpus), 1, seed=1)
    models = [*presets(corpus), Estimator("own", make_pipeline(CountVectorizer(), MultinomialNB()))]
    here, there = (compare(corpus, models, partitions=partitions, n_workers=n) for n in (0, 1))
    assert np.array_equal(here.predicted, there.predicted)
    for one, other in zip(here.evaluation.results, there.evaluation.results, strict=True):
        np.testing.assert_array_equal(one.class_scores, other.class_scores)
    assert (here.task, here.gold, here.scheme) == ("class", "label", "plain")
    assert here.unit_counts.sum() > 0


def test_what_cannot_travel_is_said_before_anything_runs(corpus, fold):
    model = Estimator("own", make_pipeline(FunctionTransformer(lambda texts: texts), DummyClassifier()))
    with pytest.raises(ScoresError, match=r"Model own cannot be sent .* n_workers=0"):
        evaluate(corpus, [model], folds=[fold], n_workers=1)
    with pytest.raises(ScoresError, match="cannot be stored"):
        _ = model.settings
    assert evaluate(corpus, [model], folds=[fold], n_workers=0).finished.all()
    sent = pickle.loads(pickle.dumps(Estimator("own", DummyClassifier(), np.arange(3), "label")))
    assert (sent.name, sent.features.tolist(), sent.gold) == ("own", [0, 1, 2], "label")


class Stubborn(DummyClassifier):
    def predict(self, X):
        return np.full(len(X), "no such class")


@pytest.mark.parametrize(
    ("estimator", "says"),
    [
        (make_pipeline(CountVectorizer(), LogisticRegression(C=-1.0)), "library says: The 'C' param"),
        (make_pipeline(CountVectorizer(min_df=1000), MultinomialNB()), "library says: max_df"),
        (Stubborn(), "The model predicted a label unknown to the corpus."),
    ],
)
def test_an_estimator_that_fails_is_named_with_its_fold(corpus, fold, estimator, says):
    models = [Estimator("bad", estimator), TextClassifier("good", "bayes")]
    evaluation = evaluate(corpus, models, folds=[fold], n_workers=0)
    assert evaluation.finished.tolist() == [[False], [True]]
    notice = str(evaluation.notices[-1])
    assert notice.startswith("Model bad has no score on fold 1. ")
    assert says in notice


@pytest.mark.parametrize(
    ("texts", "labels", "says"),
    [
        (("a b", "c d"), ("x", "x"), "All targets are x: nothing to predict"),
        (("!", "?", "!"), ("x", "y", "x"), "No model could be trained on any fold"),
    ],
)
def test_texts_that_teach_nothing(texts, labels, says):
    corpus = classified(texts * 2, labels * 2)
    with pytest.raises(InputError, match=says):
        evaluate(corpus, [TextClassifier("T", "svm", "word")], folds=[([0, 1], [2, 3])], n_workers=0)


def test_classes_that_the_training_texts_lack_are_never_predicted_and_score_least():
    corpus = classified(
        ("red", "red", "blue", "blue", "green", "green") * 2, ("r", "r", "b", "b", "g", "g") * 2
    )
    for kind in ("logistic", "svm", "bayes"):
        evaluation = evaluate(
            corpus, [TextClassifier("T", kind, "word")], folds=[([0, 1, 2, 3], [6, 8, 10])], n_workers=0
        )
        answered = evaluation.answered("T", 0)
        assert answered.values == ("b", "g", "r")
        assert answered.predicted[:2].tolist() == [2, 0]
        assert (answered.class_scores[:, 1] <= answered.class_scores.min(axis=1)).all()


def test_scores_of_a_classifier_without_any():
    class Mute:
        classes_ = np.array([0, 1])

    assert class_scores(Mute(), None, np.arange(2)) is None


@pytest.mark.parametrize(
    ("texts", "expected"),
    [(("where is it", "how much"), "word"), (("天气怎么样", "我没付款"), "char"), (("", " "), "char")],
)
def test_characters_where_words_are_not_set_apart(texts, expected):
    assert usual_analyzer(texts) == expected


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"name": " "}, "needs a name"),
        ({"kind": "forest"}, "`kind` must be one of logistic, svm, bayes, found 'forest'"),
        ({"analyzer": "chars"}, "`analyzer` must be one of word, char, both, found 'chars'"),
        ({"ngrams": (2, 1)}, "`ngrams` must be two lengths"),
        ({"min_df": 0}, "`min_df` must lie in .*, found 0"),
        ({"C": 0.0}, "`C` must lie in .*, found 0.0"),
        ({"alpha": float("nan")}, "`alpha` must lie in"),
    ],
)
def test_settings_that_cannot_be_used(settings, says):
    with pytest.raises(ScoresError, match=says):
        TextClassifier(**({"name": "T"} | settings))


def test_corpora_that_do_not_fit(corpus):
    tagged = corpus_of([[("a", "O")]] * 4, ("word", "label"))
    unlabelled = classified(("a", "b", "c"), ("x", "", "y"))
    short = Estimator("own", DummyClassifier(), np.zeros((3, 1)))
    for texts, model, says in (
        (tagged, TextClassifier("T"), "has no label; it has –"),
        (unlabelled, TextClassifier("T"), "small, line 2: The text has no label"),
        (corpus, short, r"features of 3 units, the corpus \d+"),
    ):
        with pytest.raises(InputError, match=says):
            plan_folds(texts, [model], [([0], [1])])
    with pytest.raises(ScoresError, match="Model own needs methods fit"):
        Estimator("own", object())
    with pytest.raises(ScoresError, match="of classes and of numbers cannot be compared"):
        plan_folds(corpus, [TextClassifier("T"), *presets(tagged)], [([0], [1])])


def test_settings_are_told_apart_and_found_again():
    def key(estimator, features=None):
        units = np.arange(3)
        return fold_key(
            "m", "label", model=Estimator("E", estimator, features), train=units, validation=units
        )

    assert key(LogisticRegression()) == key(LogisticRegression(C=1.0))
    assert key(LogisticRegression(C=2.0)) != key(LogisticRegression())
    assert key(make_pipeline(CountVectorizer(min_df=2), MultinomialNB())) != key(
        make_pipeline(CountVectorizer(), MultinomialNB())
    )
    assert key(DummyClassifier(), np.zeros(3)) != key(DummyClassifier(), np.ones(3))
    assert key(DummyClassifier(constant=float("nan")))  # JSON has no such number
    assert TextClassifier("T", C=2.0, kind="bayes").settings == TextClassifier("T", kind="bayes").settings


def test_random_numbers_that_nobody_can_draw_again_are_named(corpus, fold):
    loose = Estimator("loose", make_pipeline(CountVectorizer(), LinearSVC()))
    assert "Model loose needs a fixed linearsvc__random_state" in str(loose.notices[0])
    assert Estimator("fixed", LinearSVC(random_state=0)).notices == ()
