"""Real corpora: the counts that their description gives, found by these readers."""

import numpy as np
import pytest

from mx2core.corpus import file_of_units, read_corpus
from tests.corpus.some import totals

# file, format, units, attribute, number of labels (not stated: -), the most frequent ones
TABLE = """
latvian-framenet/lvfn-six-frames.conll2009 predicates 2368 role 27 Message 474 Speaker 438 Goal 373
ud-zh-gsdsimp/zh_gsdsimp-ud-dev.conllu conllu 500 pos 16 NOUN 3637 VERB 1851 PUNCT 1770 PROPN 1056
ud-zh-gsdsimp/zh_gsdsimp-ud-test.conllu conllu 500 pos 15 NOUN 3312 VERB 1745 PUNCT 1691 PROPN 1006
ud-zh-gsdsimp/zh_gsdsimp-ud-dev.conllu conllu 500 XPOS 37
ud-zh-gsdsimp/zh_gsdsimp-ud-dev.conllu conllu 500 DEPREL 40
ud-en-ewt/en_ewt-ud-dev.conllu conllu 2001 pos 17 NOUN 4210 PUNCT 3075 VERB 2707 PRON 2225 ADP 2039
ud-en-ewt/en_ewt-ud-test.conllu conllu 2077 pos 17 NOUN 4123 PUNCT 3096 VERB 2605 PRON 2164 PROPN 2075
ud-en-ewt/en_ewt-ud-dev.conllu conllu 2001 XPOS 49
ud-en-ewt/en_ewt-ud-dev.conllu conllu 2001 DEPREL 49
up-zh/zh-up-dev.conllu predicates 500 role - A1 1068 A0 616 A2 395 AM-TMP 365 AM-ADV 55
up-zh/zh-up-dev.conllu predicates 500 pos 15 NOUN 3637 VERB 2084 PUNCT 1764 PART 1366 PROPN 1056
up-zh/zh-up-test.conllu predicates 500 role -
uner-zh-gsdsimp/zh_gsdsimp-ud-train.iob2 columns 3997 label 3 LOC 2858 PER 2148 ORG 1112
uner-zh-gsdsimp/zh_gsdsimp-ud-dev.iob2 columns 500 label 3
uner-zh-gsdsimp/zh_gsdsimp-ud-test.iob2 columns 500 label 3
wnut17/wnut17train.conll columns 3394 label 6 person 660 location 548 group 264 corporation 221 product 142
wnut17/emerging.dev.conll columns 1009 label 6
wnut17/emerging.test.annotated columns 1287 label 6
seg-zh/zh_gsdsimp-train.seg.txt segmented 3997 word_length 4
seg-zh/zh_gsdsimp-dev-test.seg.gb18030.txt segmented 1000 word_length 4
banking77/train.csv delimited 10003 label 77 card_payment_fee_charged 187
banking77/test.csv delimited 3080 label 77
cfn-format/two-made-up-sentences.json framenet 2 role 2 说话者 2 信息 1
"""
ROWS = [line.split() for line in TABLE.strip().splitlines()]
TOKENS = {
    "latvian-framenet/lvfn-six-frames.conll2009": 49447,
    "ud-zh-gsdsimp/zh_gsdsimp-ud-dev.conllu": 12663,
    "ud-zh-gsdsimp/zh_gsdsimp-ud-test.conllu": 12012,
    "ud-en-ewt/en_ewt-ud-dev.conllu": 25147,
    "ud-en-ewt/en_ewt-ud-test.conllu": 25094,
    "up-zh/zh-up-dev.conllu": 12663,
    "up-zh/zh-up-test.conllu": 12012,
    "uner-zh-gsdsimp/zh_gsdsimp-ud-train.iob2": 98616,
    "wnut17/wnut17train.conll": 62730,
    "wnut17/emerging.dev.conll": 15733,
    "wnut17/emerging.test.annotated": 23394,
}


@pytest.fixture(scope="module")
def read(real_corpora):
    kept = {}

    def by_name(name):
        if name not in kept:
            kept[name] = read_corpus(real_corpora / name)
        return kept[name]

    return by_name


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}, {row[3]}")
def test_units_and_labels(read, row):
    file, format, n_units, name, n_labels, *frequent = row
    corpus = read(file)
    assert (corpus.format, len(corpus)) == (format, int(n_units))
    found = totals(corpus, name)
    assert n_labels in ("-", str(len(found)))
    cells = [cell for pair in found.items() for cell in map(str, pair)]
    assert cells[: len(frequent)] == frequent


@pytest.mark.parametrize("file", TOKENS)
def test_tokens(read, file):
    sentences = read(file).sentences
    assert np.diff(sentences.starts)[~sentences.repeats].sum() == TOKENS[file]


def test_one_frame_of_the_latvian_framenet(real_corpora):
    path = real_corpora / "latvian-framenet/lvfn-six-frames.conll2009"
    corpus = read_corpus(path, where={"frame": "Statement"})
    assert len(corpus) == 603
    assert len(corpus.attributes["target"].labels) == 51
    assert corpus.attributes["target"].counts.sum(axis=1).tolist() == [1] * 603
    assert len(corpus.attributes["role"].labels) == 8
    assert corpus.suggested == ("target", "role")


def test_frames_of_the_latvian_framenet(read):
    corpus = read("latvian-framenet/lvfn-six-frames.conll2009")
    assert totals(corpus, "frame") == {
        "Statement": 603,
        "Arriving": 379,
        "Self_motion": 364,
        "Possession": 353,
        "Desiring": 346,
        "Perception_experience": 323,
    }
    assert (corpus.attributes["role"].counts.sum(axis=1) == 0).sum() == 52


def test_equal_texts_are_one_unit_if_asked(real_corpora):
    path = real_corpora / "latvian-framenet/lvfn-six-frames.conll2009"
    assert len(read_corpus(path, unit="text")) == 2083


@pytest.mark.parametrize(("part", "n_documents"), [("dev", 318), ("test", 316)])
def test_documents(real_corpora, part, n_documents):
    corpus = read_corpus(real_corpora / f"ud-en-ewt/en_ewt-ud-{part}.conllu", unit="document")
    assert len(corpus) == n_documents
    assert corpus.attributes["pos"].counts.shape[0] == n_documents


@pytest.mark.parametrize(("part", "n_same"), [("dev", 88), ("test", 106)])
def test_repeated_sentences_are_told(read, part, n_same):
    found = [n for n in read(f"ud-en-ewt/en_ewt-ud-{part}.conllu").notices if "earlier one" in str(n)]
    assert found[0].values["n"] == n_same


def test_sentences_without_entity(read):
    label = read("uner-zh-gsdsimp/zh_gsdsimp-ud-train.iob2").attributes["label"]
    assert (label.counts.sum(axis=1) == 0).sum() == 1475
    tokens = {"LOC": 2858 + 2501, "PER": 2148 + 1475, "ORG": 1112 + 1785}
    assert totals(read("uner-zh-gsdsimp/zh_gsdsimp-ud-train.iob2"), counted="tokens") == tokens


def test_segmented_words(read):
    words = read("seg-zh/zh_gsdsimp-train.seg.txt").attributes["word_length"]
    assert words.counts.sum() == 98616
    gb = read("seg-zh/zh_gsdsimp-dev-test.seg.gb18030.txt")
    assert gb.encoding == "gb18030"
    assert gb.attributes["word_length"].counts.sum() == 24675


def test_texts_with_line_breaks(read):
    for file, n in (("banking77/train.csv", 10), ("banking77/test.csv", 3)):
        assert sum("\n" in text for text in read(file).sentences.fields["text"]) == n


@pytest.mark.parametrize("file", sorted({row[0] for row in ROWS}))
def test_halves_keep_their_bytes(read, real_corpora, file):
    corpus, data = read(file), (real_corpora / file).read_bytes()
    first = np.arange(len(corpus)) % 2 == 0
    halves = [file_of_units(data, corpus, chosen=half) for half in (first, ~first)]
    for half, part in zip((first, ~first), halves, strict=True):
        if half.sum() > 1:
            again = read_corpus(part, format=corpus.format, encoding=corpus.encoding)
            kept = np.repeat(half[corpus.units], np.diff(corpus.sentences.starts))
            column = corpus.sentences.columns["word"]
            words = np.array(column.values, dtype=object)[column.codes[kept]]
            assert again.sentences.columns["word"][slice(None)] == words.tolist()
    if corpus.format not in ("framenet", "jsonl"):
        assert file_of_units(data, corpus, chosen=np.ones(len(corpus), dtype=bool)).strip() == data.strip()
