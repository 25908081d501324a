"""Models to begin with: A sees the words, B does not (section 6 of the paper), and others by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..brief import frozen
from ..errors import Notice, ScoresError
from ..metrics import are_amounts
from .classifiers import TextClassifier, usual_analyzer
from .columns import GOLD_COLUMNS, feature_columns, gold_column, has_targets
from .crf import CRF
from .regressors import TextRegressor
from .template import FeatureTemplate
from .texts import GOLD_FIELD, as_numbers, gold_field, texts
from .word_parts import are_characters, has_capitals

if TYPE_CHECKING:
    from ..corpus.model import Corpus
    from .model import Task

PAIR = ("A", "B")  # the two that all tasks have
WINDOW = (-2, -1, 0, 1, 2)

# Lines that `spelling` and `characters` have beyond those of A: (row, column) of each cell.
_AFFIXES = [[(0, f"{end}{n}")] for end in ("prefix", "suffix") for n in (1, 2, 3, 4)]
SPELLING = [
    *([(row, "shape")] for row in WINDOW),
    *([(row, "shape"), (row + 1, "shape")] for row in (-1, 0)),
    [(-1, "shape"), (0, "shape"), (1, "shape")],
    *([(row, "lower")] for row in (-1, 0, 1)),
    *_AFFIXES,
    *([(row, f"suffix{n}")] for row in (-1, 1) for n in (2, 3)),
]
WORDS_OF_CHARACTERS = [
    *([(row, "shape")] for row in (-1, 0, 1)),
    *([(row, f"{end}{n}")] for row in (-1, 0, 1) for end in ("prefix", "suffix") for n in (1, 2)),
    *([(0, f"{end}3")] for end in ("prefix", "suffix")),
    [(-1, "suffix1"), (0, "prefix1")],
    [(0, "suffix1"), (1, "prefix1")],
]
CHARACTERS = [
    *([(row, "word"), (row + 1, "word"), (row + 2, "word")] for row in (-2, -1, 0)),
    [(-1, "word"), (1, "word")],
    *([(row, "shape")] for row in WINDOW),
    [(-1, "shape"), (0, "shape"), (1, "shape")],
]


@frozen
class Preset:
    r"""A model with its title and a sentence on what it sees; `model.name` is the name to ask for it by."""

    model: CRF | TextClassifier | TextRegressor
    title: Notice  # what it is, as results call it
    says: Notice  # what it sees

    @property
    def titled(self) -> CRF | TextClassifier | TextRegressor:
        return replace(self.model, name=str(self.title))


def presets(
    corpus: Corpus, gold: str | None = None
) -> tuple[CRF, CRF] | tuple[TextClassifier, TextClassifier] | tuple[TextRegressor, TextRegressor]:
    """Models A and B for a corpus.

    Of tags with parts of speech they are those of the paper: words, parts of speech
    and, where there is a target word, the position relative to it and the target word
    itself, with combinations; B is A without any feature of the words. Without parts of
    speech A sees the words (or characters) two to either side and their pairs, B only
    the one word itself. Each has a template that can be edited as text.

    Of classified texts A is logistic regression and B naive Bayes; where texts have several
    labels, one for each label. Of numbers A is ridge regression and B gradient boosting.

    Parameters
    ----------
    gold : str, optional
        The column to be predicted, kept out of the features; by default role, label or
        pos, the first there is. `role:boundaries` for role identification. Of texts the
        field that holds their class; by default label.

    Raises
    ------
    InputError
        If the corpus has no such column or field.

    Examples
    --------
    >>> [model.name for model in mx.models.presets(corpus)]
    ['A', 'B']
    """
    task = task_of(corpus, gold)
    if task == "tags":
        return _crfs(corpus, gold)
    return _regressors(corpus, gold) if task == "numbers" else _classifiers(corpus, gold)


def all_presets(corpus: Corpus, gold: str | None = None) -> tuple[Preset, ...]:
    """Every named model for a corpus, A and B first.

    Parameters
    ----------
    corpus, tags
        As in `presets`, which also says what raises.

    Examples
    --------
    >>> len(mx.models.all_presets(corpus)) > 2
    True
    """
    task = task_of(corpus, gold)
    if task == "numbers":
        return _named_regressors(*_regressors(corpus, gold))
    if task != "tags":
        return _named_classifiers(corpus, *_classifiers(corpus, gold))
    a, b = _crfs(corpus, gold)
    with_pos, with_target = "pos" in b.columns, "position" in b.columns
    titles, (says_a, says_b) = _PAIRS[with_pos, with_target], _SEEN[with_pos, with_target]
    says_near = Notice("Words ±1, without combinations.")
    others = [
        _spelling_preset(corpus, a),
        Preset(_crf("near", _neighbour_lines(), a), _TAGGERS["near"], says_near),
        _perceptron("perceptron", a),
        _perceptron("perceptron-B", b),
    ]
    if with_pos or with_target:
        says = Notice("The token alone.")
        others.append(Preset(_crf("token", _token_alone(), a), _TAGGERS["token"], says))
    return (Preset(a, titles["A"], says_a), Preset(b, titles["B"], says_b), *others)


def titles(name: str) -> set[str]:
    """The titles of the presets asked for by a name: of tags or of texts, whatever columns a corpus has."""
    named = (_TAGGERS, _CLASSIFIERS, _OF_SETS, _REGRESSORS, *_PAIRS.values())
    return {str(titles[name]) for titles in named if name in titles}


def model_names(names: Sequence[str], models: Sequence[str]) -> list[str]:
    """The models of a result that are asked for: by name, as presets, or as A and B by place."""
    places = dict(zip(PAIR, models, strict=False)) if set(names) <= set(PAIR) else {}
    chosen = []
    for name in names:
        known = (name,) if name in models else (*titles(name), places.get(name))
        found = tuple(one for one in models if one in known)
        if len(found) > 1:
            raise ScoresError("{name} may be any of {found}.", name=name, found=found)
        chosen.append(found[0] if found else name)
    return chosen


def task_of(corpus: Corpus, gold: str | None = None) -> Task:
    """Whether tokens are to be tagged or texts to be classified, with one label or several, or numbers.

    A name can be that of a column or of a field; without one, texts are classified
    where the corpus has no column that is usually predicted, and says their label.
    """
    sentences = corpus.sentences
    if gold is not None:
        if as_numbers(corpus, gold):
            return "numbers"
        of_texts = gold in sentences.fields and gold not in sentences.columns
    else:
        of_texts = GOLD_FIELD in sentences.fields and not any(
            name in sentences.columns for name in GOLD_COLUMNS
        )
    if not of_texts:
        return "tags"
    field = gold or GOLD_FIELD
    if field in sentences.several:
        return "labels"
    return "numbers" if are_amounts(sentences.fields[field]) else "class"


_TAGGERS = {
    "near": Notice("CRF: neighbours only"),
    "perceptron": Notice("averaged perceptron"),
    "perceptron-B": Notice("perceptron: fewer features"),
    "token": Notice("CRF: the token alone"),
    "spelling": Notice("CRF: words + spelling"),
    "characters": Notice("CRF: characters by three"),
}
_CLASSIFIERS = {
    "A": Notice("logistic regression"),
    "B": Notice("naive Bayes"),
    "svm": Notice("linear SVM"),
    "characters": Notice("logistic: characters"),
    "words": Notice("logistic: words"),
    "words+characters": Notice("SVM: words + characters"),
}
_OF_SETS = {
    "A": Notice("logistic for each label"),
    "B": Notice("naive Bayes for each label"),
    "svm": Notice("linear SVM for each label"),
    "combinations": Notice("logistic: label combinations"),
}
_REGRESSORS = {
    "A": Notice("ridge regression"),
    "B": Notice("gradient boosting"),
    "mean": Notice("mean of training texts"),
}
# Of A and B of tags, by whether the corpus has parts of speech, and target words: titles, and what they see.
_PAIRS = {
    (True, True): {"A": Notice("CRF: all (A of the paper)"), "B": Notice("CRF: no words (B)")},
    (True, False): {"A": Notice("CRF: words + POS"), "B": Notice("CRF: POS alone")},
    (False, True): {"A": Notice("CRF: words + target"), "B": Notice("CRF: target alone")},
    (False, False): {"A": Notice("CRF: words ±2"), "B": _TAGGERS["token"]},
}
_SEEN = {
    (True, True): (
        Notice("Words, POS, position, target and combinations."),
        Notice("POS, position, target and combinations, no words."),
    ),
    (True, False): (Notice("Words and POS ±2, and pairs."), Notice("POS ±2 and pairs, no words.")),
    (False, True): (
        Notice("Words ±2 and pairs, position and target word."),
        Notice("Position and target word, no other words."),
    ),
    (False, False): (Notice("Words (or characters) ±2, and pairs."), Notice("The token alone.")),
}


def _crfs(corpus: Corpus, gold: str | None) -> tuple[CRF, CRF]:
    gold = gold_column(corpus, gold)
    known = feature_columns(corpus, gold)
    columns = tuple(name for name in ("word", "pos", "position", "target") if name in known)
    # What is known in other columns may be the answer in another form, so no model begins with it.
    seen = "All columns" if set(columns) == set(known) else ", ".join(columns)
    text_a = _template(columns, ("word", "pos"), f"{seen}, two tokens to either side.")
    if "pos" in columns:
        text_b = _template(columns, ("pos",), "All columns but the words.")
    elif "position" in columns:
        text_b = _template(columns, (), "The target word, not the words around it.")
    else:
        text_b = _token_alone()
    return (
        CRF("A", FeatureTemplate.parse(text_a), columns, gold),
        CRF("B", FeatureTemplate.parse(text_b), columns, gold),
    )


def proposed(corpus: Corpus, gold: str | None = None) -> tuple[str, str]:
    """Names of the two presets to begin with, the stronger one first.

    For roles of a target word they are A and B of the paper. For other tags the first depends on the script:
    `spelling` where tokens are words, `characters` where they are single characters. The second is
    `perceptron`, which learns more from few sentences than A does. For texts they are `words+characters`
    where words are set apart, else `svm`, and A; for texts with several labels `svm` and A; for numbers A and
    `mean`.

    Parameters
    ----------
    corpus, gold
        As in `presets`, which also says what raises.

    Examples
    --------
    >>> mx.models.proposed(corpus)
    ('spelling', 'perceptron')
    """
    task = task_of(corpus, gold)
    if task != "tags":
        first = "words+characters" if _has_words(corpus) else "svm"
        return {"class": (first, "A"), "labels": ("svm", "A")}.get(task, ("A", "mean"))
    if has_targets(corpus.sentences):
        return "A", "B"
    return ("characters" if _is_written_in_characters(corpus) else "spelling"), "perceptron"


def quick(corpus: Corpus, gold: str | None = None) -> tuple[str, str]:
    """Names of two presets that train in seconds, for a first comparison; the stronger one first.

    Of tags averaged perceptrons with the features of A and of B, for a CRF takes many times as long; of
    texts a linear SVM and naive Bayes; of numbers those of `proposed`.
    """
    task = task_of(corpus, gold)
    if task == "numbers":
        return proposed(corpus, gold)
    return ("perceptron", "perceptron-B") if task == "tags" else ("svm", "B")


def _has_words(corpus: Corpus) -> bool:
    return usual_analyzer(texts(corpus.sentences)) == "word"


def _is_written_in_characters(corpus: Corpus) -> bool:
    words = corpus.sentences.columns["word"]
    return are_characters(words.values, np.bincount(words.codes, minlength=len(words.values)))


def _spelling_preset(corpus: Corpus, a: CRF) -> Preset:
    """A, and what the script of the words tells besides."""
    words = corpus.sentences.columns["word"].values
    if _is_written_in_characters(corpus):
        name, rows = "characters", CHARACTERS
        says = Notice("Characters ±2, trigrams and character kinds (letters, digits, marks).")
    elif has_capitals(words):
        name, rows = "spelling", SPELLING
        says = Notice("Words ±2, pairs, any POS and target; spelling (capitals, digits, affixes).")
    else:
        name, rows = "spelling", WORDS_OF_CHARACTERS
        says = Notice("Words ±2, pairs, any POS and target; affixes to three characters.")
    return Preset(replace(a, name=name, c1=0.1, c2=0.1, **_with_rows(a, rows)), _TAGGERS[name], says)


def _with_rows(a: CRF, rows: Sequence[Sequence[tuple[int, str]]]) -> dict[str, Any]:
    """Columns and template of a model with more lines than it has."""
    columns = (*a.columns, *dict.fromkeys(name for row in rows for _, name in row if name not in a.columns))
    head, _, rest = a.template.text.partition("\n\n")
    titles = [f"# column {index}: {name}" for index, name in enumerate(columns) if name not in a.columns]
    lines = rest.removesuffix("\nB\n").rstrip("\n").split("\n")
    first = len(a.template.features)
    lines += [
        f"U{first + k:02}:{'/'.join(_cell(at, columns.index(name)) for at, name in row)}"
        for k, row in enumerate(rows)
    ]
    text = "\n".join(
        [head.replace("either side.", "either side, and more."), *titles, "", *lines, "", "B", ""]
    )
    return {"columns": columns, "template": FeatureTemplate.parse(text)}


def _classifiers(corpus: Corpus, gold: str | None) -> tuple[TextClassifier, TextClassifier]:
    field = gold_field(corpus, gold)
    each = field in corpus.sentences.several
    return (
        TextClassifier("A", "logistic", gold=field, one_vs_rest=each),
        TextClassifier("B", "bayes", gold=field, one_vs_rest=each),
    )


def _regressors(corpus: Corpus, gold: str | None) -> tuple[TextRegressor, TextRegressor]:
    field = gold_field(corpus, gold)
    return TextRegressor("A", "ridge", gold=field), TextRegressor("B", "boosting", gold=field)


def _named_regressors(a: TextRegressor, b: TextRegressor) -> tuple[Preset, ...]:
    return (
        Preset(a, _REGRESSORS["A"], Notice("Ridge regression on n-grams (TF-IDF).")),
        Preset(b, _REGRESSORS["B"], Notice("Trees on the 300 most frequent n-grams.")),
        Preset(replace(a, name="mean", kind="mean"), _REGRESSORS["mean"], Notice("Sees no text.")),
    )


def _named_classifiers(corpus: Corpus, a: TextClassifier, b: TextClassifier) -> tuple[Preset, ...]:
    svm = replace(a, name="svm", kind="svm")
    chosen: list[tuple[TextClassifier, Notice]] = [
        (a, Notice("Logistic regression on n-grams (TF-IDF).")),
        (b, Notice("Naive Bayes on n-grams (TF-IDF).")),
        (svm, Notice("Linear SVM on n-grams (TF-IDF).")),
    ]
    if a.one_vs_rest:
        says = Notice("Logistic regression; each combination of labels is a class.")
        chosen.append((replace(a, name="combinations", one_vs_rest=False), says))
        return tuple(Preset(model, _OF_SETS[model.name], says) for model, says in chosen)
    if _has_words(corpus):
        chosen += [
            (
                replace(a, name="characters", analyzer="char"),
                Notice("Logistic regression on 1–3 characters."),
            ),
            (
                replace(svm, name="words+characters", analyzer="both"),
                Notice("Linear SVM: 1–2 words, 2–5 characters within words, sublinear TF-IDF."),
            ),
        ]
    else:
        says = Notice("Logistic regression on words.")
        chosen.append((replace(a, name="words", analyzer="word"), says))
    return tuple(Preset(model, _CLASSIFIERS[model.name], says) for model, says in chosen)


def _crf(name: str, text: str, like: CRF) -> CRF:
    return replace(like, name=name, template=FeatureTemplate.parse(text))


def _token_alone() -> str:
    return f"# The token alone.\n# column 0: word\n\nU00:{_cell(0, 0)}\n\nB\n"


def _perceptron(name: str, like: CRF) -> Preset:
    says = Notice("Features of {model}; averaged perceptron.", {"model": like.name})
    return Preset(replace(like, name=name, max_iterations=20, algorithm="ap"), _TAGGERS[name], says)


def _neighbour_lines() -> str:
    lines = [f"U{number:02}:{_cell(row, 0)}" for number, row in enumerate((-1, 0, 1))]
    return "\n".join(["# The words one to either side.", "# column 0: word", "", *lines, "", "B", ""])


def _template(columns: tuple[str, ...], windowed: tuple[str, ...], title: str) -> str:
    """A window of some columns with its pairs, and what else the target word tells."""
    rows: list[list[tuple[int, int]]] = []
    for name in windowed:
        if name in columns:
            index = columns.index(name)
            rows += [[(row, index)] for row in WINDOW]
            rows += [[(row, index), (row + 1, index)] for row in WINDOW[:-1]]
    if "position" in columns:
        position, target = columns.index("position"), columns.index("target")
        rows += [[(0, position)], [(0, target)], [(0, position), (0, target)]]
        if "pos" in columns:
            pos = columns.index("pos")
            rows += [[(0, pos), (0, position)], [(0, pos), (0, target)]]
            rows += [[(0, pos), (0, position), (0, target)]]
        if "word" in windowed:
            rows += [[(0, columns.index("word")), (0, position)]]
    lines = [f"# {title}", *(f"# column {index}: {name}" for index, name in enumerate(columns)), ""]
    lines += [
        f"U{number:02}:{'/'.join(_cell(row, column) for row, column in cells)}"
        for number, cells in enumerate(rows)
    ]
    return "\n".join([*lines, "", "B", ""])


def _cell(row: int, column: int) -> str:
    return f"%x[{row},{column}]"
