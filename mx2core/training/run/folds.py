"""One fold: train on some units, predict others. A function of corpus, model and units alone."""

from __future__ import annotations

import hashlib
import json
import sys
import time
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...brief import brief, frozen
from ...errors import Notice, ScoresError
from ...models.model import Learner, Material, Model, TrainingError
from ...models.training_failures import Cause, failure_reason

MAGIC = b"mx2 fold 1\n"
MAX_BYTES = 1 << 30  # of a fold's arrays: no corpus needs more, a forged header may ask for it
_DIGEST = 32
_UNSIGNED = {np.dtype(kind).str: np.dtype(kind) for kind in ("<u1", "<u2", "<u4", "<u8")}


@frozen(eq=False)
class Fold:
    """What is to be done: train model number `model` on units, predict others."""

    model: int
    fold: int
    train: NDArray[np.int64]  # unit numbers; a unit may stand there several times
    validation: NDArray[np.int64]

    @property
    def key(self) -> tuple[int, int]:
        return self.model, self.fold


@brief
@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class FoldResult:
    """The predictions of one fold, from which every score is computed.

    >>> fold = result.evaluation.results[0]
    >>> fold.model, fold.fold, len(fold.predicted)
    (0, 0, 8)
    """

    model: int
    fold: int
    predicted: NDArray[np.unsignedinteger[Any]]  # (n_items,): codes, in the order of the corpus
    class_scores: NDArray[np.float32] | None  # (n_items, n_classes): the larger, the likelier
    log: Mapping[str, float | int | None]  # seconds, iterations, model_bytes, peak_memory_bytes
    others: tuple[str, ...] = ()  # what codes beyond those of the right answers stand for

    @property
    def key(self) -> tuple[int, int]:
        return self.model, self.fold

    def to_bytes(self) -> bytes:
        """The fold without its numbers, so that other comparisons can use it: digest, header, arrays."""
        arrays = [self.predicted.astype(self.predicted.dtype.newbyteorder("<"))]
        header: dict[str, Any] = {
            "predicted": [arrays[0].dtype.str, len(self.predicted)],
            "class_scores": None,
            "log": dict(self.log),
            **({"others": list(self.others)} if self.others else {}),
        }
        if self.class_scores is not None:
            arrays.append(self.class_scores.astype("<f4"))
            header["class_scores"] = list(self.class_scores.shape)
        head = json.dumps(header, sort_keys=True, separators=(",", ":")).encode() + b"\n"
        body = head + zlib.compress(b"".join(array.tobytes() for array in arrays), 6)
        return MAGIC + hashlib.sha256(body).digest() + body

    @classmethod
    def from_bytes(cls, data: bytes, model: int, fold: int) -> FoldResult:
        """What `to_bytes` wrote, as fold `fold` of model `model`.

        Raises ScoresError if the bytes are not those that were written.
        """
        body = data[len(MAGIC) + _DIGEST :]
        digest = data[len(MAGIC) : len(MAGIC) + _DIGEST]
        if not data.startswith(MAGIC) or hashlib.sha256(body).digest() != digest:
            raise damaged()
        head, _, packed = body.partition(b"\n")
        try:
            header = json.loads(head)
            dtype, n_items = _UNSIGNED[header["predicted"][0]], int(header["predicted"][1])
            shape = header["class_scores"]
            n_scores = 0 if shape is None else int(shape[0]) * int(shape[1])
            size = dtype.itemsize * n_items + 4 * n_scores
            # The header says how much there is to unpack: a bomb is not unpacked further.
            raw = zlib.decompressobj().decompress(packed, size + 1) if 0 <= size <= MAX_BYTES else b""
            if len(raw) != size:
                raise damaged()
            predicted = np.frombuffer(raw, dtype, n_items)
            scores = np.frombuffer(raw, "<f4", n_scores, dtype.itemsize * n_items)
            class_scores = None if shape is None else scores.reshape(shape)
            log, others = dict(header["log"]), tuple(header.get("others", ()))
            if not all(isinstance(one, str) for one in others):
                raise damaged()
        except (ValueError, LookupError, TypeError, ArithmeticError, RecursionError, zlib.error) as error:
            raise damaged() from error
        return cls(model, fold, predicted, class_scores, log, others)


def damaged() -> ScoresError:
    """The sentence about a stored result that differs from what was written."""
    return ScoresError("A stored training result is damaged; delete it and train again.")


@frozen(eq=False)
class FoldFailure:
    """A fold that could not be finished, and why.

    >>> print(mx.training.FoldFailure(model=0, fold=3, cause="memory").reason)
    Memory ran out; use a smaller model or fewer workers.
    """

    model: int
    fold: int
    cause: Cause
    detail: str = ""  # the message of a `TrainingError`

    @property
    def key(self) -> tuple[int, int]:
        return self.model, self.fold

    @property
    def reason(self) -> Notice:
        """The sentence that says why."""
        return failure_reason(self.cause, self.detail)


class Evaluator:
    """Does folds, one at a time; what a model needs of the corpus is made at its first fold and kept.

    `folder`: where models may put files while they train.
    """

    def __init__(self, folder: Path, models: tuple[Model, ...], material: Material) -> None:
        self._folder = folder
        self._models = models
        self._material = material
        self._learners: dict[int, Learner] = {}

    def evaluate(self, fold: Fold) -> FoldResult | FoldFailure:
        """Do one fold. A model that cannot be trained is a result too, so that other folds go on."""
        began = time.perf_counter()
        try:
            if fold.model not in self._learners:
                prepared = self._models[fold.model].prepare(self._material, self._folder)
                self._learners[fold.model] = prepared
            prediction = self._learners[fold.model].predict(
                sentences_of(fold.train, self._material.units),
                sentences_of(fold.validation, self._material.units),
            )
        except MemoryError:
            return FoldFailure(*fold.key, "memory")
        except TrainingError as error:
            return FoldFailure(*fold.key, "training", str(error))
        log = {
            "seconds": time.perf_counter() - began,
            "iterations": prediction.iterations,
            "model_bytes": prediction.model_bytes,
            "peak_memory_bytes": peak_memory(),
        }
        n_values = len(self._material.gold[1]) + len(prediction.others)
        codes = prediction.codes.astype(np.min_scalar_type(max(n_values - 1, 0)))
        return FoldResult(*fold.key, codes, prediction.class_scores, log, prediction.others)


def sentences_of(units: NDArray[np.int64], unit_of_sentence: NDArray[np.int64]) -> NDArray[np.int64]:
    """Sentences of some units in the order of the corpus, as often as their unit is named."""
    times = np.bincount(units, minlength=int(unit_of_sentence.max(initial=-1)) + 1)
    return np.repeat(np.arange(len(unit_of_sentence)), times[unit_of_sentence])


def peak_memory() -> int | None:
    """The most memory this process has used so far, in bytes; None where the system does not say."""
    try:
        # getrusage counts what the process was before it became a worker: a copy of its parent.
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return 1024 * int(status.partition("VmHWM:")[2].split()[0])
    except (OSError, IndexError):
        pass
    try:
        import resource
    except ImportError:  # Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak
