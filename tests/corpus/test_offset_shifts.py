"""Offsets that were counted on another form of the text: line ends, decomposed letters, entities."""

import json
import unicodedata

import pytest

from mx2core.corpus import read_corpus
from mx2core.errors import CorpusFormatError
from tests.corpus.annotation_exports import annotation, array, marked, task
from tests.corpus.some import lines

ZH = "你好\n小明来了\n他见了小红"
FORMS = {  # the text in the file, and the text on which offsets were counted
    "CRLF": (ZH, ZH.replace("\n", "\r\n")),
    "LF": (ZH.replace("\n", "\r\n"), ZH),
    "NFD": ("café里小明来了见小红", unicodedata.normalize("NFD", "café里小明来了见小红")),
    "NFC": (unicodedata.normalize("NFD", "가é里小明来了见小红"), "가é里小明来了见小红"),
    "&amp;": ("A&B里小明来了见小红", "A&amp;B里小明来了见小红"),
    "&": ("A&lt;B&#39;里小明来了见小红", "A<B'里小明来了见小红"),
}
NAMES = ("小明", "小红")
MORE = "没有人来"  # a second text


def places(text: str) -> list[tuple[int, int, str]]:
    return [(text.index(name), text.index(name) + len(name), name) for name in NAMES]


def covered_words(corpus) -> list[str]:
    """What the tags cover."""
    columns = corpus.sentences.columns
    words, tags = columns["word"][slice(None)], columns["label"][slice(None)]
    names: list[str] = []
    for word, tag in zip(words, tags, strict=True):
        if tag.startswith("B-"):
            names.append(word)
        elif tag.startswith("I-"):
            names[-1] += word
    return names


def n_said(corpus, words="Offsets ") -> int:
    return sum(words in str(notice) for notice in corpus.notices)


def label_studio(text, counted):
    spans = (marked(a, b, name, "PER") for a, b, name in places(counted))
    return array(task(1, text, annotation(1, *spans)), task(2, MORE, annotation(1)))


def prodigy(text, counted):
    spans = [
        {"start": a, "end": b, "token_start": i, "token_end": i, "label": "PER"}
        for i, (a, b, _) in enumerate(places(counted))
    ]
    tokens = [{"text": name, "start": a, "end": b, "id": i} for i, (a, b, name) in enumerate(places(counted))]
    return lines(
        {"text": text, "tokens": tokens, "spans": spans, "answer": "accept"},
        {"text": MORE, "answer": "accept"},
    )


def cluener(text, counted):
    return lines(
        {"text": text, "label": {"PER": {name: [[a, b - 1]] for a, b, name in places(counted)}}},
        {"text": MORE},
    )


def json_lines(text, counted):
    spans = [{"start": a, "end": b, "label": "PER", "text": name} for a, b, name in places(counted)]
    return lines({"text": text, "spans": spans}, {"text": MORE, "spans": []})


@pytest.mark.parametrize("write", [label_studio, prodigy, cluener, json_lines])
@pytest.mark.parametrize("form", FORMS)
def test_the_words_of_the_file_tell_where_spans_stand(write, form):
    corpus = read_corpus(write(*FORMS[form]))
    assert covered_words(corpus) == list(NAMES)
    assert n_said(corpus) == 1
    right = read_corpus(write(FORMS[form][0], FORMS[form][0]))
    assert (covered_words(right), n_said(right)) == (list(NAMES), 0)


@pytest.mark.parametrize("form", FORMS)
def test_brat(tmp_path, form):
    text, counted = FORMS[form]
    (tmp_path / "a.txt").write_bytes(text.encode())
    (tmp_path / "b.txt").write_text(MORE, encoding="utf-8")
    (tmp_path / "b.ann").touch()
    rows = [f"T{i}\tPER {a} {b}\t{name}" for i, (a, b, name) in enumerate(places(counted))]
    (first, *_), (*_, last) = places(counted)[0], places(counted)[1][:2]
    parts = f"T9\tPAIR {first} {first + 2};{last - 2} {last}\t{' '.join(NAMES)}"
    (tmp_path / "a.ann").write_text("\n".join([*rows, parts]), encoding="utf-8")
    corpus = read_corpus(tmp_path)
    assert n_said(corpus) == 1
    columns = corpus.sentences.columns
    assert (
        sum(tag.startswith("B-PER") for name in ("label", "label.2") for tag in columns[name][slice(None)])
        == 2
    )


def spans_of(text, counted, label="PER"):
    return {"text": text, "label": [[a, b, label] for a, b, _ in places(counted)]}


PLAIN = ({"text": "小明走了", "label": [[0, 2, "PER"]]}, {"text": "小红来", "label": [[0, 2, "PER"]]})


@pytest.mark.parametrize("form", FORMS)
def test_names_elsewhere_tell_it_where_no_word_is_cut(form):
    corpus = read_corpus(lines(spans_of(*FORMS[form]), *PLAIN))
    assert covered_words(corpus) == [*NAMES, *NAMES]
    assert n_said(corpus) == 1
    right = read_corpus(lines(spans_of(FORMS[form][0], FORMS[form][0]), *PLAIN))
    assert (covered_words(right), n_said(right)) == ([*NAMES, *NAMES], 0)


def test_words_that_would_be_cut_tell_it():
    text = "Yes.\nAda Lovelace met Bob.\nThen Eve came."
    counted = text.replace("\n", "\r\n")
    spans = [[counted.index(w), counted.index(w) + len(w), "PER"] for w in ("Ada", "Bob", "Eve")]
    assert covered_words(read_corpus(lines({"text": text, "label": spans}))) == ["Ada", "Bob", "Eve"]


def test_names_in_records_of_which_one_fits_as_it_stands_are_refused():
    """No one form explains both."""
    text, counted = FORMS["CRLF"]
    records = [json.loads(json_lines(text, one).split(b"\n")[0]) for one in (counted, text)]
    with pytest.raises(CorpusFormatError, match="not '小明'"):
        read_corpus(lines(*records))


def test_two_forms_that_fit_are_a_doubt_that_is_said_once():
    """An accent and a line end move the last names alike, and what is between them not."""
    texts = [("é甲乙丙\n来小明来小了", "小明"), ("é甲乙丁\n来小红来小了", "小红")]
    records = []
    for text, name in texts:
        last = text.index(name) + 1
        records.append({"text": text, "label": [[2, 4, "PER"], [last, last + 2, "PER"]]})
    corpus = read_corpus(lines(*records, *PLAIN))
    assert n_said(corpus) == n_said(corpus, "may count") == 1
    assert covered_words(corpus)[0] == "乙丙"


def test_names_that_fit_as_they_stand_leave_no_doubt():
    text = "好\n小明小红小明"  # moved by one they would read otherwise
    record = {"text": text, "label": [[2, 4, "PER"], [4, 6, "PER"]]}
    corpus = read_corpus(lines(record, *PLAIN))
    assert covered_words(corpus) == [*NAMES, *NAMES]
    assert n_said(corpus) == 0


def test_one_word_that_is_cut_is_widened():
    record = {"text": "Yes.\nAdaline came.", "label": [[6, 9, "PER"]]}
    assert covered_words(read_corpus(lines(record, {"text": "No.", "label": []}))) == ["Adaline"]


def test_two_of_an_accented_letter_may_be_bytes():
    """What the file says each covers is read; without it bytes are as likely, and refused."""
    text = "Zoë met René and Chloë."
    counted = unicodedata.normalize("NFD", text)
    names = ["Zoë", "René", "Chloë"]
    ends = [(counted.index(unicodedata.normalize("NFD", name)), name) for name in names]
    spans = [
        {"start": a, "end": a + len(name) + 1, "label": "PER", "text": unicodedata.normalize("NFD", name)}
        for a, name in ends
    ]
    more = {"text": MORE, "spans": []}
    assert covered_words(read_corpus(lines({"text": text, "spans": spans}, more))) == names
    bare = [{key: span[key] for key in ("start", "end", "label")} for span in spans]
    with pytest.raises(CorpusFormatError, match="bytes"):
        read_corpus(lines({"text": text, "spans": bare}, more))
