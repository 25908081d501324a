"""What the pages compute, kept between reruns under a digest of our own."""

import hashlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import cast

import numpy as np
import streamlit as st
from numpy.typing import NDArray
from scipy.sparse import csr_array

import mx2core as mx
from dashboard.server.result_cache import remembered
from dashboard.server.turns import computed
from dashboard.server.visits import limits
from dashboard.session import state
from dashboard.session.progress import progress
from dashboard.words.text import _
from mx2core.corpus import Attribute, Corpus
from mx2core.errors import DesignError
from mx2core.judge.card import open_vocabulary
from mx2core.judge.units import unit_lengths
from mx2core.partition import PartitionSet, ReferenceLaw, ScoredHalves, score_halves
from mx2core.partition.construct.named import HalvesMethod, named_partitions
from mx2core.partition.halves.candidates import N_RANDOM
from mx2core.partition.measures import MEASURES, PAPER
from mx2core.partition.parts.judgement import LARGE, half_percentiles


@dataclass(frozen=True, slots=True, eq=False)
class Chosen:
    """The attributes whose divergence is looked at, with what is known of each beforehand."""

    names: tuple[str, ...]
    attributes: tuple[Attribute, ...]
    expected: tuple[float, ...]  # mean chi-square/J of random halves
    floors: tuple[float, ...]  # no half split goes below
    laws: tuple[ReferenceLaw, ...]
    digest: str

    @property
    def counts(self) -> list[csr_array]:
        return [attribute.counts for attribute in self.attributes]


def digest_of(attributes: Iterable[Attribute]) -> str:
    """What was counted, in one key: the same file with other columns read as tags has other counts."""
    known = hashlib.sha256()
    for counts in (attribute.counts for attribute in attributes):
        for part in (counts.shape, counts.indptr, counts.indices, counts.data):
            known.update(np.ascontiguousarray(part, dtype=np.int64).tobytes())
    return known.hexdigest()


@remembered(64)
def _chosen(digest: str, names: tuple[str, ...], _attributes: tuple[Attribute, ...]) -> Chosen:
    counts = [attribute.counts for attribute in _attributes]
    return Chosen(
        names,
        _attributes,
        tuple(mx.partitions.expected(c) for c in counts),
        tuple(mx.partitions.floor(c) for c in counts),
        tuple(mx.partitions.reference_law(c) for c in counts),
        digest,
    )


@remembered(60)
def standings(chosen_attributes: Chosen, partitions: PartitionSet) -> list[NDArray[np.float64]]:
    """For each attribute the mid-percentile of each split among random halves, as exports have it."""
    counts = chosen_attributes.counts
    return half_percentiles(counts, [partitions.divergence(one) for one in counts])


def current() -> Chosen:
    """The attributes chosen on the Corpus page, or those the corpus suggests."""
    return chosen_of(
        state.project().corpus, tuple(state.chosen("attributes") or ()), state.chosen("counted", "chunks")
    )


def chosen_of(corpus: Corpus, names: tuple[str, ...], counted: str) -> Chosen:
    """Attributes by name, or those the corpus suggests where no name is given."""
    names = names or corpus.suggested
    attributes = tuple(corpus.attribute(name, counted=counted) for name in names)
    return _chosen(digest_of(attributes), names, attributes)


def attributes_code(names: Iterable[str]) -> list[str]:
    """Attributes in Python, counted as was chosen."""
    counted = state.chosen("counted", "chunks")
    how = "" if counted == "chunks" else f", counted={counted!r}"
    return [f"corpus.attribute({name!r}{how})" for name in names]


CONSTRUCTED = ("balanced", "centered", "floor")  # by a search, which takes seconds on a large corpus
LEFT_OUT = "left_out"  # in the session: which sets are not to be constructed unasked


@remembered(48)
def _partitions(chosen_attributes: Chosen, method: str, n_units: int, m: int, seed: int) -> PartitionSet:
    way = cast("HalvesMethod", method)
    made = partial(named_partitions, way, n_units, m, seed, counts=chosen_attributes.counts)
    if method not in CONSTRUCTED:
        return made()
    left = partial(_leave_out, (chosen_attributes.digest, m, seed))
    with progress(_("Constructing {m} partitions").format(m=m), f"making_{method}", left) as report:
        return computed(made, n_units, report)


def _leave_out(sets: tuple[str, int, int]) -> None:
    """After a construction was cancelled: construct only what is asked for by name."""
    st.session_state[LEFT_OUT] = sets
    state.choose("scheme", "random")


def cancelled(m: int, seed: int) -> bool:
    """Whether the construction of these sets was cancelled."""
    return st.session_state.get(LEFT_OUT) == (current().digest, m, seed)


def partitions(method: str, m: int, seed: int) -> PartitionSet:
    """Partitions of the corpus by one of the methods, for the chosen attributes."""
    limits.check("splits", m)
    return _partitions(current(), method, len(state.project().corpus), m, seed)


def possible_partitions(methods: Iterable[str], m: int, seed: int) -> dict[str, PartitionSet]:
    """Partitions by each method that this corpus is large enough for.

    Those that would have to be constructed are left out once their construction was cancelled.
    """
    seen, n_units = current(), len(state.project().corpus)
    possible, asked_only = {}, cancelled(m, seed)
    for method in methods:
        left = asked_only and method in CONSTRUCTED
        if left and not _partitions.holds(seen, method, n_units, m, seed):
            continue
        with suppress(DesignError):
            possible[method] = partitions(method, m, seed)
    return possible


FEWEST = 1_000  # candidates; what is drawn when a user does not want to wait for more


def measures(names: tuple[str, ...]) -> tuple[str, ...]:
    """The measure of each attribute: the one chosen, or the paper's where that one is about others."""
    key = state.chosen("measure") or PAPER
    about = {"length"} if MEASURES[key].numeric else set(names)
    if MEASURES[key].share:  # of two or three labels both halves have all
        about = {name for name in names if open_vocabulary(name)} or set(names)
    return tuple(key if name in about else PAPER for name in names)


def scored(chosen: Chosen) -> ScoredHalves:
    """The random halves of the corpus in the chosen attributes."""
    n = state.chosen("candidates", N_RANDOM)
    limits.check("candidates", n)
    return _scored(chosen, state.project().corpus, n, state.chosen("seed", 0), measures(chosen.names))


def first_ones(chosen: Chosen) -> ScoredHalves:
    """The same by the paper's measure; of a large corpus the first few of them, to be quick."""
    corpus, keys = state.project().corpus, (PAPER,) * len(chosen.names)
    n = min(state.chosen("candidates", N_RANDOM), N_RANDOM if len(corpus) <= LARGE else FEWEST)
    return _scored(chosen, corpus, n, state.chosen("seed", 0), keys)


@remembered(24)
def _scored(chosen: Chosen, corpus: Corpus, n: int, seed: int, keys: tuple[str, ...]) -> ScoredHalves:
    fewer = partial(state.choose, "candidates", FEWEST)
    tables = [
        unit_lengths(corpus) if MEASURES[key].numeric else counts
        for key, counts in zip(keys, chosen.counts, strict=True)
    ]
    work = partial(score_halves, tables, n, seed=seed, names=chosen.names, measures=keys)
    with progress(_("Scoring {n:,} random halves").format(n=n), "scoring", fewer) as report:
        return computed(work, len(corpus), report)
