"""Chinese FrameNet records: offsets, targets in parts, what cannot be right."""

import json
from typing import Any

import pytest

from mx2core.corpus import read_corpus
from mx2core.errors import CorpusFormatError


def record(number: int = 1, **changes: Any) -> dict[str, Any]:
    words = [(0, 1, "n"), (2, 3, "v"), (4, 5, "nt"), (6, 7, "v"), (8, 8, "w")]
    return {
        "sentence_id": number,
        "text": "老师宣布明天停课。",
        "frame": "陈述",
        "word": [{"start": a, "end": b, "pos": pos} for a, b, pos in words],
        "target": {"start": 2, "end": 3, "pos": "v"},
        "cfn_spans": [
            {"start": 4, "end": 7, "fe_abbr": "msg", "fe_name": "信息"},
            {"start": 0, "end": 1, "fe_abbr": "spkr", "fe_name": "说话者"},
        ],
    } | changes


def read(*records: Any):
    return read_corpus(json.dumps(records, ensure_ascii=False, indent=1).encode(), name="f.json")


def test_offsets_include_their_end():
    corpus = read(record(1), record(2))
    sentences = corpus.sentences
    assert corpus.format == "framenet"
    assert sentences.columns["word"][slice(0, 5)] == ["老师", "宣布", "明天", "停课", "。"]
    assert sentences.columns["role"][slice(0, 5)] == ["B-说话者", "O", "B-信息", "I-信息", "O"]
    assert sentences.columns["target"][slice(0, 5)] == ["_", "宣布", "_", "_", "_"]
    assert sentences.columns["pos"][slice(0, 5)] == ["n", "v", "nt", "v", "w"]
    assert corpus.attributes["role"].counts.toarray().tolist() == [[1, 1], [1, 1]]
    assert corpus.attributes["frame"].labels == ("陈述",)
    assert corpus.unit_ids == ("1", "2")


def test_a_target_in_two_parts():
    parts = [{"start": 2, "end": 3, "pos": "v"}, {"start": 6, "end": 7, "pos": "v"}]
    corpus = read(record(1, target=parts), record(2))
    assert corpus.sentences.fields["target"] == ("宣布…停课", "宣布")
    assert corpus.attributes["target"].counts.sum() == 2


def test_json_lines_are_read_as_well():
    lines = "\n".join(json.dumps(record(n), ensure_ascii=False) for n in (1, 2))
    corpus = read_corpus(lines.encode())
    assert corpus.format == "framenet"
    assert set(corpus.sentences.lines[:5].tolist()) == {1}
    assert set(corpus.sentences.lines[5:].tolist()) == {2}


def test_lines_are_those_on_which_records_begin():
    one = json.dumps(record(1), ensure_ascii=False, indent=1)
    corpus = read_corpus(f"[\n{one},\n{one}\n]".encode())
    assert corpus.sentences.lines[0] == 2
    assert corpus.sentences.lines[5] == 3 + one.count("\n")


def test_the_abbreviation_serves_where_there_is_no_name():
    corpus = read(record(1, cfn_spans=[{"start": 0, "end": 1, "fe_abbr": "spkr"}]), record(2))
    assert "spkr" in corpus.attributes["role"].labels


def test_text_outside_of_words_is_kept_and_told():
    words = [{"start": 2, "end": 3, "pos": "v"}, {"start": 4, "end": 5, "pos": "nt"}]
    corpus = read(record(1, word=words, cfn_spans=[]), record(2))
    assert corpus.sentences.columns["word"][slice(0, 4)] == ["老师", "宣布", "明天", "停课。"]
    assert any("outside words" in str(notice) for notice in corpus.notices)


def test_white_space_between_words_is_no_word():
    text = "A B"
    words = [{"start": 0, "end": 0, "pos": "n"}, {"start": 2, "end": 2, "pos": "n"}]
    changed = record(1, text=text, word=words, target={"start": 0, "end": 0}, cfn_spans=[])
    assert read(changed, record(2)).sentences.columns["word"][slice(0, 2)] == ["A", "B"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"cfn_spans": [{"start": -1, "end": 1, "fe_name": "x"}]}, "span -1 to 1 does not fit 9"),
        ({"cfn_spans": [{"start": 4, "end": 9, "fe_name": "x"}]}, "span 4 to 9 does not fit 9"),
        ({"cfn_spans": [{"start": 5, "end": 4, "fe_name": "x"}]}, "span 5 to 4 does not fit"),
        ({"cfn_spans": [{"start": 1, "end": 3, "fe_name": "x"}]}, "does not fit the words"),
        ({"cfn_spans": [{"start": 0, "end": 1}]}, "no fe_name"),
        ({"cfn_spans": [{"start": "0", "end": 1, "fe_name": "x"}]}, "start and end"),
        ({"cfn_spans": "no list"}, "start and end"),
        (
            {"cfn_spans": [{"start": 0, "end": 3, "fe_name": "x"}, {"start": 2, "end": 5, "fe_name": "y"}]},
            "overlapping spans at character 2",
        ),
        ({"word": [{"start": 0, "end": 2}, {"start": 2, "end": 8}]}, "'word' .* overlapping"),
        ({"target": {"start": 3, "end": 3}}, "'target' .* does not fit the words"),
        ({"text": ""}, "'text' .* must be text, and not empty"),
        ({"text": 3}, "'text' .* must be text"),
    ],
)
def test_what_cannot_be_is_named(changes, message):
    with pytest.raises(CorpusFormatError, match=rf"f\.json, line \d+: .*{message}") as caught:
        read(record(1), record(2, **changes))
    assert "record 2" in str(caught.value)


def test_a_file_cut_in_the_middle():
    whole = json.dumps([record(1), record(2)], ensure_ascii=False, indent=1).encode()
    for end in range(40, len(whole) - 1, 97):
        with pytest.raises(CorpusFormatError):
            read_corpus(whole[:end], format="framenet")
