"""Parts that are made here: near-duplicates in one part, labels and lengths spread as by chance."""

import io
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from dashboard.check import sources
from dashboard.check.sources import Split, chosen_attributes, digest
from dashboard.server.result_cache import Remembered
from dashboard.session import state
from dashboard.ui import components, near_search
from dashboard.ui.widgets import pick
from dashboard.words import problems
from dashboard.words.text import _
from mx2core.corpus import Corpus
from mx2core.corpus.units.near_duplicates import NearDuplicates
from mx2core.exchange import NamedParts, parts_json, write_part_columns, write_part_files
from mx2core.judge import better_parts
from mx2core.judge.better import KEPT, kept_notice
from mx2core.judge.units import batch_size, unit_documents
from mx2core.partition import Parts
from mx2core.partition.parts.fold_effect import fold_effect

_dealt: Remembered[Parts] = Remembered(12)
RATIOS = {"8:2": (8, 2), "8:1:1": (8, 1, 1), "7:1:2": (7, 1, 2), "6:2:2": (6, 2, 2)}


def dealt_split() -> Split | None:
    """Folds, or train, dev and test, of the open corpus; None until a long search is agreed to."""
    corpus = state.project().corpus
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
            _("keep documents whole"), key=state.choice("folds_documents", batch_size(corpus) is None)
        )
    if near and not near_search.agreed(corpus, card=True):
        return None
    with st.container():
        duplicates = near_search.near_duplicates_of(corpus) if near else None
    folds = kind == "folds"
    sizes, training = ((1,) * n_folds, None) if folds else (RATIOS[kind], 0)
    dealt = _dealt_shown(corpus, sizes, training, whole, duplicates)
    parts = NamedParts.numbered(dealt.of_unit, folds=folds).dealt(state.chosen("seed", 0))
    code = sources.reads(state.project().source, f'mx.io.read_parts("{_file_stem(parts)}.csv", corpus)')
    return Split(corpus, parts, code, dealt.kept_whole, kinds[kind])


def better(split: Split, near: NearDuplicates) -> Split:
    """Parts of the same sizes and names, near-duplicates on one side."""
    whole = unit_documents(split.corpus) is not None and st.checkbox(
        _("keep documents whole"), value=batch_size(split.corpus) is None, key="better_documents"
    )
    dealt = _dealt_shown(split.corpus, split.parts.sizes, split.parts.training, whole, near)
    st.caption(problems.problem_text(kept_notice(dealt)))
    made = replace(split.parts, of_unit=dealt.of_unit).dealt(state.chosen("seed", 0))
    return replace(split, parts=made, kept_whole=dealt.kept_whole)


def handed_out(split: Split) -> None:
    """The parts as a table, as JSON, and as files of the corpus's own format."""
    corpus, parts, attributes = split.corpus, split.parts, chosen_attributes(split.corpus)
    # Made when clicked, in a thread without a session: from what is known now.
    seed, content = state.chosen("seed", 0), state.project().source.content

    def files() -> bytes:
        target = io.BytesIO()
        write_part_files(target, parts, corpus=corpus, data=content())
        return target.getvalue()

    def document() -> bytes:
        kept = split.kept_whole or ()
        return parts_json(parts, corpus, attributes=attributes, target="typical", kept_whole=kept, seed=seed)

    forms = {
        "csv": (_("Download table (CSV)"), lambda: write_part_columns(parts, corpus)),
        "json": (_("JSON"), document),
    }
    if corpus.sentences.spans is not None:
        forms["zip"] = _("files (ZIP)"), files
    with st.container(horizontal=True):
        for ending, (label, made) in forms.items():
            components.download(label, made, f"{_file_stem(parts)}.{ending}", f"folds_{ending}_made")


def _file_stem(parts: NamedParts) -> str:
    """The name of the files."""
    return "folds" if parts.training is None else "parts"


def _dealt_shown(
    corpus: Corpus, sizes: tuple[int, ...], training: int | None, whole: bool, near: NearDuplicates | None
) -> Parts:
    """Made as `mx2 build` makes them, and what such parts do to a score."""
    attributes, seed = chosen_attributes(corpus), state.chosen("seed", 0)
    key = (digest(b"", corpus, attributes), sizes, training, whole, near is not None, seed)
    kept = [name for name, flag in zip(KEPT, (near is not None, whole), strict=True) if flag]
    about: dict[str, Any] = {"attributes": attributes, "near": near, "seed": seed, "training": training}
    with st.spinner(_("Dealing …")):
        dealt = _dealt.get(key, partial(better_parts, corpus, sizes, keep_whole=kept, **about))
    if dealt.size_notice:
        sign = "" if dealt.document is None else ":material/warning: "
        st.caption(sign + problems.problem_text(dealt.size_notice))
    st.caption(problems.problem_text(fold_effect(folds=training is None)))
    return dealt
