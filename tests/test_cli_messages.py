"""What the command line says, where, and with which status."""

import json

import pytest

import mx2core as mx
from mx2core.errors import DesignError
from tests.score_tables import ahead, score_table

MARKED = "".join(f"a{i}\tB-X\nb{i % 7}\tI-Y\n\n" for i in range(40))  # tags that do not follow the scheme


@pytest.fixture
def called(run, tmp_path, monkeypatch):
    """Run a command in a folder of its own: status, output, messages."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "c.conll").write_text(MARKED, encoding="utf-8")
    return run


def test_warnings_go_to_standard_error_once_and_can_be_left_out(called):
    status, out, err = called("inspect", "c.conll")
    assert status == 0
    assert "warning" not in out
    assert err.count("warning: Tags of 'label' that break") == 1
    assert called("inspect", "c.conll", "--quiet") == (0, out, "")
    status, out, err = called("inspect", "c.conll", "--json")
    assert err == ""
    assert len(json.loads(out)["warnings"]) == 1


def test_what_needs_no_mending_is_a_note(called, tmp_path):
    """As on the pages, where it is information."""
    blocks = "\n\n".join(f"Ada{i}\tPER-B\nLee\tPER-I\nsaw\tO" for i in range(12))
    (tmp_path / "suffixed.conll").write_text(blocks + "\n")
    err = called("inspect", "suffixed.conll")[2]
    assert "note: Tags of" in err
    assert "were read as" in err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("judge", "c.conll", "--with", "c.conll", "--near", "2"), "`--near` must lie in (0, 1]"),
        (
            ("compare", "c.conll", "--partitions", "p.json", "--seeds", "0", "-o", "s.csv"),
            "`--seeds` must lie",
        ),
        (("calibrate", "--rho1", "3", "--rho2", "0.5"), "`--rho1` must lie in (-1, 1)"),
        (("test", "s.csv", "--max-rho1", "3"), "`--max-rho1` must lie in (-1, 1)"),
    ],
)
def test_what_is_wrong_is_called_as_it_was_typed(called, tmp_path, arguments, says):
    called("build", "c.conll", "--method", "random", "-m", "2", "-o", "p.json")
    (tmp_path / "s.csv").write_text(score_table(ahead()))
    assert says in called(*arguments)[2]


def test_a_name_inside_a_field_is_no_column(called, tmp_path):
    rows = "".join(json.dumps({"data": {"text": f"a b {i}"}, "label": str(i % 2)}) + "\n" for i in range(20))
    (tmp_path / "a.jsonl").write_text(rows)
    status, _, err = called("inspect", "a.jsonl", "--columns", "text=data.text")
    assert status == 1
    assert "no column 'data.text' or 'text'. The file has" in err
    assert "label." in err


def test_a_folder_that_is_not_there_is_named_and_not_what_is_written_beside(called):
    status, _, err = called("build", "c.conll", "--method", "random", "-m", "2", "-o", "/nonexistent/x.json")
    assert status == 1
    assert err.endswith("mx2core: /nonexistent/x.json: no such folder; make it first.\n")
    corpus = mx.read_corpus(MARKED.encode())
    with pytest.raises(FileNotFoundError) as caught:
        mx.save_partitions(mx.random_partitions(len(corpus), 2), "/nonexistent/x.json", corpus=corpus)
    assert str(caught.value) == "[Errno 2] No such file or directory: '/nonexistent/x.json'"


def test_a_missing_file_is_a_file_not_found_error_for_every_reader():
    corpus = mx.read_corpus(MARKED.encode())
    halves = mx.random_partitions(len(corpus), 2)
    readers = [
        mx.read_corpus,
        mx.load_partitions,
        mx.io.read_scores,
        mx.io.read_corpus_scores,
        mx.io.read_corpus_differences,
        lambda path: mx.io.read_partition_file(path),
        lambda path: mx.io.read_partitions(path, corpus),
        lambda path: mx.io.read_predictions(path, corpus, partitions=halves),
    ]
    for read in readers:
        with pytest.raises(FileNotFoundError) as caught:
            read("/nonexistent/x.json")
        assert isinstance(caught.value, mx.errors.InputError)


def test_a_name_of_a_file_in_place_of_a_corpus():
    halves = mx.random_partitions(4, 2)
    for write in (mx.io.write_fold_columns, mx.io.write_arff, mx.io.partitions_json):
        with pytest.raises(mx.errors.InputError, match=r"`corpus` must not be a file name, found 'x"):
            write(halves, "x.csv")
    with pytest.raises(mx.errors.InputError, match="must not be a file name"):
        mx.io.write_units("x.jsonl")
    with pytest.raises(mx.errors.InputError, match=r"`partitions` must not be a file name, found 'x"):
        mx.save_partitions("x.json", halves)
    with pytest.raises(mx.errors.CorpusFormatError, match="partitions, not a corpus"):
        mx.read_corpus(mx.io.partitions_json(halves, None), name="p.json")
    with pytest.raises(DesignError):
        mx.io.write_arff(halves, mx.read_corpus(MARKED.encode()))
