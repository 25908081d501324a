"""One design laid out on each part of a corpus, as the paper's Table 6 has its frames."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..brief import brief
from ..corpus import PartChoice, part_choices
from ..corpus.column_names import meaning
from ..errors import DesignError, InputError
from .designs import Design, design

if TYPE_CHECKING:
    from ..corpus.model import Corpus

LEAST = 100  # units that a part has unless fewer were asked for
Read = Callable[[Mapping[str, str]], "Corpus"]  # the part of a corpus that has these values


@brief
@dataclass(frozen=True, slots=True, eq=False)
class PartDesign:
    """A design on one part."""

    part: str  # the value its sentences have
    corpus: Corpus
    design: Design


@brief
@dataclass(frozen=True, slots=True, eq=False)
class FailedPart:
    """A part that is large enough, but has no result."""

    part: str
    n_units: int
    reason: InputError


@brief
@dataclass(frozen=True, slots=True, eq=False)
class PartDesigns:
    """The same design on every part of a corpus that is large enough."""

    key: str  # the field or column by whose values the corpus is divided
    least: int
    parts: tuple[PartDesign, ...]  # the largest first
    left_out: tuple[tuple[str, int], ...]  # values with too few units, and how many they have
    failed: tuple[FailedPart, ...] = ()  # on which it cannot be laid out, or no model can be trained

    @property
    def name(self) -> str:
        return self.parts[0].design.name

    @property
    def arguments(self) -> dict[str, Any]:
        """Plain values from which it is laid out again; its name goes with them."""
        return {**self.parts[0].design.arguments, "each": self.key, "least": self.least}

    def cost(self, n_models: int = 2) -> int:
        """Trainings that a first run takes."""
        return sum(one.design.cost(n_models) for one in self.parts)


def dividing_choices(corpus: Corpus, gold: str | None = None) -> tuple[PartChoice, ...]:
    """What a corpus can be divided by for an experiment on each part.

    Parameters
    ----------
    corpus : Corpus
        Its own conditions are left out: all its sentences have the same value there.
    gold : str, optional
        What is predicted: a field of classes is left out, since each part would have one class.
    """
    known, fields = dict(corpus.where), corpus.sentences.fields
    return tuple(
        choice
        for choice in part_choices(corpus)
        if choice.key not in known and not (choice.key == gold and gold in fields)
    )


def choice_of_parts(corpus: Corpus, key: str, gold: str | None = None) -> PartChoice:
    """The values of a field or column by which a corpus can be divided.

    Raises
    ------
    InputError
        If there are no such parts, or each would have one class of the field `gold` that is predicted.
    """
    choices = {choice.key: choice for choice in part_choices(corpus)}
    known = meaning(key, list(choices))
    if known == gold and known in corpus.sentences.fields:
        raise DesignError(
            "Each part by {key} has a single class, because {key} is what the models predict. Divide the "
            "corpus by another field, or run the experiment on the whole corpus.",
            key=known,
        )
    if known not in choices:
        raise InputError(
            "There are no parts by {key}; parts can be made by {known}.", key=key, known=list(choices)
        )
    return choices[known]


def part_designs(
    name: str,
    corpus: Corpus,
    read: Read,
    *,
    each: str,
    least: int = LEAST,
    gold: str | None = None,
    check: Callable[[Corpus, Design], object] = lambda part, made: None,
    report: Callable[[int, int], object] = lambda done, total: None,
    **arguments: Any,
) -> PartDesigns:
    r"""A named design on every part of a corpus that has one value of a field or column.

    Parameters
    ----------
    name, **arguments
        As in `design`.
    corpus : Corpus
        The whole one.
    read : callable
        Given values of fields and columns, reads the sentences of the corpus that have them.
    each : str
        The field or column.
    least : int
        Units that a part must have.
    gold : str, optional
        The field that is predicted, by which a corpus cannot be divided; a column of tags can be.
    check : callable
        Given a part and its design, raises an InputError where no model can be trained on it.
    report : callable
        Told (done, total) after each value.

    Raises
    ------
    InputError
        If there are no such parts, they are those of the classes to predict, or none is large enough; as
        `design` and `check` do, if they refuse every part. A part that they refuse beside others is one
        of `failed`.

    Examples
    --------
    >>> import mx2core as mx
    >>> blocks = "".join(f"# frame = {frame}\ncat\tN\n\ndog\tN\nran\tV\n\n" for frame in "XXXYXX")
    >>> read = lambda where: mx.read_corpus(blocks.encode(), columns=["word", "pos"], where=where)
    >>> found = part_designs("block", read({}), read, each="frame", least=4, repetitions=2, m=1)
    >>> [(one.part, len(one.corpus)) for one in found.parts], found.left_out
    ([('X', 5)], (('Y', 1),))
    """
    choice = choice_of_parts(corpus, each, gold)
    parts, left_out, failed = [], [], []
    for number, (value, count) in enumerate(zip(choice.values, choice.counts, strict=True)):
        report(number, len(choice.values))
        if count < least:  # sentences, of which units can only be fewer
            left_out.append((value, count))
            continue
        part = read({**dict(corpus.where), choice.key: value})
        if len(part) < least:
            left_out.append((value, len(part)))
            continue
        try:
            made = design(name, part, **arguments)
            check(part, made)
        except InputError as error:
            failed.append(FailedPart(value, len(part), error))
        else:
            parts.append(PartDesign(value, part, made))
    if failed and not parts:
        raise failed[0].reason
    if not parts:
        raise DesignError("No value of {key} has enough units for this design.", key=choice.key)
    return PartDesigns(choice.key, least, tuple(parts), tuple(left_out), tuple(failed))
