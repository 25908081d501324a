"""Units by name or by row number in whatever comes back; data frames as files; writing to a path."""

import json
import re

import pandas as pd
import pytest

import mx2core as mx
from mx2core.corpus import read_corpus
from mx2core.corpus.units.grouping import earlier_id
from mx2core.errors import InputError, PartitionFileError, ScoresError
from mx2core.exchange import read_fold_columns, read_parts, write_units
from mx2core.exchange.canonical import canonical_bytes, digest

TABLE = "text,label\n" + "".join(f"text {k},{'ab'[k % 2]}\n" for k in range(12))
CORPUS = mx.read_corpus(TABLE.encode(), name="a.csv")
HALVES = mx.random_partitions(len(CORPUS), 2, seed=1)


def predictions(first: int = 0, by: str = "index") -> pd.DataFrame:
    rows = [
        (fold // 2 + 1, fold % 2 + 1, model, int(unit) + first, "a")
        for fold, (_train, validation) in enumerate(HALVES.folds())
        for unit in validation
        for model in "MN"
    ]
    return pd.DataFrame(rows, columns=["partition", "fold", "model", by, "predicted"])


def test_predictions_by_place_are_those_by_name():
    by_row = predictions()
    by_name = by_row.assign(unit_id=[CORPUS.unit_ids[unit] for unit in by_row["index"]])
    lines = predictions(1, "row").to_json(orient="records", lines=True).encode()
    expected = mx.read_predictions(by_name, CORPUS, partitions=HALVES).scores("accuracy")
    for given in (by_row, by_row.to_csv(index=False).encode(), lines):
        found = mx.read_predictions(given, CORPUS, partitions=HALVES)
        assert (found.scores("accuracy") == expected).all()
        assert "Units were matched by place in" in str(found.notices[0])
        assert found.notices[0].plain  # a note: nothing is to be mended
    notices = mx.read_predictions(by_name, CORPUS, partitions=HALVES).notices
    assert not any("matched by place" in str(notice) for notice in notices)


def test_where_units_hold_several_sentences_it_is_said_what_index_counts():
    repeated = mx.read_corpus((TABLE + "text 0,a\n").encode(), name="a.csv", unit="text")
    assert len(repeated) == len(CORPUS) < len(repeated.sentences)
    (notice, *_others) = mx.read_predictions(predictions(), repeated, partitions=HALVES).notices
    assert str(notice) == "index counts the 12 units from 0, not the 13 sentences: unit_id is safe."
    assert not notice.plain


@pytest.mark.parametrize(
    ("first", "by", "says"),
    [
        (0, "unit_id", r"line 2: .* no unit [0-9]+ \(unit_id\): another corpus\? Numbers stand"),
        (1, "index", r"no unit 12 \(index goes from 0 to 11\): another corpus|Unit .* trains"),
        (0, "number", "No column identifies units: give unit_id"),
    ],
)
def test_whole_numbers_are_places_only_where_the_file_says_so(first, by, says):
    with pytest.raises(ScoresError, match=says):
        mx.read_predictions(predictions(first, by), CORPUS, partitions=HALVES)


IDS = [(7 * k + 3) % 12 for k in range(12)]  # places of other units


@pytest.mark.parametrize("name", ["unit_id", "doc_id", "id", "uid", "guid", "sent_id", "article"])
@pytest.mark.parametrize("as_float", [False, True])
def test_ids_that_are_whole_numbers_are_ids(name, as_float):
    table = f"text,label,{name}\n" + "".join(f"text {k},{'ab'[k % 2]},{IDS[k]}\n" for k in range(12))
    renamed = {"columns": {"sent_id": name}} if name == "article" else {}
    corpus = mx.read_corpus(table.encode(), name="a.csv", **renamed)
    rows = pd.DataFrame(
        [(m, float(IDS[k]) if as_float else IDS[k], "ab"[k % 2]) for m in "MN" for k in range(12)],
        columns=["model", name, "predicted"],
    )
    found = mx.io.read_fixed_predictions(rows, corpus, id_column=name)
    assert found.scores("accuracy").min() == 1
    assert [str(notice) for notice in found.notices] == (
        [] if name == "unit_id" else [f"Units were matched by the ids in {name}."]
    )
    with pytest.raises(ScoresError, match=r"a\.csv names units by numbers such as 3: give"):
        mx.io.read_fixed_predictions(rows.rename(columns={name: "index"}), corpus)


def test_ids_that_do_not_match_say_what_they_are_like():
    def corpus(*ids):
        rows = "".join(f"text {k},{'ab'[k % 2]},{id}\n" for k, id in enumerate(ids))
        return mx.read_corpus(f"text,label,id\n{rows}".encode(), name="a.csv")

    rows = b"model,id,predicted\n" + b"".join(b"M,%d,a\n" % k for k in (1, 2, 3, 4))
    for known, says in (
        (corpus("001", "002", "003", "004"), r"no unit 1 \(id\); ids are like 001"),
        (corpus("1", "2", "x3", "x4"), r"line 4: a.csv has no unit 3 \(id\); ids are like 1"),
        (corpus("1", "1", "2", "3"), "has several units 1"),
        (corpus("1", "2", "3", "4", "5", "6"), "missing: 2, such as 5"),
    ):
        with pytest.raises(ScoresError, match=says):
            mx.io.read_fixed_predictions(rows, known)


def test_places_say_which_unit_beside_ids_that_are_no_numbers():
    table = "text,label,id\n" + "".join(f"text {k},{'ab'[k % 2]},s{IDS[k]}\n" for k in range(12))
    corpus = mx.read_corpus(table.encode(), name="a.csv")
    assert corpus.unit_ids[0] == "s3"
    rows = pd.DataFrame([(m, k, "ab"[k % 2]) for m in "MN" for k in range(12)])
    for first, by in enumerate(("index", "row")):
        given = rows.set_axis(["model", by, "predicted"], axis=1).assign(**{by: rows[1] + first})
        assert mx.io.read_fixed_predictions(given, corpus).scores("accuracy").min() == 1


def test_folds_and_training_sides_by_row_number(tmp_path):
    written = mx.io.write_fold_columns(HALVES, CORPUS, path=tmp_path / "f.csv")
    assert (tmp_path / "f.csv").read_bytes() == written
    columns = pd.read_csv(tmp_path / "f.csv").drop(columns="unit_id")
    assert (mx.io.read_partitions(columns, CORPUS).partitions.masks == HALVES.masks).all()
    assert (read_parts(b"0\n3\n5\n", CORPUS).of_unit == 0).nonzero()[0].tolist() == [0, 3, 5]
    with pytest.raises(PartitionFileError, match=r"12 is not in .*: numbers go from 0 to 11"):
        read_parts(b"0\n12\n", CORPUS)


def test_whatever_is_written_takes_a_path(tmp_path):
    result = mx.read_predictions(predictions(), CORPUS, partitions=HALVES)
    written = {
        "arff": mx.io.write_arff(HALVES, CORPUS, path=tmp_path / "arff"),
        "units": mx.io.write_units(CORPUS, tmp_path / "units"),
        "scores": mx.io.write_scores(result, ["accuracy"], path=tmp_path / "scores"),
        "predictions": mx.io.write_predictions(result, CORPUS, path=tmp_path / "predictions"),
    }
    for name, data in written.items():
        assert (tmp_path / name).read_bytes() == data
    mx.io.write_fold_files(tmp_path / "zip", HALVES, corpus=CORPUS, data=TABLE.encode())
    assert (tmp_path / "zip").read_bytes().startswith(b"PK")


def corpus_with_marked_ids():
    """Of 4,000 words some five have digests that begin with what reads as a number."""
    rows = "".join(f"w{k},{'ab'[k % 2]}\n" for k in range(4000))
    return mx.read_corpus(f"text,label\n{rows}".encode(), name="numbers.csv")


def test_tables_with_earlier_ids_or_apostrophes_still_fit():
    corpus = corpus_with_marked_ids()
    halves = mx.random_partitions(len(corpus), 2)
    table = mx.io.write_fold_columns(halves, corpus)
    earlier = re.sub(rb"(?m)^u(?=[0-9e]{16},)", b"'", table)
    assert (table.count(b"'"), earlier.count(b"'") > 0) == (0, True)
    assert (read_fold_columns(earlier, corpus).masks == halves.masks).all()

    ids = [earlier_id(unit_id) for unit_id in corpus.unit_ids]
    for key in (ids, [f"'{unit_id}" for unit_id in ids]):
        rows = pd.DataFrame({"model": "A", "key": key, "predicted": "a"})
        for given in (rows, rows.to_json(orient="records", lines=True).encode()):
            assert mx.io.read_fixed_predictions(given, corpus, id_column="key").models == ("A",)


def test_partitions_with_earlier_ids_are_those_of_the_corpus():
    corpus = corpus_with_marked_ids()
    document = json.loads(mx.io.partitions_json(mx.random_partitions(len(corpus), 2), corpus))
    earlier = [earlier_id(unit_id) for unit_id in document["unit_ids"]]
    assert earlier != document["unit_ids"]
    document["unit_ids"] = earlier
    document["digest"] = digest(document)
    assert mx.io.read_partition_file(canonical_bytes(document), corpus).notices == ()


# Units as JSON lines: line i is unit i, whatever the corpus was.
def lines(corpus):
    return [json.loads(line) for line in write_units(corpus).decode().removesuffix("\n").split("\n")]


def test_tokens_and_tags(corpus):
    units = lines(corpus)
    assert [unit["id"] for unit in units] == list(corpus.unit_ids)
    assert units[1]["text"].split(" ") == units[1]["sentences"][0]["word"]
    assert units[1]["sentences"][0] == corpus.sentences_of([1])[0].columns
    assert not any("label" in unit for unit in units)  # a label that is not there is not written


def test_texts_and_labels():
    texts = [("a  b\u2028c", "x"), ("d", "y"), ("d", "x")]  # U+2028 is no line end
    data = "".join(f'{{"text": "{text}", "label": "{label}"}}\n' for text, label in texts).encode()
    units = lines(read_corpus(data, name="t.jsonl"))
    assert [(unit["text"], unit["label"]) for unit in units] == texts
    first, second = lines(read_corpus(data, name="t.jsonl", unit="text"))
    assert second["text"] == "d\nd"
    assert "label" not in second  # two labels are none
    assert first["label"] == "x"


def test_documents_keep_their_sentences_in_order():
    text = "# newdoc id = one\na\tO\n\nb\tO\n\n# newdoc id = two\nc\tO\nd\tO\n"
    corpus = read_corpus(text.encode(), name="d.conll", unit="document")
    one, two = lines(corpus)
    assert (one["id"], one["text"], two["text"]) == ("one", "a\nb", "c d")
    assert [sentence["word"] for sentence in one["sentences"]] == [["a"], ["b"]]
    assert [s.columns["word"] for s in corpus.sentences_of([1, 0])] == [["c", "d"], ["a"], ["b"]]


def test_a_sentence_with_several_predicates_is_one_text():
    text = "1\tc\tc\tX\t_\t_\t2\tr\tY\tc.1\tA0\t_\n2\td\td\tX\t_\t_\t0\tr\tY\td.1\tA1\tA1\n\n" * 2
    corpus = read_corpus(text.encode(), name="p.conll", format="predicates")
    unit = lines(corpus)[0]
    assert unit["text"] == "c d"
    assert len(unit["sentences"]) == 2


@pytest.mark.parametrize("unit", [-1, 40])
def test_there_is_no_such_unit(unit, corpus):
    with pytest.raises(InputError, match=f"there is no unit {unit}; the 40 units"):
        corpus.sentences_of([0, unit])
