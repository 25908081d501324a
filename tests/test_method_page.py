"""The numbers on docs/method.md, computed again from the tables on the page itself.

The Chinese page has the same tables, formulas and names; so its numbers are computed too.
"""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import mx2core as mx
from mx2core import inference
from mx2core.partition import METHODS

ROOT = Path(__file__).resolve().parent.parent
PAGE, CHINESE = (  # Chinese writes 0.05 for .05
    re.sub(r"(?<![\d.])0(?=\.\d)", "", (ROOT / "docs" / name).read_text(encoding="utf-8"))
    for name in ("method.md", "method.zh-CN.md")
)
README = (ROOT / "README.md").read_text(encoding="utf-8")
RANDOM_HALVES, SEED = 10_000, 0


def _tables(page: str) -> dict[tuple[str, ...], list[list[str]]]:
    """Rows of every Markdown table of a page, by its header."""
    found: dict[tuple[str, ...], list[list[str]]] = {}
    for block in re.findall(r"(?:^\|.*\|\n)+", page, re.MULTILINE):
        lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
        assert len({len(line) for line in lines}) == 1, lines[0]
        found[tuple(lines[0])] = lines[2:]
    return found


TABLES = _tables(PAGE)


def header(*beginning: str) -> tuple[str, ...]:
    (found,) = [header for header in TABLES if header[: len(beginning)] == beginning]
    return found


LOOKED_AT: set[tuple[str, ...]] = set()


def table_rows(*beginning: str) -> Any:
    """Give a test the rows of the one table whose header begins so."""
    LOOKED_AT.add(header(*beginning))
    return pytest.mark.parametrize("rows", [TABLES[header(*beginning)]], ids=["rows"])


def number(cell: str) -> float:
    """A cell as it is printed; percent as a share."""
    return float(cell[:-1]) / 100 if cell.endswith("%") else float(cell)


def step(cell: str) -> float:
    """Half a unit of the last digit that a cell prints, and a hair for ties."""
    decimals = len(cell.rstrip(" %").partition(".")[2]) + (2 if cell.endswith("%") else 0)
    return 0.5001 * 10.0**-decimals


def same(cell: str, value: float, more: float = 0.0) -> bool:
    return abs(number(cell) - value) <= step(cell) + more


def stated_number(pattern: str) -> str:
    """The number a sentence of the page states."""
    (found,) = re.findall(pattern, " ".join(PAGE.split()))
    return found


@pytest.fixture(scope="module")
def corpus():
    return mx.read_corpus(ROOT / "sample_data" / "statement_zh.conll")


@pytest.fixture(scope="module")
def counts(corpus):
    return [corpus.attributes[name].counts for name in ("target", "role")]


@pytest.fixture(scope="module")
def divergences(counts):
    return mx.random_divergences(counts, RANDOM_HALVES, seed=SEED)


@table_rows("attribute", "counted")
def test_what_random_halves_of_the_sample_give(rows, corpus):
    for name, counted, n_labels, mean, sd, floor, below in rows:
        attribute = corpus.attribute(name, counted=counted if counted != "sentences" else "chunks")
        assert attribute.counted == counted
        assert int(n_labels) == len(attribute.labels)
        law = mx.partitions.reference_law(attribute.counts)
        assert same(mean, mx.partitions.expected(attribute.counts))
        assert same(mean, law.mean)
        assert same(sd, law.sd)
        assert same(floor, mx.partitions.floor(attribute.counts))
        assert same(below, (mx.random_divergences([attribute.counts], RANDOM_HALVES, seed=SEED) <= 1).mean())


@table_rows("split")
def test_table_1_by_the_rule_and_by_the_program(rows):
    partitions = mx.block_partitions(64, 7, seed=5, m_max=7)
    blocks = {bytes(column) for column in partitions.masks.T}
    listed = rows
    for i, (name, first) in enumerate(listed, start=1):
        assert name == f"S{i}"
        assert first.split() == [str(r + 1) for r in range(8) if (r & i).bit_count() % 2 == 0]
    belongs = np.array([[str(block) in first for _, first in listed] for block in range(1, 9)])
    assert {bytes(row) for row in belongs} == blocks
    shared = belongs.T.astype(int) @ belongs.astype(int)
    assert (shared[np.triu_indices(7, 1)] == 2).all()


@table_rows("c", "target", "role")
def test_shares_that_keep_to_a_bound(rows, divergences):
    for c, *shares in rows:
        kept = divergences <= float(c)
        for share, value in zip(shares, [*kept.mean(axis=0), kept.all(axis=1).mean()], strict=True):
            assert same(share, value)
    assert same(
        stated_number(r"5% rule gives c = ([\d.]+) here"), mx.partitions.select_good(divergences).bound
    )


@table_rows("partitions")
def test_sets_of_five_partitions(rows, corpus, counts):
    for method, target, role, c0 in rows:
        built = method in ("balanced", "centered", "floor")
        assert method in METHODS
        if built:
            made = mx.regularized_partitions(counts, 5, 7, method)
        elif method == "selected":
            made = mx.partitions.selected_partitions(counts, 5, n_candidates=RANDOM_HALVES, seed=7)
        else:
            made = {"random": mx.random_partitions, "block": mx.block_partitions}[method](len(corpus), 5, 7)
        # What is built may come out a little different when the search is changed.
        for cell, table in zip((target, role), counts, strict=True):
            assert same(cell, made.divergence(table).mean(), more=0.04 if built else 0)
        assert made.overlap_deviation() <= float(c0) if built else same(c0, made.overlap_deviation())


@table_rows("m", "C")
def test_factor_t_and_expected_length(rows):
    for m, factor, t, length in rows:
        assert same(factor, inference.correction(int(m)))
        assert same(t, stats.t.isf(0.05, 2 * int(m) - 1))
        assert same(length, inference.expected_length(int(m)))
    assert same(stated_number(r"\\sqrt\{1-\\rho\}\$, here ([\d.]+) \("), inference.interval_floor())


@table_rows("ρ")
def test_overall_error_of_the_rule_as_printed(rows):
    ((_, *errors),) = rows
    for rho, error in zip(header("ρ")[1:], errors, strict=True):
        found = mx.inference.overall_error(0.05, float(rho), float(rho), n_runs=40_000)
        assert same(error, found.rate, more=4 * found.standard_error)
        assert same(error, inference.paper_rule_error(float(rho)), more=1e-4)


@table_rows("looks")
def test_levels_that_keep_the_promise(rows):
    for listed, *levels in rows:
        named = [int(m) for m in re.findall(r"\d+", listed)]
        looks = range(3, 21) if "…" in listed else named
        for heading, level in zip(header("looks")[1:], levels, strict=True):
            alpha = float(heading.removeprefix("α = "))
            assert float(level) == mx.inference.overall_level(alpha, tuple(looks))
    assert float(stated_number(r"five comparisons ([\d.]+), not")) == mx.inference.overall_level(
        0.05, comparisons=5
    )
    assert same(
        stated_number(r"five comparisons [\d.]+, not ([\d.]+)\."), mx.inference.overall_level(0.05) / 5
    )


@table_rows("θ")
def test_power_of_both_rules(rows):
    level = {"paper": 0.05, "overall": mx.inference.overall_level(0.05)}
    for rule, *powers in rows:
        for theta, power in zip(header("θ")[1:], powers, strict=True):
            found = mx.inference.overall_error(level[rule], 0.2, 0.2, n_runs=20_000, effect=float(theta))
            assert same(power, found.rate, more=4 * found.standard_error)


@table_rows("m", "mean")
def test_looks_at_the_differences_of_the_readme(rows):
    (listed,) = re.findall(r"differences = (\[\[.*\]\])", README)
    differences = [[float(x) for x in pair.split(",")] for pair in re.findall(r"\[([^][]+)\]", listed)]
    stopped = {mode: mx.sequential_t_test(differences, mode=mode).m for mode in ("paper", "overall")}
    for m, mean, sigma, statistic, pvalue, *said_by in rows:
        test = mx.mx2_t_test(differences[: int(m)])
        assert same(mean, test.mean)
        assert same(sigma, test.sigma)
        assert same(statistic, test.statistic)
        assert same(pvalue, test.pvalue)
        for mode, word in zip(("paper", "overall"), said_by, strict=True):
            left = stopped[mode] - int(m)
            assert word == ("goes on" if left > 0 else "stops" if left == 0 else "–")
    scores = differences[:3]
    test = mx.mx2_t_test(scores)
    corrected = mx.inference.corrected_resampled_t_test(scores, 1, alternative="greater")
    assert corrected.pvalue == pytest.approx(test.pvalue, rel=1e-12)
    assert mx.inference.bayesian_correlated_t_test(scores, 0.5).p_worse == pytest.approx(
        test.pvalue, rel=1e-12
    )
    ratio = mx.inference.naive_paired_t_test(scores).statistic / test.statistic
    assert ratio == pytest.approx(7**0.5)  # the root of 2m + 1


@table_rows("table")
def test_ratios_of_the_papers_standard_deviations(rows):
    for _, sets, _, random, block, ratio, point in rows:
        assert same(ratio, (float(random) / float(block)) ** 2)
        assert same(point, stats.f.isf(0.05, int(sets) - 1, int(sets) - 1))
        assert float(ratio) < float(point)


def test_one_early_and_strict_look_errs_more_than_it_says():
    # At (0, 1/2) the statistic has a t law with m degrees of freedom, up to C_m.
    exact = stats.t.sf(inference.correction(3) * stats.t.isf(0.01, 5), 3)
    assert same(stated_number(r"which errs in ([\d.]+%) of cases"), exact)


def test_names_on_the_page_exist():
    for home, name in names(PAGE):
        module = import_module({"mx": "mx2core", "inference": "mx2core.inference"}.get(home, home))
        assert hasattr(module, name), f"{home}.{name}"


@pytest.mark.parametrize("page", [PAGE, CHINESE], ids=["en", "zh"])
def test_formulas_are_written_so_that_markdown_leaves_them_alone(page):
    text = re.sub(r"```math\n.*?```", "", page, flags=re.DOTALL)
    for paragraph in text.split("\n\n"):
        parts = paragraph.split("$")
        assert len(parts) % 2, paragraph
        for formula in parts[1::2]:
            assert not re.search(r"\\[^a-zA-Z]|[*|]|[^\w]_|^\s|\s$", formula), formula


def names(page: str) -> set[tuple[str, str]]:
    return set(re.findall(r"\b(mx|inference|mx2core\.partition)\.([a-z]\w*)", page))


def test_the_chinese_page_has_the_same_tables():
    """As many rows and columns, and the same in all cells without words."""
    plain = re.compile(r"[\d\s.,+−–-]*%?|S\d|[\d, …]+")

    def cells(page: str) -> list[list[list[str]]]:
        tables = [[[*head], *body] for head, body in _tables(page).items()]
        return [
            [[cell if plain.fullmatch(cell) else "" for cell in row] for row in table] for table in tables
        ]

    assert cells(CHINESE) == cells(PAGE)


def test_the_chinese_page_has_the_same_formulas_names_and_numbers():
    def displayed(page: str) -> list[str]:
        return re.findall(r"```math\n(.*?)```", page.replace("为奇数", "odd").replace("为偶数", "even"), re.S)

    assert displayed(CHINESE) == displayed(PAGE)
    assert names(CHINESE) == names(PAGE)
    assert re.findall(r"^## (\d+)\.", CHINESE, re.M) == re.findall(r"^## (\d+)\.", PAGE, re.M)
    numbers = r"(?<![\w.])[+−]?\d*\.\d+(?![\w.]*\d)"  # those with a decimal point, wherever they stand
    assert sorted(re.findall(numbers, CHINESE)) == sorted(re.findall(numbers, PAGE))


def test_every_table_is_looked_at():
    assert len(TABLES) == 10
    assert set(TABLES) == LOOKED_AT
