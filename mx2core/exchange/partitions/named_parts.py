"""A split as the part of each unit: train and validation, train, dev and test, or K folds."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array

from ...arguments import wrong_choice
from ...brief import frozen
from ...corpus.columns.column_names import meaning
from ...corpus.files.joined_files import join
from ...corpus.files.split_names import JOINT, split_order
from ...corpus.model import Corpus
from ...errors import DesignError, InputError, Notice, Whole
from ...partition import label_contributions
from ...partition.label_divergence import LabelContributions
from ...partition.parts.random_parts import MAX_PARTS
from ...schemes import EMPTY

TEST = ("test", "tst", "测试")  # how the names of test parts begin
TRAINING = ("train", "training", "trn", "train.txt", "训练", "训练集")  # what training parts are called
SIDES = ("train", "validation")
SPLIT = ("train", "dev", "test")  # what three parts are called, in the order of their sizes
NAMED = ("split", "fold", "folds", "part", "subset", "set")  # columns that are likely to say a split
NOT_SIDES = ("word", "sent_id", "text")
MOST_VALUES = 20  # of a column that is offered as a split
_NUMBER = re.compile(r"(\d+)")


@frozen(eq=False)
class NamedParts:
    """The part of each unit.

    >>> parts = mx.io.NamedParts.of(["1", "2", "3", "1"])
    >>> parts.of_unit.tolist(), parts.sizes, parts.training
    ([0, 1, 2, 0], (2, 1, 1), None)
    """

    of_unit: NDArray[np.int64]  # (n_units,): 0, 1 …
    names: tuple[str, ...]  # of the parts
    training: int | None = None  # the part that is trained on; None of folds, each of which is validated
    notice: Notice | None = None  # what numbers were taken for; which of several partitions
    origin: Notice | None = None  # how they came about, as a paper says it; None where nobody knows

    @classmethod
    def of(cls, values: Sequence[str]) -> NamedParts:
        """Parts from the value of each unit: the part called train first, then numbers ascending.

        `Train` and `TRAIN` are the same part.
        """
        spelling: dict[str, str] = {}
        for value in dict.fromkeys(values):
            if value.lower() in TRAINING:
                spelling[value] = next((one for one in spelling if one.lower() == value.lower()), value)
        values = [spelling.get(value, value) for value in values]
        names = sorted(dict.fromkeys(values), key=_order)
        place = {name: k for k, name in enumerate(names)}
        return cls.from_names([place[value] for value in values], names)

    @classmethod
    def from_names(cls, of_unit: ArrayLike, names: Sequence[str]) -> NamedParts:
        """Parts whose names say which of them is trained on: the one called train or the like, if one is."""
        training = [k for k, name in enumerate(names) if name.lower() in TRAINING]
        only = training[0] if len(training) == 1 else None
        return cls(np.asarray(of_unit, dtype=np.int64), tuple(names), only)

    @classmethod
    def split(cls, train: ArrayLike) -> NamedParts:
        """Training and validation from a mask, (n_units,): True = training side.

        Raises DesignError if it is no array of bool, or a side is empty.
        """
        mask = np.asarray(train)
        if mask.ndim != 1 or mask.dtype != np.bool_ or mask.all() or not mask.any():
            raise DesignError(
                "A split must be bool with both sides, found {dtype} of shape {shape}.",
                dtype=str(mask.dtype),
                shape=mask.shape,
            )
        return cls.from_names(np.where(mask, 0, 1), SIDES)

    @classmethod
    def numbered(cls, of_unit: NDArray[np.int64], *, folds: bool) -> NamedParts:
        """Parts that were dealt: folds 1 … K; or train and test, or train, dev and test."""
        n_parts = int(of_unit.max()) + 1
        if folds or n_parts > len(SPLIT):
            return cls(of_unit, tuple(str(k + 1) for k in range(n_parts)))
        return cls.from_names(of_unit, ("train", "test") if n_parts == 2 else SPLIT)

    def given_by(self, source: str | None) -> NamedParts:
        """The same, as a file has them; how these were made it does not say."""
        notice = Notice("It comes from {source}.", {"source": source})
        return self if source is None or self.origin is not None else replace(self, origin=notice)

    def dealt(self, seed: int) -> NamedParts:
        """The same, as this program made them."""
        return replace(self, origin=Notice("It was dealt by mx2core (seed {seed}).", {"seed": seed}))

    @property
    def sizes(self) -> tuple[int, ...]:
        """Units of each part."""
        return tuple(np.bincount(self.of_unit, minlength=len(self.names)).tolist())

    @property
    def is_split(self) -> bool:
        """Whether it is one training and one validation part."""
        return len(self.names) == 2 and self.training is not None

    @property
    def validated(self) -> tuple[int, ...]:
        """The parts on which scores are taken."""
        return tuple(k for k in range(len(self.names)) if k != self.training)

    @property
    def test(self) -> int | None:
        """The part called test or the like, if one is."""
        test = [part for part in self.validated if self.names[part].lower().startswith(TEST)]
        return test[0] if len(test) == 1 else None

    @property
    def untrained(self) -> Notice | None:
        """That there is a part called test or the like, and none that is trained on."""
        if self.training is not None or self.test is None:
            return None
        return Notice(
            "No training part: each of {names} is judged against the rest.", {"names": list(self.names)}
        )

    @property
    def validation(self) -> Notice | list[str]:
        """What is validated, as the file calls it; of folds, and where no file says a name, in a word."""
        if self.training is None or self.names == SIDES:
            return Notice("validation")
        return [self.names[part] for part in self.validated]

    def part_name(self, part: int) -> Notice | str:
        """A part as a sentence names it: as the file calls it, in a word, or as the fold of a number."""
        if self.training is None and self.names[part].isdecimal():
            return Notice("fold {k}", {"k": Whole(self.names[part])})
        return (Notice("training"), Notice("validation"))[part] if self.names == SIDES else self.names[part]

    def trained_on(self, part: int) -> NDArray[np.bool_]:
        """The units that a model validated on `part` is trained on, as a mask."""
        trained: NDArray[np.bool_] = (
            self.of_unit != part if self.training is None else self.of_unit == self.training
        )
        return trained

    def trained_on_values(self, values: Collection[str], column: str) -> NamedParts:
        """The parts of these names, which a column or file has, as one that is trained on.

        Raises InputError if there is no such part, or no other one.
        """
        for value in values:
            if value not in self.names:
                raise InputError(
                    "{name} never has the value {value}. It has {known}.",
                    name=column,
                    value=value,
                    known=self.names,
                )
        if set(values) == set(self.names):
            raise InputError(
                "{name} is {value} in all units. Choose another column.", name=column, value=list(values)
            )
        chosen = np.array([name in values for name in self.names])
        others = [name for name in self.names if name not in values]
        name = " + ".join(values)
        if name.lower() not in TRAINING and SIDES[0] not in others:
            name = SIDES[0]
        place = np.where(chosen, 0, np.cumsum(~chosen))
        return replace(self, of_unit=place[self.of_unit], names=(name, *others), training=0)

    def part_totals(self, counts: Any) -> NDArray[np.int64]:
        """Counts (n_units, n_labels) added up in each part, (n_parts, n_labels)."""
        n_units = len(self.of_unit)
        places = self.of_unit, np.arange(n_units)
        pick = csr_array((np.ones(n_units, np.int64), places), shape=(len(self.names), n_units))
        added: NDArray[np.int64] = np.asarray((pick @ csr_array(counts)).todense())
        return added

    def validated_among(
        self, units_of: Callable[[NDArray[np.bool_]], NDArray[np.int64]]
    ) -> NDArray[np.int64]:
        """What a function of the training mask says of the units of each part that is validated.

        The units are its values, (n,), or the first of each of its rows.
        """
        found = []
        for part in self.validated:
            units = units_of(self.trained_on(part))
            first = units if units.ndim == 1 else units[:, 0]
            found.append(units[self.of_unit[first] == part])
        return np.concatenate(found)

    def contributions(self, part: int, counts: Any) -> LabelContributions:
        """What each label adds to chi2/J of a part and what is trained on for it, first the latter.

        J is that of the corpus, also where the two lack a label.
        """
        trained = self.trained_on(part)
        units = np.flatnonzero(trained | (self.of_unit == part))
        found = label_contributions(trained[units], counts[units])
        n_here, n_labels = (np.count_nonzero(table.sum(axis=0)) for table in (counts[units], counts))
        return replace(found, contribution=found.contribution * (n_here / n_labels))


def parts_by_column(corpus: Corpus, name: str) -> NamedParts:
    r"""The parts given by a column or field, such as `fold` with 1 to 5, or `split` with train, dev, test.

    It is a field of sentences, or a column of tokens whose first value in a sentence counts.

    Raises InputError if there is no such column, a unit has no value or several, or it has one value or too
    many.

    >>> corpus = mx.read_corpus(b"text,label,fold\n" + b"good,pos,1\nbad,neg,2\nso so,pos,3\n" * 4)
    >>> mx.io.parts_by_column(corpus, "fold").names
    ('1', '2', '3')
    """
    parts = checked(NamedParts.of(unit_values(corpus, name)), name, corpus.name)
    if name == "split" and JOINT in corpus.name:  # which names the files that the parts are
        return parts
    origin = Notice("It is given by column {column}.", {"column": name})
    return replace(parts, origin=origin) if parts.origin is None else parts


def split_columns(corpus: Corpus) -> list[str]:
    """Fields and columns that could say a split, likely ones first: of few values, the same in a sentence."""
    sentences = corpus.sentences
    n_values = {name: len(set(values)) for name, values in sentences.fields.items()}
    for name, column in sentences.columns.items():
        changes = np.flatnonzero(np.diff(column.codes)) + 1
        n_values[name] = len(np.unique(column.codes)) if np.isin(changes, sentences.starts).all() else 0
    names = [name for name, n in n_values.items() if name.lower() in NAMED or 2 <= n <= MOST_VALUES]
    names = [name for name in names if name not in NOT_SIDES]
    return sorted(names, key=lambda name: name.lower() not in NAMED)


def likely_split(names: Sequence[str]) -> str | None:
    """The first of `split_columns`, if it is called as a split is."""
    return names[0] if names and names[0].lower() in NAMED else None


def parts_of_files(training: Corpus, *others: Corpus) -> tuple[Corpus, NamedParts]:
    r"""The files of a split joined into one corpus, and which of them each of its units is from.

    They are joined in the order of their names, as files that are read together are, so that the same
    random splits are drawn.

    Raises CorpusFormatError if the files were read in different units, InputError if a document or another
    group that is a unit is in several of them.

    >>> files = [mx.read_corpus(b"text,label\n" + b"good,pos\nbad,neg\n" * n) for n in (3, 1)]
    >>> corpus, parts = mx.io.parts_of_files(*files)
    >>> len(corpus), parts.names, parts.sizes
    (8, ('train', 'validation'), (6, 2))
    """
    corpora = [training, *others]
    names = (*SIDES, "test") if len(corpora) <= 3 else [str(k) for k in range(len(corpora))]
    order = sorted(range(len(corpora)), key=lambda k: split_order(corpora[k].name))
    of_unit = np.repeat(order, [len(corpora[k]) for k in order])
    parts = NamedParts(of_unit, tuple(names[: len(corpora)]), 0)
    joined = join([corpora[k] for k in order])
    unit_of_group: dict[str, int] = {}
    for group, unit in zip(_groups(joined), joined.units.tolist(), strict=True):
        if group and (first := unit_of_group.setdefault(group, unit)) != unit:
            refuse_two(joined, group, "part", *(parts.names[of_unit[one]] for one in (first, unit)))
    return joined, parts


def _groups(corpus: Corpus) -> list[str]:
    """The group of each sentence where groups with names are units, else nothing."""
    known = (*corpus.sentences.fields, *corpus.sentences.columns)
    name = "" if corpus.unit in ("sentence", "text") else meaning(corpus.unit, known)
    return _sentence_values(corpus, name) if name in known else [""] * len(corpus.units)


def checked(parts: NamedParts, column: str, file: str | None) -> NamedParts:
    """`parts`, if there are two or more of them and not as many as a column of names would say."""
    if not 2 <= len(parts.names) <= MAX_PARTS:
        raise InputError(
            "Values of {name}: {n_values:,}; folds are 2 to {most:,}.",
            file=file,
            name=column,
            n_values=len(parts.names),
            most=MAX_PARTS,
        )
    return parts


def unit_values(corpus: Corpus, name: str) -> list[str]:
    """What the column says of each unit, (n_units,)."""
    named = _sentence_values(corpus, name)
    values: list[str] = [""] * len(corpus)
    for unit, value in zip(corpus.units.tolist(), named, strict=True):
        if not value or value == values[unit]:
            continue
        if values[unit]:
            refuse_two(corpus, unit, name, values[unit], value)
        values[unit] = value
    without = [unit for unit, value in enumerate(values) if not value]
    if without:
        raise InputError(
            "Units without {name}: {n}, such as {unit}.",
            file=corpus.name,
            n=len(without),
            name=name,
            unit=corpus.unit_ids[without[0]],
        )
    return values


def refuse_two(corpus: Corpus, unit: int | str, name: str, first: str, second: str) -> NoReturn:
    notice = Notice("the unit {unit} has both {one} and {other} as {name}.")
    if corpus.unit != "sentence":
        notice = Notice("the unit {unit} has both {one} and {other} as {name}. Take sentences as units.")
    named = corpus.unit_ids[unit] if isinstance(unit, int) else unit
    about: dict[str, Any] = {"unit": named, "one": first, "other": second, "name": name}
    raise InputError(notice.message, file=corpus.name, **about)


def _sentence_values(corpus: Corpus, name: str) -> list[str]:
    """What the column says of each sentence, empty if nothing."""
    sentences = corpus.sentences
    if name in sentences.fields:
        return [value if value not in EMPTY else "" for value in sentences.fields[name]]
    column = sentences.columns.get(name)
    if column is None:
        known = dict.fromkeys([*sentences.fields, *sentences.columns])
        raise wrong_choice("column", name, known, InputError, corpus.name)
    given = np.array([value not in EMPTY for value in column.values], dtype=bool)[column.codes]
    places = np.flatnonzero(given)
    of = np.searchsorted(sentences.starts, places, side="right") - 1  # the sentence of each
    says = column.codes[places]
    torn = np.flatnonzero((says[1:] != says[:-1]) & (of[1:] == of[:-1]))
    if len(torn):
        at = int(torn[0])
        refuse_two(corpus, int(corpus.units[of[at]]), name, *(column.values[k] for k in says[at : at + 2]))
    first = np.searchsorted(places, sentences.starts[:-1]).tolist()
    last = np.searchsorted(places, sentences.starts[1:]).tolist()
    codes = says.tolist()
    return [column.values[codes[a]] if a < b else "" for a, b in zip(first, last, strict=True)]


def _order(name: str) -> tuple[int, list[tuple[int, int | str]]]:
    """Training first, test last, else numbers by size and names by alphabet."""
    low = name.lower()
    rank = 0 if low in TRAINING else 2 if low.startswith(TEST) else 1
    pieces = [piece for piece in _NUMBER.split(low) if piece]
    return rank, [(0, int(piece)) if piece.isdecimal() else (1, piece) for piece in pieces]
