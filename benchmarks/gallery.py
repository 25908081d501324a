"""Official splits of known corpora, judged: `python -m benchmarks.gallery FOLDER -o docs/gallery`.

FOLDER holds the files as their owners publish them, in a folder a corpus; none is fetched or shipped here,
only numbers are. Writes a page (.md) and the same numbers (.csv).
"""

from __future__ import annotations

import argparse
import csv
from dataclasses import dataclass
from pathlib import Path

import mx2core as mx


@dataclass(frozen=True)
class Known:
    """A corpus, its files from training to test, and where they come from."""

    name: str
    folder: str
    files: tuple[str, ...]
    source: str
    columns: tuple[str, ...] | None = None


KNOWN = (
    Known("Banking77", "banking77", ("train.csv", "test.csv"), "PolyAI-LDN/task-specific-datasets"),
    Known(
        "WNUT-17",
        "wnut17",
        ("wnut17train.conll", "emerging.dev.conll", "emerging.test.annotated"),
        "leondz/emerging_entities_17",
        ("word", "label"),
    ),
    Known(
        "UNER Chinese GSDSimp",
        "uner-zh-gsdsimp",
        ("zh_gsdsimp-ud-train.iob2", "zh_gsdsimp-ud-dev.iob2", "zh_gsdsimp-ud-test.iob2"),
        "UniversalNER/UNER_Chinese-GSDSIMP",
    ),
    Known(
        "UD English EWT, dev and test",
        "ud-en-ewt",
        ("en_ewt-ud-dev.conllu", "en_ewt-ud-test.conllu"),
        "UniversalDependencies/UD_English-EWT",
    ),
    Known(
        "UD Chinese GSDSimp, dev and test",
        "ud-zh-gsdsimp",
        ("zh_gsdsimp-ud-dev.conllu", "zh_gsdsimp-ud-test.conllu"),
        "UniversalDependencies/UD_Chinese-GSDSimp",
    ),
    Known(
        "UP Chinese, dev and test",
        "up-zh",
        ("zh-up-dev.conllu", "zh-up-test.conllu"),
        "UniversalPropositions/UP-1.0",
    ),
)
COLUMNS = ("corpus", "source", "units", "counted", "chi2_per_label", "percentile", "leaked", "near_copies")
COLUMNS += ("near_copies_random", "place")

HEAD = """# Known corpora, judged

Official splits beside random splits of the same sizes. *Percentile* is that of χ²/J in the attribute named;
*leaked* counts validation texts that are also in training; *near-copies* have a training text of similarity
0.8 or more, beside their share in random splits. "Dev and test" compares these two files: training is not
part of it.
A high percentile is no fault where another time or source is meant, as in WNUT-17.

"""
FOOT = """
The numbers are in [gallery.csv](gallery.csv). They are made by
`python -m benchmarks.gallery FOLDER -o docs/gallery` from files that you fetch from the sources named there
(mx2core {version}, seed 0).
"""


def judged(known: Known, folder: Path) -> mx.io.SplitCard:
    read = [mx.read_corpus(folder / known.folder / name, columns=known.columns) for name in known.files]
    corpus, parts = mx.io.parts_of_files(*read)
    return mx.io.split_card(corpus, parts)


def row(known: Known, card: mx.io.SplitCard) -> dict[str, object]:
    verdict = card.verdict
    near = next(one for one in card.rows if one.what == "near")
    return {
        "corpus": known.name,
        "source": known.source,
        "units": " : ".join(f"{size:,}" for size in card.parts.sizes),
        "counted": verdict.row.name,
        "chi2_per_label": verdict.row.written(),
        "percentile": verdict.row.percent,
        "leaked": verdict.n_leaked,
        "near_copies": near.written(),
        "near_copies_random": near.written(near.standing.mean),
        "place": verdict.place,
    }


def page(rows: list[dict[str, object]]) -> str:
    lines = ["| corpus | units | verdict | percentile of χ²/J | leaked | near-copies (random) |"]
    lines += ["|---|---|---|---|---|---|"]
    lines += [
        "| {corpus} | {units} | {place} | {percentile} ({counted}) | {leaked:,} | {near_copies} "
        "({near_copies_random}) |".format_map(one)
        for one in rows
    ]
    return HEAD + "\n".join(lines) + "\n" + FOOT.format(version=mx.__version__)


def main() -> None:
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("folder", type=Path, nargs="?", help="with a folder a corpus")
    command.add_argument("-o", "--output", type=Path, help="name of page and table, without ending")
    options = command.parse_args()
    if options.folder is None:
        print("Name a folder with the corpora: python -m benchmarks.gallery FOLDER")
        return
    rows = []
    for known in KNOWN:
        missing = [name for name in known.files if not (options.folder / known.folder / name).exists()]
        if missing:
            print(f"{known.name}: no {', '.join(missing)} in {options.folder / known.folder}")
            continue
        rows.append(row(known, judged(known, options.folder)))
        print(rows[-1])
    if options.output is not None:
        options.output.with_suffix(".md").write_text(page(rows), encoding="utf-8")
        with options.output.with_suffix(".csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


if __name__ == "__main__":
    main()
