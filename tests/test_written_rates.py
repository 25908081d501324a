"""Rates written in the documents are those of the files of results, or computed."""

import re
from pathlib import Path

import pytest

from mx2core.inference import paper_rule_error
from mx2core.inference.mx2 import promise

ROOT = Path(__file__).resolve().parent.parent
BOTH = [("README.md", "docs/method.md", "docs/guide.md")]
BOTH += [tuple(name.replace(".md", ".zh-CN.md") for name in BOTH[0])]


def flat(name: str) -> str:
    """In one line, per cent signs without a blank, decimals without a leading 0."""
    words = " ".join((ROOT / name).read_text("utf-8").split()).replace(" %", "%")
    return re.sub(r"(?<![\d.])0\.(?=\d)", ".", words)


def table(name: str, first: str, after: str = "") -> list[list[str]]:
    """Rows of the first table beneath a heading whose header begins so."""
    text = (ROOT / name).read_text("utf-8")
    lines = text[text.index(after) :].splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(first))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            return rows
        rows.append([cell.strip(" *") for cell in line.strip("|").split("|")])
    return rows


def test_the_highest_rates_of_the_overall_rule_were_measured():
    source = flat("docs/results/promise.md")
    for rate in re.findall(r"\d+\.\d(?=%)", str(promise.KNOWN_ERRORS)):
        assert f"{rate}%" in source or f"to {rate}%" in source


@pytest.mark.parametrize(("mark", "document"), [("Where it errs more often", 0), ("", 1)])
def test_the_list_of_the_method_is_of_the_results(mark, document):
    page, source = flat(BOTH[document][1]), flat("docs/results/promise.md")
    start = page.index(mark) if mark else page.index("11.7%")
    rates = re.findall(r"(\d+\.\d)(?=%)", page[start : start + 700])
    assert len(rates) >= 5
    assert [rate for rate in rates[:8] if f"{rate}%" not in source and f"{rate} to" not in source] == []


@pytest.mark.parametrize(("readme", "method", "guide"), BOTH)
def test_the_error_of_the_papers_rule_is_the_computed_one(readme, method, guide):
    rate = f"{paper_rule_error(0.5):.1%}"
    assert all(rate in flat(name) for name in (readme, method, guide))


@pytest.mark.parametrize(("readme", "method", "guide"), BOTH)
def test_shifts_are_those_of_the_results(readme, method, guide):
    price, folds = flat("docs/price.md"), flat("docs/results/price-folds.md")
    assert "no centered one by more than .003" in price
    assert re.search(r"(at most|至多为) \.003", flat(readme))
    for shift in (".0042", "+.0235"):
        assert shift in flat(guide)
        assert shift in folds


@pytest.mark.parametrize("page", ["docs/method.md", "docs/method.zh-CN.md"])
def test_rates_of_the_populations_reported_are_those_of_the_table(page):
    errors = table(
        "docs/results/out-of-fold.md", "| population | n | m = 1", "## Errors: populations that were left"
    )
    rows = {(row[0], row[1]): row for row in errors}
    fixed = rows["skewed F1, A misses and B invents", "60"]
    documents, noisy = (
        rows["documents of 3 texts: 1-NN", "180"],
        rows["noisy: centroid on random features", "150"],
    )
    written = [fixed[5], documents[5], noisy[2], documents[6]]
    words = flat(page)
    place = words.index(written[0])
    assert [rate for rate in written if rate not in words[place - 200 : place + 200]] == []


def test_the_summary_of_replicability_is_of_its_table():
    rows = {row[0]: row for row in table("docs/replicability.md", "| method | trainings | trained on")}
    words = flat("docs/replicability.md")

    def disagreement(name: str) -> tuple[int, ...]:
        return tuple(round(100 * float(one)) for one in re.findall(r"\d\.\d+", rows[name][8]))

    share, low, high = disagreement("hold-out 8:2")
    assert f"{share}% of the pairs of laboratories differ ({low}–{high}%)" in words
    assert rows["10-fold"][6] == "100%"
    halves = [f"5×2 {kind}" for kind in ("random", "block", "balanced", "centered", "floor")]
    shown = [int(rows[name][6].rstrip("%")) for name in halves]
    assert f"to {min(shown)}–{max(shown)}% of the laboratories only" in words
    differ = [disagreement(name)[0] for name in halves]
    assert f"however the halves were made: {min(differ)}–{max(differ)}%" in words
