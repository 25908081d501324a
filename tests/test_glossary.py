"""The glossary says each thing once."""

from collections import Counter
from pathlib import Path

GLOSSARY = Path(__file__).parents[1] / "docs" / "glossary.md"


def test_every_name_is_defined_once():
    lines = GLOSSARY.read_text(encoding="utf-8").splitlines()
    rows = [line.split("|")[1:] for line in lines if line.startswith("|")]
    names = Counter(row[0].strip() for row in rows[2:])
    assert len(names) > 60
    assert [name for name, times in names.items() if times > 1] == []
