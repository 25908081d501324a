"""The document that sets the paper beside the program: two languages, one content, computed numbers."""

import re
from pathlib import Path

import pytest
from scipy import stats

from benchmarks import paper_tables
from dashboard.ui.documents import paper
from dashboard.words import text
from mx2core.inference import correction, expected_length, paper_rule_error

ROOT = Path(__file__).resolve().parent.parent
PAGES = {name: (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("paper.md", "paper.zh-CN.md")}


def tables(page):
    return [
        [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
        for block in re.findall(r"(?:^\|.*\|\n)+", page, re.MULTILINE)
    ]


def test_both_languages_have_the_same_tables_formulas_and_commands():
    english, chinese = PAGES.values()
    shapes = [[(len(t), len(t[0])) for t in tables(page)] for page in (english, chinese)]
    assert shapes[0] == shapes[1]
    assert len(re.findall("^## ", english, re.MULTILINE)) == len(re.findall("^## ", chinese, re.MULTILINE))
    for pattern in (r"<!-- .*? -->", r"^mx2 experiment .*$"):
        found = [re.findall(pattern, page, re.MULTILINE) for page in (english, chinese)]
        assert found[0] == found[1]


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_the_table_of_section_5_is_computed(page):
    (rows,) = [table[2:] for table in tables(page) if table[0][:2] == ["m", "Cₘ"]]
    for m, factor, t, length in rows:
        assert float(factor) == pytest.approx(correction(int(m)), abs=5.1e-5)
        assert float(t) == pytest.approx(stats.t.isf(0.05, 2 * int(m) - 1), abs=5.1e-5)
        assert float(length) == pytest.approx(expected_length(int(m)), abs=5.1e-4)
    assert f"{paper_rule_error(0.5):.1%}" in page
    assert f"{paper_rule_error(0.3):.1%}" in page


@pytest.mark.parametrize(("name", "words"), paper_tables.WORDS.items())
def test_the_runs_are_those_of_the_files(name, words):
    assert paper_tables.written(words) in (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_pages_show_it_without_comments_or_links_to_files(language):
    with text.spoken(language):
        sections = paper.sections()
        assert all(paper.runs())
        shown = "\n".join(sections.values())
    assert "<!--" not in shown
    assert "```math" not in shown
    assert not re.search(r"\]\((?!http)", shown)
