"""Steps 12 to 14: the formulas of the paper, with numbers put in."""

from functools import cache

import numpy as np

import mx2core as mx
from dashboard.learn.layout import formula_step, slider
from dashboard.learn.splits import contributions_at
from dashboard.server.dealt_splits import dealt_splits
from dashboard.session import analysis, state
from dashboard.words import text
from dashboard.words.numbers import number
from dashboard.words.text import _, inert, prose
from mx2core.inference import correction
from mx2core.inference.mx2.one_look import upper_point
from mx2core.studies import Resampling
from mx2core.studies.spread import SpreadAcrossSplits, spread

ALPHA = 0.05
COUNTS = ((12, 7, 0, 5), (9, 11, 3, 1))  # of four labels in two halves, to calculate by hand
DIFFERENCES = ((2, 3), (2, 3), (4, 1))  # A minus B on three splits, in points, to calculate by hand
MEAN, SD = 84, 2  # of the scores of a model, in per cent
STRUT = r"\rule[-1em]{0pt}{2.8em}"  # not seen; without it fractions touch those of the line above
TERMS = 3  # of a long sum that are written out
FEWEST = 10  # splits whose spread has an interval


def by_hand_divergence() -> float:
    return float(mx.divergence(np.array([[True, False]]), np.array(COUNTS))[0])


def by_hand_test() -> mx.inference.Mx2TTest:
    return mx.mx2_t_test(np.array(DIFFERENCES) / 100, ALPHA)


@cache
def _ratio(scores: tuple[float, ...]) -> SpreadAcrossSplits:
    return spread(np.array(scores)[:, None], Resampling())


def eq_3() -> None:
    chosen = analysis.current()
    name, labels = chosen.attributes[0].name, chosen.attributes[0].labels
    rank = slider(_("Percentile among random splits"), 0, 100, key=state.choice("lesson_formula_rank", 95))
    parts = contributions_at(rank)
    J = len(labels)
    terms = J * parts.contribution
    by_hand = by_hand_divergence()
    hand = len(COUNTS[0]) * by_hand
    sum_by_hand = " + ".join(
        rf"{STRUT}\tfrac{{({a}-{b})^2}}{{{a + b}}}" for a, b in zip(*COUNTS, strict=True)
    )
    largest = " + ".join(f"{one:.2f}" for one in np.sort(terms)[::-1][:TERMS])
    more = r" + \dots" if J > TERMS else ""
    chi2, phi = float(terms.sum()), float(parts.contribution.sum())
    formula_step(
        12,
        (
            r"\chi^2 = n_t \sum_{j=1}^{J} \frac{(r_j^t - r_j)^2}{r_j} + n_v \sum_{j=1}^{J} \frac{(r_j^v - r_j)^2}{r_j}"
            r"\quad (3), \quad r_j^t = a_j/n_t, \; r_j^v = b_j/n_v, \; r_j = (a_j + b_j)/n",
            rf"n_t = n_v:\quad \chi^2 = \sum_{{j=1}}^J \frac{{(a_j - b_j)^2}}{{a_j + b_j}} = {sum_by_hand} = {hand:.3f},"
            rf"\quad \chi^2/J = \mathbf{{{by_hand:.3f}}}",
            rf"J = {J}:\quad \chi^2 = {largest}{more} = {chi2:.4f}, \quad \chi^2/J = {phi:.3f}",
        ),
        (
            (_("χ²/J of this split"), f"{phi:.3f}", inert(text.attribute(name))),
            (_("Expected"), f"{chosen.expected[0]:.3f}", _("mean of all random halves")),
        ),
    )


def test_statistic() -> None:
    """T by hand at m = 3, and on the blocks of the class corpus."""
    m = slider(_("Splits m"), 3, 10, key=state.choice("lesson_formula_m", 3))
    hand = by_hand_test()
    values = np.array(DIFFERENCES)
    mean, sigma = 100 * hand.mean, 100 * hand.sigma
    squares = float(((values - mean) ** 2).sum())
    dealt = dealt_splits(state.sample_language())
    df = 2 * m - 1
    of_law = _("t distribution, df = {df}").format(df=df)
    test = mx.mx2_t_test(dealt.blocks[:m, :, 0] - dealt.blocks[:m, :, 1], ALPHA)
    here_mean, here_sigma = number(100 * test.mean, ".4f"), f"{100 * test.sigma:.4f}"
    calculated = rf"$T = \dfrac{{{here_mean}}}{{{correction(m):.4f} \times {here_sigma}}}$"
    of = prose((_("A − B on {m} block splits.").format(m=m), dealt.models))
    listed = r",\; ".join(f"{a},\\; {b}" for a, b in DIFFERENCES)
    formula_step(
        13,
        (
            r"T = \frac{\hat E_m}{C_m\, \hat\sigma_m}, \quad C_m = \sqrt{\frac{2m+1}{2m-1}},"
            r"\quad \hat\sigma_m^2 = \frac{1}{2m} \sum_{i=1}^{m} \sum_{k=1}^{2} (\hat E_k^{(i)} - \hat E_m)^2",
            rf"m = 3:\quad {listed} \;\to\; \hat E_3 = {mean:.2f}, \quad \hat\sigma_3 = \sqrt{{{squares:.2f} / 6}} = {sigma:.3f}",
            rf"T = \frac{{{mean:.2f}}}{{\sqrt{{7/5}}\, \sqrt{{{squares:.2f} / 6}}}} = \mathbf{{{hand.statistic:.3f}}},"
            rf"\quad t_{{0.05}}(5) = {upper_point(ALPHA, hand.df):.3f}",
        ),
        (
            (calculated, number(test.statistic or 0.0, ".2f"), of),
            (_("T needed for “A is better” at 5%"), f"{upper_point(ALPHA, df):.3f}", of_law),
        ),
    )


def signal_to_noise() -> None:
    """The ratio by hand, and of the scores of the class corpus."""
    n = slider(_("Random splits R"), FEWEST, 30, key=state.choice("lesson_formula_n", 30))
    dealt, numbers, snr = dealt_splits(state.sample_language()), [], _("SNR")
    for name, scores in (("A", dealt.scores[:, 0]), ("A − B", dealt.differences)):
        found = _ratio(tuple(scores[:n].tolist())).snr
        if found is not None and found.lower is not None and found.upper is not None:
            value, low, high = (number(one, ".1f") for one in (found.value, found.lower, found.upper))
            interval = _("95% interval {lower} to {upper}").format(lower=low, upper=high)
            numbers.append((_("SNR of {name}").format(name=name), value, interval))
    formula_step(
        14,
        (
            rf"\text{{{snr}}} = \frac{{\bar E}}{{s}}, \qquad s^2 = \frac{{1}}{{R-1}} \sum_{{i=1}}^{{R}} (E_i - \bar E)^2",
            rf"\text{{{snr}}} = \frac{{{MEAN}}}{{{SD}}} = \mathbf{{{MEAN / SD:g}}}",
            r"T = \frac{1}{C_m} \cdot \frac{\hat E_m}{\hat\sigma_m}",
        ),
        tuple(numbers),
        dealt.models,
    )
