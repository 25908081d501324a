"""Partitions with chi2/J where it is wanted, in all attributes and partitions at once.

The units are paired, and every partition separates each pair: one unit gets a row of
signs, the other its opposite. Orthogonal columns of signs make every overlap n/4. The remaining freedom, the
row of each pair and its direction, moves the labels to the target. It is balanced repeated replication of
survey sampling (McCarthy 1969) made a design of cross-validation; the paper filters random partitions
instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ...errors import DesignError
from ..attribute_measure import attribute_measure
from ..checks import check_counts_list, check_different, check_seed, check_whole, one_label_per_unit
from ..design import PartitionSet, Selection
from ..halves.blocks import DEFAULT_M_MAX
from ..halves.candidates import values_of_each
from ..halves.philox import CONSTRUCTION, Draws
from ..label_divergence import divergence
from ..law import ReferenceLaw, floor, reference_law
from ..measures import PAPER, SHARES
from ..thresholds import Bound, Thresholds, check_thresholds
from .attainable import half_values, nearest_mean
from .balance import Imbalances, balance, pooled_imbalances
from .objectives import Band, Sum
from .pairs import MatchedPairs, matched_pairs, random_pairs
from .search import Tick, search
from .seen_shares import SeenBand, Share, Together
from .stacks import sign_rows
from .state import Floats, State
from .units import exchange_units

FEWEST_UNITS = 8
LARGEST_M = 100
HalvesTarget = Literal["balanced", "centered", "floor"]
TARGETS: tuple[HalvesTarget, ...] = get_args(HalvesTarget)
CENTERED_TOLERANCE = 0.09  # in standard deviations of random halves
ROUNDING = 1e-12  # relative, of chi2/J computed in two ways
CLOSE_TO_FLOOR = 0.02  # chi2/J above the floor by no more, in any partition, is good enough
ROUNDED = 1e-6  # slack for values that were listed with ten digits
ATTEMPTS = 2  # starts tried for a balanced mean
FEW_LABELS = 5
BALANCED_FROM = 3  # partitions that are used whole; fewer are centered
MORE_ATTEMPTS = 16  # for one attribute of few labels, which gives few values to choose from
N_RANDOM = 200  # random halves that say what seen share is usual


def default_target(m: int, *, prefix: bool) -> HalvesTarget:
    """What m partitions are built to where nothing else is asked for.

    `prefix`: whether the first k partitions alone may be used, as by a test that may stop early. A balanced
    set holds its mean over all m together, a centered one each by itself.
    """
    return "balanced" if m >= BALANCED_FROM and not prefix else "centered"


def regularized_partitions(
    counts_list: Any,
    m: int,
    seed: int = 0,
    target: HalvesTarget | float | Sequence[Bound] | None = None,
    *,
    m_max: int = DEFAULT_M_MAX,
    report: Callable[[int, int], None] | None = None,
) -> PartitionSet:
    """m partitions into halves with the requested distribution of labels.

    The halves differ by one unit at most (for odd n the second is larger). Wherever a
    stack of Hadamard matrices exists, c_0, the largest distance of an overlap from n/4,
    is 0, 1/2, 1 or 1/2 for even n with n//2 = 0, 1, 2 or 3 modulo 4, and for odd n at
    most 3/4 more. "centered" and thresholds may exchange single units, and c_0 is then
    at most 3/2, and 9/4 for odd n.

    Parameters
    ----------
    counts_list : sequence of ndarray or CSR of int, each of shape (n_units, n_labels)
        Label counts of each attribute; at least 8 units. Attributes in which all
        halves are alike, such as one with a single label, are left out of account.
    m : int
        At most half of the units, and at most 100.
    seed : int
        Picks one of the many solutions.
    target : str or sequence, optional
        "balanced": over the set, the mean of chi2/J is that of random halves within
        0.02 of its standard deviation, and the m imbalances of every label are spread as
        those of random halves, one to each m-th of their law; where few partitions or
        labels do not allow that, as near as the search comes. No partition is kept from
        being as uneven as random halves can be.
        "centered": every partition has chi2/J within 0.1 standard deviations of the
        expected value, or as near as its labels allow. Each partition holds this by
        itself, but a set of another m has other partitions.
        "floor": the halves are as alike as the corpus allows. This biases scores
        upwards. Growing m up to `m_max` adds partitions and changes none.
        Thresholds: for each attribute an upper bound c, or a pair (lower, upper), of
        which either may be None, or `Thresholds`, which are kept as the record of the set;
        a single number is the bound of all attributes. `Thresholds` of the measure "seen" or "seen_back"
        are of the seen share of their attribute; an attribute may be given twice, for both.
        If not given, `default_target(m, prefix=False)`.
    m_max : int
        The largest m planned when the target is "floor"; other targets do not use it.
        A set made for a smaller one may be a little more alike.
    report : callable, optional
        Called as report(done, total) from time to time; an exception it raises ends
        the construction at once.

    Returns
    -------
    PartitionSet
        `partition_report` says what it has reached.

    Raises
    ------
    DesignError
        If m is too large, or beyond `m_max` at the floor, there are too few units, all halves are alike, or
        thresholds cannot be met; then the floor and the best found are named.
    InputError
        If the counts cannot be used.

    References
    ----------
    .. [1] Wang, Wang & Li, Regularized cross-validation method for text data
       sets, eq. (2), section 3.4 and the open problem of section 7.

    Examples
    --------
    >>> counts = [[2, 0], [1, 1], [0, 2], [1, 1], [2, 1], [0, 1], [1, 0], [1, 2]]
    >>> halves = mx.regularized_partitions([counts], 3, seed=7, target="floor")
    >>> halves.m, halves.method
    (3, 'floor')
    """
    tables = check_counts_list(counts_list)
    seed = check_seed(seed)
    m = _check_m(m, tables[0].shape[0])
    if target is None:
        target = default_target(m, prefix=False)
    bounds = None if isinstance(target, str) else _check_bounds(target, len(tables))
    if isinstance(target, str) and target not in TARGETS:
        raise DesignError(
            '`target` must be "balanced", "centered", "floor" or thresholds, found {target}.',
            target=repr(target),
        )
    seen = {k for k, one in enumerate(() if bounds is None else bounds[0]) if one.measure in SHARES}
    laws = [reference_law(table) for table in tables]
    varied = [k for k, law in enumerate(laws) if law.sd > 0 and k not in seen]
    shares = [] if bounds is None else _shares(tables, *bounds, seed)
    if not varied and not shares:
        raise DesignError("All halves have the same chi2/J: use random or block partitions.")
    task = _Task(
        tables=[tables[k] for k in varied],
        names=[k + 1 for k in varied],
        laws=[laws[k] for k in varied],
        m=m,
        seed=seed,
        tick=_ticker(report),
        n_units=tables[0].shape[0],
        shares=shares,
    )
    if bounds is not None:
        asked, lower, upper = bounds
        masks = _build_bounded(task, lower[varied], upper[varied])
        return PartitionSet(check_different(masks), "thresholds", seed, _record(target, asked))
    if target == "floor":
        planned = _check_planned(m, m_max, tables[0].shape[0])
        return PartitionSet(check_different(_build_at_floor(replace(task, m=planned))[:m]), "floor", seed)
    make = {"balanced": _balanced, "centered": _centered}[str(target)]
    return PartitionSet(check_different(make(task)), str(target), seed)


@dataclass(frozen=True, slots=True, eq=False)
class _Task:
    """What is to be built, after the checks."""

    tables: list[csr_array]  # attributes in which halves differ
    names: list[int]  # their places in the list given, from 1
    laws: list[ReferenceLaw]
    m: int
    seed: int
    tick: Tick
    n_units: int
    shares: Sequence[Share] = ()  # seen shares wanted, whose tables stand behind the others in a state

    @property
    def mean(self) -> Floats:
        return np.array([law.mean for law in self.laws])

    @property
    def sd(self) -> Floats:
        return np.array([law.sd for law in self.laws])

    def start(self, pairs: MatchedPairs, draws: Draws, *, repeated: bool = False) -> State:
        """Rows of signs for the pairs in random order, with orthogonal columns.

        With `repeated`, many pairs have the same row: two of them with opposite
        differences cancel in all partitions at once.
        """
        n_pairs = len(pairs.first)
        rows = sign_rows(n_pairs, self.m, draws=None if repeated else draws).astype(np.int64)
        rows = rows[draws.permutation(n_pairs)] * draws.signs(n_pairs)[:, None]
        return self.state(pairs, rows)

    def state(self, pairs: MatchedPairs, rows: NDArray[np.int64]) -> State:
        return State([*self.tables, *(share.measure.table for share in self.shares)], pairs, rows)

    def matched(self, draws: Draws) -> MatchedPairs:
        """MatchedPairs of units as alike as possible, the attribute of most labels first."""
        order = sorted(range(len(self.tables)), key=lambda k: (-self.laws[k].n_labels, k))
        return matched_pairs([self.tables[k] for k in order], draws)


def _build_at_floor(task: _Task) -> NDArray[np.bool_]:
    return _lowest(task, Draws(task.seed, CONSTRUCTION, stage=1)).masks()


def _lowest(task: _Task, draws: Draws) -> State:
    """Matched pairs with chi2/J brought down in all partitions.

    MatchedPairs with the same row can cancel in all partitions at once, which rare labels
    need; different rows leave more choice. The first is tried, and the second where
    some partition stays well above the floor.
    """
    pairs = task.matched(draws)
    least = np.array([floor(table) for table in task.tables])
    best: tuple[float, State] | None = None
    for repeated in (True, False):
        state = task.start(pairs, draws, repeated=repeated)
        search(state, Sum(state), draws, size=40, budget=2500, tick=task.tick)
        # The mean is low; now the largest values, which squares above the mean weigh more.
        upper = np.maximum(1.001 * least, state.divergence().mean(axis=0))
        band = Band(state, np.zeros(len(least)), upper, np.ones(len(least)))
        search(state, band, draws, size=24 if task.m <= 40 else 12, budget=600, tick=task.tick)
        excess = float((state.divergence().max(axis=0) - least).max())
        if best is None or excess < best[0]:
            best = excess, state
        if excess < CLOSE_TO_FLOOR:
            break
    assert best is not None, "there is at least one attempt"
    return best[1]


def _centered(task: _Task) -> NDArray[np.bool_]:
    draws = Draws(task.seed, CONSTRUCTION, stage=2)
    state = task.start(random_pairs(task.n_units, draws), draws)
    lower, upper = task.mean - CENTERED_TOLERANCE * task.sd, task.mean + CENTERED_TOLERANCE * task.sd
    return _move_into_band(task, state, lower, upper, draws, budget=250)[0]


def _move_into_band(
    task: _Task, state: State, lower: Floats, upper: Floats, draws: Draws, budget: int
) -> tuple[NDArray[np.bool_], bool]:
    n_shares = len(task.shares)
    unbounded = np.full(n_shares, np.inf)
    band = Band(
        state,
        np.concatenate([lower, -unbounded]),
        np.concatenate([upper, unbounded]),
        np.concatenate([task.sd, np.ones(n_shares)]),
    )
    # With more partitions a move has more to keep in its band, and costs more to look at.
    size = 20 if task.m <= 40 else 10
    if task.shares:
        together = Together(band, SeenBand(state, len(task.tables), task.shares))
        search(state, together, draws, size=size, budget=budget, tick=task.tick)
        return state.masks(), together.is_met()
    search(state, band, draws, size=size, budget=budget, tick=task.tick)
    if band.is_met():
        return state.masks(), True
    masks = exchange_units(state, task.tables, band, draws, budget=60, tick=task.tick)
    band.refresh()
    return masks, band.is_met()


def _balanced(task: _Task) -> NDArray[np.bool_]:
    draws = Draws(task.seed, CONSTRUCTION, stage=3)
    unavoidable = np.array([_unavoidable(task, k) for k in range(len(task.tables))])
    best: tuple[float, NDArray[np.bool_]] | None = None
    few_values = len(task.tables) == 1 and task.tables[0].shape[1] <= FEW_LABELS
    pool = pooled_imbalances(task.tables, task.m, task.seed)
    for _ in range(MORE_ATTEMPTS if few_values else ATTEMPTS):
        state = task.start(random_pairs(task.n_units, draws), draws)
        imbalances = Imbalances(state, task.tables, task.mean, task.sd, pool, draws, unavoidable=unavoidable)
        if few_values:  # then the labels hardly leave another choice
            imbalances.weigh_means_first()
        masks = balance(state, task.tables, imbalances, draws, task.tick)
        off = float((imbalances.mean_distances() - unavoidable).max())
        if best is None or off < best[0]:
            best = off, masks
        if imbalances.means_kept():
            break
    assert best is not None, "there is at least one attempt"
    return best[1]


def _unavoidable(task: _Task, k: int) -> float:
    """How far the mean of chi2/J of any m partitions is from that of random halves, in their deviations."""
    nearest = nearest_mean(half_values(task.tables[k]), task.mean[k], task.m)
    return 0.0 if nearest is None else float(abs(nearest - task.mean[k]) / task.sd[k]) + ROUNDED


def _build_bounded(task: _Task, lower: Floats, upper: Floats) -> NDArray[np.bool_]:
    """Partitions between thresholds: from random pairs if that suffices, else from matched ones."""
    least = np.array([floor(table) for table in task.tables])
    if (upper < least).any():
        raise _unreachable(task, upper, least)
    # Inside by more than rounding, so that chi2/J computed anew is not beyond either.
    high, low = np.maximum(upper * (1 - ROUNDING), least * (1 + ROUNDING)), lower * (1 + ROUNDING)
    best = np.full(len(least), np.inf)
    for stage, matched in ((4, False), (5, True)) if task.tables else ((4, False),):
        draws = Draws(task.seed, CONSTRUCTION, stage=stage)
        if matched:
            state = _lowest(replace(task, shares=()), draws)
            if task.shares:
                state = task.state(state.pairs, state.signs.astype(np.int64))
        else:
            state = task.start(random_pairs(task.n_units, draws), draws)
        masks, reached = _move_into_band(task, state, low, high, draws, budget=1500)
        if reached:
            return masks
        if not matched:
            off = _share_off(task, masks)
        values = np.column_stack([divergence(masks, table) for table in task.tables])
        beyond = np.maximum(values - upper, lower - values)
        worst = values[np.argmax(beyond, axis=0), np.arange(len(best))]
        if not matched or np.abs(worst - upper).sum() < np.abs(best - upper).sum():
            best = worst
    if off is not None:
        raise off
    k = int(np.argmax(np.maximum(best - upper, lower - best) / task.sd))
    raise DesignError(
        "No {m} partitions found: chi2/J of attribute {k} should be {lower} to {upper}, nearest "
        "{best}, floor {floor}, expected {expected}. Widen thresholds or lower m.",
        m=task.m,
        k=task.names[k],
        lower=f"{max(lower[k], 0):.4g}",
        upper=f"{upper[k]:.4g}",
        best=f"{best[k]:.4g}",
        floor=f"{least[k]:.4g}",
        expected=f"{task.mean[k]:.4g}",
    )


def _unreachable(task: _Task, upper: Floats, least: Floats) -> DesignError:
    k = int(np.argmax(least - upper))
    reached = least[k]
    if not one_label_per_unit(task.tables[k]):  # the floor is a bound then, which need not be attained
        alone = replace(task, tables=[task.tables[k]], names=[1], laws=[task.laws[k]], shares=())
        reached = divergence(_build_at_floor(alone), task.tables[k]).max()
    return DesignError(
        "The threshold {upper} of attribute {k} is below its floor {floor}; {m} partitions can reach "
        "{reached}.",
        upper=f"{upper[k]:.4g}",
        k=task.names[k],
        floor=_rounded_up(least[k]),
        m=task.m,
        reached=_rounded_up(reached),
    )


def _shares(
    tables: Sequence[csr_array], thresholds: Sequence[Thresholds], lower: Floats, upper: Floats, seed: int
) -> list[Share]:
    """The seen shares that are asked for and that differ from half to half."""
    shares = []
    for k, one in enumerate(thresholds):
        if one.measure not in SHARES or not one.bounded:
            continue
        measured = attribute_measure(tables[k], one.measure)
        random = values_of_each([measured], [N_RANDOM], seed)[:, 0]
        usual, sd = float(random.mean()), float(random.std())
        if sd > 0:
            shares.append(Share(k + 1, measured, lower[k], upper[k], usual, sd))
        elif not lower[k] <= usual <= upper[k]:
            raise DesignError(
                "The seen share of attribute {k} is always {usual}, never {lower} to {upper}; omit its "
                "thresholds.",
                k=k + 1,
                usual=f"{usual:.4g}",
                lower=f"{lower[k]:.4g}",
                upper=f"{upper[k]:.4g}",
            )
    return shares


def _share_off(task: _Task, masks: NDArray[np.bool_]) -> DesignError | None:
    """What to say of the seen share that lies furthest from its band, in its standard deviations."""
    furthest, nearest, share = 0.0, 0.0, None
    for each in task.shares:
        values = each.values(masks)
        excess = each.excess(values)
        i = int(np.argmax(excess))
        if excess[i] > furthest:
            furthest, nearest, share = float(excess[i]), float(values[i]), each
    if share is None:
        return None
    return DesignError(
        "No {m} partitions found: the seen share of attribute {k} should be {lower} to {upper}, "
        "nearest {nearest}, random {usual} ± {sd}. Widen thresholds or lower m.",
        m=task.m,
        k=share.name,
        lower=f"{share.lower:.4g}",
        upper=f"{min(share.upper, 1):.4g}",
        nearest=f"{nearest:.4g}",
        usual=f"{share.usual:.4g}",
        sd=f"{share.sd:.2g}",
    )


def _rounded_up(value: float) -> str:
    """Four digits, not below the value, so that what is printed can be asked for."""
    text = f"{value:.4g}"
    step = 10.0 ** (np.floor(np.log10(value)) - 3) if value > 0 else 0.0
    return text if float(text) >= value else f"{value + step / 2:.4g}"


def _check_m(m: object, n_units: int) -> int:
    value = check_whole(m, "m", 1)
    if n_units < FEWEST_UNITS:
        raise DesignError(
            "{n_units} units are too few; at least {least} are needed.", n_units=n_units, least=FEWEST_UNITS
        )
    largest = _largest_m(n_units)
    if value > largest:
        raise DesignError(
            "m={m} is too large: {n_units} units give at most {largest} partitions.",
            m=value,
            n_units=n_units,
            largest=largest,
        )
    return value


def _largest_m(n_units: int) -> int:
    """As many as there are pairs of units, which is as many as columns of signs can be orthogonal."""
    return min(n_units // 2, LARGEST_M)


def _check_planned(m: int, m_max: object, n_units: int) -> int:
    """How many partitions are planned at the floor: `m_max`, or as many as can be."""
    value = check_whole(m_max, "m_max", 1)
    if m > value:
        raise DesignError("m={m} exceeds m_max={m_max}; pass m_max={m} from the start.", m=m, m_max=value)
    return min(value, _largest_m(n_units))


def _check_bounds(
    target: float | Sequence[Bound], n_attributes: int
) -> tuple[tuple[Thresholds, ...], Floats, Floats]:
    asked = check_thresholds(target, n_attributes)
    if any(one.measure not in (PAPER, *SHARES) or one.scale != "value" for one in asked):
        raise DesignError("Construction needs values of chi2/J or seen shares, not percentiles.")
    lower, upper = np.array([one.range for one in asked]).T
    return asked, np.maximum(lower, 0.0), upper


def _record(target: object, thresholds: tuple[Thresholds, ...]) -> Selection | None:
    """What the partitions had to meet, where attributes were named; no candidate was drawn for it."""
    named = isinstance(target, Sequence) and all(isinstance(one, Thresholds) for one in target)
    limits = (one.limits(1.0 if one.measure == PAPER else None) for one in thresholds)
    return Selection(tuple(limits), 0, 0, ()) if named else None


def _ticker(report: Callable[[int, int], None] | None) -> Tick:
    """Turns the steps of searches of unknown length into progress that slows down towards its end."""
    done = 0

    def tick() -> None:
        nonlocal done
        done += 1
        if report is not None and done % 16 == 0:
            report(done, done + 1000)

    return tick
