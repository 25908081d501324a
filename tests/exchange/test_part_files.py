"""K folds and train, dev, test: files of them, and the commands that build and judge them."""

import io
import json
import zipfile

import numpy as np
import pytest

from mx2core.cli.main import main
from mx2core.corpus import read_corpus
from mx2core.errors import DesignError, InputError, PartitionFileError
from mx2core.exchange import (
    NamedParts,
    parts_by_column,
    parts_json,
    read_partitions,
    read_parts,
    write_part_columns,
    write_part_files,
)
from mx2core.judge import better_parts
from mx2core.partition import random_parts

from ..judge.test_card import CORPUS, document_corpus

LABEL = CORPUS.attribute("label")
FOLDS = NamedParts(random_parts([12] * 5, candidates=[4])[0].astype(np.int64), tuple("12345"))
THREE = NamedParts.from_names(random_parts([42, 9, 9], candidates=[2])[0], ("train", "dev", "test"))


@pytest.mark.parametrize("parts", [FOLDS, THREE])
def test_a_table_and_a_document_come_back(parts):
    document = parts_json(parts, CORPUS, attributes=[LABEL])
    table = write_part_columns(parts, CORPUS)
    head, *rows = table.decode().splitlines()
    assert head == ("unit_id,row,fold" if parts is FOLDS else "unit_id,row,part")
    archive = io.BytesIO()
    write_part_files(archive, parts, corpus=CORPUS, data=document_corpus())
    for source in (
        document,
        archive.getvalue(),
        table,
        "\n".join([head.replace(",", ";"), *reversed(rows)]).replace(",", ";").encode(),
    ):
        found = read_parts(source, CORPUS)
        assert found.names == parts.names
        assert np.array_equal(found.of_unit, parts.of_unit)
    assert document == parts_json(read_parts(document, CORPUS), CORPUS, attributes=[LABEL])


def test_the_archive_has_the_bytes_of_the_corpus():
    data = document_corpus()
    for parts, names in (
        (FOLDS, [f"fold-0{k}/{f}.txt" for k in range(1, 6) for f in ("train", "validation")]),
        (THREE, ["train.txt", "dev.txt", "test.txt"]),
    ):
        target = io.BytesIO()
        write_part_files(target, parts, corpus=CORPUS, data=data)
        archive = zipfile.ZipFile(target)
        assert archive.namelist() == ["parts.csv", *names, "SHA256SUMS"]
        sizes = [len(read_corpus(archive.read(name), columns=["word", "label"])) for name in names]
        assert sizes == ([48, 12] * 5 if parts is FOLDS else [42, 9, 9])


def test_the_archive_of_a_split_is_a_corpus_again():
    target = io.BytesIO()
    write_part_files(target, THREE, corpus=CORPUS, data=document_corpus())
    again = read_corpus(target.getvalue(), name="parts.zip", columns=["word", "label"])
    split = again.sentences.fields["split"]
    assert [split.count(name) for name in ("train", "dev", "test")] == [42, 9, 9]


def test_names_are_put_in_order():
    assert NamedParts.of(["10", "9", "test", "2"]).names == ("2", "9", "10", "test")
    assert NamedParts.of(["test", "dev", "TRAIN"]).names == ("TRAIN", "dev", "test")
    assert (THREE.training, THREE.validated) == (0, (1, 2))
    assert (FOLDS.training, FOLDS.validated) == (None, (0, 1, 2, 3, 4))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda rows: rows[:-1], "1 of 60 units"),
        (lambda rows: [*rows, rows[-1]], "repeats line 61"),
        (
            lambda rows: [rows[0], "x,1,1", *rows[2:]],
            r"line 2: corpus has no unit x \(unit_id\); .* another corpus",
        ),
        (lambda rows: [rows[0], rows[1][:-1], *rows[2:]], "line 2: There is no value in fold"),
        (lambda rows: ["unit_id,a,b", *(f"{row},1" for row in rows[1:])], "needs unit_id, fold/part/split"),
        (lambda rows: [rows[0], *(f"{row[:-1]}1" for row in rows[1:])], "Values of fold: 1"),
        (lambda rows: ["{"], "stops in the middle"),
        (lambda rows: ['{"schema": {"id": "urn:mx2core:folds"}}'], "holds no partitions"),
        (lambda rows: ['{"schema": {"id": "urn:mx2core:parts", "version": 1}}'], "violates its schema"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(change, says):
    rows = write_part_columns(FOLDS, CORPUS).decode().splitlines()
    with pytest.raises(InputError, match=says):
        read_parts("\n".join(change(rows)).encode(), CORPUS)


def test_parts_in_the_place_of_halves_are_called_so():
    for data in (parts_json(FOLDS, CORPUS, attributes=[]), write_part_columns(THREE, CORPUS)):
        with pytest.raises(PartitionFileError, match=r"folds or parts: .*judge --split.* needs halves"):
            read_partitions(data, CORPUS)


def test_an_archive_of_other_files_says_no_split():
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("train.txt", document_corpus())
    with pytest.raises(InputError, match=r"holds none of partitions\.json, parts\.csv"):
        read_parts(target.getvalue(), CORPUS)
    with pytest.raises(InputError, match="damaged or incomplete"):
        read_parts(target.getvalue()[:60], CORPUS)


def test_a_changed_document_or_another_corpus_is_refused():
    document = parts_json(FOLDS, CORPUS, attributes=[LABEL])
    with pytest.raises(PartitionFileError, match="digest"):
        read_parts(document.replace(b'"seed": null', b'"seed": 1'), CORPUS)
    other = read_corpus(document_corpus(40), columns=["word", "label"])
    with pytest.raises(PartitionFileError, match="belong to"):
        read_parts(document, other)
    with pytest.raises(DesignError, match="60 units"):
        write_part_columns(FOLDS, other)


def test_columns_of_the_corpus():
    rows = [f"some text {k},{'ab'[k % 2]},{k % 5 + 1}" for k in range(40)]
    corpus = read_corpus("\n".join(["text,label,fold", *rows]).encode())
    assert parts_by_column(corpus, "fold").sizes == (8,) * 5
    with pytest.raises(InputError, match="`column` must be one of"):
        parts_by_column(corpus, "part")


@pytest.fixture
def files(tmp_path):
    corpus = tmp_path / "c.conllu"
    corpus.write_bytes(document_corpus())
    return corpus, ["--columns", "word,label"], tmp_path


@pytest.mark.parametrize(("asked", "form"), [(["--folds", "5"], "csv"), (["--parts", "8:1:1"], "json")])
def test_built_and_judged(printed, files, capsys, asked, form):
    corpus, reading, folder = files
    output = folder / f"parts.{form}"
    build = ["build", str(corpus), *reading, *asked, "--keep-whole", "near-duplicates,document"]
    out = printed(*build, "-o", output)
    assert main([*build, "-o", str(output), "--json"]) == 0
    built = json.loads(capsys.readouterr().out)["attributes"][0]
    assert ("Measured elsewhere: a typical split" in out) == (form == "json")
    assert "shifted" in out
    judge = ["judge", str(corpus), *reading, "--split", str(output), "--candidates", "100"]
    out = printed(*judge, "--fail-if", "near>0", "--fail-if", "documents>0")
    assert "near>0: passed." in out
    assert ("measured against all others" if form == "csv" else "measured against train") in out
    assert main([*judge, "--fail-if", "labels:label>=0", "--json"]) == 3
    found = json.loads(capsys.readouterr().out)
    values = {
        row["what"]: row["value"]
        for row in found["card"]["rows"]
        if row.get("name", row.get("attribute")) == "label"
    }
    assert (built["mean"], built["largest"]) == (values["labels"], values["largest"])
    assert [part["name"] for part in found["card"]["parts"]] == (
        list("12345") if form == "csv" else ["train", "dev", "test"]
    )


def test_command_and_python_keep_the_same_whole_unless_told(printed, run, files):
    """As the page Check does; and each says what it kept."""
    corpus, reading, folder = files
    read = read_corpus(corpus, columns=["word", "label"])
    for keep, asked, says in (
        (None, [], "Parts keep near-duplicates and documents together."),
        ((), ["--keep-whole", "none"], "Parts are made unit by unit."),
        (("document",), ["--keep-whole", "document"], "Parts keep documents together."),
    ):
        output = folder / "parts.json"
        assert says in printed("build", corpus, *reading, "--folds", "5", *asked, "-o", output)
        made = better_parts(read, (1,) * 5, attributes=[read.attribute("label")], keep_whole=keep)
        assert np.array_equal(read_parts(output, read).of_unit, made.of_unit)
        assert json.loads(output.read_text())["design"]["kept_whole"] == list(made.kept_whole)
    _, _, err = run("build", corpus, *reading, "-o", folder / "halves.json")
    assert "Keep documents whole to test on new ones. (--unit document)" in err


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--folds", "5", "--thresholds", "1"], "--thresholds does not go with"),
        (["--method", "alike"], "one of random"),
        (["--folds", "5", "--method", "floor"], "one of typical"),
        (["--keep-whole", "document"], "--keep-whole needs --folds"),
        (["--folds", "5", "--keep-whole", "word"], "of a column: --unit word"),
        (["--folds", "5", "-o", "p.txt"], "must end in .csv"),
        (["--folds", "500"], "need at least 500 units"),
    ],
)
def test_what_cannot_be_built_is_said(files, capsys, options, says):
    corpus, reading, folder = files
    output = [] if "-o" in options else ["-o", str(folder / "p.csv")]
    assert main(["build", str(corpus), *reading, *options, *output]) in (1, 2)
    assert says in capsys.readouterr().err
