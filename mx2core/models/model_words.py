"""What a model is and looks at, as a paper has to say it: pages and commands have the words from here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ..errors import Notice, Whole, semicolons
from .classifiers import INSIDE_WORDS, NGRAMS, TextClassifier, usual_analyzer
from .crf import CRF
from .model import Model, specification
from .presets import Preset, all_presets
from .regressors import TextRegressor
from .texts import texts
from .word_parts import WORD_PARTS

if TYPE_CHECKING:
    from ..corpus.model import Corpus

STRENGTHS = ("c1", "c2", "C", "alpha", "max_iterations")  # settings that are numbers with a name of their own
KIND_NAMES = {
    "logistic": Notice("logistic regression"),
    "svm": Notice("linear SVM"),
    "bayes": Notice("naive Bayes"),
    "ridge": Notice("ridge regression"),
    "boosting": Notice("gradient boosting"),
    "mean": Notice("mean of training texts"),
}
NGRAM_NAMES = {
    "word": Notice("words"),
    "char": Notice("characters"),
    "both": Notice("words and characters inside them"),
}
_PART_NAMES = {
    "lower": Notice("lower-cased word"),
    "shape": Notice("kinds of letters"),
    "prefix": Notice("first letters"),
    "suffix": Notice("last letters"),
}


def model_words(
    corpus: Corpus, gold: str | None, models: Iterable[Model], *, say: Callable[[Notice], str] = str
) -> dict[str, Notice]:
    """What each model is, its features and how strongly it is regularized, by its name.

    What a name says already, in the language of `say`, is not repeated.
    """
    presets, full = all_presets(corpus, gold), {}
    for model in models:
        kind, features = _kind(model, presets), _features(corpus, model)
        parts = [] if model.name.startswith(say(kind)) else [kind]
        parts += [] if features is None else [features]
        for name, value in model.settings.items():
            if name in STRENGTHS:
                parts.append(Notice("{setting} = {value:g}", {"setting": Whole(name), "value": value}))
        full[model.name] = semicolons(parts or [kind])
    return full


def _kind(model: Model, presets: Iterable[Preset]) -> Notice:
    """What the preset is called that a model is, or is but for its strength; else what its settings are."""
    for but in ((), STRENGTHS):
        for preset in presets:
            if specification(model, but=but) == specification(preset.model, but=but):
                return Notice("{kind}, own settings", {"kind": preset.title}) if but else preset.title
    if isinstance(model, CRF):
        kind = Notice("averaged perceptron") if model.algorithm == "ap" else Whole("CRF")
        return Notice("{kind}, template lines: {n}", {"kind": kind, "n": len(model.template.features)})
    if isinstance(model, TextClassifier | TextRegressor):
        return KIND_NAMES[model.kind]
    return Notice("{name}", {"name": Whole(model.settings.get("class", model.settings["kind"]))})


def _features(corpus: Corpus, model: Model) -> Notice | None:
    """What a model looks at; None where that is not known."""
    if isinstance(model, CRF):
        return Notice("{features}", {"features": feature_reach(model)})
    if not isinstance(model, TextClassifier | TextRegressor) or model.kind == "mean":
        return None
    analyzer = model.analyzer or usual_analyzer(texts(corpus.sentences))
    parts = [(NGRAM_NAMES["word" if analyzer == "both" else analyzer], model.ngrams or NGRAMS[analyzer])]
    if analyzer == "both":
        parts.append((Notice("characters inside words"), INSIDE_WORDS))
    sizes = [Notice("{low}–{high} {of}", {"low": low, "high": high, "of": of}) for of, (low, high) in parts]
    return Notice("TF-IDF n-grams: {sizes}", {"sizes": sizes})


def feature_reach(model: CRF) -> list[Notice]:
    """The columns a model looks at and how far around the token."""
    reach: dict[str, tuple[str | Notice, int]] = {}
    cells = (feature.cells for feature in model.template.features)
    for places in sorted(cells, key=lambda places: [column for _row, column in places]):
        for row, column in places:
            part = model.columns[column]
            name = part.rstrip("1234") if part in WORD_PARTS else part
            reach[name] = _PART_NAMES.get(name, name), max(reach.get(name, ("", 0))[1], abs(row))
    return [
        Notice("{name} ±{far}", {"name": name, "far": far}) if far else Notice("{name}", {"name": name})
        for name, far in reach.values()
    ]
