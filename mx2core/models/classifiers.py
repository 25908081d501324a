"""Text classifiers: TF-IDF of words or characters, and a linear model of scikit-learn's."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ..arguments import check_choice, check_range
from ..brief import frozen
from ..errors import Notice, ScoresError
from ..extras import needed
from ..schemes import SEVERAL, labels_of
from .model import Material, Prediction, Task, TrainingError
from .texts import gold_field
from .training_failures import NO_NGRAMS, check_classes

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from ..corpus.model import Corpus

Kind = Literal["logistic", "svm", "bayes"]
Analyzer = Literal["word", "char", "both"]

KINDS = {"logistic": "C", "svm": "C", "bayes": "alpha"}  # with the name of its strength
ANALYZERS = get_args(Analyzer)
NGRAMS = {"word": (1, 2), "char": (1, 3), "both": (1, 2)}
INSIDE_WORDS = (2, 5)  # characters of "both"
MAX_ITERATIONS = 1000  # of logistic regression
SPACED = 0.05  # of the characters of a text with spaces between words are spaces, and more


@frozen
class NgramModel:
    """What classifiers and regressors of n-grams have in common."""

    name: str
    kind: str = ""
    analyzer: Analyzer | None = None
    ngrams: tuple[int, int] | None = None
    min_df: int = 1

    kinds: ClassVar[Mapping[str, str | None]] = {}  # with the name of its strength
    libraries: ClassVar[tuple[str, ...]] = ("scikit-learn", "scipy")
    used_columns: ClassVar[tuple[str, ...]] = ()
    notices: ClassVar[tuple[Notice, ...]] = ()

    def __post_init__(self) -> None:
        """Refuse settings that no such model has."""
        if not self.name.strip():
            raise ScoresError("A model needs a name.")
        check_choice("kind", self.kind, self.kinds, ScoresError)
        check_choice("analyzer", self.analyzer, (*ANALYZERS, None), ScoresError)
        if self.ngrams is not None and not 1 <= self.ngrams[0] <= self.ngrams[1]:
            raise ScoresError(
                "`ngrams` must be two lengths such as (1, 2), found {value}.", value=self.ngrams
            )
        check_range("min_df", self.min_df, "[1, ∞)", ScoresError)
        for strength in dict.fromkeys(("alpha", *filter(None, self.kinds.values()))):
            check_range(strength, getattr(self, strength), "(0, ∞)", ScoresError)

    @property
    def settings(self) -> dict[str, Any]:
        """All that decides what the model learns, but not its name."""
        seed, strength = getattr(self, "seed", None), self.kinds[self.kind]
        return {
            "kind": self.kind,
            "analyzer": self.analyzer,
            "ngrams": None if self.ngrams is None else list(self.ngrams),
            "min_df": self.min_df,
            **({} if seed is None else {"seed": seed}),
            **({"one_vs_rest": True} if getattr(self, "one_vs_rest", False) else {}),
            **({} if strength is None else {strength: getattr(self, strength)}),
        }


@frozen
class TextClassifier(NgramModel):
    """A linear classifier of texts, the same on every fold.

    It is scikit-learn's TfidfVectorizer and LogisticRegression, LinearSVC or
    MultinomialNB; vocabulary and weights come from the training texts alone.

    Parameters
    ----------
    kind : "logistic", "svm" or "bayes"
    analyzer : "word", "char" or "both", optional
        What n-grams are made of; by default characters where the texts are written
        without spaces, as Chinese is, else words. "both" are words and, beside them, two to
        five characters inside words, each n-gram weighted by 1 + log of its count.
    ngrams : tuple of int, optional
        Shortest and longest; (1, 2) words or (1, 3) characters by default; of "both" those of words.
    min_df : int
        N-grams in fewer training texts are left out.
    C : float
        Inverse of the strength of regularization; of no consequence to "bayes".
    alpha : float
        Added to the counts of "bayes"; of no consequence to the others.
    gold : str, optional
        The field that holds the classes; None leaves it to the comparison.
    seed : int, optional
        Of "svm", which visits texts in random order; see `with_seeds`.
    one_vs_rest : bool
        Where texts have several labels: a classifier for each label, which says whether a text
        has it. Else each combination of labels is a class.

    Examples
    --------
    >>> model = mx.models.TextClassifier("bayes", "bayes", analyzer="char")
    >>> model.name, model.kind
    ('bayes', 'bayes')
    """

    kind: Kind = "logistic"
    C: float = 1.0
    alpha: float = 1.0
    gold: str | None = None
    seed: int | None = None
    one_vs_rest: bool = False

    task: ClassVar[Task] = "class"
    kinds: ClassVar[Mapping[str, str | None]] = KINDS

    def check_corpus(self, corpus: Corpus, gold: str) -> None:
        """Refuse a corpus whose texts are not classified.

        Raises
        ------
        InputError
            If the field is not there, or a text has no class, or never several labels where they are to be
        told apart.
        """
        gold_field(corpus, gold)
        if self.one_vs_rest and gold not in corpus.sentences.several:
            raise ScoresError(
                "Model {model} needs texts with several labels; in {gold} each has one.",
                model=self.name,
                gold=gold,
            )

    def prepare(self, material: Material, folder: Path) -> TextLearner:
        """Count n-grams of all texts."""
        return TextLearner(self, material)


def frequent_columns(model: NgramModel, counts: csr_array) -> NDArray[np.int64]:
    """N-grams that enough of the training texts have."""
    columns = np.flatnonzero(np.bincount(counts.indices, minlength=counts.shape[1]) >= model.min_df)
    if not len(columns):
        raise TrainingError(str(NO_NGRAMS))
    return columns


def ngram_counts(model: NgramModel, texts: tuple[str, ...]) -> csr_array:
    """How often each text has each n-gram the classifier looks at, (n texts, n-grams)."""
    with needed():
        from scipy.sparse import csr_array, hstack
        from sklearn.feature_extraction.text import CountVectorizer
    analyzer = model.analyzer or usual_analyzer(texts)
    ngrams = model.ngrams or NGRAMS[analyzer]
    kinds = [("word", ngrams), ("char_wb", INSIDE_WORDS)] if analyzer == "both" else [(analyzer, ngrams)]
    try:
        counted = [
            CountVectorizer(analyzer=kind, ngram_range=sizes).fit_transform(texts) for kind, sizes in kinds
        ]
    except ValueError as error:
        raise TrainingError(str(NO_NGRAMS if "empty vocabulary" in str(error) else error)) from error
    return csr_array(hstack(counted, format="csr")) if len(counted) > 1 else counted[0]


class TextLearner:
    """Trains a text classifier on some texts and predicts the classes of others.

    N-grams are counted once. A fold takes the rows of its training texts and the
    columns of n-grams that occur there, which gives the same numbers as a vectorizer
    that sees these texts alone.
    """

    def __init__(self, model: TextClassifier, material: Material) -> None:
        self._model = model
        self._answers, self._values = material.gold
        self._sets: NDArray[np.int64] | None = None
        if model.one_vs_rest:
            sets = [labels_of(value) for value in self._values]
            self._labels = np.array(sorted({label for one in sets for label in one}), dtype=object)
            has = np.array([[label in one for label in self._labels] for one in sets], dtype=np.int64)
            self._own = {row.tobytes(): value for row, value in zip(has == 1, self._values, strict=True)}
            self._sets = has[self._answers]
        self._counts = ngram_counts(model, material.texts)

    def predict(self, train: NDArray[np.int64], validation: NDArray[np.int64]) -> Prediction:
        """Train on texts (some may stand there several times), predict the classes of others."""
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.feature_extraction.text import TfidfTransformer
        from threadpoolctl import threadpool_limits

        counts = self._counts[train]
        columns = frequent_columns(self._model, counts)
        classifier = self._classifier()
        answers: NDArray[Any] = self._answers[train]
        if self._sets is not None:
            from sklearn.multiclass import OneVsRestClassifier

            classifier, answers = OneVsRestClassifier(classifier), self._sets[train]
        elif self._model.kind != "bayes":  # which answers the one class there is
            check_classes(answers)
        weights = TfidfTransformer(sublinear_tf=self._model.analyzer == "both")
        try:
            # There is a worker for every processor: more threads would wait for each other.
            with threadpool_limits(limits=1), warnings.catch_warnings():
                # A model that is cut short is still one model; `iterations` says so.
                warnings.simplefilter("ignore", ConvergenceWarning)
                warnings.filterwarnings("ignore", "Label .* is present in all|Label not", UserWarning)
                classifier.fit(weights.fit_transform(counts[:, columns]), answers)
        except ValueError as error:
            raise TrainingError(str(error)) from error
        rows = weights.transform(self._counts[validation][:, columns])
        if self._sets is not None:
            sets = classifier.predict(rows).astype(bool)
            return Prediction.of(
                [self._set_text(one) for one in sets], self._values, model_bytes=len(pickle.dumps(classifier))
            )
        return Prediction(
            codes=classifier.predict(rows).astype(np.int32),
            class_scores=class_scores(classifier, rows, np.arange(len(self._values))),
            iterations=int(np.max(classifier.n_iter_)) if hasattr(classifier, "n_iter_") else None,
            model_bytes=len(pickle.dumps(classifier)),
        )

    def _set_text(self, has: NDArray[np.bool_]) -> str:
        """A set of labels as right answers write it."""
        return self._own.get(has.tobytes(), SEVERAL.join(self._labels[has].tolist()))

    def _classifier(self) -> Any:
        if self._model.kind == "bayes":
            from sklearn.naive_bayes import MultinomialNB

            return MultinomialNB(alpha=self._model.alpha)
        if self._model.kind == "svm":
            from sklearn.svm import LinearSVC

            return LinearSVC(C=self._model.C, random_state=self._model.seed or 0)
        from sklearn.linear_model import LogisticRegression

        return LogisticRegression(C=self._model.C, max_iter=MAX_ITERATIONS)


def usual_analyzer(texts: tuple[str, ...]) -> Analyzer:
    """What n-grams of these texts are best made of: "char" where words are not set apart."""
    characters = sum(map(len, texts))
    spaces = sum(len(text.split()) - 1 for text in texts if text.strip())
    return "word" if spaces >= SPACED * characters else "char"


def class_scores(classifier: Any, rows: Any, classes: NDArray[Any]) -> NDArray[np.float32] | None:
    """Score of each row for each of `classes`, shape (n_rows, n_classes).

    Probabilities where the classifier has them, else the decision function; None where
    it has neither. Classes it was not trained on get the least score there is (0 for
    probabilities).
    """
    if hasattr(classifier, "predict_proba"):
        values, least = np.asarray(classifier.predict_proba(rows)), 0.0
    elif hasattr(classifier, "decision_function"):
        values = np.asarray(classifier.decision_function(rows))
        values = np.stack([-values, values], axis=1) if values.ndim == 1 else values
        least = float(values.min(initial=0.0))
    else:
        return None
    scores = np.full((len(values), len(classes)), least, dtype=np.float32)
    place = {name: column for column, name in enumerate(classes.tolist())}
    scores[:, [place[name] for name in classifier.classes_.tolist()]] = values
    return scores
