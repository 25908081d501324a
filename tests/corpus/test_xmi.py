"""UIMA XMI by dkpro-cassis, written by it and read back."""

import pytest

from mx2core.corpus import read_corpus
from mx2core.errors import CorpusFormatError
from tests.corpus.test_containers import zipped

NAMES = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
SEGMENTS = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type."
SENTENCE = f"{SEGMENTS}Sentence"
PARTS = "de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos."
WORDS = [(2, 5), (6, 9), (10, 15), (16, 18), (19, 23), (25, 28), (29, 33)]


def xmi_files(words=False):
    """The type system and one document, as cassis writes them."""
    import cassis

    system = cassis.TypeSystem()
    name = system.create_type(name=NAMES, supertypeName="uima.tcas.Annotation")
    system.create_feature(domainType=name, name="value", rangeType="uima.cas.String")
    sentence = system.create_type(name=SENTENCE, supertypeName="uima.tcas.Annotation")
    cas = cassis.Cas(typesystem=system)
    cas.sofa_string = "😀 Ada Lee lives in Rome. She left."
    cas.sofa_mime = "text/plain"
    cas.add_all([sentence(begin=0, end=24), sentence(begin=25, end=34)])
    cas.add_all([name(begin=2, end=9, value="PER"), name(begin=19, end=23, value="LOC")])
    if words:
        token = system.create_type(name=f"{SEGMENTS}Token", supertypeName="uima.tcas.Annotation")
        pos = system.create_type(name=f"{PARTS}POS", supertypeName="uima.tcas.Annotation")
        system.create_feature(domainType=pos, name="PosValue", rangeType="uima.cas.String")
        cas.add_all([token(begin=a, end=b) for a, b in WORDS])
        cas.add_all([pos(begin=a, end=b, PosValue="N") for a, b in WORDS[:2]])
    return {"TypeSystem.xml": system.to_xml().encode(), "a.xmi": cas.to_xmi().encode()}


@pytest.fixture
def files():
    return xmi_files()


def test_spans_of_a_document(files):
    corpus = read_corpus(zipped(files), name="cas.zip")
    assert (corpus.format, len(corpus)) == ("xmi", 2)
    assert corpus.attributes["label"].labels == ("LOC", "PER")
    assert corpus.sentences.sentence(0).columns["label"] == ["O", "B-PER", "I-PER", "O", "O", "B-LOC", "O"]


def test_what_cannot_be_read_is_refused(files):
    with pytest.raises(CorpusFormatError, match="XMI files need one type system"):
        read_corpus(zipped({"a.xmi": files["a.xmi"]}))
    with pytest.raises(CorpusFormatError, match="this file cannot be read"):
        read_corpus(zipped({**files, "a.xmi": files["a.xmi"][:300]}))
    evil = b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>' + files["a.xmi"]
    with pytest.raises(CorpusFormatError, match="or declares XML entities"):
        read_corpus(zipped({**files, "a.xmi": evil}))


def test_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "cassis", None)
    with pytest.raises(CorpusFormatError, match="dkpro-cassis is not installed"):
        read_corpus(zipped({"a.xmi": b"<xmi:XMI/>", "t.xml": b"<x/>"}))


def test_a_span_outside_of_every_sentence_is_counted(files):
    """Only the first sentence is marked as one; the name is moved behind it."""
    xmi = files["a.xmi"].decode().replace('begin="26" end="35"', 'begin="0" end="25"')
    xmi = xmi.replace('begin="20" end="24"', 'begin="26" end="29"')
    corpus = read_corpus(zipped({**files, "a.xmi": xmi}), name="cas.zip")
    assert [corpus.sentences.sentence(i).columns["word"] for i in (0, 1)][1] == ["She"]
    assert corpus.attributes["label"].counts.sum() == 2


def test_sentences_that_a_span_crosses_are_one(files):
    xmi = files["a.xmi"].decode().replace('begin="20" end="24"', 'begin="20" end="29"')
    with pytest.raises(CorpusFormatError, match="only one unit"):
        read_corpus(zipped({**files, "a.xmi": xmi}), name="cas.zip")


def test_a_span_outside_of_its_text_is_refused(files):
    xmi = files["a.xmi"].decode().replace('begin="20" end="24"', 'begin="20" end="19"')
    with pytest.raises(CorpusFormatError, match=r"a\.xmi, line 1: 'NamedEntity' of record 1: span"):
        read_corpus(zipped({**files, "a.xmi": xmi}), name="cas.zip")


def test_parts_of_speech_are_a_column_of_the_tokens():
    corpus = read_corpus(zipped(xmi_files(words=True)), name="cas.zip")
    assert corpus.sentences.sentence(0).columns["pos"] == ["_", "N", "N", "_", "_", "_", "_"]
    assert corpus.attributes["pos"].counts.sum() == 2
    assert "POS" not in corpus.attributes


def test_annotation_that_the_type_system_lacks_is_refused(files):
    xmi = files["a.xmi"].decode().replace("<cas:View", '<type0:Other xmi:id="9" sofa="1"/><cas:View')
    with pytest.raises(CorpusFormatError, match=r"this file cannot be read .*Other"):
        read_corpus(zipped({**files, "a.xmi": xmi}), name="cas.zip")
