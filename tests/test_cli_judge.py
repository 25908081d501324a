"""`judge` on the command line: four ways to say a split, and what is wrong with one."""

import json
from functools import partial

import numpy as np
import pytest

from mx2core.cli.main import main
from mx2core.cli.options.progress import Comparing
from mx2core.corpus import read_corpus
from mx2core.exchange import load_partitions
from mx2core.partition import divergence, label_contributions

from .test_cli import corpus_file, made_corpus

__all__ = ["corpus_file"]


@pytest.fixture
def judge(run):
    return partial(run, "judge")


@pytest.fixture
def judged(result):
    return lambda *arguments: result("judge", *arguments, "--candidates", "500")


def sizes(found):
    return {part["name"]: part["n_units"] for part in found["card"]["parts"]}


def row(found, what, name=None):
    return next(one for one in found["card"]["rows"] if (one["what"], one["attribute"]) == (what, name))


def ids_file(corpus_file, n):
    path = corpus_file.with_name("ids.txt")
    path.write_text("\n".join(read_corpus(corpus_file).unit_ids[:n]), encoding="utf-8")
    return path


def test_training_units_in_a_list(judge, judged, corpus_file):
    ids = ids_file(corpus_file, 36)
    found = judged(corpus_file, "--split", ids, "--attributes", "label,pos")
    assert (sizes(found), found["read_as"]) == ({"train": 36, "validation": 12}, None)
    counts = read_corpus(corpus_file).attribute("label").counts
    mask = np.arange(48) < 36
    assert row(found, "labels", "label")["value"] == pytest.approx(divergence(mask[None], counts)[0])
    largest = label_contributions(mask, counts).contribution.max()
    assert found["labels"][0]["contribution"] == pytest.approx(largest)
    status, out, _ = judge(corpus_file, "--split", ids)
    assert status == 0
    assert "train: 36, validation: 12. Each part is measured against train." in out
    assert "percentile" in out
    assert "mean χ²/J in the outer 2.5% of 10,000 random splits (attributes share 5%)" in " ".join(
        out.split()
    )  # two attributes share 5%


def test_numbers_in_a_list_are_rows_and_it_is_said(judge, judged, corpus_file):
    rows = corpus_file.with_name("rows.txt")
    rows.write_text("\n".join(map(str, range(1, 37))), encoding="utf-8")
    status, out, err = judge(corpus_file, "--split", rows)
    assert (status, out) == (1, "")
    assert "rows-from-0" in err
    found = judged(corpus_file, "--split", rows, "--numbers", "rows")
    assert sizes(found)["train"] == 36
    output = "The numbers were read as rows from 1. Row 1: "
    assert found["read_as"].startswith(output)
    assert output in judge(corpus_file, "--split", rows, "--numbers", "rows")[1]
    rows.write_text("12\n48\n3", encoding="utf-8")
    assert "rows from 1" in judged(corpus_file, "--split", rows)["read_as"]


def test_two_and_three_files(judged, judge, corpus_file, tmp_path):
    parts = []
    for name, block in (("dev", made_corpus(9)), ("test", made_corpus(6))):
        parts.append(tmp_path / f"{name}.conll")
        parts[-1].write_text(block, encoding="utf-8")
    found = judged(corpus_file, "--with", parts[0])
    assert sizes(found) == {"train": 48, "validation": 9}
    assert len(found["leaked"]) == 9
    found = judged(corpus_file, "--with", *parts)
    assert sizes(found) == {"train": 48, "validation": 9, "test": 6}
    assert judged(corpus_file, "--with", parts[0], "--with", *parts[1:]) == found
    out = judge(corpus_file, "--with", *parts)[1]
    assert "Leaked texts: 15." in out
    copied = found["copies"]
    assert sum(one["leaked"] for one in copied) == len(found["leaked"]) == 15
    assert all(one["text"] == one["training_text"] for one in copied if one["leaked"])
    assert {one["unit_id"] for one in copied} >= set(found["leaked"])
    assert f"row {copied[0]['row']}: {copied[0]['text']!r}; training row " in out


def test_files_of_a_split_have_one_card_whether_together_or_beside(judged, tmp_path):
    """Together, as the page reads what is dropped on it."""
    files = [tmp_path / f"{name}.conll" for name in ("train", "dev", "test")]
    for file, n in zip(files, (48, 9, 6), strict=True):
        file.write_text(made_corpus(n), encoding="utf-8")

    def means(*arguments):
        return [row["random_mean"] for row in judged(*arguments)["card"]["rows"]]

    assert means(files[0], "--with", *files[1:]) == means(*files)


def test_a_partition_of_a_file(judged, corpus_file, tmp_path, capsys):
    output = tmp_path / "p.json"
    main(["build", str(corpus_file), "--method", "random", "-m", "3", "-o", str(output)])
    capsys.readouterr()
    counts = read_corpus(corpus_file).attribute("label").counts
    for arguments, value in zip(
        ((), ("--index", 3)), load_partitions(output).divergence(counts)[[0, 2]], strict=True
    ):
        found = judged(corpus_file, "--split", output, *arguments, "--attributes", "label")
        assert row(found, "labels", "label")["value"] == pytest.approx(value)
        assert f"Partition {dict([arguments or ('--index', 1)])['--index']} of 3 in" in str(found["read_as"])


def test_a_gate_is_on_all_partitions_of_a_file(judge, tmp_path):
    """Texts repeat in pairs; the first partition keeps every pair on one side, the second cuts some."""
    corpus, table = tmp_path / "c.csv", tmp_path / "folds.csv"
    rows = [f"{w} {w}ness and more,{'ab'[i % 2]}" for i, w in enumerate("abcdefghijkl") for _ in range(2)]
    corpus.write_text("\n".join(["text,label", *rows]))
    ids = read_corpus(corpus).unit_ids
    sides = [(1 + i // 2 % 2, 1 + (i + (i // 2 > 8)) // 2 % 2, 1 + i % 2) for i in range(24)]
    lines = (f"{name},{k},{a},{b},{c}" for k, (name, (a, b, c)) in enumerate(zip(ids, sides, strict=True), 1))
    table.write_text("\n".join(["unit_id,row,split_1,split_2,split_3", *lines]))
    asked = [corpus, "--split", table, "--candidates", "200", "--fail-if", "texts>0"]
    status, out, _ = judge(*asked)
    assert status == 3
    assert out.startswith("texts>0: fails: partition 2: texts is 3, partition 3: texts is 12.\n")
    assert "Partition 2 of 3 in folds.csv. --index K judges another." in out
    assert judge(*asked, "--index", "1")[0] == 0
    status, out, _ = judge(*asked[:-1], "texts>12")
    assert (status, out.splitlines()[0]) == (0, "texts>12: passed in all 3 partitions.")
    status, out, _ = judge(*asked, "--index", "3", "--json")
    (gate,) = json.loads(out)["fail_if"]
    assert gate["rows"] == [{"partition": 3, "what": "texts", "attribute": None, "value": 12}]


def test_a_column(judged, tmp_path):
    path = tmp_path / "texts.csv"
    sides = ("train", "train", "dev", "train", "test")
    rows = [f"a sentence of number {i},{'xyz'[i % 3]},{sides[i % 5]}" for i in range(30)]
    path.write_text("\n".join(["text,label,split", *rows]))
    assert sizes(judged(path, "--split", "split")) == {"train": 18, "dev": 6, "test": 6}
    found = judged(path, "--split", "split", "--train-value", "test", "--train-value", "dev")
    assert sizes(found) == {"test + dev": 12, "train": 18}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "name a split"),
        (("--split", "nowhere.txt"), "nowhere.txt"),
        (("--with", "nowhere.conll"), "nowhere.conll"),
        (("--with", "a", "b", "c"), "no --train-value, found 3"),
        (("--split", "split"), "Columns: word, pos, label"),
        (("--split", "pos"), "has both P and A as pos"),
        (("--split", "pos", "--index", "1"), "--index"),
        (("--with", "x", "--train-value", "N"), "--train-value"),
        (("--split", "pos", "--numbers", "rows"), "--numbers"),
    ],
)
def test_refused_in_one_sentence(arguments, says, judge, corpus_file):
    status, out, err = judge(corpus_file, *arguments)
    usage = "--" in says
    assert (status, out) == (2 if usage else 1, "")
    assert says in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_random_splits_that_keep_groups_whole(judge, judged, corpus_file):
    ids = ids_file(corpus_file, 36)
    found = judged(corpus_file, "--split", ids, "--reference", "near")
    assert found["card"]["random_splits_keep"] == ["near"]
    status, out, _ = judge(corpus_file, "--split", ids, "--candidates", "200", "--reference", "near")
    assert status == 0
    assert "Random splits keep near-duplicates together.\n" in out
    status, _, err = judge(corpus_file, "--split", ids, "--reference", "documents")
    assert status == 1
    assert "no documents of several units" in err


def test_large_corpora_are_told_how_long_it_takes_and_can_be_interrupted(judge, corpus_file, monkeypatch):
    ids = ids_file(corpus_file, 36)
    monkeypatch.setattr("mx2core.cli.options.progress.MANY", 10)
    status, _, err = judge(corpus_file, "--split", ids)
    assert status == 0
    assert "48 units: texts are compared with each other" in err
    assert "48 units" not in judge(corpus_file, "--split", ids, "--quiet")[2]

    def ended(*_given, **_named):
        raise KeyboardInterrupt

    monkeypatch.setattr("mx2core.corpus.units.set_join.SetJoin.pairs", ended)
    status, _, err = judge(corpus_file, "--split", ids)
    assert (status, err.splitlines()[-1]) == (130, "Interrupted.")


def test_how_long_a_step_takes_is_told_while_it_goes_on(capsys, monkeypatch):
    monkeypatch.setattr("mx2core.cli.options.progress.EVERY", 0.0)

    told = Comparing(quiet=False).begins(1_000_000, 80.0)
    for done in (0, 200, 400):
        told(done, 1_000)
    output = capsys.readouterr().err
    assert "1,000,000 units" in output
    assert "about 2 min of one processor. Ctrl-C ends it." in output
    assert "400 of 1,000, about 0 s left of this step" in output
    Comparing(quiet=False).begins(99, 1.0)(5, 10)
    Comparing(quiet=True).begins(1_000_000, 80.0)(5, 10)
    assert capsys.readouterr().err == ""


@pytest.fixture
def texts_file(tmp_path):
    path = tmp_path / "texts.csv"
    rows = [f"{'rain and wind ' * (i % 4)}day {i},{'ab'[i % 2]},d{i % 4}" for i in range(24)]
    path.write_text("\n".join(["text,label,doc", *rows]), encoding="utf-8")
    return path


def test_a_column_is_known_by_the_files_own_name(judge, texts_file):
    status, out, _ = judge(texts_file, "--split", "doc", "--candidates", "100")
    assert (status, "d0: 6, d1: 6" in out) == (0, True)


def test_a_gate_on_labels_is_not_about_lengths(judge, texts_file):
    of = (texts_file, "--split", "doc", "--attributes", "label,length", "--candidates", "100")
    out = judge(*of, "--fail-if", "labels>=0")[1]
    assert "labels:label is" in out
    assert "labels:length is" not in out
    assert "labels:length is" in judge(*of, "--fail-if", "labels:length>=0")[1]


def test_a_gate_fails_where_a_split_cuts_groups(tmp_path, capsys):
    """A column read as document counts them; folds that keep them whole are asked for by --unit."""
    rows = [f"some words {i},{'ab'[i % 2]},c{i // 4},{('train', 'test')[i % 3 == 0]}" for i in range(120)]
    file = tmp_path / "texts.csv"
    file.write_text("\n".join(["text,label,customer,split", *rows]))
    asked = ["judge", str(file), "--candidates", "100", "--fail-if", "documents>0"]
    assert main([*asked, "--columns", "document=customer"]) == 3
    assert "documents>0: fails" in capsys.readouterr().out
    sides = [tmp_path / f"{name}.csv" for name in ("train", "test")]
    for side in sides:
        side.write_text("\n".join(["text,label,customer,split", *(row for row in rows if side.stem in row)]))
    listed = tmp_path / "ids.txt"
    listed.write_text("\n".join(str(i + 1) for i in range(120) if i % 3))
    given = [[file], [file, "--split", listed, "--numbers", "rows"], [sides[0], "--with", sides[1]]]
    for split in given:  # no gate was judged: units that are cut have no part
        assert main(["judge", *map(str, split), "--unit", "customer", "--candidates", "100"]) == 1
        assert "Take sentences as units." in capsys.readouterr().err
    for folds in ([], ["--folds", "5"]):
        assert main(["build", str(file), *folds, "--keep-whole", "customer", "-o", "x.csv"]) == 2
        assert "of a column: --unit customer" in capsys.readouterr().err
