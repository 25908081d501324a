"""No error rate stands without its condition: on pages, in paragraphs, on the command line, in documents."""

import re
from pathlib import Path

import numpy as np
import pytest

from dashboard.ui.answers.rule_choice import Differences
from dashboard.ui.documents import citation
from dashboard.words import text
from mx2core.inference.mx2 import promise
from mx2core.training import decide_differences
from tests.dashboard.test_deciding import E, csv, deciding, door, page_text

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
PROMISE = re.compile(
    r"(error|chance|err)\b[^.|]{0,80}(at most|at or below|at) (α\b|`--alpha`|alpha\b)"
    r"|错误率[^。|]{0,20}不超过 α|概率[^。|]{0,10}不超过 α",
    re.IGNORECASE,
)
IF = re.compile(r"normal|正态", re.IGNORECASE)
CONDITION = {
    "en": "differences of scores are nearly normal and, over corpora, correlated by at most ½ within a "
    "split and ½ between splits",
    "zh": "得分之差近似正态，且就不同语料而言，相关系数在同一切分内不超过 ½、在不同切分间不超过 ½",
}
PAGES = {
    "en": ("README.md", "docs/guide.md", "docs/method.md", "docs/results/promise.md"),
    "zh": ("README.zh-CN.md", "docs/guide.zh-CN.md", "docs/method.zh-CN.md"),
}


def flat(words: str) -> str:
    """Without line ends and the space before a per cent sign."""
    return " ".join(words.split()).replace(" %", "%")


def document(name: str) -> str:
    return flat((ROOT / name).read_text(encoding="utf-8"))


def translated(notice, language: str) -> str:
    with text.spoken(language):
        return text._(notice.message).format(**notice.values).replace("\N{NO-BREAK SPACE}", " ")


def test_where_a_document_promises_it_says_of_which_scores():
    wrong = []
    for path in DOCUMENTS:
        if path.parent.name == "decisions":
            continue
        for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:- |\d+\. |\|))", path.read_text(encoding="utf-8")):
            if PROMISE.search(flat(paragraph)) and not IF.search(paragraph):
                wrong.append((path.name, flat(paragraph)[:200]))
    assert wrong == []


@pytest.mark.parametrize("language", PAGES)
def test_the_documents_have_the_words_of_the_core(language):
    assert CONDITION[language] in translated(promise.condition(), language)
    assert [name for name in PAGES[language] if CONDITION[language] not in document(name)] == []
    rates = re.findall(r"\d+\.\d%", str(promise.KNOWN_ERRORS))
    readme, method = document(PAGES[language][0]), document(PAGES[language][2])
    assert [rate for rate in rates if rate not in readme or rate not in method] == []


@pytest.mark.parametrize("language", PAGES)
def test_the_page_says_the_condition_and_the_limits_beside_the_answer(language):
    app = deciding(language, E)
    assert CONDITION[language] in page_text(app)
    words = page_text(door(door(app, "decide"), "tests"))
    assert words.count(CONDITION[language]) >= 2  # with the answer, and under both rules
    assert words.count("α = 0.05") >= 2
    assert translated(promise.KNOWN_ERRORS, language) in words


@pytest.mark.parametrize("language", PAGES)
def test_the_paragraph_for_a_paper_says_them_too(language):
    with text.spoken(language):
        made = decide_differences(E)
        paragraph = citation.decision_paragraph(Differences(np.asarray(E), "A", "B", "F1"), made)
    paragraph = paragraph.replace("\N{NO-BREAK SPACE}", " ")
    assert CONDITION[language] in paragraph
    assert translated(promise.KNOWN_ERRORS, language) in paragraph


@pytest.mark.parametrize(
    ("options", "known"),
    [((), True), (("--alternative", "two-sided"), True), (("--pairs",), True), (("--mode", "fixed"), False)],
)
def test_the_command_line_says_them(printed, tmp_path, options, known):
    table = tmp_path / "scores.csv"
    table.write_bytes(csv(E))
    out = printed("test", table, *options)
    assert "nearly normal" in out
    assert (str(promise.KNOWN_ERRORS) in out) is known
