"""The card of a split, made once and remembered."""

import hashlib
from collections.abc import Sequence
from functools import partial

import numpy as np

from dashboard.check.sources import Split
from dashboard.server.result_cache import Remembered
from dashboard.session import state
from dashboard.session.analysis import digest_of
from dashboard.session.progress import progress
from dashboard.ui import near_search
from dashboard.words.text import _
from mx2core.corpus import Attribute, Corpus
from mx2core.corpus.units.near_duplicates import NearDuplicates
from mx2core.judge import SplitCard, split_card
from mx2core.judge.reference import Reference
from mx2core.judge.units import unit_documents

_cards: Remembered[SplitCard] = Remembered(24)


def card_of(
    split: Split, attributes: tuple[Attribute, ...], reference: Reference, near: NearDuplicates
) -> SplitCard:
    corpus, parts, seed = split.corpus, split.parts, state.chosen("seed", 0)
    names = "\0".join([*parts.names, str(parts.training)]).encode("utf-8", "backslashreplace")
    known = b"" if unit_documents(corpus) is None else b"documents"
    units = np.ascontiguousarray(parts.of_unit, dtype="<i8").tobytes()
    key = digest(units + names + known, corpus, attributes)
    counted = tuple(f"{one.name}:{one.counted}" for one in attributes)

    def card() -> SplitCard:
        cancelled = partial(near_search.cancelled, corpus)
        # Two cards can be made in one run, each with a bar of its own.
        with progress(_("Splitting at random"), f"judging_{key[:12]}", cancelled) as report:
            return split_card(
                corpus, parts, attributes=attributes, seed=seed, near=near, reference=reference, report=report
            )

    return _cards.get((key, counted, seed, reference, near.digits), card)


def digest(units: bytes, corpus: Corpus, attributes: Sequence[Attribute]) -> str:
    """What a judgement depends on, in one key: where the units stand, the corpus, and what was counted in it."""
    known = f"{corpus.sha256}|{corpus.units_sha256}|{digest_of(attributes)}"
    return hashlib.sha256(units + known.encode()).hexdigest()
