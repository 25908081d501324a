"""Task sheets to print, in both languages: Markdown, or one HTML file with a page for each student."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..arguments import check_choice
from ..exchange.html_document import Document
from .task import M, Task

LANGUAGES = ("en", "zh-CN")
_METHODS = {  # as the page Splits calls them, with what else is pressed there
    "en": {
        "balanced": "choose “balanced”",
        "centered": "choose “centered”",
        "screened": "choose “the paper's procedure”, leave every c at 1, press “Screen the candidates”",
    },
    "zh-CN": {
        "balanced": "选“均衡”",
        "centered": "选“居中”",
        "screened": "选“论文的筛选”，各个 c 保持为 1，点“筛选候选”",
    },
}
_MEANINGS = {
    "en": {
        "balanced": "Balanced: on average over the set, χ²/J is as expected; splits vary as random ones.",
        "centered": "Centered: χ²/J of every split is close to its expected value.",
        "screened": "The procedure keeps only splits whose χ²/J is at most c.",
    },
    "zh-CN": {
        "balanced": "“均衡”：这组切分的 χ²/J 平均等于期望值，单次切分仍像随机切分那样有高有低。",
        "centered": "“居中”：每次切分的 χ²/J 都接近期望值。",
        "screened": "筛选只留下 χ²/J 不超过 c 的切分。",
    },
}
_UNITS = {
    "en": {"text": "texts", "sentence": "sentences", "document": "documents"},
    "zh-CN": {"text": "条文本", "sentence": "句", "document": "篇文档"},
}
_LABELS = {
    "label": "标签",
    "length": "句长",
    "role": "语义角色",
    "target": "目标词",
    "pos": "词性",
    "word": "词",
}


def sheets(
    tasks: Sequence[Task],
    language: str = "en",
    *,
    names: Mapping[str, str] | None = None,
    students: Mapping[str, str] | None = None,
) -> str:
    """The sheets of some tasks in Markdown, one after the other.

    `names`: what attributes and the corpus are called on the pages.
    `students`: names by number; without, there is a line to write the name on.
    """
    check_choice("language", language, LANGUAGES)
    template = (Path(__file__).parent / f"sheet.{language}.md").read_text(encoding="utf-8")
    called = names or (_LABELS if language == "zh-CN" else {})
    return "\n".join(
        _filled(template, one, language, called, (students or {}).get(one.number, "")) for one in tasks
    )


def _filled(template: str, task: Task, language: str, names: Mapping[str, str], student: str) -> str:
    called = [names.get(name, name) for name in task.attributes]
    texts = task.corpus.unit == "sentence" and "label" in task.corpus.sentences.fields
    unit = "text" if texts else task.corpus.unit
    return template.format(
        number=task.number,
        student=" ".join(student.split()) or "____________________",
        course=task.course or "____________",
        corpus=names.get(task.corpus.name, task.corpus.name),
        n_units=f"{len(task.corpus):,}",
        units=_UNITS[language].get(unit, "groups" if language == "en" else "组"),
        attributes=("、" if language == "zh-CN" else ", ").join(called),
        first=called[0],
        seed=task.seed,
        m=M,
        chosen=_METHODS[language][task.method],
        meaning=_MEANINGS[language][task.method],
        method=task.method,
    )


def html(markdown: str, language: str) -> str:
    """Sheets as one HTML file; each title begins a page."""
    document = Document("mx2", language, headed=False)
    for sheet in re.split("^# ", markdown, flags=re.MULTILINE)[1:]:
        title, *rest = filter(None, map(str.strip, sheet.splitlines()))
        with document.together(page=True):
            document.heading(title, 1)
            for line in rest:
                if line.startswith("## "):
                    document.heading(line.removeprefix("## "))
                else:
                    document.paragraph(line)
    return document.html().decode()
