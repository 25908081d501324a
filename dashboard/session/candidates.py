"""The random halves of a corpus, scored by the chosen measure and kept between reruns."""

from functools import partial

from dashboard.server.result_cache import remembered
from dashboard.server.visits.limits import check_candidates
from dashboard.session import state
from dashboard.session.analysis import Chosen
from dashboard.session.progress import progress
from dashboard.words.text import _
from mx2core.corpus import Corpus
from mx2core.judge.card import open_vocabulary
from mx2core.judge.units import unit_lengths
from mx2core.partition import ScoredHalves, score_halves
from mx2core.partition.measures import MEASURES, PAPER

FEWEST = 1_000  # candidates; what is drawn when a user does not want to wait for more


def measures(names: tuple[str, ...]) -> tuple[str, ...]:
    """The measure of each attribute: the one chosen, or the paper's where that one is about others."""
    key = state.chosen("measure") or PAPER
    about = {"length"} if MEASURES[key].of_numbers else set(names)
    if MEASURES[key].share:  # of two or three labels both halves have all
        about = {name for name in names if open_vocabulary(name)} or set(names)
    return tuple(key if name in about else PAPER for name in names)


def scored(chosen: Chosen) -> ScoredHalves:
    """The random halves of the corpus in the chosen attributes."""
    n = state.chosen("candidates", 10_000)
    check_candidates(n)
    return _scored(chosen, state.project().corpus, n, state.chosen("seed", 0), measures(chosen.names))


def first_ones(chosen: Chosen) -> ScoredHalves:
    """The first few of them by the paper's measure: quick on any corpus."""
    keys = (PAPER,) * len(chosen.names)
    return _scored(chosen, state.project().corpus, FEWEST, state.chosen("seed", 0), keys)


@remembered(24)
def _scored(chosen: Chosen, corpus: Corpus, n: int, seed: int, keys: tuple[str, ...]) -> ScoredHalves:
    fewer = partial(state.choose, "candidates", FEWEST)
    with progress(_("Scoring {n:,} random halves").format(n=n), "scoring", fewer) as report:
        return score_halves(
            [
                unit_lengths(corpus) if MEASURES[key].of_numbers else counts
                for key, counts in zip(keys, chosen.counts, strict=True)
            ],
            n,
            seed=seed,
            names=chosen.names,
            measures=keys,
            report=report,
        )
