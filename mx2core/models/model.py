"""What a model is to the rest of the program: settings, and a learner that a worker makes of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib.metadata import MetadataPathFinder, PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from ..brief import frozen
from ..errors import Notice
from .columns import Codes

if TYPE_CHECKING:
    from ..corpus.model import Corpus

Task = Literal["tags", "class", "labels", "numbers"]  # labels: a set of them for each text


class TrainingError(Exception):
    """A model could not be trained on these units; on others it may.

    >>> str(mx.models.TrainingError("no feature is left"))  # such a fold is missing, with this reason
    'no feature is left'
    """


@frozen(eq=False)
class Material:
    """All that models see of a corpus; goes to each worker once.

    An item is what gets one answer: a token where tags are predicted, a sentence (a
    whole text) where classes are.

    >>> sorted(mx.models.Material.__dataclass_fields__)
    ['columns', 'gold', 'starts', 'task', 'texts', 'units']
    """

    task: Task
    gold: Codes  # the right answer of every item
    columns: Mapping[str, Codes]  # of tokens
    texts: tuple[str, ...]  # of sentences; empty where tags are predicted
    starts: NDArray[np.int64]  # (n_sentences + 1,): first token of each, then n_tokens
    units: NDArray[np.int64]  # (n_sentences,)

    @property
    def item_starts(self) -> NDArray[np.int64]:
        """First item of each sentence, then n_items; shape (n_sentences + 1,)."""
        return self.starts if self.task == "tags" else np.arange(len(self.units) + 1)

    @property
    def unit_of_item(self) -> NDArray[np.int64]:
        """Shape (n_items,)."""
        return np.repeat(self.units, np.diff(self.item_starts))

    def sha256(self, model: Model) -> str:
        """Digest of what `model` can see of the corpus, in hexadecimal."""
        seen = [self.gold, *(self.columns[name] for name in sorted(model.used_columns))]
        digest = hashlib.sha256()
        for codes, values in seen:
            _add(digest, codes.astype("<i4").tobytes())
            _add(digest, json.dumps(values).encode())
        for bounds in (self.item_starts, self.units):
            _add(digest, bounds.astype("<i8").tobytes())
        _add(digest, json.dumps(self.texts).encode())
        return digest.hexdigest()


@frozen(eq=False)
class Prediction:
    """What a trained model predicted for the items of some sentences, in order.

    >>> mx.models.Prediction(np.array([0, 1])).codes.tolist()
    [0, 1]
    """

    codes: NDArray[np.integer[Any]]  # (n_items,): into the values of the answers, and then into `others`
    class_scores: NDArray[np.float32] | None = None  # (n_items, n_values): the larger, the likelier
    iterations: int | None = None
    model_bytes: int | None = None
    others: tuple[str, ...] = ()  # numbers, or sets of labels, that are no right answer of any item

    @classmethod
    def of(cls, answers: Sequence[str], values: Sequence[str], **rest: Any) -> Self:
        """Answers as they are written, right ones or others."""
        code_of = {value: code for code, value in enumerate(values)}
        codes = [code_of.setdefault(answer, len(code_of)) for answer in answers]
        return cls(np.array(codes, dtype=np.int64), others=tuple(code_of)[len(values) :], **rest)


class Learner(Protocol):
    """Trains one model again and again; its features of the corpus are made once.

    >>> hasattr(mx.models.Learner, "predict")  # `Model` has an example of a whole one
    True
    """

    def predict(self, train: NDArray[np.int64], validation: NDArray[np.int64]) -> Prediction:
        """Train on sentences (some may stand there several times), predict others.

        Raises TrainingError if the model cannot be trained on these sentences.
        """
        ...


class Model(Protocol):
    r"""Something that can be trained on units of a corpus and predicts others.

    Whatever has these attributes goes into `compare`; this one learns nothing:

    >>> class First:
    ...     name, task, gold = "first", "class", None
    ...     settings, libraries = {"kind": "first"}, ("numpy",)
    ...     notices, used_columns = (), ()
    ...     def check_corpus(self, corpus, gold):
    ...         pass
    ...     def prepare(self, material, folder):
    ...         return self
    ...     def predict(self, train, validation):
    ...         return mx.models.Prediction(np.zeros(len(validation), np.int32))
    >>> corpus = mx.sample("intents_en")
    >>> halves = mx.random_partitions(len(corpus), 1)
    >>> models = [First(), mx.models.TextClassifier("bayes", "bayes")]
    >>> mx.compare(corpus, models, partitions=halves, n_workers=0).models
    ('first', 'bayes')
    """

    @property
    def name(self) -> str:
        """What the model is called in results."""
        ...

    @property
    def task(self) -> Task: ...

    @property
    def gold(self) -> str | None:
        """The column or field to be predicted, where the model says so."""
        ...

    @property
    def settings(self) -> Mapping[str, Any]:
        """All that decides what the model learns, but not its name; fit for JSON."""
        ...

    @property
    def libraries(self) -> tuple[str, ...]:
        """Names of the distributions that train it, the one to be installed first."""
        ...

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the user should know about this model."""
        ...

    @property
    def used_columns(self) -> tuple[str, ...]:
        """Columns of tokens that it looks at."""
        ...

    def check_corpus(self, corpus: Corpus, gold: str) -> None:
        """Refuse a corpus that the model cannot be trained on, with a sentence that says why."""
        ...

    def prepare(self, material: Material, folder: Path) -> Learner:
        """Make a learner, in the worker; `folder` may hold files while it trains."""
        ...


def specification(model: Model, *, but: Collection[str] = ()) -> str:
    """A digest of all that decides what a model learns, whatever it is called and whatever chance adds.

    Models of two experiments are the same where this is.

    `but`: settings to leave out, besides the seed.
    """
    settings = {key: value for key, value in model.settings.items() if key not in ("seed", *but)}
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()


def fold_key(
    material_sha256: str, gold: str, *, model: Model, train: NDArray[np.int64], validation: NDArray[np.int64]
) -> str:
    """Names what decides the predictions of a fold, and nothing else.

    Two comparisons that need the same training find it under the same key, whatever
    they call the model and however they score it.

    `material_sha256`: from `Material.sha256`: the annotation counts as much as the words.
    `gold`: the column or field that is predicted.
    `train`, `validation`: units; their order is of no consequence, repetitions in `train` are.
    Returns str: SHA-256 in hexadecimal.
    """
    described = {
        "material": material_sha256,
        "answers": gold,
        "model": model.settings,
        "libraries": {name: library_version(name) for name in model.libraries},
        "train": _digest(train),
        "validation": _digest(validation),
    }
    canonical = json.dumps(described, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


@cache
def library_version(name: str) -> str:
    """Version of an installed distribution."""
    try:
        return version(name)
    except PackageNotFoundError:
        # Threads that look at the same time can see the finder's cache half filled.
        MetadataPathFinder().invalidate_caches()
        return version(name)


def _digest(units: NDArray[np.int64]) -> str:
    return hashlib.sha256(np.sort(units).astype("<i8").tobytes()).hexdigest()


def _add(digest: Any, part: bytes) -> None:
    """With its length in front, so that no two lists of parts look the same."""
    digest.update(len(part).to_bytes(8, "little"))
    digest.update(part)
