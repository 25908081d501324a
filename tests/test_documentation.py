"""Links in all Markdown of the project lead somewhere, decisions are listed, and words are plain."""

import csv
import re
from inspect import isclass, isroutine
from pathlib import Path

import pytest

import mx2core as mx
from benchmarks import gallery
from mx2core.cli.main import COMMANDS, parser

ROOT = Path(__file__).resolve().parent.parent
# What translation leaves in sentences; English has shorter verbs: import, add, take, lead to, report.
WORN = re.compile(r"(?<![-\"])\b(go on with|what stands|by how much|said|brings?|wants)\b", re.IGNORECASE)
LINK = re.compile(r"\]\(([^)\s#]+)")
DECISIONS = ROOT / "docs" / "decisions"


def documents():
    rooms = (ROOT / "docs", ROOT / ".github")
    return sorted([*ROOT.glob("*.md"), *(path for room in rooms for path in room.rglob("*.md"))])


def test_links_lead_somewhere():
    wrong = [
        f"{path.relative_to(ROOT)}: {target}"
        for path in documents()
        for target in LINK.findall(
            re.sub(r"```.*?```|\$[^$\n]*\$", "", path.read_text("utf-8"), flags=re.DOTALL)
        )
        if "://" not in target and not (path.parent / target).exists()
    ]
    assert wrong == []


def test_no_sentence_has_worn_words():
    """Neither documents nor programs: docstrings, comments, messages, names."""
    rooms = (ROOT / room for room in ("mx2core", "dashboard", "pages", "benchmarks", "tests"))
    programs = (path for room in rooms for path in room.rglob("*.py") if path != Path(__file__))
    files = [(path.name, path.read_text("utf-8").splitlines()) for path in (*documents(), *programs)]
    assert [(name, line) for name, lines in files for line in lines if WORN.search(line)] == []


def test_commands_in_documents_have_the_options_that_they_are_given():
    command = re.compile(r"(?:mx2|-m mx2core) ([a-z]+)\b([^\n`]*(?:\\\n[^\n`]*)*)")
    given = {
        (name, flag)
        for path in documents()
        for name, rest in command.findall(path.read_text("utf-8"))
        if name in COMMANDS.keys() - {"runs", "app"}  # which have commands of their own
        for flag in re.findall(r" (--[a-z][a-z0-9-]*)", rest)
    }
    options = {name: parser([name])._subparsers._group_actions[0].choices[name] for name, _flag in given}
    assert [(name, flag) for name, flag in given if flag not in options[name]._option_string_actions] == []


def test_every_decision_is_in_the_index():
    index = (DECISIONS / "README.md").read_text("utf-8")
    missing = [path.name for path in DECISIONS.glob("[0-9]*.md") if f"({path.name})" not in index]
    assert missing == []


def test_files_that_are_named_for_contributors_exist():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = re.findall(r"`((?:mx2core|dashboard|tests|docs|pages)/[^`\s]*)`", text)
    assert len(named) > 10
    missing = [name for name in named if "NAME" not in name and not (ROOT / name).exists()]
    assert missing == []


@pytest.mark.slow
def test_site_has_an_entry_for_every_public_name(tmp_path, monkeypatch):
    from docs import build_site

    monkeypatch.setattr(build_site, "SITE", tmp_path / "pages")
    build_site.main()
    missing = [
        f"mx.{group}.{name}"
        for group in ("partitions", "inference", "metrics", "io", "models", "studies", "plot", "training")
        for name in build_site.public_names(getattr(mx, group))
        if (isroutine(value := getattr(getattr(mx, group), name)) or isclass(value))
        and f".{value.__qualname__}\n" not in (tmp_path / "pages" / "api" / f"{group}.md").read_text("utf-8")
    ]
    assert missing == []


def test_the_gallery_has_the_numbers_of_its_table():
    page = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
    with (ROOT / "docs" / "gallery.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) >= 20
    assert [
        row["corpus"] for row in rows if f"[{row['corpus']}]({row['source']}) | {row['units']}" not in page
    ] == []
    assert all(row["licence"] and row["source"].startswith("https://github.com/") for row in rows)
    names = {(one.name, one.licence) for one in gallery.KNOWN}
    assert {(row["corpus"], row["licence"]) for row in rows} == names


def test_ids_of_units_are_made_as_it_is_written():
    text = (ROOT / "docs" / "formats.md").read_text("utf-8").partition("## Ids of units")[2]
    recipe = text.partition("```python\n")[2].partition("```")[0]
    corpus = mx.read_corpus(b"Ada\tB-PER\nwrote\tO\n\n\xe5\x8c\x97\xe4\xba\xac\tB-LOC\n\nso\tO\n")
    for unit, unit_id in enumerate(corpus.unit_ids):
        [sentence] = corpus.sentences_of([unit])
        known = {"words": list(sentence.columns["word"])}
        exec(recipe, known)
        assert known["unit_id"] == unit_id
