"""One experiment laid out on each subset of a corpus, as the paper's Table 6 has its frames."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..arguments import check_choice
from ..brief import frozen
from ..corpus import SubsetChoice, subset_choices
from ..corpus.columns.column_names import meaning
from ..corpus.model import Corpus
from ..errors import DesignError, InputError
from .designs import design
from .study import Study

LEAST = 100  # units that a subset has unless fewer were asked for
Read = Callable[[Mapping[str, str]], "Corpus"]  # the sentences of a corpus that have these values


@frozen(eq=False)
class SubsetStudy:
    value: str  # that its sentences have
    corpus: Corpus
    study: Study


@frozen(eq=False)
class FailedSubset:
    """A subset that is large enough, but has no result."""

    part: str  # the value of its sentences, under the name that files have for it
    n_units: int
    reason: InputError


@frozen(eq=False)
class SubsetStudies:
    """The same experiment on every subset of a corpus that is large enough."""

    key: str  # the field or column by whose values the corpus is divided
    least: int
    subsets: tuple[SubsetStudy, ...]  # the largest first
    left_out: tuple[tuple[str, int], ...]  # values with too few units, and how many they have
    failed: tuple[FailedSubset, ...] = ()  # on which it cannot be laid out, or no model can be trained


def _choice(corpus: Corpus, key: str, gold: str | None = None) -> SubsetChoice:
    """The values of a field or column by which a corpus can be divided."""
    choices = {choice.key: choice for choice in subset_choices(corpus)}
    known = meaning(key, list(choices))
    if known == gold and known in corpus.sentences.fields:
        raise DesignError("Models predict {key}; divide the corpus by another field.", key=known)
    check_choice("key", known, choices)
    return choices[known]


def subset_studies(
    name: str,
    corpus: Corpus,
    read: Read,
    *,
    each: str,
    least: int = LEAST,
    gold: str | None = None,
    check: Callable[[Corpus, Study], object] = lambda subset, made: None,
    **arguments: Any,
) -> SubsetStudies:
    """A named design on every subset of a corpus that has one value of `each`, a field or column.

    `read` reads the sentences that have given values; `least` units are needed; a field `gold`, that is
    predicted, divides no corpus. `check` raises an InputError where no model can be trained on a subset.
    """
    choice = _choice(corpus, each, gold)
    subsets, left_out, failed = [], [], []
    for value, count in zip(choice.values, choice.counts, strict=True):
        if count < least:  # sentences, of which units can only be fewer
            left_out.append((value, count))
            continue
        subset = read({**dict(corpus.where), choice.key: value})
        if len(subset) < least:
            left_out.append((value, len(subset)))
            continue
        try:
            made = design(name, subset, **arguments)
            check(subset, made)
        except InputError as error:
            failed.append(FailedSubset(value, len(subset), error))
        else:
            subsets.append(SubsetStudy(value, subset, made))
    if failed and not subsets:
        raise failed[0].reason
    if not subsets:
        raise DesignError("No value of {key} has enough units.", key=choice.key)
    return SubsetStudies(choice.key, least, tuple(subsets), tuple(left_out), tuple(failed))
