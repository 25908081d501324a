"""A better split of the same sizes: near-duplicates on one side, labels spread as by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from dashboard.judge import card_table
from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.ui import components
from dashboard.words import problems
from dashboard.words.text import _
from mx2core.exchange import better_split, partitions_json, split_card
from mx2core.exchange.split_card import unit_documents
from mx2core.partition import PartitionSet
from mx2core.partition.fold_effect import fold_effect

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mx2core.corpus import Attribute, Corpus
    from mx2core.corpus.near_duplicates import NearDuplicates
    from mx2core.exchange.reference import Reference
    from mx2core.exchange.split_card import SplitCard
    from mx2core.partition import Parts


@remembered(8)
def _built(
    digest: str,
    whole: bool,
    seed: int,
    reference: Reference,
    _corpus: Corpus,
    _mask: NDArray[np.bool_],
    _attributes: tuple[Attribute, ...],
    _near: NearDuplicates,
) -> tuple[Parts, SplitCard]:
    parts = better_split(_corpus, _mask, attributes=_attributes, near=_near, whole_documents=whole, seed=seed)
    return parts, split_card(
        _corpus,
        parts.train(),
        attributes=_attributes,
        n_random=2_000,
        seed=seed,
        near=_near,
        reference=reference,
    )


def wanted(corpus: Corpus) -> tuple[bool, bool]:
    """Whether a better one is to be made, and whether with documents whole."""
    with st.container(horizontal=True, vertical_alignment="center"):
        asked = st.toggle(_("Make a typical split, near-duplicates on one side"), key="better_asked")
        whole = asked and unit_documents(corpus) is not None
        return asked, whole and st.checkbox(_("keep documents whole"), value=True, key="better_documents")


def offer(
    digest: str,
    corpus: Corpus,
    mask: NDArray[np.bool_],
    attributes: tuple[Attribute, ...],
    card: SplitCard,
    reference: Reference,
) -> None:
    """Build it when asked, show both cards side by side, hand it out."""
    asked, whole = wanted(corpus)
    if not asked:
        return
    seed = state.chosen("seed", 0)
    with st.spinner(_("Building a split of the same sizes …")):
        parts, made = _built(digest, whole, seed, reference, corpus, mask, attributes, card.near)
    st.caption(
        _(
            "{n_train:,} : {n_validation:,} units. Near-duplicates stay on one side. Labels are "
            "adjusted only until they differ no more than in random splits on average. What training has "
            "seen, and how often a rare label falls to the smaller side, is not adjusted: compare both below."
        ).format(n_train=made.n_train, n_validation=made.n_validation)
    )
    if parts.off:
        st.caption(problems.worded(parts.off))
    st.caption(problems.worded(fold_effect(folds=False)))
    card_table.beside(card, made)
    partitions = PartitionSet(parts.train()[None], "imported", seed)
    components.download(
        _("Download the typical split (JSON)"),
        lambda: partitions_json(partitions, corpus, attributes=attributes),
        "better_split.json",
        "better_json",
    )
