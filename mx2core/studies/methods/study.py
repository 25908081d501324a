"""A study of methods: each is used by several laboratories that differ in nothing but their seeds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from ...arguments import check_range
from ...corpus.model import Corpus
from ...errors import DesignError, InputError, Notice
from ...partition.checks import check_seed, check_whole
from ..study import Study, UniqueFolds
from .catalogue import USUAL, method_of, methods_of
from .folds import StudyMaterial, folds_of

METHODS = "methods"  # the name of such a study
MOST_LABORATORIES = 1_000


def study(
    corpus: Corpus,
    methods: Sequence[str] = USUAL,
    *,
    laboratories: int = 20,
    seed: int = 0,
    attributes: Sequence[str] | None = None,
    report: Callable[[int, int], object] = lambda done, total: None,
) -> Study:
    """Plan the folds that the laboratories of each method train and validate on.

    Parameters
    ----------
    methods : sequence of str
        As in kfold:10; "usual" and "all" stand for lists. See `KINDS`.
    laboratories : int
        How many use each method. One is enough for leave-one-out, which has no seed.
    attributes : sequence of str, optional
        Attributes whose labels stratified and regularized splits look at; those
        suggested for the corpus by default. Strata are those of the first.
    report : callable
        Told (done, total) after each laboratory.

    Raises
    ------
    InputError
        If a method or an argument is not possible.
    DesignError
        If the corpus allows none of the methods.

    Examples
    --------
    >>> laid_out = mx.studies.study(corpus, ["random:2"], laboratories=2)
    >>> len(laid_out.folds)
    8
    """
    chosen = methods_of(methods)
    laboratories = check_whole(laboratories, "laboratories", 2)
    check_range("laboratories", laboratories, f"[2, {MOST_LABORATORIES}]", DesignError)
    named = tuple(corpus.suggested if attributes is None else attributes)
    looked_at = tuple(map(corpus.attribute, named))
    material = StudyMaterial(len(corpus), [attribute.counts for attribute in looked_at], check_seed(seed))
    unique, schemes = UniqueFolds(), dict[str, NDArray[np.int64]]()
    left_out: list[tuple[str, InputError]] = []
    for done, method in enumerate(chosen):
        try:
            places = []
            for laboratory in range(laboratories if method.seeded else 1):
                places.append(unique.number(folds_of(method, material, laboratory)))
                report(done * laboratories + laboratory + 1, len(chosen) * laboratories)
        except InputError as error:
            left_out.append((method.key, error))
            continue
        shape = (len(places), -1, 2 if method.halves else 1)
        schemes[method.key] = np.array(places).reshape(shape)
    if not schemes:
        raise left_out[0][1]
    arguments = {
        "methods": [*schemes, *(key for key, _ in left_out)],
        "laboratories": laboratories,
        "seed": seed,
        "attributes": list(named),
    }
    return Study.from_schemes(METHODS, corpus, schemes, unique, looked_at, arguments, left_out)


def left_out_words(study: Study) -> list[Notice]:
    """The methods that the corpus does not allow, and why."""
    return [
        Notice("Left out: {method}. {reason}", {"method": method_of(key).name, "reason": error.notice})
        for key, error in study.left_out
    ]
