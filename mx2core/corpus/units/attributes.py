"""What is counted in each unit: roles, targets, parts of speech, lengths, words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ...amounts import PIECE, times
from ...arguments import check_choice
from ...errors import InputError
from ...schemes import EMPTY, SCHEMES, spans
from ..columns.codes import Coder
from ..sentences import SEVERAL, Attribute, Column, Sentences
from .pairs import JOINED, is_pair, occurrences_of_pairs, pair_names
from .ranges import WIDTHS, is_numeric, numeric_field, ranges

CHUNKS = frozenset(SCHEMES) - {"token", "plain"}
_TYPED = re.compile(r"[BIMELSU][-_](.*)", re.DOTALL)
N_LENGTH_BINS = 5
LENGTHS = ("length", "word_length")  # attributes whose labels are ranges, in order
WORD_LENGTHS = ("1", "2", "3", "4+")
COUNTED = ("chunks", "tokens")
NOT_COUNTED = frozenset({"sent_id", "text"})  # fields in which every sentence has its own value
OF_INSTANCE = frozenset({"role", "target"})  # one value for each predicate, all else one a sentence
TELLING = ("target", "role", "label", "word_length", "pos", "frame", "length")
FULL = frozenset({"word", "LEMMA"})  # columns in which "-" and "_" are words like others

# The first token of each occurrence, its label as a code, and the labels.
Occurrences = tuple[NDArray[np.int64], NDArray[np.int64] | NDArray[np.int32], tuple[str, ...]]


def is_single_unit(attribute: Attribute) -> bool:
    """Whether one unit has all of its labels, so that one half of each partition has none."""
    return int(np.count_nonzero(np.diff(attribute.counts.indptr))) == 1


class Attributes(Mapping[str, Attribute]):
    """The attributes of a corpus by name, counted when first asked for."""

    def __init__(self, sentences: Sentences, units: NDArray[np.int64], n_units: int) -> None:
        self._sentences = sentences
        self._units = units
        self._n_units = n_units
        self._cache: dict[tuple[str, str], Attribute] = {}
        self._names = _names(sentences)

    def __getitem__(self, name: str) -> Attribute:
        if name not in self:
            raise KeyError(name)
        return self.get_counted(name, "chunks")

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        if name in self._names or is_pair(self._sentences, name):  # without counting it
            return True
        return isinstance(name, str) and name.endswith(WIDTHS) and self._numeric(name) is not None

    def get_counted(self, name: str, counted: str) -> Attribute:
        """An attribute whose occurrences are chunks where it marks chunks, or tokens."""
        is_pair = JOINED in name and name not in self._names
        if name not in self and not is_pair:
            raise InputError("no attribute {name!r}; the corpus has {names}.", name=name, names=self._names)
        check_choice("counted", counted, COUNTED)
        if (name, counted) not in self._cache:
            make = self._pair if is_pair else self._make
            self._cache[name, counted] = make(name, counted)
        return self._cache[name, counted]

    def not_kept(self, name: str) -> Attribute:
        """The attribute, counted for once: its table goes when it is let go of."""
        return self._cache.get((name, "chunks")) or self._make(name, "chunks")

    @property
    def pairs(self) -> tuple[str, ...]:
        """Names of pairs such as label+word, entities with their words; counted as attributes are."""
        return pair_names(self._sentences, self._names)

    @property
    def several_valued(self) -> tuple[str, ...]:
        """Names without those of the file's own columns and fields that never have a second value."""
        return tuple(name for name in self if name in (*TELLING, "word") or self._has_several_values(name))

    def _has_several_values(self, name: str) -> bool:
        column = self._sentences.columns.get(name)
        values = set(self._sentences.fields[name] if column is None else column.values)
        return len(values - _empty(name)) > 1

    @property
    def widths(self) -> tuple[str, ...]:
        """Names of the fields of numbers in ranges of equal width, such as price:widths."""
        return tuple(name + WIDTHS for name in self if self._numeric(name) is not None)

    def is_ranged(self, name: str) -> bool:
        """Whether the labels of an attribute are ranges, in order."""
        return name in LENGTHS or self._numeric(name) is not None

    @property
    def suggested(self) -> tuple[str, ...]:
        """The two attributes that say most about a corpus of this kind, with two labels and units or more."""
        names = (name for name in TELLING if name in self)
        if "word_length" in self:  # the same words as in the tags, told in more detail
            names = (name for name in names if name != "label")
        return tuple(islice(filter(self._says_something, names), 2)) or ("length",)

    def _says_something(self, name: str) -> bool:
        attribute = self[name]
        return len(attribute.labels) > 1 and not is_single_unit(attribute)

    def _pair(self, name: str, counted: str) -> Attribute:
        starts, codes, coder = occurrences_of_pairs(self._sentences, name)
        return self._count(name, starts, codes, tuple(coder), "chunks" if counted == "chunks" else "tokens")

    def _make(self, name: str, counted: str) -> Attribute:
        sentences = self._sentences
        if name == "length" and name not in sentences.columns and name not in sentences.fields:
            return self._lengths()
        if name == "word_length" and name not in sentences.columns and name not in sentences.fields:
            return self._word_lengths()
        if (numeric := self._numeric(name)) is not None:
            return self._ranges(name, numeric)
        if name in sentences.fields:
            return self._field(name)
        scheme = sentences.schemes.get(name, "plain")
        if scheme in CHUNKS:
            column = sentences.columns[name]
            chunks = spans(column.codes, column.values, sentences.starts, scheme)
            if counted == "chunks" and set(chunks.labels) - {""}:
                layers = [(chunks.start, chunks.label, chunks.labels)]
                for layer in map(sentences.columns.__getitem__, sentences.layers.get(name, ())):
                    inner = spans(layer.codes, layer.values, sentences.starts, scheme)
                    layers.append((inner.start, inner.label, inner.labels))
                return self._count(name, *_merged_layers(layers), "chunks")
            return self._tags(name, typed=bool(set(chunks.labels) - {""}))
        return self._cells(name)

    def _field(self, name: str) -> Attribute:
        """One value for each sentence: the class of a text, the frame, the target."""
        values = self._sentences.fields[name]
        if name in self._sentences.several:
            return self._label_lists(name, values)
        labels = tuple(dict.fromkeys(value for value in values if value not in EMPTY - {"O"}))
        code = {label: i for i, label in enumerate(labels)}
        codes = np.array([code.get(value, -1) for value in values], dtype=np.int64)
        if name not in ("frame", "target"):
            codes[self._sentences.repeats] = -1
        given = np.flatnonzero(codes >= 0)
        return _tallied(name, self._units[given], self._n_units, codes[given], labels, "sentences")

    def _numeric(self, name: str) -> str | None:
        """The field of numbers whose ranges the attribute has; None of others."""
        known = [one for one in self._names if one not in OF_INSTANCE]
        return numeric_field(name, self._sentences.fields, known)

    def _ranges(self, name: str, field: str) -> Attribute:
        """Sentences by the range that their number is in."""
        rows, codes, labels = ranges(self._sentences.fields[field], widths=name.endswith(WIDTHS))
        once = ~self._sentences.repeats[rows]
        units = self._units[rows[once]]
        return _tallied(name, units, self._n_units, codes[once], labels, "sentences", keep_order=True)

    def _label_lists(self, name: str, values: tuple[str, ...]) -> Attribute:
        coder = Coder()
        units, codes = [], []
        for unit, value, repeat in zip(
            self._units.tolist(), values, self._sentences.repeats.tolist(), strict=True
        ):
            given = [] if repeat else [label for label in value.split(SEVERAL) if label not in EMPTY - {"O"}]
            units += [unit] * len(given)
            codes += [coder[label] for label in given]
        of_units, of_labels = np.array(units, dtype=np.int64), np.array(codes, dtype=np.int64)
        return _tallied(name, of_units, self._n_units, of_labels, tuple(coder), "sentences")

    def _cells(self, name: str) -> Attribute:
        """Every cell of a column that is not empty."""
        column = self._sentences.columns[name]
        empty = _empty(name, self._sentences.schemes.get(name, "plain") == "plain")
        is_label = np.array([value not in empty for value in column.values], dtype=bool)
        sizes, codes = np.diff(self._sentences.starts), column.codes
        units = np.repeat(self._units.astype(np.int32), sizes)
        if not is_label.all() or self._sentences.repeats.any():
            kept = is_label[codes]
            if name not in OF_INSTANCE:
                kept &= ~np.repeat(self._sentences.repeats, sizes)
            units, codes = units[kept], codes[kept]
        return _tallied(name, units, self._n_units, codes, column.values, "tokens")

    def _tags(self, name: str, typed: bool) -> Attribute:
        """Every token inside a chunk, under the chunk's label, or its bare tag."""
        names = (name, *self._sentences.layers.get(name, ()))
        layers = [_tagged(self._sentences.columns[layer], typed) for layer in names]
        return self._count(name, *_merged_layers(layers), "tokens")

    def _word_lengths(self) -> Attribute:
        """Words of a segmented text by their number of characters."""
        name = _segmentation(self._sentences)
        assert name is not None
        column = self._sentences.columns[name]
        found = spans(column.codes, column.values, self._sentences.starts, self._sentences.schemes[name])
        sizes = np.minimum(found.end - found.start, len(WORD_LENGTHS)) - 1
        return self._count("word_length", found.start, sizes, WORD_LENGTHS, "chunks", keep_order=True)

    def _lengths(self) -> Attribute:
        """Sentences by their number of tokens, in about equally full bins."""
        rows = np.flatnonzero(~self._sentences.repeats)
        sizes = np.diff(self._sentences.starts)[rows]
        uppers = _bins(sizes)
        lowers = np.concatenate(([sizes.min()], uppers[:-1] + 1))
        labels = tuple(
            f"{low}–{high}" if low < high else f"{low}" for low, high in zip(lowers, uppers, strict=True)
        )
        codes = np.searchsorted(uppers, sizes)
        return _tallied(
            "length", self._units[rows], self._n_units, codes, labels, "sentences", keep_order=True
        )

    def _count(
        self,
        name: str,
        tokens: NDArray[np.int64],
        codes: NDArray[np.int64] | NDArray[np.int32],
        labels: tuple[str, ...],
        counted: str,
        keep_order: bool = False,
    ) -> Attribute:
        """Occurrences at these tokens; those of repeated sentences once."""
        sentence = np.searchsorted(self._sentences.starts, tokens, side="right") - 1
        if name.partition(JOINED)[0] not in OF_INSTANCE:
            once = ~self._sentences.repeats[sentence]
            sentence, codes = sentence[once], codes[once]
        return _tallied(name, self._units[sentence], self._n_units, codes, labels, counted, keep_order)


def _tagged(column: Column, typed: bool) -> Occurrences:
    """The tokens of a column that are inside a chunk."""
    given = [value for value in column.values if value not in EMPTY]
    label_of = {value: value for value in given}
    if typed:  # what is no tag is outside of every chunk
        label_of = {value: match[1] for value in given if (match := _TYPED.fullmatch(value))}
    labels = tuple(dict.fromkeys(label_of.values()))
    code = {label: i for i, label in enumerate(labels)}
    codes = np.array([code[label_of[v]] if v in label_of else -1 for v in column.values], dtype=np.int64)
    labelled = codes[column.codes]
    tokens = np.flatnonzero(labelled >= 0)
    return tokens, labelled[tokens], labels


def _merged_layers(layers: Sequence[Occurrences]) -> Occurrences:
    """The occurrences of all layers under one numbering of the labels."""
    if len(layers) == 1:
        return layers[0]
    labels = tuple(dict.fromkeys(label for _, _, names in layers for label in names))
    code = {label: i for i, label in enumerate(labels)}
    tokens = np.concatenate([tokens for tokens, _, _ in layers])
    codes = [
        np.array([code[name] for name in names], dtype=np.int64)[own] for _, own, names in layers if names
    ]
    return tokens, np.concatenate(codes), labels


def _names(sentences: Sentences) -> tuple[str, ...]:
    """All attributes that have a label, the most telling first."""
    fields = [name for name, values in sentences.fields.items() if _groups(name, values)]
    inner = {layer for layers in sentences.layers.values() for layer in layers}
    columns = [
        name
        for name, column in sentences.columns.items()
        if name not in inner and set(column.values) - _empty(name)
    ]
    derived = ["length"] + (["word_length"] if _segmentation(sentences) else [])
    names = dict.fromkeys([*fields, *columns, *derived])
    first = [name for name in ("target", "role", "label", "pos", "length", "word_length") if name in names]
    last = ["word"] if "word" in names else []
    return tuple(dict.fromkeys([*first, *(name for name in names if name not in last), *last]))


def _empty(name: str, dense: bool = False) -> frozenset[str]:
    """Cells of a column that are no label."""
    if name in FULL:
        return frozenset({""})
    return EMPTY - {"-"} if dense else EMPTY  # a hyphen can be the tag of hyphens


def _groups(name: str, values: tuple[str, ...]) -> bool:
    """Whether a field says the same of several sentences, unlike a translation or a number."""
    given = [value for value in values if value not in EMPTY]
    if name in ("target", "label", "frame", "split"):
        return bool(given)
    if name in NOT_COUNTED or not given:
        return False
    return 2 * len(set(given)) <= len(given) or (name != "document" and is_numeric(given))


def _segmentation(sentences: Sentences) -> str | None:
    """The column whose tags cut characters into words, if there is one."""
    for name, scheme in sentences.schemes.items():
        values = set(sentences.columns[name].values) - EMPTY if name in sentences.columns else set()
        if scheme in ("BMES", "BIOES") and values and all(len(value) == 1 for value in values):
            return name
    return None


def _bins(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Upper ends of at most five bins that hold about equally many sizes."""
    ordered = np.sort(sizes)
    places = np.arange(1, N_LENGTH_BINS + 1) * len(ordered) // N_LENGTH_BINS
    return np.unique(ordered[np.maximum(places - 1, 0)])


def _tallied(
    name: str,
    units: NDArray[np.integer[Any]],
    n_units: int,
    codes: NDArray[np.integer[Any]],
    labels: tuple[str, ...],
    counted: str,
    keep_order: bool = False,
) -> Attribute:
    """How often each unit has each label; of the labels those that occur, the most frequent first."""
    totals: list[int] = times(codes, len(labels)).tolist()
    used = [i for i in range(len(labels)) if totals[i]]
    if not keep_order:
        used.sort(key=lambda i: (-totals[i], labels[i]))
    place = np.zeros(max(len(labels), 1), dtype=np.int32)
    place[used] = np.arange(len(used))
    if (units[1:] < units[:-1]).any():
        order = np.argsort(units, kind="stable")
        units, codes = units[order], codes[order]
    step = max(1, min(n_units, PIECE * n_units // max(len(codes), 1)))  # units at a time
    bounds = np.searchsorted(units, np.arange(0, n_units + step, step, dtype=units.dtype))
    data, indices = np.empty(len(codes), np.int64), np.empty(len(codes), np.int32)
    ends = [np.zeros(1, np.int32)]
    for start, (first, last) in zip(range(0, n_units, step), pairwise(bounds.tolist()), strict=True):
        shape = (min(step, n_units - start), len(used))
        table = _table(units[first:last] - start, place[codes[first:last]], shape)
        n_before = int(ends[-1][-1])
        ends.append(n_before + table.indptr[1:])
        cells = slice(n_before, n_before + table.nnz)
        data[cells], indices[cells] = table.data, table.indices
    n_cells = int(ends[-1][-1])
    parts = data[:n_cells], indices[:n_cells], np.concatenate(ends)
    counts = csr_array(parts, shape=(n_units, len(used)))
    return Attribute(name, tuple(labels[i] for i in used), counts, counted)


def _table(units: NDArray[np.integer[Any]], columns: NDArray[np.int32], shape: tuple[int, int]) -> csr_array:
    """How often each unit, in order, has each label."""
    n_units, n_labels = shape
    if n_units * n_labels <= 2 * len(columns):
        cells = np.bincount(units * n_labels + columns, minlength=n_units * n_labels)
        return csr_array(cells.reshape(shape))
    sizes = np.bincount(units, minlength=n_units)
    starts = np.append(0, np.cumsum(sizes)).astype(np.int32)
    ones = np.ones(len(columns), np.min_scalar_type(-int(sizes.max())))  # as few bytes as hold a sum
    counts = csr_array((ones, columns, starts), shape=shape)
    counts.sum_duplicates()
    return counts
