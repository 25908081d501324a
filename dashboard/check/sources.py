"""Where the user has a split: a column, a file, or nowhere, so that parts are made."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.server.project import CorpusSource, Files
from dashboard.server.result_cache import Remembered
from dashboard.server.turns import computed
from dashboard.session import analysis, state
from dashboard.session.progress import progress
from dashboard.ui import components, near_search, upload
from dashboard.ui.documents import python_code
from dashboard.ui.widgets import pick, pick_several
from dashboard.words import problems, text
from dashboard.words.escaping import visible
from dashboard.words.text import _, inert
from mx2core.corpus import Attribute, Corpus
from mx2core.corpus.units.near_duplicates import NearDuplicates
from mx2core.errors import CutUnitsError
from mx2core.exchange import NamedParts, parts_by_column, possible_readings, read_parts
from mx2core.exchange.partitions.named_parts import likely_split, split_columns
from mx2core.exchange.partitions.partition_file import holds_results
from mx2core.exchange.partitions.unit_list import RowNumbers
from mx2core.judge import SplitCard, split_card
from mx2core.judge.reference import Reference, references
from mx2core.judge.units import unit_documents

FILE = "split_file"  # key of the uploader, and of what the project remembers
LISTED = 12  # values of a column
_sentences: Remembered[Corpus] = Remembered(4)
_cards: Remembered[SplitCard] = Remembered(24)


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """A split, and the corpus it is of: the open one, or the files of the split joined."""

    corpus: Corpus
    parts: NamedParts
    code: str  # that reads both, in Python
    kept_whole: tuple[str, ...] | None = None  # of parts that were made here: what no part cuts
    made: str = ""  # what parts that were made here are


def reads(source: CorpusSource, parts: str) -> str:
    return f"{python_code.corpus_code(source)}\nparts = {parts}"


def names(corpus: Corpus) -> dict[str, str]:
    """Where a split can be from, the usual place first: the user's own split, splits made for it, a column."""
    project, columns, own = state.project(), split_columns(corpus), own_sources(corpus)
    words = {
        "splits": _("made on Splits") if project.partitions else "",
        "column": _("column") if columns else "",
        "file": _("file of units or parts"),
        "made": _("made here"),
    }
    return {source: words[source] for source in dict.fromkeys([*own, *words]) if words[source]}


def own_sources(corpus: Corpus) -> list[str]:
    """Where the user's own split is: in a column or file that was chosen, uploaded or is called so."""
    column, columns = state.chosen("split_column"), split_columns(corpus)
    own = {"column": (column or likely_split(columns)) in columns, "file": FILE in state.project().uploads}
    return [source for source, there in own.items() if there]


def find(source: str, answer: DeltaGenerator) -> Split | None:
    """The split that the user uploads, or None; of a sample an example, as `answer` then says."""
    read = {
        "column": _column_split,
        "splits": lambda: _split_of_splits(answer),
        "file": _file_split,
    }[source]
    checked, project = read(), state.project()
    # Of somebody's own file an example would be taken for the answer to what they ask.
    sample = project.source.data is None and f"split_{source}" not in project.uploads
    return _example(answer) if checked is None and sample else checked


def _column_split() -> Split | None:
    corpus = state.project().corpus
    names = split_columns(corpus)
    which, what = st.columns(2)
    titles = {name: text.attribute(name) for name in names}
    name = pick(
        _("Column of parts"),
        titles,
        "split_column",
        likely_split(names),
        place=which,
        index=None,
        placeholder=_("such as split"),
    )
    if name is None:
        return None
    parts = parts_by_column(corpus, name)
    sizes = dict(zip(parts.names, parts.sizes, strict=True))
    values = {value: text.bracketed(value, f"{n:,}") for value, n in sizes.items()}
    usual = [value for value in sizes if value.lower().startswith("train")]
    key = state.selection("split_values", list(sizes), usual)
    training = pick_several(_("Training values (K folds: none)"), values, key, place=what)
    others = [inert(name) for value, name in values.items() if value not in training]
    if training and others:
        st.caption(_("Validation: {values}").format(values=_(", ").join(others[:LISTED])))
    code = reads(state.project().source, f"mx.io.parts_by_column(corpus, {name!r})")
    if not training:
        return Split(corpus, replace(parts, training=None), code)
    code += f".trained_on_values({training!r}, {name!r})"
    return Split(corpus, parts.trained_on_values(training, name), code)


def _split_of_splits(answer: DeltaGenerator) -> Split:
    """One of the splits of this project, the first half as training, as `answer` then says."""
    project, (which, where) = state.project(), st.columns([4, 1])
    sets = {key: components.partitions_name(project.partitions[key]) for key in reversed(project.partitions)}
    key = pick(_("Splits"), sets, "split_set", next(iter(sets)), place=which)
    masks = project.partitions[key].partitions.masks
    index = int(where.number_input(_("Partition"), 1, len(masks), key=state.choice(f"split_of_{key}", 1)))
    answer.caption(_("Split {k} of {m} from Splits.").format(k=index, m=len(masks)))
    code = f'mx.io.NamedParts.split(mx.load_partitions("partitions.json", corpus=corpus).masks[{index - 1}])'
    return Split(project.corpus, NamedParts.split(masks[index - 1]), reads(project.source, code))


def _file_split() -> Split | None:
    where, which = st.columns([4, 1])
    key = state.choice("split_index", 1)
    index = int(which.number_input(_("Partition"), min_value=1, max_value=1000, key=key))
    with where:
        uploaded = _uploaded()
    return _read(state.project().corpus, *uploaded[0], index) if uploaded else None


def _uploaded() -> Files:
    """The file that was brought. Another page makes an uploader forget it; the project remembers."""
    brought = state.project().uploads
    file = st.file_uploader(
        _("Training units, table or JSON of parts, partitions"),
        type=["txt", "json", "jsonl", "csv", "tsv", "zip", "ids"],
        help=_("Unlisted units are validated. Tables need unit_id and fold, part or split."),
        key=FILE,
        on_change=_discard_file,
    )
    if file:
        brought[FILE] = ((visible(file.name), file.getvalue()),)
    elif FILE in brought:
        with st.container(horizontal=True, vertical_alignment="center"):
            [(name, _data)] = brought[FILE]
            st.caption(_("Uploaded: {names}").format(names=inert(name)), width="content")
            if st.button(_("Remove"), key="split_file_forgotten", type="tertiary"):
                del brought[FILE]
                st.rerun()
    return brought.get(FILE, ())


def _discard_file() -> None:
    """The uploader says so when its user removes the file, and not when another page is shown."""
    if not st.session_state.get(FILE, True):  # there is none where another project was entered since
        state.project().uploads.pop(FILE, None)


def _read(corpus: Corpus, name: str, data: bytes, index: int) -> Split | None:
    """A file; the meaning of numbers in a list is asked where it is ambiguous, and always shown."""
    upload.take_in(name, data)
    if holds_results(data):
        upload.lead_to_race(name, [(name, data)])
        return None
    readings = possible_readings(data, corpus, name=name)
    numbers: RowNumbers = "auto"
    if len(readings) > 1:
        words: dict[RowNumbers, str] = {
            "names": _("names of units"),
            "rows": _("rows, from 1"),
            "rows-from-0": _("rows, from 0"),
            "units": _("units, from 0"),
        }
        offered = {reading: words[reading] for reading in readings}
        both = "names" not in offered and {"rows", "rows-from-0"} <= set(readings)
        chosen = pick(
            _("The numbers are"),
            offered,
            "split_numbers",
            None if both else readings[0],
            index=None,
            placeholder=_("several fit"),
        )
        if chosen is None:
            st.info(_("Do rows count from 1 or 0?"), icon=":material/help:")
            return None
        numbers = chosen
    source = state.project().source
    try:
        parts = read_parts(data, corpus, index=index, numbers=numbers, name=name)
    except CutUnitsError:
        source = replace(source, unit="sentence")
        corpus = _sentences.get((corpus.sha256, repr(source.keywords)), source.read)
        st.info(_("The list cuts units: judged sentence by sentence."), icon=":material/info:")
        parts = read_parts(data, corpus, index=index, numbers=numbers, name=name)
    if parts.notice is not None:
        st.caption(problems.problem_text(parts.notice))
    which = "".join(
        f", {key}={value!r}"
        for key, value, usual in (("index", index, 1), ("numbers", numbers, "auto"))
        if value != usual
    )
    return Split(corpus, parts, reads(source, f"mx.io.read_parts({name!r}, corpus{which})"))


def _example(answer: DeltaGenerator) -> Split:
    """While no split is there: the first half of the file against the second."""
    project = state.project()
    corpus = project.corpus
    answer.caption(_("Example: first half against second. Yours: below."))
    code = reads(
        project.source, "mx.io.NamedParts.split([unit < len(corpus) // 2 for unit in range(len(corpus))])"
    )
    return Split(corpus, NamedParts.split(np.arange(len(corpus)) < len(corpus) // 2), code)


def chosen_attributes(corpus: Corpus) -> tuple[Attribute, ...]:
    """The attributes chosen on the Corpus page, counted in the corpus of the split."""
    counted = state.chosen("counted", "chunks")
    return tuple(corpus.attribute(name, counted=counted) for name in analysis.current().names)


def reference_of(corpus: Corpus, parts: NamedParts, near: NearDuplicates) -> Reference:
    """What random splits are to keep whole, as it was chosen; the default where that is not offered."""
    offered = references(near, unit_documents(corpus), parts.sizes)
    chosen = state.chosen("reference", "auto")
    return chosen if chosen in offered else offered[0]


def card_of(
    corpus: Corpus, parts: NamedParts, attributes: tuple[Attribute, ...], near: NearDuplicates
) -> SplitCard:
    seed, reference = state.chosen("seed", 0), reference_of(corpus, parts, near)
    told = [*parts.names, str(parts.training), str(parts.origin), str(parts.notice)]
    names = "\0".join(told).encode("utf-8", "backslashreplace")
    known = b"" if unit_documents(corpus) is None else b"documents"
    units = np.ascontiguousarray(parts.of_unit, dtype="<i8").tobytes()
    key = digest(units + names + known, corpus, attributes)
    counted = tuple(f"{one.name}:{one.counted}" for one in attributes)

    def card() -> SplitCard:
        cancelled = partial(near_search.cancelled, corpus)
        about: dict[str, Any] = {"attributes": attributes, "seed": seed, "near": near, "reference": reference}
        work = partial(split_card, corpus, parts, **about)
        # Two cards can be made in one run, each with a bar of its own.
        with progress(_("Splitting at random"), f"judging_{key[:12]}", cancelled) as report:
            return computed(work, len(corpus), report)

    return _cards.get((key, counted, seed, near.digits, reference), card)


def card_code(split: Split, reference: Reference) -> str:
    """The card in Python, by what the page made it of; defaults are left out."""
    seed, attributes = state.chosen("seed", 0), analysis.attributes_code(analysis.current().names)
    usual = [f"corpus.attribute({name!r})" for name in split.corpus.suggested]
    given = f", attributes=[{', '.join(attributes)}]" if attributes != usual else ""
    given += f", seed={seed}" if seed else ""
    given += f", reference={reference!r}" if reference != "auto" else ""
    return f"{split.code}\ncard = mx.io.split_card(corpus, parts{given})"


def digest(units: bytes, corpus: Corpus, attributes: Sequence[Attribute]) -> str:
    """What a judgement depends on, in one key: where the units stand, the corpus, and what was counted in it."""
    known = f"{corpus.sha256}|{corpus.units_sha256}|{analysis.digest_of(attributes)}|{corpus.full_name}"
    return hashlib.sha256(units + known.encode("utf-8", "backslashreplace")).hexdigest()
