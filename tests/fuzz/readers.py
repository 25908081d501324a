"""Every way into the program, with files it can read and a way to spoil them."""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

import mx2core as mx
from dashboard.server.stored_choices import restored
from mx2core.corpus import Corpus, detect, read_corpus
from mx2core.corpus.readers import READERS as CORPUS_READERS
from mx2core.exchange import (
    read_answer_table,
    read_corpus_differences,
    read_corpus_scores,
    read_fold_columns,
    read_partition_file,
    read_partitions,
    read_scores,
    write_answer_table,
)
from mx2core.exchange.canonical import canonical_bytes, digest
from mx2core.metrics import METRIC_GROUPS, groups_for
from mx2core.models import CRF, FeatureTemplate, TextClassifier
from mx2core.partition import PartitionSet, Selection, Thresholds, random_partitions
from mx2core.store import Store
from mx2core.store.files.archive import MANIFEST, MEMBERS
from mx2core.store.files.bounded_zip import _digest, pack, unpack
from mx2core.store.files.project_file import MANIFEST as PROJECT
from mx2core.store.files.project_file import MEMBERS as PROJECT_MEMBERS
from mx2core.store.files.project_file import FiledPredictions, ProjectFile, pack_project, unpack_project
from mx2core.training.run.documents import model_document, model_of, partition_document, partitions_of
from mx2core.training.run.experiment import CorpusFile, Experiment, begin, comparisons_so_far, open_experiment
from mx2core.training.run.folds import MAGIC, FoldResult
from mx2core.training.run.kept_folds import KeptFolds
from mx2core.training.scores.predictions import read_predictions, read_values
from tests.corpus.annotation_exports import EXPORTS

from . import corpora
from .mutating import Edit, Reshape, cell_changes, change_values, in_bytes, in_json, in_json_lines

Read = Callable[[bytes, int], object]


@dataclass(frozen=True)
class Reader:
    """How a kind of file is read, and how it is spoilt.

    `read` also gets a number to choose options by. `reshape` changes the file's parts,
    and keeps what a program would keep that knows how to write such files: its digests.
    """

    files: tuple[bytes, ...]
    read: Read
    reshape: Reshape = in_bytes


def _corpus_reader(format: str) -> Reader:
    files = [data for name, data in corpora.SMALL.items() if name.split(",")[0] == format]
    files += [export.data for export in EXPORTS if export.format == format]
    cell = b"\t" if b"\t" in files[0] else b"," if CORPUS_READERS[format].table else b" "

    def reshape(data: bytes, edits: Sequence[Edit]) -> bytes:
        if data[:1] not in b"[{":
            return cell_changes(cell)(data, edits)
        return (in_json_lines if b"}\n{" in data or b"]\n[" in data else in_json)(data, edits)

    def read(data: bytes, drawn: int) -> None:
        corpora.check(data, format=format, **corpora.options(drawn))

    return Reader(tuple(files), read, reshape)


def _packed(name: str) -> Reader:
    return Reader((corpora.PACKED[name],), _read_corpus, corpora.repacked)


def _read_corpus(data: bytes, drawn: int) -> None:
    corpora.check(data, **corpora.options(drawn))


def _detect(data: bytes, drawn: int) -> None:
    detect(data)
    read_corpus(data, **corpora.options(drawn))


@cache
def tagged() -> Corpus:
    rows = [f"# sent_id = s{i}\nw{i % 5}\tN\tB-X\nv{i % 3}\tV\t{'I-X' if i % 2 else 'O'}\n" for i in range(8)]
    return read_corpus("\n".join(rows).encode(), name="made.conll", columns=["word", "pos", "label"])


@cache
def classified() -> Corpus:
    rows = "".join(f'{{"id": "u{i}", "text": "word{i} and {i % 3}", "label": "{i % 2}"}}\n' for i in range(8))
    return read_corpus(rows.encode(), name="made.jsonl")


@cache
def halves() -> PartitionSet:
    return random_partitions(8, 2, seed=1)


def _partition_files() -> tuple[bytes, ...]:
    bounds = Selection((Thresholds("label", upper=9.0),), candidates=50, survivors=40, chosen=(3, 7))
    selected = PartitionSet(halves().masks, "random", 1, bounds)
    made = (halves(), random_partitions(8, 1, seed=2), selected)
    return tuple(mx.io.partitions_json(one, tagged(), attributes=("label", "word")) for one in made)


def _signed(data: bytes, edits: Sequence[Edit]) -> bytes:
    """Another document, signed as if it had been exported so."""
    document = change_values(json.loads(data), edits)
    if not isinstance(document, dict):
        return json.dumps(document).encode()
    try:
        return canonical_bytes({**document, "digest": digest(document)})
    except (ValueError, TypeError):
        return json.dumps(document).encode()


def _read_partitions(data: bytes, drawn: int) -> None:
    name = ("p.json", None, "p.csv")[drawn % 3]
    read_partition_file(data, tagged() if drawn % 2 else None, name=name)
    read_partitions(data, tagged(), name=name)


def _read_split(data: bytes, drawn: int) -> None:
    name = (None, "ids.txt", "p.json", "p.csv")[drawn % 4]
    parts = mx.io.read_parts(data, tagged(), index=1 + drawn // 4 % 3, name=name)
    assert parts.of_unit.shape == (8,)
    assert len(parts.names) >= 2
    assert all(parts.sizes)


def _scores() -> tuple[bytes, ...]:
    rows = [
        {"partition": i, "fold": k, "model": model, "metric": "f1", "value": 0.5 + 0.01 * i}
        for model in ("A", "'=B")
        for i in (1, 2, 3)
        for k in (1, 2)
    ]
    lines = "".join(json.dumps(row) + "\n" for row in rows).encode()
    table = "\n".join([",".join(rows[0]), *(",".join(map(str, row.values())) for row in rows)]) + "\n"
    return table.encode(), lines


def _read_scores(data: bytes, drawn: int) -> None:
    table = read_scores(data, name="scores.csv", partitions=halves() if drawn % 3 == 0 else None)
    for values in table.values.values():
        assert values.shape == (table.m, 2)
        assert np.isfinite(values).all()


def _predictions(corpus: Corpus, answer: Callable[[int], str], separator: str) -> tuple[bytes, bytes]:
    rows = [
        {
            "partition": i // 2 + 1,
            "fold": i % 2 + 1,
            "model": model,
            "unit_id": corpus.unit_ids[unit],
            "predicted": answer(unit),
        }
        for i, (_, validation) in enumerate(halves().folds())
        for unit in validation.tolist()
        for model in ("A", "B")
    ]
    lines = "".join(json.dumps(row) + "\n" for row in rows).encode()
    table = [separator.join(rows[0]), *(separator.join(map(str, row.values())) for row in rows)]
    return ("\n".join(table) + "\n").encode(), lines


def _read_predictions(corpus: Corpus, data: bytes, drawn: int) -> None:
    if drawn % 4 == 3:
        kind = ("numbers", "ranking")[drawn % 2]
        read_values(data, corpus, partitions=halves(), kind=kind, name="p.csv")  # type: ignore[arg-type]
        return
    found = read_predictions(data, corpus, partitions=halves(), strict=bool(drawn % 2), name="p.csv")
    for metric in found.main_metrics:
        assert ((found.scores(metric) >= 0) & (found.scores(metric) <= 1)).all()
    mx.io.write_scores(found)


TEMPLATES = (b"# words\nU00:%x[-1,0]\nU01:%x[0,0]/%x[1,0]\n\nU02:%x[0,1]\nB\n", b"U:%x[0,0]\nU1\n")


def _read_template(data: bytes, drawn: int) -> None:
    template = FeatureTemplate.parse(data.decode("utf-8", errors="surrogateescape"))
    template.check_columns(("word", "pos")[: 1 + drawn % 2])
    model = CRF("A", template, ("word", "pos", "label"))
    model.check_corpus(tagged(), "label")


def _read_fold(data: bytes, drawn: int) -> None:
    result = FoldResult.from_bytes(data, 0, drawn % 4)
    assert result.predicted.dtype.kind == "u"


def _fold() -> bytes:
    scores = np.arange(8, dtype=np.float32).reshape(4, 2)
    return FoldResult(0, 0, np.array([0, 1, 1, 0], dtype=np.uint8), scores, {"seconds": 0.1}).to_bytes()


def _fold_reshaped(data: bytes, edits: Sequence[Edit]) -> bytes:
    """Another header and other arrays under a digest that fits."""
    body = data[len(MAGIC) + 32 :]
    head, _, packed = body.partition(b"\n")
    half = len(edits) // 2
    head = in_json(head, edits[: half + 1])
    body = head + b"\n" + in_bytes(packed, edits[half + 1 :])
    return MAGIC + hashlib.sha256(body).digest() + body


def _read_models(data: bytes, drawn: int) -> None:
    try:
        documents = json.loads(data)
    except ValueError:  # the store's own column; what is no JSON never gets so far
        return
    for document in documents if isinstance(documents, list) else [documents]:
        model_of(document)


@cache
def _models() -> tuple[Any, ...]:
    template = FeatureTemplate.parse("U0:%x[0,0]\nU1:%x[-1,1]\nB")
    return CRF("A", template, ("word", "pos")), CRF("B", template, ("word", "pos"), c2=2.0)


def _model_documents() -> bytes:
    classifier = TextClassifier("C", kind="svm", ngrams=(1, 2))
    return json.dumps([model_document(model) for model in (*_models(), classifier)]).encode()


def _partition_document() -> bytes:
    return partition_document(halves())


def _experiment(folder: Path) -> bytes:
    """An exported experiment, its folds filled in without training."""
    data = b"".join(
        f"# sent_id = s{i}\nw{i % 5}\tN\tB-X\nv{i % 3}\tV\t{'I-X' if i % 2 else 'O'}\n\n".encode()
        for i in range(8)
    )
    file = CorpusFile(data, {"columns": ["word", "pos", "label"]})
    corpus = read_corpus(data, name="made.conll", columns=["word", "pos", "label"])
    experiment = Experiment("fuzzed", corpus, _models(), (halves(),), gold="label", file=file)
    with Store(folder / "source.sqlite") as store:
        id = begin(store, experiment)
        planned = experiment.plans[0]
        for fold in planned.folds():
            items = planned.scorer.items(fold.fold)
            right = planned.material.gold[0][items].astype(np.uint8)
            KeptFolds(store, planned).keep(
                FoldResult(*fold.key, right, None, dict.fromkeys(("seconds", "iterations")))
            )
        return store.export(id)


def _repacked(data: bytes, edits: Sequence[Edit], name_of_manifest: str = MANIFEST) -> bytes:
    """Other members and another manifest, under digests that fit."""
    members = unpack(data, None, PROJECT_MEMBERS if name_of_manifest == PROJECT else MEMBERS)
    manifest = json.loads(members.pop(name_of_manifest))
    half = len(edits) // 2
    for kind, a, b, what in edits[:half]:
        name = sorted(members)[a % len(members)]
        change: Reshape = _fold_reshaped if name.startswith("folds/") else in_bytes
        if name.startswith("partitions/") and kind % 2:
            change = in_json
        members[name] = change(members[name], [(what, b, a, kind)])
    stated = {name: hashlib.sha256(content).hexdigest() for name, content in members.items()}
    manifest["members"] = stated
    manifest = change_values(manifest, edits[half:])
    if isinstance(manifest, dict):
        manifest["digest"] = _digest(manifest)
    return pack({**members, name_of_manifest: json.dumps(manifest).encode()})


class _Taking:
    """Takes experiments in, and shows what they say as the pages and the command line do."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._times = 0
        self._open = ExitStack()

    def __call__(self, data: bytes, drawn: int) -> None:
        if self._times % 30 == 0:  # a store with many experiments is slow to list
            self.close()
            self._store = self._open.enter_context(Store(self._folder / f"{self._times}.sqlite"))
        self._times += 1
        brought = self._store.take_in(data, file="runs.zip")
        self._store.experiments.list()
        _, experiment = open_experiment(self._store, brought.id)
        for comparison in comparisons_so_far(self._store, brought.id, experiment):
            mx.io.write_scores(comparison)
            assert all(map(str, comparison.evaluation.notices))

    def close(self) -> None:
        self._open.close()
        for left in self._folder.glob("*.sqlite*"):
            left.unlink()


def _project() -> bytes:
    options: dict[str, Any] = {"columns": ["word", "label"], "unit": "sentence"}
    return pack_project(
        ProjectFile(
            name="fuzzed",
            corpus=corpora.SMALL["delimited, sequences"],
            corpus_name="made.csv",
            options=options,
            choices={"m": 3, "attributes": ["label"], "bounds": {"tuple": [0.1, {"float": "inf"}]}},
            partitions=((_partition_document(), "folds.csv"),),
            scores=_scores()[0],
            scores_name="scores.csv",
            experiments=(b"PK",),
            predictions=FiledPredictions(b"{}", "p.jsonl", None),
        )
    )


def _read_project(data: bytes, drawn: int) -> None:
    found = unpack_project(data, file="project.zip")
    read_corpus(found.corpus, name=found.corpus_name, **found.options)
    restored(found.choices, tagged())
    for document, _ in found.partitions:
        partitions_of(document)
    if found.scores is not None:
        read_scores(found.scores, name=found.scores_name)


def _project_repacked(data: bytes, edits: Sequence[Edit]) -> bytes:
    return _repacked(data, edits, PROJECT)


def _corpus_scores() -> bytes:
    rows = ["corpus,model,score", *(f"c{i},{model},0.{5 + i}" for i in range(4) for model in ("A", "'=B"))]
    return ("\n".join(rows) + "\n").encode()


def _corpus_differences() -> tuple[bytes, ...]:
    rows = [{"corpus": f"c{i}", "difference": 0.01 * i, "variance": 0.02} for i in range(4)]
    table = [",".join(rows[0]), *(",".join(map(str, row.values())) for row in rows)]
    return "\n".join(table).encode(), "".join(json.dumps(row) + "\n" for row in rows).encode()


def _part_files() -> tuple[bytes, ...]:
    parts = mx.io.NamedParts(np.arange(8) % 3, ("1", "2", "3"))
    return mx.io.write_part_columns(parts, tagged()), mx.io.parts_json(
        parts, tagged(), attributes=[tagged().attribute("label")]
    )


def _parts_reshaped(data: bytes, edits: Sequence[Edit]) -> bytes:
    return _signed(data, edits) if data.startswith(b"{") else cell_changes(b",")(data, edits)


def _answer_tables() -> tuple[bytes, ...]:
    """Rows of the examples of every group of metrics, in pairs, as trainings of a unit are."""
    written = [write_answer_table(mx.metrics.sample_table(group)).splitlines() for group in METRIC_GROUPS]
    return tuple(
        b"\n".join(
            [lines[0], *(row for i in range(1, len(lines), len(lines) // 4 + 1) for row in lines[i : i + 2])]
        )
        for lines in written
    )


def _read_answers(data: bytes, drawn: int) -> None:
    table = read_answer_table(data, name="answers.csv")
    fitting = groups_for(table) or tuple(METRIC_GROUPS)
    mx.metrics.scored(fitting[drawn % len(fitting)], table)


READERS: dict[str, Reader] = {
    "scores of corpora": Reader(
        (_corpus_scores(),), lambda data, drawn: read_corpus_scores(data, name="s.csv"), cell_changes(b",")
    ),
    "differences of corpora": Reader(
        _corpus_differences(), lambda data, drawn: read_corpus_differences([data]), cell_changes(b",")
    ),
    "detection": Reader(tuple(corpora.SMALL.values()), _detect),
    **{
        key: _corpus_reader(key)
        for key, one in CORPUS_READERS.items()
        if one.together is None and not one.signatures
    },
    "brat": _packed("brat"),
    "folder": _packed("classes"),
    "several files": _packed("split"),
    "xmi": _packed("xmi"),
    "gzip": Reader((corpora.PACKED["gz"],), _detect),
    "xz": Reader((corpora.PACKED["xz"],), _detect),
    "parquet": Reader((corpora.parquet(),), _read_corpus),
    "arrow": Reader((corpora.arrow(),), _read_corpus),
    "partitions": Reader(_partition_files(), _read_partitions, _signed),
    "fold columns": Reader(
        (mx.io.write_fold_columns(halves(), tagged()),),
        lambda data, drawn: read_fold_columns(data, tagged(), name="folds.csv"),
        cell_changes(b","),
    ),
    "split": Reader(
        (b"\n".join(unit.encode() for unit in tagged().unit_ids[:4]), *_partition_files()[:1]),
        _read_split,
        cell_changes(b"\n"),
    ),
    "parts": Reader(
        _part_files(),
        lambda data, drawn: mx.io.read_parts(data, tagged(), name=("p.json", None, "p.csv")[drawn % 3]),
        _parts_reshaped,
    ),
    "metrics": Reader(_answer_tables(), _read_answers, cell_changes(b",")),
    "scores": Reader(_scores()[:1], _read_scores, cell_changes(b",")),
    "scores in JSON": Reader(_scores()[1:], _read_scores, in_json_lines),
    "predicted tags": Reader(
        _predictions(tagged(), lambda unit: "B-X O", ",")[:1],
        partial(_read_predictions, tagged()),
        cell_changes(b","),
    ),
    "predicted classes": Reader(
        _predictions(classified(), lambda unit: str(unit % 2), ",")[1:],
        partial(_read_predictions, classified()),
        in_json_lines,
    ),
    "templates": Reader(TEMPLATES, _read_template, in_bytes),
    "kept folds": Reader((_fold(),), _read_fold, _fold_reshaped),
    "kept models": Reader((_model_documents(),), _read_models, in_json),
    "projects": Reader((_project(),), _read_project, _project_repacked),
    "kept partitions": Reader((_partition_document(),), lambda data, drawn: partitions_of(data), in_json),
}
# Those that need a store to read into.
ARCHIVES = ("experiments",)


@contextmanager
def opened(name: str, folder: Path) -> Iterator[Reader]:
    """A reader, with a store of its own if it needs one."""
    if name not in ARCHIVES:
        yield READERS[name]
        return
    data = _experiment(folder)
    with closing(_Taking(folder)) as take_in:
        yield Reader((data,), take_in, _repacked)
