"""JSON objects: tokens and tags, texts and labels, and what is neither."""

import json

import pytest

from mx2core.corpus import read_corpus
from mx2core.errors import CorpusFormatError


def read(*objects, **options):
    return read_corpus("\n".join(map(json.dumps, objects)).encode(), name="x.jsonl", **options)


def test_tokens_and_tags():
    corpus = read(
        {"id": 7, "tokens": ["Ada", "wrote"], "ner_tags": ["B-PER", "O"], "document": "d"},
        {"id": 8, "tokens": ["Bob"], "ner_tags": ["B-PER"], "document": "e"},
    )
    assert corpus.format == "jsonl"
    assert corpus.unit_ids == ("7", "8")
    assert corpus.attributes["label"].counts.toarray().tolist() == [[1], [1]]
    assert corpus.sentences.lines.tolist() == [1, 1, 2]
    assert corpus.sentences.fields["document"] == ("d", "e")


def test_whole_numbers_as_tags():
    corpus = read({"words": ["a", "b"], "tags": [3, 0]}, {"words": ["c"], "tags": [0]})
    assert corpus.attributes["label"].labels == ("0", "3")


@pytest.mark.parametrize("key", ["label", "category", "intent", "class"])
def test_texts_and_labels(key):
    texts = {"hello there": "greet", "bye": "part", "hi": "greet"}
    corpus = read(*({"text": text, key: label} for text, label in texts.items()))
    assert corpus.attributes["label"].labels == ("greet", "part")
    assert corpus.attributes["word"].counts.sum() == 4


def test_an_array_of_objects():
    data = json.dumps([{"text": "a b", "label": True}, {"text": "c", "label": False}], indent=1)
    corpus = read_corpus(data.encode())
    assert corpus.format == "jsonl"
    assert corpus.sentences.fields["label"] == ("true", "false")
    assert corpus.sentences.lines.tolist() == [2, 2, 6]


def test_keys_that_only_some_objects_have():
    corpus = read({"text": "a b", "source": "x"}, {"text": "c", "label": "l"}, {"text": "d", "label": "k"})
    assert corpus.sentences.fields["source"] == ("x", "", "")
    assert corpus.sentences.fields["label"] == ("", "l", "k")


def test_columns_name_other_keys():
    corpus = read({"q": "a b", "y": "1"}, {"q": "c", "y": "2"}, columns={"text": "q", "label": "y"})
    assert corpus.attributes["label"].labels == ("1", "2")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ('{"text": "a"}\n{"text": }\n', "line 2, column 10: this is not valid JSON"),
        ('{"text": "a"}\n{"text": "b', "line 2, column 12: the JSON ends early"),
        ('{"text": "a"}\n{"text": "b"\n', "line 2, column 13: the JSON ends early"),
        ('{"text": "a"}\n[1]\n', "line 2: record 2 is not a JSON object"),
        ('{"text": "a"}\n{"tokens": ["a"], "tags": []}\n', "line 2: record 2: 1 tokens, 0 tags"),
        ('{"text": "a"}\n{"tokens": []}\n', "line 2: record 2 has no text"),
        ('{"text": "a"}\n{"text": " "}\n', "line 2: record 2 has no text"),
        ('{"data": [{"text": "a"}]}\n', "line 1: record 1 holds the records in 'data'"),
        ('{"text": "a"}\n{"nothing": 1}\n', "line 2: record 2 lacks text, tokens; its keys are nothing"),
        ('{"text": "a"}\n{"text": null}\n', "line 2: record 2 has no text"),
        ('{"text": "a"}\n{"tokens": [{}]}\n', "line 2: 'tokens' of record 2 must be one or more texts"),
        ('[{"text": "a"}, {"text": "b"}', "ends early"),
        ('[{"text": "a"}, {"text": "b', "ends early"),
        ('[{"text": "a"} {"text": "b"}]', "Expecting ','"),
        ('[{"text": "a"}, {"text": "b"}] x', "Extra data"),
        ('{"text": "a"}\n{"text": "\\ud800"}\n', "line 2: a character in .* cannot be written"),
        ('{"text": "a"}\n{"text": "b\\u0000"}\n', "line 2: a character in .* cannot be written"),
        ('{"text": "a"}\n{"text": ' + "[" * 100_000 + "\n", "line 2"),
        ('{"text": "a"}\n{"text": ' + "1" * 5000 + "}\n", "line 2"),
        ("[]", "no sentence"),
    ],
)
def test_what_is_wrong_is_named(data, message):
    with pytest.raises(CorpusFormatError, match=message):
        read_corpus(data.encode(), format="jsonl")
