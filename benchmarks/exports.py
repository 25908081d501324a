"""Exports of annotation tools as their makers publish them: labels we read beside labels in the file.

    python -m benchmarks.exports FOLDER [FOLDER ...]

FOLDERs hold checkouts of public repositories, which are no part of this one; docs/results/exports.md
names them. The right column is counted from the file itself, by the tool's own library where there is
one (conllu, seqeval), else by a loop of a few lines over what the format says.
"""

import argparse
import csv
import json
from pathlib import Path

import numpy as np

import mx2core as mx
from mx2core.corpus import file_of_units
from mx2core.errors import Mx2Error
from mx2core.text_table import table


def brat(folder):
    """Lines that begin with T, of the pairs there are."""
    lines = (line for path in folder.glob("*.ann") for line in path.read_text(encoding="utf-8").splitlines())
    return sum(line.startswith("T") for line in lines)


def accepted(path):
    """Spans of accepted records."""
    records = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return sum(len(record.get("spans", ())) for record in records if record["answer"] == "accept")


def offsets(path):
    """[start, end, label] under `label`, or objects under `entities`."""
    records = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return sum(len(record.get("label") or record.get("entities") or ()) for record in records)


def cluener(path):
    """Places of all words under all labels."""
    records = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return sum(
        len(places) for record in records for words in record["label"].values() for places in words.values()
    )


def label_studio(path):
    """Results of the type labels, of annotations that were not cancelled."""
    tasks = json.loads(path.read_text(encoding="utf-8"))
    kept = (one for task in tasks for one in task["annotations"] if not one["was_cancelled"])
    return sum(
        len(result["value"]["labels"])
        for one in kept
        for result in one["result"]
        if result["type"] == "labels"
    )


def names(path):
    """Opening brackets in the column of names, the eleventh."""
    rows = (
        line.split() for line in path.read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#")
    )
    return sum(row[10].count("(") for row in rows)


def rows_of(path):
    """Rows that the csv module reads with semicolons and apostrophes."""
    with open(path, encoding="utf-8", newline="") as file:
        return sum(1 for _ in csv.reader(file, delimiter=";", quotechar="'"))


def entities(folder):
    """Named entities that cassis reads, those that cover no word apart."""
    import cassis

    with open(next(folder.glob("*.xml")), "rb") as file:
        system = cassis.load_typesystem(file)
    n = 0
    for path in folder.glob("*.xmi"):
        with open(path, "rb") as file:
            cas = cassis.load_cas_from_xmi(file, typesystem=system)
        names_of = cas.select("de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity")
        n += sum(bool(one.get_covered_text().strip()) for one in names_of)
    return n


def webanno(path):
    """Spans of the last layer: values with the same number are one, those without are one a token."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line[:1].isdigit()]
    values = [(row[0], value) for row in rows for value in row[6].split("|") if value != "_"]
    return len({value if "[" in value else (token, value) for token, value in values})


def chunks(path):
    """Chunks that seqeval finds in the third cells, as conlleval reads them."""
    from seqeval.metrics.sequence_labeling import get_entities

    blocks = path.read_text(encoding="utf-8").split("\n\n")
    rows = [[line.split("\t") for line in block.splitlines() if line[:1].isdigit()] for block in blocks]
    return len(get_entities([[row[2] for row in block] for block in rows if block]))


def upos(path):
    """Tokens that conllu reads, without ranges and empty nodes."""
    import conllu

    with open(path, encoding="utf-8") as file:
        return sum(isinstance(token["id"], int) for tree in conllu.parse_incr(file) for token in tree)


FILES = (  # a pattern under a folder, the attribute, what counts it
    ("**/example-data/**/", "label", brat),
    ("**/ner_*/assets/*_training.jsonl", "label", accepted),
    ("**/ner_*/assets/*_eval.jsonl", "label", accepted),
    ("**/data_export/**/sequence_labeling/*.jsonl", "label", offsets),
    ("**/data_import/**/intent_detection/*.jsonl", "label", offsets),
    ("**/data/clue/t*.json", "label", cluener),
    ("**/NER-Annotation/data/*.json", "label", label_studio),
    ("**/coref/*.gold_conll", "label", names),
    ("**/subdomain/*.gold_conll", "label", names),
    ("**/gnad/test.csv", "label", rows_of),
    ("**/inception-xmi/", "label", entities),
    ("**/test/resources/test_input.tsv", "label", webanno),
    ("**/*.iob2", "label", chunks),
    ("**/*-ud-*.conllu", "pos", upos),
)


def measured(path, attribute, count, root):
    corpus = mx.read_corpus(path)
    read = int(corpus.attributes[attribute].counts.sum())
    again = "folder"
    if path.is_file():
        try:
            data = path.read_bytes()
            part = file_of_units(data, corpus, chosen=np.ones(len(corpus), dtype=bool))
            found = mx.read_corpus(part, name=path.name, format=corpus.format)
            again = "yes" if found.units_sha256 == corpus.units_sha256 else "NO"
        except Mx2Error:
            again = "no: units only"
    unread = sum("Not used" in str(notice) for notice in corpus.notices)
    name = "/".join(path.relative_to(root).parts[-3:])
    return name, corpus.format, len(corpus), read, count(path), again, unread


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="*", type=Path)
    folders = parser.parse_args().folder
    if not folders:
        print("Name a folder with checkouts of public repositories: python -m benchmarks.exports FOLDER")
        return
    rows = []
    for folder in folders:
        for pattern, attribute, count in FILES:
            paths = sorted(
                path for path in folder.glob(pattern) if path.is_file() or any(path.glob("*.[ax][nm]*"))
            )
            rows += [measured(path, attribute, count, folder) for path in paths]
    header = ("export", "format", "units", "labels read", "labels in it", "written again", "not used")
    print(table(header, rows))


if __name__ == "__main__":
    main()
