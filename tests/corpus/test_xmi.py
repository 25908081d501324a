"""UIMA XMI by dkpro-cassis, written by it and read back."""

from __future__ import annotations

import pytest

from mx2core.corpus import read_corpus
from mx2core.errors import CorpusFormatError
from tests.corpus.test_containers import zipped

NAMES = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
SENTENCE = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence"


def xmi_files():
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
    with pytest.raises(CorpusFormatError, match="with the one file of their type system"):
        read_corpus(zipped({"a.xmi": files["a.xmi"]}))
    with pytest.raises(CorpusFormatError, match="this XMI cannot be read"):
        read_corpus(zipped({**files, "a.xmi": files["a.xmi"][:300]}))
    evil = b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>' + files["a.xmi"]
    with pytest.raises(CorpusFormatError, match="or declares entities"):
        read_corpus(zipped({**files, "a.xmi": evil}))


def test_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "cassis", None)
    with pytest.raises(CorpusFormatError, match="need dkpro-cassis"):
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
    with pytest.raises(CorpusFormatError, match=r"a\.xmi, line 1: 'NamedEntity' of record 1 has the span"):
        read_corpus(zipped({**files, "a.xmi": xmi}), name="cas.zip")
