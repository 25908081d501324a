"""Why a model could not be trained: sentences that a page can show in its language.

A worker sends the reason as plain words, and a store keeps them so; `failure_reason` finds the
sentence again. What a training library says is quoted as it is.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ..errors import Notice, Whole
from .model import TrainingError

Cause = Literal["memory", "training", "worker"]
LONGEST = 200  # characters of what a library says

ONE_CLASS = Notice("All training units have one class; two are needed.")
NO_NGRAMS = Notice("No n-gram is left; use characters, or fewer texts.")
NO_CLASS = Notice("The model predicted a label unknown to the corpus.")
NO_NUMBER = Notice("The model did not predict one finite number for each text.")
NO_TAG = Notice("The model predicted a label unknown to the corpus.")
NOT_ONE_A_TOKEN = Notice("The model did not predict one tag for each token.")
NO_MEMORY = Notice("Memory ran out; use a smaller model or fewer workers.")
NO_WORKER = Notice("The worker process ended twice; see its standard error.")

_OURS = {str(one): one for one in (ONE_CLASS, NO_NGRAMS, NO_CLASS, NO_NUMBER, NO_TAG, NOT_ONE_A_TOKEN)}


def check_classes(answers: NDArray[np.integer]) -> None:
    """Refuse to train a classifier on fewer than two classes.

    `answers` (ndarray, shape (n_texts,)): code or name of the class of each training text.
    """
    if len(np.unique(answers)) < 2:
        raise TrainingError(str(ONE_CLASS))


def failure_reason(cause: Cause, detail: str) -> Notice:
    """The sentence for a training that failed.

    `detail`: the message of a `TrainingError`; ignored for the other causes.
    """
    if cause == "memory":
        return NO_MEMORY
    if cause == "worker":
        return NO_WORKER
    words = " ".join(detail.split()).rstrip(".")
    words = words if len(words) <= LONGEST else f"{words[: LONGEST - 2]} …"
    return _OURS.get(detail) or Notice("The training library says: {words}.", {"words": Whole(words)})
