"""What annotation tools export: every label is counted, and what is left out is named."""

import json
import re

import numpy as np
import pytest

from mx2core.corpus import detect, file_of_units, read_corpus
from mx2core.errors import CorpusFormatError
from mx2core.exchange import write_units
from tests.corpus.annotation_exports import (
    EXPORTS,
    ZH,
    ZH_MARKED,
    annotation,
    array,
    choice_result,
    marked,
    task,
)
from tests.corpus.some import lines, totals


@pytest.mark.parametrize("export", EXPORTS, ids=str)
def test_every_label_is_counted(export):
    assert detect(export.data, export.file)[0].format == export.format
    corpus = read_corpus(export.data, name=export.file)
    assert (corpus.format, len(corpus)) == (export.format, 2)
    assert totals(corpus) == export.labels
    sentence = corpus.sentences.sentence(0)
    assert tuple(sentence.columns["word"]) == export.words
    if export.tags:
        assert tuple(sentence.columns["label"]) == export.tags
    lines = [str(notice) for notice in corpus.notices]
    assert all(any(text in notice for notice in lines) for text in export.notices), lines
    assert sum("Not used" in notice or "Left out" in notice for notice in lines) == sum(
        "Not used" in text or "Left out" in text for text in export.notices
    )


@pytest.mark.parametrize("export", EXPORTS, ids=str)
def test_a_part_in_its_own_format_holds_the_same_labels(export):
    corpus = read_corpus(export.data, name=export.file)
    chosen = np.zeros(len(corpus), dtype=bool)
    chosen[[0, 1]] = True
    part = file_of_units(export.data, corpus, chosen=chosen)
    again = read_corpus(part, name=export.file, format=corpus.format)
    assert totals(again) == export.labels
    assert again.units_sha256 == corpus.units_sha256


@pytest.mark.parametrize("export", EXPORTS, ids=str)
def test_no_label_is_written_that_is_not_there(export):
    units = write_units(read_corpus(export.data, name=export.file)).decode()
    assert "null" not in units
    for unit in map(json.loads, units.splitlines()):
        assert unit.get("label", "x")


def test_choices_beside_spans_are_classes():
    data = array(
        task(1, ZH, annotation(1, *ZH_MARKED, choice_result("sad"))),
        *(
            task(2 + i, f"x{i}", annotation(1, choice_result(word)))
            for i, word in enumerate(["glad", "glad", "sad"])
        ),
    )
    corpus = read_corpus(data)
    assert corpus.sentences.fields["sentiment"] == ("sad", "glad", "glad", "sad")
    assert totals(corpus, "sentiment") == {"glad": 2, "sad": 2}


def test_spans_of_two_controls_are_two_columns():
    first = annotation(1, marked(0, 4, "中国银行", "ORG", "names"), marked(7, 9, "成立", "V", "verbs"))
    corpus = read_corpus(array(task(1, ZH, first), task(2, "无", annotation(1))))
    assert totals(corpus, "names") == {"ORG": 1}
    assert totals(corpus, "verbs") == {"V": 1}


def test_results_of_other_kinds_are_named():
    other = {"type": "rating", "from_name": "stars", "value": {"rating": 3}}
    relation = {"type": "relation", "from_id": "a", "to_id": "b"}
    first = task(1, ZH, annotation(1, *ZH_MARKED, other, relation))
    first["predictions"] = [{"result": list(ZH_MARKED)}]
    corpus = read_corpus(array(first, task(2, "无", annotation(1))))
    assert totals(corpus) == {"LOC": 1, "ORG": 1}
    shown = "".join(map(str, corpus.notices))
    for kind in ("rating", "relation", "predictions"):
        assert f"Not used: '{kind}', 1 times" in shown


def test_several_annotators_are_asked_for():
    data = array(
        task(1, ZH, annotation("ada", *ZH_MARKED), annotation("bob")),
        task(2, "无", annotation("ada"), annotation("bob")),
    )
    with pytest.raises(CorpusFormatError, match="several annotators of the same texts: ada, bob"):
        read_corpus(data)
    assert totals(read_corpus(data, annotator="ada")) == {"LOC": 1, "ORG": 1}
    assert "label" not in read_corpus(data, annotator="bob").attributes
    with pytest.raises(CorpusFormatError, match=r"`annotator` must be one of ada, bob, found 'eve'"):
        read_corpus(data, annotator="eve")


def test_annotators_who_shared_the_texts_are_one_corpus():
    data = array(task(1, ZH, annotation(1, *ZH_MARKED)), task(2, "无", annotation(2)))
    assert len(read_corpus(data)) == 2


def test_files_of_several_annotators_are_asked_for(tmp_path):
    for who, label in (("ada", "ORG"), ("bob", "LOC")):
        records = ({"id": 1, "text": ZH, "label": [[0, 4, label]]}, {"id": 2, "text": "无", "label": []})
        (tmp_path / f"{who}.jsonl").write_bytes(lines(*records))
    with pytest.raises(CorpusFormatError, match="several annotators of the same texts: ada, bob"):
        read_corpus(tmp_path)
    assert totals(read_corpus(tmp_path, annotator="bob")) == {"LOC": 1}
    with pytest.raises(CorpusFormatError, match=r"`annotator` must be one of ada, bob, found 'eve'"):
        read_corpus(tmp_path, annotator="eve")
    with pytest.raises(CorpusFormatError, match=r"`annotator` must be one of none, found 'ada'"):
        read_corpus(tmp_path / "ada.jsonl", annotator="ada")
    (tmp_path / "bob.jsonl").write_bytes((tmp_path / "ada.jsonl").read_bytes())  # of one mind
    assert len(read_corpus(tmp_path)) == 4


def test_folders_of_brat_and_files_of_webanno_are_chosen_by_annotator(tmp_path):
    for who, label in (("ada", "ORG"), ("bob", "LOC")):
        (tmp_path / "brat" / who).mkdir(parents=True)
        (tmp_path / "brat" / who / "a.txt").write_text("Ada left. Bob came.", encoding="utf-8")
        (tmp_path / "brat" / who / "a.ann").write_text(f"T1\t{label} 0 3\tAda\n", encoding="utf-8")
        (tmp_path / "webanno" / "a.txt").mkdir(parents=True, exist_ok=True)
        (tmp_path / "webanno" / "a.txt" / f"{who}.tsv").write_text(
            "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.Name|value\n\n\n"
            f"#Text=Ada left\n1-1\t0-3\tAda\t{label}\n1-2\t4-8\tleft\t_\n\n#Text=Bob\n2-1\t9-12\tBob\t_\n",
            encoding="utf-8",
        )
    for tool in ("brat", "webanno"):
        with pytest.raises(CorpusFormatError, match=r"annotators|have one text"):
            read_corpus(tmp_path / tool)
        assert totals(read_corpus(tmp_path / tool, annotator="bob")) == {"LOC": 1}


def test_several_annotators_of_prodigy():
    records = [
        {"text": "a b", "spans": [], "answer": "accept", "_input_hash": 1, "_annotator_id": who}
        for who in ("db-ada", "db-bob")
    ]
    records += [{**records[0], "text": "c", "_input_hash": 2}]
    with pytest.raises(CorpusFormatError, match="db-ada, db-bob"):
        read_corpus(lines(*records))
    assert len(read_corpus(lines(*records), annotator="db-ada")) == 2


OVERLAPPING = [{"start": 0, "end": 2}, {"start": 1, "end": 2}]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            array(task(1, ZH, annotation(1, marked(0, 4, "中国很行", "ORG")))),
            "'result' of record 1: span 0 to 4 reads '中国银行', not '中国很行'. Export",
        ),
        (array(task(1, ZH, annotation(1, marked(0, 4, "中国银", "ORG")))), "one past the last"),
        (
            array(task(1, "😀" + ZH, annotation(1, marked(2, 6, "中国银行", "ORG")))),
            "seem to count UTF-16 units",
        ),
        (array(task(1, ZH, annotation(1, marked(0, 12, "中国银行", "ORG")))), "seem to count bytes"),
        (array(task(1, ZH, annotation(1, *ZH_MARKED), annotation(1))), "has 2 annotations by one person"),
        (lines({"text": ZH, "label": {"ORG": {"中国": [[0, 2]]}}}), "reads '中国银', not '中国'"),
        (lines({"text": ZH, "label": {"ORG": {"中国": [[0, 99]]}}}), "span 0 to 100 does not fit"),
        (
            lines({"text": "ab", "answer": "accept", "spans": [], "tokens": OVERLAPPING}),
            "tokens of record 1 overlap",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence_with_its_record(data, message):
    with pytest.raises(CorpusFormatError, match=re.escape(message)) as caught:
        read_corpus(data, name="bad.json")
    assert "bad.json, line" in str(caught.value)


def test_spans_that_the_chosen_format_does_not_use_are_named():
    data = lines({"text": "a b", "label": [[0, 1, "X"]], "meta": {"k": 1}}, {"text": "c d", "label": []})
    texts = [str(notice) for notice in read_corpus(data, format="jsonl").notices]
    assert any("Not used: 'label', 1 times. Read the file as spans" in notice for notice in texts)
    assert any("Not used: 'meta', 1 times. Put its fields" in notice for notice in texts)


def test_names_for_numbers():
    data = lines({"tokens": ["Ada", "Lee", "is"], "ner_tags": [1, 2, 0]}, {"tokens": ["no"], "ner_tags": [0]})
    plain = read_corpus(data)
    assert any("'label' holds numbers" in str(notice) for notice in plain.notices)
    corpus = read_corpus(data, label_names=["O", "B-PER", "I-PER"])
    assert totals(corpus) == {"PER": 1}
    with pytest.raises(CorpusFormatError, match="'label' has the label 2, but names end at 1"):
        read_corpus(data, label_names=["O", "B-PER"])
    with pytest.raises(CorpusFormatError, match="no label is a number"):
        read_corpus(lines({"text": "a", "label": "x"}, {"text": "b", "label": "y"}), label_names=["a"])


def test_webanno_parts_of_tokens_and_links():
    """A layer that stands on parts of tokens only, and one that links to others."""
    data = (
        "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.Part|value\n"
        "#T_SP=webanno.custom.Host|ROLE_webanno.custom.Host:links_webanno.custom.Link|webanno.custom.Part\n\n\n"
        "#Text=This is\n1-1\t0-4\tThis\t_\tp1;p2\t1-2;1-2\n1-1.1\t1-4\this\t*[1]\t_\t_\n"
        "1-2\t5-7\tis\t_\t_\t_\n1-2.1\t5-6\ti\t*[1]\t_\t_\n\n#Text=so\n2-1\t8-10\tso\t_\t*\t*\n\n"
    )
    corpus = read_corpus(data.encode())
    columns = [corpus.sentences.sentence(i).columns for i in (0, 1)]
    assert [sum(tag == "B-Part" for tag in one["label"]) for one in columns] == [1, 0]
    assert [one["Host"][0] for one in columns] == ["B-Host", "B-Host"]
    lines = [str(notice) for notice in corpus.notices if "Not used" in str(notice)]
    assert len(lines) == 2
