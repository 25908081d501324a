"""Official splits of known corpora, judged: `python -m benchmarks.gallery FOLDER -o docs/gallery`.

FOLDER holds the files as their owners publish them, in a folder a corpus; none is fetched or shipped here,
only numbers are. `--sources` lists each folder, its files, where they come from and under which licence.
Writes a page (.md) and the same numbers (.csv).
"""

import argparse
import csv
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import mx2core as mx

GITHUB = "https://github.com/"
UD = "UniversalDependencies/UD_"
BIO = ("cambridgeltl/MTL-Bioinformatics-2016", "CC BY 4.0")


@dataclass(frozen=True)
class Known:
    """A corpus, its files from training to test, and where they come from."""

    name: str
    folder: str
    files: tuple[str, ...]  # one for each part; files of one part are joined by +
    source: str  # on GitHub
    licence: str  # as the source states it
    columns: tuple[str, ...] | None = None
    texts: Callable[[Path, tuple[str, ...]], list[Iterable[tuple[str, str]]]] | None = None


def seq_in(folder: Path, parts: tuple[str, ...]) -> list[Iterable[tuple[str, str]]]:
    """Utterances and intents, one a line in two files."""
    lines = [
        [(folder / part / name).read_text("utf-8").split("\n") for name in ("seq.in", "label")]
        for part in parts
    ]
    return [zip(texts, labels, strict=True) for texts, labels in lines]


def clinc(folder: Path, parts: tuple[str, ...]) -> list[Iterable[tuple[str, str]]]:
    whole = json.loads((folder / "data_full.json").read_text("utf-8"))
    return [[(text, label) for text, label in whole[part]] for part in parts]


def treebank(name: str, repository: str, prefix: str, licence: str = "CC BY-SA 4.0") -> Known:
    files = tuple(f"{prefix}-ud-{part}.conllu" for part in ("train", "dev", "test"))
    return Known(f"UD {name}", repository, files, UD + repository, licence)


TSV = ("train.tsv", "devel.tsv", "test.tsv")
TXT = ("train.txt", "dev.txt", "test.txt")
TAGGED = ("word", "label")
SEQ = ("train", "valid", "test")
KNOWN = (
    Known(
        "Banking77",
        "banking77",
        ("train.csv", "test.csv"),
        "PolyAI-LDN/task-specific-datasets",
        "CC BY 4.0",
    ),
    Known("CLINC150", "clinc150", ("train", "val", "test"), "clinc/oos-eval", "CC BY 3.0", texts=clinc),
    Known("ATIS", "atis", SEQ, "MiuLab/SlotGated-SLU", "not stated", texts=seq_in),
    Known("SNIPS", "snips", SEQ, "MiuLab/SlotGated-SLU", "not stated", texts=seq_in),
    Known(
        "WNUT-16",
        "wnut16",
        ("train", "dev", "test"),
        "aritter/twitter_nlp",
        "GPL 3.0 (repository)",
        TAGGED,
    ),
    Known(
        "WNUT-17",
        "wnut17",
        ("wnut17train.conll", "emerging.dev.conll", "emerging.test.annotated"),
        "leondz/emerging_entities_17",
        "CC BY 4.0",
        TAGGED,
    ),
    Known(
        "Broad Twitter",
        "btc",
        ("a.conll+b.conll+e.conll+g.conll", "h.conll", "f.conll"),
        "GateNLP/broad_twitter_corpus",
        "CC BY 4.0",
        TAGGED,
    ),
    Known("NCBI-disease", "NCBI-disease", TSV, *BIO, TAGGED),
    Known("BC5CDR", "BC5CDR", TSV, *BIO, TAGGED),
    Known("BC2GM", "BC2GM", TSV, *BIO, TAGGED),
    Known("AnatEM", "AnatEM", TSV, *BIO, TAGGED),
    Known(
        "LeNER-Br",
        "lener",
        ("train.conll", "dev.conll", "test.conll"),
        "peluz/lener-br",
        "MIT (repository)",
        TAGGED,
    ),
    Known(
        "Weibo NER, second version",
        "weibo",
        tuple(f"weiboNER_2nd_conll.{part}" for part in ("train", "dev", "test")),
        "hltcoe/golden-horse",
        "CC BY-SA 3.0",
        TAGGED,
    ),
    Known(
        "Resume NER",
        "resume",
        tuple(f"{part}.char.bmes" for part in ("train", "dev", "test")),
        "jiesutd/LatticeLSTM",
        "not stated",
        TAGGED,
    ),
    Known("MasakhaNER, Hausa", "masakhane-hau", TXT, "masakhane-io/masakhane-ner", "CC BY-NC 4.0", TAGGED),
    Known("MasakhaNER, Swahili", "masakhane-swa", TXT, "masakhane-io/masakhane-ner", "CC BY-NC 4.0", TAGGED),
    Known(
        "UNER Chinese GSDSimp",
        "uner-zh-gsdsimp",
        tuple(f"zh_gsdsimp-ud-{part}.iob2" for part in ("train", "dev", "test")),
        "UniversalNER/UNER_Chinese-GSDSIMP",
        "CC BY-SA 4.0",
    ),
    Known(
        "UNER Danish DDT",
        "uner-ddt",
        tuple(f"da_ddt-ud-{part}.iob2" for part in ("train", "dev", "test")),
        "UniversalNER/UNER_Danish-DDT",
        "CC BY-SA 4.0",
    ),
    treebank("English Atis", "English-Atis", "en_atis"),
    treebank("French Sequoia", "French-Sequoia", "fr_sequoia", "LGPL-LR"),
    treebank("Turkish IMST", "Turkish-IMST", "tr_imst", "CC BY-NC-SA 4.0"),
    treebank("Vietnamese VTB", "Vietnamese-VTB", "vi_vtb"),
)
COLUMNS = ("corpus", "source", "licence", "units", "counted", "chi2_per_label", "percentile")
COLUMNS += ("leaked", "near_copies", "near_copies_random", "place")

HEAD = """# Known corpora, judged

Official splits of {n} corpora beside random splits of the same sizes. *Percentile* is that of χ²/J in the
attribute named; *leaked* counts validation and test texts that are also in training; *near-duplicates* have a
training text of similarity 0.8 or more, beside their share in random splits. Dev and test together count by
their units.
*Harder* than chance: fewer words, or labelled mentions, seen in training than in any random split. Neither
that nor a high percentile is a fault where other documents, another time or source are meant, as in WNUT-17.

"""
FOOT = """
The numbers, sources and licences are in [gallery.csv](gallery.csv). They are made by
`python -m benchmarks.gallery FOLDER -o docs/gallery` from files that you fetch from those sources
(`--sources` lists them; mx2core {version}, seed 0). No text of a corpus is part of this project.
"""


def judged(known: Known, folder: Path) -> mx.io.SplitCard:
    with TemporaryDirectory() as made:
        paths = _files(known, folder / known.folder, Path(made))
        read = [mx.read_corpus(path, columns=known.columns) for path in paths]
    corpus, parts = mx.io.parts_of_files(*read)
    return mx.io.split_card(corpus, parts)


def _files(known: Known, folder: Path, made: Path) -> list[Path]:
    """A file for each part: as it is, several joined, or texts with their labels as CSV."""
    if known.texts is not None:
        paths = []
        for part, rows in zip(known.files, known.texts(folder, known.files), strict=True):
            paths.append(made / f"{part}.csv")
            with paths[-1].open("w", encoding="utf-8", newline="") as file:
                csv.writer(file).writerows([("text", "label"), *(row for row in rows if row[0])])
        return paths
    paths = []
    for part in known.files:
        names = part.split("+")
        paths.append(folder / names[0])
        if len(names) > 1:
            paths[-1] = made / "joined.conll"
            texts = [(folder / name).read_text("utf-8").strip("\n") for name in names]
            paths[-1].write_text("\n\n".join(texts) + "\n", encoding="utf-8")
    return paths


def row(known: Known, card: mx.io.SplitCard) -> dict[str, object]:
    verdict = card.verdict
    near = next(one for one in card.rows if one.what == "near")
    return {
        "corpus": known.name,
        "source": GITHUB + known.source,
        "licence": known.licence,
        "units": " : ".join(f"{size:,}" for size in card.parts.sizes),
        "counted": verdict.row.name,
        "chi2_per_label": verdict.row.number_text(),
        "percentile": verdict.row.percent,
        "leaked": verdict.n_leaked,
        "near_copies": near.number_text(),
        "near_copies_random": near.number_text(near.standing.mean),
        "place": verdict.place,
    }


def page(rows: list[dict[str, object]]) -> str:
    lines = [
        "| corpus | units | among random splits | percentile of χ²/J | leaked | near-duplicates (random) |"
    ]
    lines += ["|---|---|---|---|---|---|"]
    lines += [
        "| [{corpus}]({source}) | {units} | {place} | {percentile} ({counted}) | {leaked:,} | {near_copies} "
        "({near_copies_random}) |".format_map(one)
        for one in rows
    ]
    return HEAD.format(n=len(rows)) + "\n".join(lines) + "\n" + FOOT.format(version=mx.__version__)


def main() -> None:
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("folder", type=Path, nargs="?", help="with a folder a corpus")
    command.add_argument("-o", "--output", type=Path, help="name of page and table, without ending")
    command.add_argument("--sources", action="store_true", help="list folders, files, sources and licences")
    command.add_argument("--only", nargs="+", help="names of corpora")
    options = command.parse_args()
    if options.sources:
        for known in KNOWN:
            files = " ".join(known.files)
            print(f"{known.folder}: {files}\n  {GITHUB}{known.source} ({known.licence})")
        return
    if options.folder is None:
        print("Name a folder with the corpora: python -m benchmarks.gallery FOLDER")
        return
    rows = []
    for known in KNOWN:
        if options.only and known.name not in options.only:
            continue
        if not (options.folder / known.folder).is_dir():
            print(f"{known.name}: no folder {options.folder / known.folder}")
            continue
        rows.append(row(known, judged(known, options.folder)))
        print(rows[-1], flush=True)
    if options.output is not None:
        options.output.with_suffix(".md").write_text(page(rows), encoding="utf-8")
        with options.output.with_suffix(".csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


if __name__ == "__main__":
    main()
