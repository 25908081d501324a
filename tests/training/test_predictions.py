"""Predictions brought from elsewhere: the same comparison, and a sentence for each way they can be wrong."""

import json
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mx2core.corpus import read_corpus
from mx2core.errors import InputError
from mx2core.exchange import write_units
from mx2core.exchange.scores.score_table import read_scores, write_scores
from mx2core.models import TextClassifier
from mx2core.training import compare, read_fixed_predictions, read_predictions, read_values, write_predictions
from tests.models.small import corpus_of
from tests.training.small import grouped, halves, models, tagged


@pytest.fixture(scope="module")
def written(compared):
    return write_predictions(compared, tagged()).decode().splitlines()


def test_predictions_that_went_out_come_back_as_the_same_comparison(compared, written):
    back = read_predictions("\n".join(written).encode(), tagged(), partitions=halves(60))
    assert (back.models, back.gold, back.scheme, back.signature) == (
        compared.models,
        "label",
        "IOB2",
        compared.signature,
    )
    assert np.array_equal(back.predicted, compared.predicted)
    assert np.array_equal(back.unit_counts, compared.unit_counts)
    assert np.array_equal(back.scores("macro_f1"), compared.scores("macro_f1"))
    assert np.array_equal(back.reading(strict=True).counts, compared.reading(strict=True).counts)
    assert np.isnan(back.seconds).all()
    assert back.finished.all()
    assert read_scores(write_scores(back)).models == ("A", "B")


def as_csv(written):
    rows = [json.loads(line) for line in written]
    names = ["partition", "fold", "model", "unit_id", "predicted"]
    lines = [";".join(names)]
    for row in rows:
        lines.append(";".join([*(str(row[name]) for name in names[:-1]), " ".join(row["predicted"])]))
    return lines


def test_csv_in_any_order_says_the_same(compared, written):
    header, *rows = as_csv(written)
    back = read_predictions("\n".join([header, *reversed(rows)]).encode(), tagged(), partitions=halves(60))
    assert sorted(back.models) == ["A", "B"]
    order = [back.models.index(name) for name in compared.models]
    assert np.array_equal(back.predicted[order], compared.predicted)


def test_a_column_split_numbers_partitions(compared, written):
    header, *rows = as_csv(written)
    table = "\n".join([header.replace("partition", "split"), *rows])
    back = read_predictions(table.encode(), tagged(), partitions=halves(60))
    assert np.array_equal(back.predicted, compared.predicted)


def test_units_of_several_sentences_that_do_not_stand_together():
    corpus = grouped(tagged(40), np.arange(40) % 10)
    ours = compare(corpus, models(10), partitions=halves(10, m=1), n_workers=0)
    back = read_predictions(write_predictions(ours, corpus), corpus, partitions=halves(10, m=1))
    assert np.array_equal(back.predicted, ours.predicted)
    assert np.array_equal(back.unit_counts, ours.unit_counts)
    rows = list(rows_of(ours, corpus))
    for by in (["row"], ["unit_id", "row"]):
        lines = [json.dumps({name: row[name] for name in row if name in (*by, *COLUMNS)}) for row in rows]
        back = read_predictions("\n".join(lines[::-1]).encode(), corpus, partitions=halves(10, m=1))
        assert np.array_equal(back.predicted[::-1], ours.predicted)
        gap = [line for line, row in zip(lines, rows, strict=True) if row["row"] != 14]
        with pytest.raises(InputError, match=r"Unit 3: \d+ predictions for \d+ tokens or texts; .* row"):
            read_predictions("\n".join(gap).encode(), corpus, partitions=halves(10, m=1))
        with pytest.raises(InputError, match="repeats line 1"):
            read_predictions("\n".join([lines[0], *lines]).encode(), corpus, partitions=halves(10, m=1))


COLUMNS = ("partition", "fold", "model", "predicted")


def rows_of(result, corpus):
    """What a comparison predicted, a row of the corpus file each."""
    rows_of_unit = [np.flatnonzero(corpus.units == unit).tolist() for unit in range(len(corpus))]
    sizes = corpus.sentences.lengths
    for line in write_predictions(result, corpus).splitlines():
        row = json.loads(line)
        tags = iter(row.pop("predicted"))
        for k in rows_of_unit[corpus.unit_ids.index(row["unit_id"])]:
            yield row | {"row": k + 1, "predicted": [next(tags) for _ in range(sizes[k])]}


def changed(written, line, **values):
    rows = [json.loads(row) for row in written]
    rows[line - 1] |= values
    return "\n".join(map(json.dumps, rows)).encode()


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"unit_id": "nobody"}, "line 3: small has no unit nobody"),
        ({"partitions": "m:1"}, r"line 3: .* partitions m:1, not m:2\|n:60"),
        ({"fold": 2}, "line 3: Unit .* trains in partition 1, fold 2"),
        ({"partition": 3}, r"line 3: `partition` must lie in \[1, 2\], found 3"),
        ({"partition": "nan"}, "line 3: .*nan"),
        ({"predicted": ["O"]}, "line 3: Unit .*: 1 predictions for [45] tokens"),
        ({"predicted": None}, "line 3: The prediction is None"),
        ({"model": ""}, "line 3: The model is ''"),
        ({"model": "C"}, "Predictions of A missing in partition 1, fold 1: 1, such as"),
        ({"scores": {"O": "x"}}, "line 3: The score of O is 'x'; give a number"),
    ],
)
def test_what_is_wrong_is_one_sentence_with_its_line(written, values, says):
    with pytest.raises(InputError, match=says):
        read_predictions(changed(written, 3, **values), tagged(), partitions=halves(60))


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (lambda written: [*written, written[4]], "line 241: This repeats line 5"),
        (lambda written: written[:-2], "Predictions of B missing in partition 2, fold 2: 2, such as"),
        (lambda written: [], "The file is empty"),
        (lambda written: as_csv(written)[:1], "The file has no predictions"),
        (lambda written: ["partition,fold,model,unit_id"], "once each; it has"),
        (lambda written: [written[0], "{"], "line 2: This line is not a JSON object"),
    ],
)
def test_files_that_are_no_complete_predictions(written, lines, says):
    with pytest.raises(InputError, match=says):
        read_predictions("\n".join(lines(written)).encode(), tagged(), partitions=halves(60), name="p.jsonl")
    with pytest.raises(InputError, match="have 20 units, small has 60"):
        read_predictions(b"", tagged(), partitions=halves(20))


def test_tags_that_the_corpus_does_not_have_are_named_and_count_as_wrong(written, compared):
    row = json.loads(written[0])
    row["predicted"] = ["B-XYZ"] * len(row["predicted"])
    back = read_predictions(
        "\n".join([json.dumps(row), *written[1:]]).encode(), tagged(), partitions=halves(60)
    )
    assert f"and are wrong (B-XYZ: {len(row['predicted'])})." in str(back.notices[0])
    assert back.counts[0, 0, 0, 1] > compared.counts[0, 0, 0, 1]
    assert back.labels == ("PER", "PET", "XYZ")


@pytest.mark.parametrize(
    "as_cell",
    [
        str,
        json.dumps,
        lambda tags: str(tuple(tags)),
        lambda tags: str(np.array(tags)),
        lambda tags: repr(np.array(tags)),
        lambda tags: f"[{', '.join(tags)}]",
        lambda tags: "\u3000".join(tags),
    ],
)
def test_a_list_in_a_cell_is_read_as_programs_print_it(compared, written, as_cell):
    rows = [json.loads(line) for line in written]
    for row in rows:
        row["predicted"] = as_cell(row["predicted"])
    back = read_predictions("\n".join(map(json.dumps, rows)).encode(), tagged(), partitions=halves(60))
    assert np.array_equal(back.predicted, compared.predicted)
    assert back.notices == ()


def retagged(written, of_sentence):
    rows = [json.loads(line) for line in written]
    for row in rows:
        row["predicted"] = of_sentence(row["predicted"])
    return "\n".join(map(json.dumps, rows)).encode()


def bioes_tags(tags):
    later = [*tags[1:], "O"]
    return [
        {"B": "S", "I": "E"}[tag[0]] + tag[1:] if tag != "O" and after[0] != "I" else tag
        for tag, after in zip(tags, later, strict=True)
    ]


def test_tags_of_another_scheme_are_said(written, compared):
    for of_sentence, says in (
        (bioes_tags, "A predicts BIOES tags, not IOB2"),
        (lambda tags: [tag.removeprefix("B-").removeprefix("I-") for tag in tags], r"PER \(≈ [BI]-PER\)"),
    ):
        with pytest.raises(InputError, match=says):
            read_predictions(retagged(written, of_sentence), tagged(), partitions=halves(60))
    inside = retagged(written, lambda tags: [tag.replace("B-", "I-") for tag in tags])
    back = read_predictions(inside, tagged(), partitions=halves(60))
    assert "A predicts IOB1 tags, not IOB2" in str(back.notices[0])
    assert np.array_equal(back.unit_counts, compared.unit_counts)
    lower = retagged(written, lambda tags: [tag.lower() for tag in tags])
    back = read_predictions(lower, tagged(), partitions=halves(60))
    assert np.array_equal(back.predicted, compared.predicted)
    assert "in capitals alone" in str(back.notices[0])


def suffix_tags(tags):
    return [f"{tag[2:]}-{tag[0]}" if tag != "O" else tag for tag in tags]


def test_tags_with_the_letter_behind_the_label_are_those_with_it_in_front(written, compared):
    back = read_predictions(retagged(written, suffix_tags), tagged(), partitions=halves(60))
    assert np.array_equal(back.predicted, compared.predicted)
    assert any("tags such as PE" in str(notice) for notice in back.notices)
    assert not any("wrong" in str(notice) for notice in back.notices)


@pytest.mark.parametrize("letters", ["BILU", "BMES", "BIES"])
@pytest.mark.parametrize("own", ["BILU", "BIES"])
def test_tags_whose_letters_mean_the_same_are_the_same(letters, own):
    rows = [["B-PER", "I-PER", "E-PER", "O", "S-LOC"], ["S-PER", "O", "O", "B-LOC", "E-LOC"]] * 6

    def spelled(tags, like):
        turn = dict(zip("BIES", (like[0], like[1], *(like[2:] if like != "BILU" else "LU")), strict=True))
        return [turn[tag[0]] + tag[1:] if tag != "O" else tag for tag in tags]

    data = "\n\n".join("\n".join(f"w{k}\t{tag}" for k, tag in enumerate(spelled(row, own))) for row in rows)
    corpus = read_corpus(data.encode(), columns=["word", "label"])
    lines = [
        json.dumps({"model": "A", "unit_id": id, "predicted": spelled(row, letters)})
        for id, row in zip(corpus.unit_ids, rows, strict=True)
    ]
    back = read_fixed_predictions("\n".join(lines).encode(), corpus)
    assert back.scores("f1").item() == back.scores("accuracy").item() == 1
    assert back.notices == ()


def test_models_that_find_nothing_are_named(written):
    nothing = retagged(written, lambda tags: ["O"] * len(tags))
    back = read_predictions(nothing, tagged(), partitions=halves(60))
    assert [str(notice) for notice in back.notices] == ["Nothing found: A, B (O everywhere), so F1 is 0."]


def test_several_labels_of_a_text_in_any_order():
    corpus, partitions = texts(("x|y", "x", "y", "x|y|z") * 5), halves(20, m=1)
    predicted = [["y", "x"], ["x"], "y", "z | y|x"] * 5
    back = read_predictions(lines_of(corpus, partitions, predicted), corpus, partitions=partitions)
    assert back.scores("accuracy").min() == 1


@settings(max_examples=30)
@given(st.binary(max_size=200) | st.text(alphabet='{}[]",:;\t\n1.eABf', max_size=200).map(str.encode))
def test_whatever_comes_in_only_an_input_error_comes_out(data):
    corpus, partitions = corpus_of([[("a", "O")]] * 4, ("word", "label")), halves(4, m=1)
    for prefix in (b"", b"partition,fold,model,unit_id,predicted\n", b'{"partition":1}\n'):
        with suppress(InputError):
            read_predictions(prefix + data, corpus, partitions=partitions)


def texts(labels, **fields):
    words = [[(f"word{i}",)] for i in range(len(labels))]
    return corpus_of(
        words, ("word",), fields={"text": tuple(w[0][0] for w in words), "label": labels, **fields}
    )


def lines_of(corpus, partitions, predicted, **more):
    """A file with `predicted[unit]` for each unit of every fold."""
    rows = [
        {"partition": i // 2 + 1, "fold": i % 2 + 1, "model": "M", "unit_id": corpus.unit_ids[unit]}
        | {"predicted": predicted[unit]}
        | {key: value[unit] for key, value in more.items()}
        for i, (_, validation) in enumerate(partitions.folds())
        for unit in validation.tolist()
    ]
    return "\n".join(map(json.dumps, rows)).encode()


@pytest.mark.parametrize("unit", ["text", "near-duplicates:0.9"])
def test_one_class_of_a_unit_is_that_of_all_its_copies(unit):
    """Training code has one text a unit, as `write_units` gives it one label."""
    names = [3 * chr(97 + i % 15) for i in range(20)]
    rows = [f"{one} {one}ly {one}s,{'yes' if i % 3 else 'no'}" for i, one in enumerate(names)]
    corpus = read_corpus("\n".join(["text,label", *rows]).encode(), unit=unit)
    partitions = halves(len(corpus), m=1)
    assert len(corpus) == 15
    gold = [json.loads(line)["label"] for line in write_units(corpus).splitlines()]
    back = read_predictions(lines_of(corpus, partitions, gold), corpus, partitions=partitions)
    assert (back.scores("accuracy") == 1).all()
    documents = read_corpus(
        "\n".join(["text,label,document", *(f"{row},{i // 2}" for i, row in enumerate(rows))]).encode(),
        unit="document",
    )
    partitions = halves(len(documents), m=1)
    with pytest.raises(InputError, match="1 predictions for 2 tokens or texts"):
        read_predictions(lines_of(documents, partitions, gold), documents, partitions=partitions)


def test_classes_with_their_scores():
    corpus, partitions = texts(("yes", "no", "well yes", "no") * 5), halves(20, m=1)
    predicted = ["yes", "no", "well yes", "yes"] * 5
    scores = [{"yes": 0.5, "no": 0.25, "well yes": 0.25 + (i % 4 == 2)} for i in range(20)]
    back = read_predictions(
        lines_of(corpus, partitions, predicted, scores=scores), corpus, partitions=partitions
    )
    assert (back.task, back.values) == ("class", ("no", "well yes", "yes"))
    sizes = [np.sum(fold[1] % 4 == 3) / 10 for fold in partitions.folds()]
    np.testing.assert_allclose(back.scores("error_rate")[0, 0], sizes)
    assert back.answered("M", 0, 0).class_scores.shape == (10, 3)
    assert 0 < back.scores("roc_auc")[0, 0, 0] < 1
    header = "partition,fold,model,unit_id,predicted,score:yes,score:no,score:well yes\n"
    rows = [
        f"1,{fold + 1},M,{unit},{predicted[unit]},{','.join(map(str, scores[unit].values()))}"
        for fold in (0, 1)
        for unit in partitions.folds()[fold][1].tolist()
    ]
    csv = read_predictions((header + "\n".join(rows)).encode(), corpus, partitions=partitions)
    assert np.array_equal(csv.scores("roc_auc"), back.scores("roc_auc"))
    bare = read_predictions(lines_of(corpus, partitions, predicted), corpus, partitions=partitions)
    assert np.isnan(bare.scores("roc_auc")).all()
    ours = compare(
        corpus, [TextClassifier("A"), TextClassifier("B", "bayes")], partitions=partitions, n_workers=0
    )
    again = read_predictions(write_predictions(ours, corpus), corpus, partitions=partitions)
    assert np.array_equal(again.predicted, ours.predicted)
    assert np.array_equal(again.scores("roc_auc"), ours.scores("roc_auc"))


def test_numbers():
    generator = np.random.default_rng(0)
    gold = generator.normal(size=12)
    corpus, partitions = texts(tuple(map(str, gold))), halves(12)
    asked = {"corpus": corpus, "partitions": partitions, "kind": "numbers"}
    lines = lines_of(corpus, partitions, (gold + 0.5).tolist())
    table = read_values(lines, **asked)
    seeded = [{**json.loads(row), "seed": seed} for row in lines.splitlines() for seed in (1, 2)]
    again = read_values("\n".join(map(json.dumps, seeded)).encode(), **asked)
    assert again.models == table.models
    assert again.seed_scores(table.models[0], "mae").shape == (2, *table.scores(table.models[0], "mae").shape)
    assert (table.models, table.metrics, table.m) == (("M",), ("mae", "mse", "rmse", "r2", "mre", "mape"), 2)
    np.testing.assert_allclose(table.scores("M", "mae"), 0.5)
    assert table.signature == partitions.signature
    wrong = ["x", *["0.5"] * 11]
    with pytest.raises(InputError, match=r"line \d+: The value is 'x'"):
        read_values(lines_of(corpus, partitions, wrong), **asked)


def test_rankings_of_the_texts_of_a_query():
    relevance = ("1", "0", "0", "2") * 6
    corpus = texts(relevance)
    corpus = replace(corpus, units=np.repeat(np.arange(6), 4), unit_ids=tuple(f"q{i}" for i in range(6)))
    partitions = halves(6, m=1)
    lines = lines_of(corpus, partitions, [[0.1, 0.9, 0.2, 0.3]] * 6)
    table = read_values(lines, corpus, partitions=partitions, kind="ranking")
    np.testing.assert_allclose(table.scores("M", "mrr"), 1 / 2)
    np.testing.assert_allclose(table.scores("M", "map"), (1 / 2 + 2 / 4) / 2)
    asked = read_values(lines, corpus, partitions=partitions, kind="ranking", metrics=["ndcg_exp@2"])
    assert asked.metrics == ("ndcg_exp@2",)
    np.testing.assert_allclose(asked.scores("M", "ndcg_exp@2"), 3 / np.log2(3) / (3 + 1 / np.log2(3)))


def test_relevant_documents_that_are_no_candidates():
    stated = ("4",) * 4 + ("2",) * 4
    corpus = texts(("1", "0", "0", "2") * 2, relevant=stated, wrong=("4", "x", *stated[2:]))
    corpus = replace(corpus, units=np.repeat(np.arange(2), 4), unit_ids=("q0", "q1"))
    partitions = halves(2, m=1)
    lines = lines_of(corpus, partitions, [[0.1, 0.9, 0.2, 0.3]] * 2)
    table = read_values(
        lines, corpus, partitions=partitions, kind="ranking", metrics=["map"], n_relevant="relevant"
    )
    assert sorted(table.scores("M", "map")[0]) == pytest.approx([1 / 4, 1 / 2])
    with pytest.raises(InputError, match="relevant documents"):
        read_values(lines, corpus, partitions=partitions, kind="ranking", n_relevant="wrong")
    few = replace(
        corpus, sentences=replace(corpus.sentences, fields=corpus.sentences.fields | {"one": ("1",) * 8})
    )
    with pytest.raises(InputError, match=r"Query q\d needs a whole number of relevant documents"):
        read_values(lines, few, partitions=partitions, kind="ranking", n_relevant="one")


def test_texts_and_their_bleu():
    pytest.importorskip("sacrebleu")
    references = tuple(f"this is the {i} th sentence of all" for i in range(8))
    corpus, partitions = texts(("",) * 8, target=references), halves(8, m=1)
    lines = lines_of(corpus, partitions, references)
    table = read_values(lines, corpus, partitions=partitions, kind="texts", gold="target")
    np.testing.assert_allclose(table.scores("M", "bleu"), 1)
    np.testing.assert_allclose(table.scores("M", "recall"), 1)
    with pytest.raises(InputError, match="`kind` must be one of numbers, ranking, texts, found 'speech'"):
        read_values(b"", corpus, partitions=partitions, kind="speech")
