"""The parts of the Judge page: a split from somewhere, and what random splits say of it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

from dashboard.figures import judge as pictures
from dashboard.judge import better, card_table, near_pairs, reference_question
from dashboard.server import examples
from dashboard.server.result_cache import Remembered, remembered
from dashboard.session import analysis, state
from dashboard.session.progress import progress
from dashboard.ui import components, near_search
from dashboard.ui.choice import pick, pick_several
from dashboard.words import problems, text
from dashboard.words.escaping import visible
from dashboard.words.text import _, about, inert
from mx2core.errors import CutUnitsError
from mx2core.exchange import (
    is_unit_list,
    possible_readings,
    read_split,
    read_unit_list,
    split_by_column,
    split_card,
    split_of_files,
    text_on_both_sides,
)
from mx2core.exchange.split_card import unit_documents
from mx2core.exchange.splits import column_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from dashboard.server.project import Files
    from mx2core.corpus import Attribute, Corpus
    from mx2core.exchange.reference import Reference
    from mx2core.exchange.split_card import SplitCard
    from mx2core.exchange.splits import SharedText
    from mx2core.exchange.unit_list import Asked
    from mx2core.partition import SplitJudgement

NOT_SIDES = ("word", "sent_id", "text")
NAMED = ("split", "fold", "part", "subset", "set")  # columns that are likely to say a split
LISTED = 12  # values of a column
_sentences: Remembered[Corpus] = Remembered(4)
SHOWN, WORDS = 3, 8  # units of the same text that are quoted, and words of each


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """A split, and the corpus it is of: the open one, or the files of the split joined."""

    corpus: Corpus
    mask: NDArray[np.bool_]  # True = training side


def source() -> str:
    """Where the user has the split: a column, a file, files of the parts, or folds."""
    sources = {
        "column": _("column of the corpus"),
        "file": _("file of units or partitions"),
        "parts": _("second file with the validation part"),
        "folds": _("K folds, or train, dev and test"),
    }
    return pick(_("Where the split comes from"), sources, "split_source", "column", buttons=True)


def find(source: str) -> Split | None:
    """The split that the user brings, or the example; None while there is neither."""
    ways = {"column": _of_column, "file": _of_file, "parts": _of_parts}
    judged = ways[source]()
    if judged is None:  # with a file there is a question, and an example would be no answer to it
        return None if f"split_{source}" in state.project().brought else _example()
    state.choose("split_example", False)  # or it would stand in for this split when the page is opened again
    return judged


def columns(corpus: Corpus) -> list[str]:
    """Fields and columns that could say a split, the likely ones first."""
    names = [name for name in (*corpus.sentences.fields, *corpus.sentences.columns) if name not in NOT_SIDES]
    return sorted(dict.fromkeys(names), key=lambda name: name.lower() not in NAMED)


def _of_column() -> Split | None:
    corpus = state.project().corpus
    names = columns(corpus)
    which, what = st.columns(2)
    titles = {name: text.attribute(name) for name in names}
    likely = names[0] if names and names[0].lower() in NAMED else None
    name = pick(
        _("Column or field that names the part of each unit"),
        titles,
        "split_column",
        likely,
        place=which,
        index=None,
        placeholder=_("such as split: train, test"),
    )
    if name is None:
        return None
    values = column_values(corpus, name)
    usual = [value for value in values if value.lower().startswith("train")] or list(values)[:1]
    training = pick_several(
        _("Its values in the training set"),
        {value: f"{value} ({n:,})" for value, n in values.items()},
        state.among("split_values", list(values), usual),
        place=what,
    )
    others = [f"{inert(value)} ({n:,})" for value, n in values.items() if value not in training]
    if others:
        st.caption(_("In the validation set: {values}").format(values=_(", ").join(others[:LISTED])))
    if not training:
        return None
    return Split(corpus, split_by_column(corpus, name, training))


def _of_file() -> Split | None:
    corpus = state.project().corpus
    where, which = st.columns([4, 1])
    index = which.number_input(
        _("Partition number"), min_value=1, max_value=1000, key=state.choice("split_index", 1)
    )
    with where:
        uploaded = files(
            "split_file",
            _(
                "The training units, one per line (names or row numbers), a table or JSON with train and test, or exported "
                "partitions"
            ),
            type=["txt", "json", "csv", "tsv", "ids"],
            help=_(
                "Units are named as in the list unit_ids of an export; numbers are those of sentences or texts in the "
                "corpus file. All other units are the validation set. A table (CSV) has the column unit_id and one called "
                "split, with train and test. For a table of texts with a column train or test, open that "
                "table on Corpus and choose “column of the corpus” here."
            ),
        )
    for name, data in uploaded:
        if is_unit_list(data, name):
            return _of_list(corpus, name, data)
        return Split(corpus, read_split(data, corpus, index=int(index), name=name))
    return None


def _of_list(corpus: Corpus, name: str, data: bytes) -> Split | None:
    """A list of units; what numbers in it are is asked where they can be several things, and always said."""
    readings = possible_readings(data, corpus, name=name)
    numbers: Asked = "auto"
    if len(readings) > 1:
        words: dict[Asked, str] = {
            "names": _("names of units"),
            "rows": _("rows of the corpus file, the first is 1"),
            "rows-from-0": _("rows of the corpus file, the first is 0"),
            "units": _("units as partitions count them, the first is 0"),
        }
        offered = {reading: words[reading] for reading in readings}
        both = "names" not in offered and {"rows", "rows-from-0"} <= set(readings)
        chosen = pick(
            _("The numbers of the list are"),
            offered,
            "split_numbers",
            None if both else readings[0],
            index=None,
            placeholder=_("choose: several fit"),
        )
        if chosen is None:
            st.info(
                _("The numbers fit rows counted from 1 and rows counted from 0. Choose which they are."),
                icon=":material/help:",
            )
            return None
        numbers = chosen
    try:
        listed = read_unit_list(data, corpus, numbers=numbers, name=name)
    except CutUnitsError:
        corpus = _by_sentence(corpus)
        st.info(
            _(
                "This list has sentences of one unit on both sides, as identical texts can be. So it is judged sentence by "
                "sentence, as it is; the corpus that is open stays as it was read."
            ),
            icon=":material/info:",
        )
        listed = read_unit_list(data, corpus, numbers=numbers, name=name)
    if listed.said is not None:
        st.caption(problems.worded(listed.said))
    return Split(corpus, listed.mask)


def _by_sentence(corpus: Corpus) -> Corpus:
    """The same file, each of its sentences a unit."""
    source = replace(state.project().source, unit="sentence")
    return _sentences.get((corpus.sha256, repr(source.options)), source.read)


def _of_parts() -> Split | None:
    source, corpus = state.project().source, state.project().corpus
    uploaded = files(
        "split_parts",
        _("The validation part, and the test part if there is one"),
        accept_multiple_files=True,
        help=_("They are read like the open corpus, which is the training part."),
    )
    if not uploaded:
        return None
    if len(uploaded) > 2:
        st.error(_("At most two files: the validation part and the test part."), icon=":material/error:")
        return None
    others = [replace(source, name=name, data=data, encoding=None).read() for name, data in uploaded]
    split = Split(*split_of_files(corpus, *others))
    words = (
        _(
            "Training: {name}, which is open ({n_train:,} units). Validation: {others} together ({n_validation:,} units). To "
            "judge each by itself, upload it alone, or open all files together on Corpus."
        )
        if len(uploaded) > 1
        else _(
            "Training: {name}, which is open ({n_train:,} units). Validation: {others} ({n_validation:,} units)."
        )
    )
    st.caption(
        words.format(
            name=inert(corpus.name),
            n_train=int(split.mask.sum()),
            others=_(", ").join(inert(name) for name, _data in uploaded),
            n_validation=int((~split.mask).sum()),
        )
    )
    documents = unit_documents(split.corpus)
    if documents is None or not np.isin(documents[~split.mask], documents[split.mask]).any():
        return split
    if st.toggle(
        _("Documents of the same name in these files are the same documents"),
        key=state.choice("split_same_documents", False),
        help=_(
            "Files often number their own documents. Unless you say that they are the same, nothing is said of them."
        ),
    ):
        return split
    return Split(_without_documents(split.corpus), split.mask)


def _without_documents(corpus: Corpus) -> Corpus:
    fields = {name: values for name, values in corpus.sentences.fields.items() if name != "document"}
    return replace(corpus, sentences=replace(corpus.sentences, fields=fields))


def files(key: str, label: str, **options: Any) -> Files:
    """Files that were brought. Another page makes an uploader forget them; the project remembers."""
    brought = state.project().brought
    given = st.file_uploader(label, key=key, on_change=_taken_back, args=(key,), **options)
    if given:
        uploads = given if isinstance(given, list) else [given]
        brought[key] = tuple((visible(file.name), file.getvalue()) for file in uploads)
    elif key in brought:
        with st.container(horizontal=True, vertical_alignment="center"):
            names = _(", ").join(inert(name) for name, _data in brought[key])
            st.caption(_("Uploaded earlier: {names}").format(names=names), width="content")
            st.button(
                _("Remove"), key=f"{key}_forgotten", type="tertiary", on_click=_forget, args=(brought, key)
            )
    return brought.get(key, ())


def _forget(brought: dict[str, Files], key: str) -> None:
    brought.pop(key, None)


def _taken_back(key: str) -> None:
    """The uploader says so when its user removes the files, and not when another page is shown."""
    if not st.session_state[key]:
        state.project().brought.pop(key, None)


def _example() -> Split | None:
    """While no split is there: the first half of the file against the second; of a sample unasked."""
    project = state.project()
    corpus = project.corpus
    with st.container(border=True):
        about_it = st.empty()
        wanted = st.toggle(
            _("Judge the first half against the second half of the file"),
            key=state.choice("split_example", examples.is_sample(project, text.language())),
        )
        about_it.markdown(
            _(
                "An example: the first half of the file is the training set. Choose a column or upload a file for yours."
            )
            if wanted
            else _(
                "No split yet. Choose a column that names the part of each unit, upload a file, "
                "or look at an example: a corpus is often cut in the middle, although a file "
                "seldom ends as it begins."
            )
        )
    return Split(corpus, np.arange(len(corpus)) < len(corpus) // 2) if wanted else None


def chosen_attributes(corpus: Corpus) -> tuple[Attribute, ...]:
    """The attributes chosen on the Corpus page, counted in the corpus of the split."""
    counted = state.chosen("counted", "chunks")
    return tuple(corpus.attribute(name, counted=counted) for name in analysis.chosen().names)


@remembered(24)
def _carded(
    units: str,
    names: tuple[str, ...],
    seed: int,
    reference: Reference,
    _split: Split,
    _attributes: tuple[Attribute, ...],
) -> SplitCard:
    near = near_search.near_duplicates_of(_split.corpus)
    cancelled = partial(near_search.cancelled, _split.corpus)
    with progress(_("Splitting at random into the same sizes"), "judging", cancelled) as report:
        return split_card(
            _split.corpus,
            _split.mask,
            attributes=_attributes,
            seed=seed,
            near=near,
            reference=reference,
            report=report,
        )


def digest(units: bytes, corpus: Corpus, attributes: Sequence[Attribute]) -> str:
    """What a judgement depends on, in one key: where the units stand, the corpus, and what was counted in it.

    The same file with other columns read as tags has the same units and other counts.
    """
    known = hashlib.sha256(units)
    known.update(f"{corpus.sha256}|{corpus.units_sha256}".encode())
    for table in (attribute.counts for attribute in attributes):
        for part in (table.indptr, table.indices, table.data):
            known.update(np.ascontiguousarray(part, dtype=np.int64).tobytes())
    return known.hexdigest()


def show(split: Split) -> None:
    """The verdict, where the split stands, text on both sides, and what makes it differ."""
    attributes = chosen_attributes(split.corpus)
    names = tuple(attribute.name for attribute in attributes)
    reference = reference_question.ask(split.corpus)
    if not near_search.agreed(split.corpus, card=True):
        return
    known = b"" if unit_documents(split.corpus) is None else b"documents"
    key = digest(np.packbits(split.mask).tobytes() + known, split.corpus, attributes)
    with st.container():  # of the bars, so that what follows keeps its place when there are none
        card = _carded(key, names, state.chosen("seed", 0), reference, split, attributes)
    judged = card.judged
    shared = text_on_both_sides(split.corpus, split.mask)
    _verdict(attributes, card)
    if shared:
        _shared(split, shared)
    card_table.show(card, card_table.sides(card))
    st.caption(
        _(
            "One split, however typical, cannot tell two close models apart: the next may name the other. Compare them on "
            "several splits."
        )
    )
    reference_question.said(card.whole)
    near_pairs.show(split.corpus, split.mask, card.near)
    better.offer(key, split.corpus, split.mask, attributes, card, reference)
    for k, column in components.side_by_side(names):
        with column:
            _among_random(k, attributes[k], judged[k])
    st.subheader(_("What makes the split differ"))
    for k, column in components.side_by_side(names):
        with column:
            _contributions(k, attributes[k], judged[k])


def _verdict(attributes: tuple[Attribute, ...], card: SplitCard) -> None:
    """What is said of each attribute, labels that a side lacks first, and what else is unusual; in the colour of the worst."""
    said = []
    for attribute, one in zip(attributes, card.judged, strict=True):
        sentences = [card.missing(attribute.name), one.suggestion]
        words = text.joined(problems.worded(sentence) for sentence in sentences if sentence is not None)
        said.append(about(inert(text.attribute(attribute.name)), words))
    others = [row for row in card.rows if row.unusual and row.what != "labels"]
    if others:
        titles = _("; ").join(inert(card_table.title(row)) for row in others)
        said.append(_("To look at, too, in the table below: {titles}.").format(titles=titles))
    if any(one.verdict != "usual" for one in card.judged):
        box, icon = st.warning, ":material/gavel:"
    elif others:
        box, icon = st.info, ":material/visibility:"
    else:
        box, icon = st.success, ":material/check_circle:"
    box("  \n".join(said), icon=icon)


def _shared(split: Split, shared: SharedText) -> None:
    """That scores are flattered by text seen in training; stands right under the verdict."""
    names = _("; ").join(_beginning(split.corpus, i) for i in shared.other[:SHOWN].tolist())
    sentence = _(
        "{n:,} of the {total:,} validation units have the same text as a training unit, which "
        "inflates scores. The first: {names}"
    )
    total = int((~split.mask).sum())
    st.warning(sentence.format(n=len(shared.other), total=total, names=names), icon=":material/content_copy:")


def _beginning(corpus: Corpus, unit: int) -> str:
    """The first words of a unit, and its row in the file."""
    sentences, place = corpus.sentences, int(np.flatnonzero(corpus.units == unit)[0])
    start, end = int(sentences.starts[place]), int(sentences.starts[place + 1])
    words = [str(word) for word in sentences.columns["word"][slice(start, min(end, start + WORDS))]]
    blank = " " if any(word.isascii() for word in words) else ""
    return _("row {row}: {words}").format(row=int(sentences.rows[place]) + 1, words=inert(blank.join(words)))


def _among_random(k: int, attribute: Attribute, judged: SplitJudgement) -> None:
    name = text.attribute(attribute.name)
    st.markdown(
        f"**χ²/J · {inert(name)}** · "
        + _("random splits: {mean:.3f} on average").format(mean=judged.expected)
    )
    components.chart(
        pictures.among_random(judged.random, value=judged.divergence, expected=judged.expected, text=_),
        f"judged_{k}",
        alt=_(
            "Histogram of χ²/J over {n:,} random splits of the same sizes for {name}; this split has {value:.3f}."
        ).format(n=len(judged.random), name=name, value=judged.divergence),
        csv=lambda: components.columns_csv(chi2_per_label=judged.random),
    )


def _contributions(k: int, attribute: Attribute, judged: SplitJudgement) -> None:
    parts, name = judged.contributions, text.attribute(attribute.name)
    st.markdown(
        _("**{name}**: χ²/J = {value:.3f}; the number at each bar is its contribution").format(
            name=inert(name), value=judged.divergence
        )
    )
    components.chart(
        pictures.training_surplus(attribute.labels, parts, text=_),
        f"judged_labels_{k}",
        alt=_(
            "Bars: labels that occur more or less often in the training set than expected, for {name}."
        ).format(name=name),
        csv=lambda: components.columns_csv(
            label=attribute.labels,
            training=parts.first,
            other_side=parts.second,
            expected_in_training=parts.expected,
            share_of_chi2_per_label=parts.contribution,
        ),
    )
