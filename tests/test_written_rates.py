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
