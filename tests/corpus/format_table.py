"""The tables of docs/formats.md: the records of formats, and what is read and written of small files.

    python -m tests.corpus.format_table

prints them; `test_detection.py` compares them with the page.
"""

from collections.abc import Iterator

import numpy as np

from mx2core.corpus import FORMATS, file_of_units, read_corpus
from mx2core.corpus.model import Corpus
from mx2core.corpus.readers import READERS
from mx2core.errors import InputError
from tests.corpus.some import totals
from tests.corpus.test_arrow import TAGGED, arrow_file, parquet
from tests.fuzz.corpora import PACKED, SMALL

COUNTED = ("label", "role", "pos", "word_length")  # the first there is stands in the table
GIVEN = {"delimited, tsv": {"quote": "", "header": False}}  # what two rows cannot tell
BYTES, SAME, NOT = "byte for byte", "the same labels", "no"


def rows() -> Iterator[tuple[str, str, int, dict[str, int], str]]:
    """Format, file, units, labels and what is written of it, in the order of `FORMATS`."""
    files = {**SMALL, **PACKED, "parquet": parquet(TAGGED), "arrow": arrow_file(TAGGED)}
    corpora = [(name, data, read_corpus(data, name=name)) for name, data in files.items()]
    corpora.sort(key=lambda one: FORMATS.index(one[2].format))
    for name, data, corpus in corpora:
        yield corpus.format, name, len(corpus), labels(corpus), written_again(data, corpus)


def labels(corpus: Corpus) -> dict[str, int]:
    """How often each label occurs, the most frequent first."""
    name = next((name for name in COUNTED if name in corpus.attributes), None)
    if name is None:
        return {}
    return totals(corpus, name)


def written_again(data: bytes, corpus: Corpus) -> str:
    """Whether all units, and each alone with the first, are written and read with the same labels."""
    try:
        whole = file_of_units(data, corpus, chosen=np.ones(len(corpus), dtype=bool))
    except InputError:
        return NOT
    options = {"format": corpus.format, "encoding": corpus.encoding, **GIVEN.get(corpus.name, {})}
    again = read_corpus(whole, name=corpus.name, **options)
    assert again.units_sha256 == corpus.units_sha256, corpus.name
    assert labels(again) == labels(corpus), corpus.name
    for unit in range(1, len(corpus)):
        chosen = np.isin(np.arange(len(corpus)), (0, unit))
        part = read_corpus(file_of_units(data, corpus, chosen=chosen), name=corpus.name, **options)
        for column in (corpus.sentences.columns.keys() & part.sentences.columns.keys()) - {"label.2"}:
            assert cells(part, column, [0, 1]) == cells(corpus, column, [0, unit]), (corpus.name, column)
    return BYTES if whole.strip() in data else SAME


def cells(corpus: Corpus, column: str, units: list[int]) -> list[str]:
    return [cell for sentence in corpus.sentences_of(units) for cell in sentence.columns[column]]


def records() -> str:
    lines = [
        "| format | what it is | tokens | what is counted | part of it in its own format |",
        "|---|---|---|---|---|",
    ]
    for key, one in READERS.items():
        again = f"no: {one.no_parts}" if one.no_parts else BYTES
        cells = (one.description, one.tokens, one.counted, again)
        lines.append(" | ".join([f"| `{key}`", *(cell.replace("|", "\\|") for cell in cells)]) + " |")
    return "\n".join(lines)


def markdown() -> str:
    lines = ["| format | small file | units | labels | written again |", "|---|---|---|---|---|"]
    for kind, name, n_units, counts, again in rows():
        listed = ", ".join(f"{label} {n}" for label, n in counts.items()) or "none"
        lines.append(f"| `{kind}` | {name.split(', ')[-1]} | {n_units} | {listed} | {again} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(records(), markdown(), sep="\n\n")
