"""K folds, or train, dev and test: judged all at once, or made."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.figures import judge as pictures
from dashboard.judge import card_table, judged_split, reference_question
from dashboard.judge.better import wanted
from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.session.progress import progress
from dashboard.ui import components, near_search
from dashboard.ui.choice import pick
from dashboard.words import problems, text
from dashboard.words.text import _, about, inert
from mx2core.exchange import (
    NamedParts,
    better_parts,
    parts_by_column,
    parts_card,
    parts_json,
    read_parts,
    write_part_columns,
    write_part_files,
)
from mx2core.exchange.split_card import unit_documents
from mx2core.partition.fold_effect import fold_effect

if TYPE_CHECKING:
    from mx2core.corpus import Attribute, Corpus
    from mx2core.corpus.near_duplicates import NearDuplicates
    from mx2core.exchange import PartsCard
    from mx2core.exchange.reference import Reference
    from mx2core.partition import Parts, PartsStanding

LIKELY = ("fold", "folds", "split", "part", "subset", "set")  # columns that say the part of a unit
RATIOS = {"8:2": (8, 2), "8:1:1": (8, 1, 1), "7:1:2": (7, 1, 2), "6:2:2": (6, 2, 2)}


def show() -> None:
    """Folds from a column or a file, or made here; then their card."""
    corpus = state.project().corpus
    ways = {"made": _("make them"), "column": _("a column of the corpus"), "file": _("a file")}
    names = judged_split.columns(corpus)
    likely = next((name for name in names if name.lower() in LIKELY), None)
    way = pick(_("The folds"), ways, "folds_source", "column" if likely else "made", buttons=True)
    parts = {"made": _made, "column": lambda of: _of_column(of, names, likely), "file": _of_file}[way](corpus)
    if parts is None:
        return
    attributes = judged_split.chosen_attributes(corpus)
    seed = state.chosen("seed", 0)
    key = judged_split.digest(_bytes(parts), corpus, attributes)
    counted = tuple(f"{one.name}:{one.counted}" for one in attributes)
    reference = reference_question.ask(corpus)
    if not near_search.agreed(corpus, card=True):
        return
    with st.container():  # of the bars, so that what follows keeps its place when there are none
        near = near_search.near_duplicates_of(corpus)
        card = _carded(key, counted, seed, reference, corpus, parts, attributes, near)
    _missing_labels(card, attributes)
    card_table.show(card, _size(parts))
    reference_question.said(card.whole)
    _by_part(card)
    if way == "made":
        kept_whole = ["near-duplicates"] if state.chosen("folds_near", True) else []
        whole = unit_documents(corpus) is not None and state.chosen("folds_documents", True)
        _handed_out(corpus, parts, attributes, seed, [*kept_whole, *(["document"] if whole else [])])
    else:
        _better(corpus, attributes, counted, card, seed, reference)
    for k, column in components.side_by_side([one.name for one in attributes]):
        with column:
            _among_random(k, attributes[k], card.judged[k])


def _of_column(corpus: Corpus, names: list[str], likely: str | None) -> NamedParts | None:
    titles = {name: text.attribute(name) for name in names}
    label = _("Column or field that names the part of each unit")
    name = pick(label, titles, "folds_column", likely, index=None, placeholder=_("such as fold, with 1 to 5"))
    return None if name is None else parts_by_column(corpus, name)


def _of_file(corpus: Corpus) -> NamedParts | None:
    files = judged_split.files(
        "folds_file",
        _("A table with the columns unit_id and fold or part; or JSON that was downloaded here"),
        type=["csv", "tsv", "json"],
    )
    for name, data in files:
        return read_parts(data, corpus, name=name)
    return None


def _made(corpus: Corpus) -> NamedParts | None:
    """Parts that keep groups whole, their labels and lengths as by chance."""
    with st.container(horizontal=True, vertical_alignment="top"):
        kinds = {"folds": _("K folds"), **{ratio: ratio for ratio in RATIOS}}
        kind = pick(_("Parts"), kinds, "folds_kind", "folds", buttons=True)
        n_folds = 5
        if kind == "folds":
            most = max(2, min(50, len(corpus) // 2))
            key = state.choice("folds_k", min(5, most))
            n_folds = int(st.number_input(_("K"), min_value=2, max_value=most, key=key, width=120))
    with st.container(horizontal=True):
        near = st.checkbox(_("keep near-duplicates together"), key=state.choice("folds_near", True))
        whole = unit_documents(corpus) is not None and st.checkbox(
            _("keep documents whole"), key=state.choice("folds_documents", True)
        )
    attributes = judged_split.chosen_attributes(corpus)
    counted = tuple(f"{one.name}:{one.counted}" for one in attributes)
    sizes = (1,) * n_folds if kind == "folds" else RATIOS[kind]
    seed = state.chosen("seed", 0)
    if near and not near_search.agreed(corpus, card=True):
        return None
    with st.container():
        duplicates = near_search.near_duplicates_of(corpus) if near else None
    with st.spinner(_("Making the parts …")):
        key = judged_split.digest(b"", corpus, attributes)
        dealt = _dealt(key, counted, sizes, bool(whole), near, seed, corpus, attributes, duplicates)
    _effect(kind == "folds", dealt)
    return NamedParts.numbered(dealt.of_unit, folds=kind == "folds")


@remembered(12)
def _dealt(
    key: str,
    counted: tuple[str, ...],
    sizes: tuple[int, ...],
    whole: bool,
    together: bool,
    seed: int,
    _corpus: Corpus,
    _attributes: tuple[Attribute, ...],
    _near: NearDuplicates | None,
) -> Parts:
    return better_parts(_corpus, sizes, attributes=_attributes, near=_near, whole_documents=whole, seed=seed)


@remembered(24)
def _carded(
    key: str,
    counted: tuple[str, ...],
    seed: int,
    reference: Reference,
    _corpus: Corpus,
    _parts: NamedParts,
    _attributes: tuple[Attribute, ...],
    _near: NearDuplicates,
) -> PartsCard:
    cancelled = partial(near_search.cancelled, _corpus)
    # Two cards can be made in one run, each with a bar of its own.
    with progress(_("Making random parts of the same sizes"), f"judging_{key[:12]}", cancelled) as report:
        return parts_card(
            _corpus,
            _parts,
            attributes=_attributes,
            seed=seed,
            near=_near,
            reference=reference,
            report=report,
        )


def _bytes(parts: NamedParts) -> bytes:
    """Which unit is in which part, and what the parts are called."""
    names = "\0".join(parts.names).encode("utf-8", "backslashreplace")
    return np.ascontiguousarray(parts.of_unit, dtype="<i8").tobytes() + names


def _size(parts: NamedParts) -> card_table.Metric:
    sizes = parts.sizes
    if parts.training is None:
        span = f"{min(sizes):,}" if min(sizes) == max(sizes) else f"{min(sizes):,}–{max(sizes):,}"
        return _("Folds : units in each"), f"{len(sizes)} : {span}", _("each against all others")
    names = " : ".join(parts.names)
    training = _("each against {part}").format(part=inert(parts.names[parts.training]))
    return inert(names), " : ".join(f"{size:,}" for size in sizes), training


def _missing_labels(card: PartsCard, attributes: tuple[Attribute, ...]) -> None:
    """How many labels some part lacks, above the card."""
    said = [(attribute.name, card.missing(attribute.name)) for attribute in attributes]
    lines = [about(inert(text.attribute(name)), problems.worded(notice)) for name, notice in said if notice]
    if lines:
        st.warning("  \n".join(lines), icon=":material/gavel:")


def _by_part(card: PartsCard) -> None:
    """One row a part, for those who look for the odd one."""
    parts = card.parts
    rows = [row for row in card.rows if row.details.get("parts")]
    table = pd.DataFrame({_("part"): [parts.names[k] for k in parts.validated]})
    table[_("units")] = [parts.sizes[k] for k in parts.validated]
    for row in rows:
        table[card_table.title(row)] = [
            card_table.number(replace(row, standing=replace(row.standing, value=row.details["parts"][name])))
            for name in table[_("part")]
        ]
    with st.expander(_("Each part by itself")):
        components.table(table, "folds", height="content")


def _effect(folds: bool, dealt: Parts) -> None:
    """What parts that are made so do to a score; `folds`: they are K folds."""
    st.caption(
        _("Units are exchanged only until labels and lengths differ no more than in random parts on average.")
    )
    if dealt.off:
        st.caption(problems.worded(dealt.off))
    st.caption(problems.worded(fold_effect(folds=folds)))


def _better(
    corpus: Corpus,
    attributes: tuple[Attribute, ...],
    counted: tuple[str, ...],
    card: PartsCard,
    seed: int,
    reference: Reference,
) -> None:
    """Parts of the same sizes and names, made when asked, their card beside this one."""
    asked, whole = wanted(corpus)
    if not asked:
        return
    with st.spinner(_("Making the parts …")):
        key = judged_split.digest(b"", corpus, attributes)
        sizes = card.parts.sizes
        dealt = _dealt(key, counted, sizes, whole, True, seed, corpus, attributes, card.near)
    made = NamedParts(dealt.of_unit, card.parts.names)
    key = judged_split.digest(_bytes(made), corpus, attributes)
    with st.container():
        new = _carded(key, counted, seed, reference, corpus, made, attributes, card.near)
    _effect(card.parts.training is None, dealt)
    card_table.beside(card, new)
    _handed_out(corpus, made, attributes, seed, ["near-duplicates", *(["document"] if whole else [])])


def _handed_out(
    corpus: Corpus, parts: NamedParts, attributes: tuple[Attribute, ...], seed: int, kept_whole: list[str]
) -> None:
    """The parts as a table, as JSON, and as files of the corpus's own format."""

    # Made when clicked, in a thread without a session: from what is known now.
    content = state.project().source.content

    def files() -> bytes:
        target = io.BytesIO()
        write_part_files(target, parts, corpus=corpus, data=content())
        return target.getvalue()

    with st.container(horizontal=True):
        components.download(
            _("Download as a table (CSV)"),
            lambda: write_part_columns(parts, corpus),
            "folds.csv",
            "folds_csv_made",
        )
        components.download(
            _("As JSON"),
            lambda: parts_json(
                parts, corpus, attributes=attributes, target="typical", kept_whole=kept_whole, seed=seed
            ),
            "folds.json",
            "folds_json_made",
        )
        if corpus.sentences.spans is not None:
            components.download(_("As files (ZIP)"), files, "folds.zip", "folds_zip_made")


def _among_random(k: int, attribute: Attribute, judged: PartsStanding) -> None:
    name, mean = text.attribute(attribute.name), judged.mean
    st.markdown(
        f"**χ²/J · {inert(name)}** · " + _("mean of the parts; random: {mean:.3f}").format(mean=mean.mean)
    )
    components.chart(
        pictures.among_random(mean.random, value=mean.value, expected=mean.mean, text=_),
        f"folds_{k}",
        alt=_(
            "Histogram of the mean χ²/J over {n:,} random ways to make parts of these sizes for {name}; here it "
            "is {value:.3f}."
        ).format(n=len(mean.random), name=name, value=mean.value),
        csv=lambda: components.columns_csv(mean_chi2_per_label=mean.random),
    )
