"""Tag schemes: hand examples, seqeval as oracle, and a slow reading written out."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from seqeval.metrics.sequence_labeling import get_entities
from seqeval.scheme import BILOU, IOB1, IOB2, IOBES, Entities

from mx2core import schemes
from mx2core.errors import InputError
from mx2core.schemes import SCHEMES, detect_scheme, detect_scheme_in, spans, violations

LETTERS = {"IOB2": "BI", "IOB1": "BI", "BIOES": "BIES", "BILOU": "BILU", "BMES": "BMES"}
ORACLE = {"IOB2": IOB2, "BIOES": IOBES, "BILOU": BILOU}


def flat(sentences):
    """Columns as the library takes them."""
    tokens = [tag for sentence in sentences for tag in sentence]
    values = tuple(dict.fromkeys(tokens))
    code = {value: index for index, value in enumerate(values)}
    starts = np.cumsum([0, *map(len, sentences)], dtype=np.int64)
    return np.array([code[tag] for tag in tokens], dtype=np.int32), values, starts


def read(sentences, scheme, strict=False):
    found = spans(*flat(sentences), scheme, strict=strict)
    return [
        (found.labels[c], int(s), int(e)) for c, s, e in zip(found.label, found.start, found.end, strict=True)
    ]


def broken(sentences, scheme):
    return violations(*flat(sentences), scheme).tolist()


def sequences(scheme, labels=("X", "Y")):
    tags = ["O", *(f"{letter}-{label}" for letter in LETTERS[scheme] for label in labels)]
    return st.lists(st.lists(st.sampled_from(tags), max_size=9), max_size=5)


def seqeval_default(sentences):
    found, offset = [], 0
    for sentence in sentences:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found += [(label, offset + s, offset + e + 1) for label, s, e in get_entities(list(sentence))]
        offset += len(sentence)
    return found


def seqeval_strict(sentences, scheme):
    offsets = np.cumsum([0, *map(len, sentences)])
    entities = Entities([list(s) for s in sentences], scheme).entities
    return [
        (e.tag, int(offsets[e.sent_id] + e.start), int(offsets[e.sent_id] + e.end))
        for sentence in entities
        for e in sentence
    ]


@pytest.mark.parametrize(
    ("scheme", "tags", "expected"),
    [
        ("IOB2", "B-A I-A O B-A", [("A", 0, 2), ("A", 3, 4)]),
        ("IOB2", "O I-A I-A O", [("A", 1, 3)]),  # a chunk without its B is still a chunk
        ("IOB2", "B-A I-B I-B", [("A", 0, 1), ("B", 1, 3)]),  # a new label begins a chunk
        ("IOB2", "B-A B-A I-A", [("A", 0, 1), ("A", 1, 3)]),
        ("IOB1", "I-A I-A B-A I-B", [("A", 0, 2), ("A", 2, 3), ("B", 3, 4)]),
        ("BIOES", "B-A I-A E-A S-A S-B", [("A", 0, 3), ("A", 3, 4), ("B", 4, 5)]),
        ("BIOES", "I-A E-A E-A B-A O", [("A", 0, 2), ("A", 2, 3), ("A", 3, 4)]),
        ("BIOES", "B-A I-A L-A U-B", [("A", 0, 3), ("B", 3, 4)]),
        ("BMES", "B M E S B E", [("", 0, 3), ("", 3, 4), ("", 4, 6)]),
        ("BMES", "B-LOC M-LOC E-LOC O S-PER", [("LOC", 0, 3), ("PER", 4, 5)]),
        ("IOB2", "B I I B I", [("", 0, 3), ("", 3, 5)]),
        ("IOB2", "B_A I_A _ B-A-B I-A-B", [("A", 0, 2), ("A-B", 3, 5)]),
        ("IOB2", "B-A ??? I-A", [("A", 0, 1), ("A", 2, 3)]),  # what is no tag is outside
        ("token", "_ A0 A0 O - A1", [("A0", 1, 2), ("A0", 2, 3), ("A1", 5, 6)]),
        ("plain", "NN O NN", [("NN", 0, 1), ("O", 1, 2), ("NN", 2, 3)]),
    ],
)
def test_hand_examples(scheme, tags, expected):
    assert read([tags.split()], scheme) == expected


def test_no_chunk_crosses_a_sentence():
    assert read([["B-A"], [], ["I-A", "I-A"], []], "IOB2") == [("A", 0, 1), ("A", 1, 3)]


def test_nothing_gives_nothing():
    for scheme in SCHEMES:
        assert read([], scheme) == []
        assert read([[], []], scheme) == []
        assert broken([], scheme) == []


@pytest.mark.parametrize(
    ("scheme", "tags", "positions", "strict"),
    [
        ("IOB2", "B-A I-A O I-A I-A B-B", [3], [("A", 0, 2), ("B", 5, 6)]),
        ("IOB2", "B-A I-B", [1], [("A", 0, 1)]),
        ("IOB2", "S-A O", [0], []),  # IOB2 has no S
        ("IOB1", "B-A I-A B-A O B-A", [0, 4], [("A", 2, 3)]),
        ("BIOES", "B-A I-A O I-A S-A B-A E-A", [1, 3], [("A", 4, 5), ("A", 5, 7)]),
        ("BIOES", "B-A B-A E-A E-A", [0, 3], [("A", 1, 3)]),
        ("BMES", "B M E S M B E B", [4, 7], [("", 0, 3), ("", 3, 4), ("", 5, 7)]),
        ("BMES", "B I E", [1], []),  # BMES has no I
        ("IOB2", "B-A what O", [1], [("A", 0, 1)]),
        ("token", "B-A", [], [("B-A", 0, 1)]),
        ("plain", "NN", [], [("NN", 0, 1)]),
    ],
)
def test_violations_and_strict_reading(scheme, tags, positions, strict):
    assert broken([tags.split()], scheme) == positions
    assert read([tags.split()], scheme, strict=True) == strict


@pytest.mark.parametrize("scheme", ["IOB2", "IOB1", "BIOES"])
@given(data=st.data())
def test_lenient_reading_is_seqevals_default(scheme, data):
    sentences = data.draw(sequences(scheme))
    assert read(sentences, scheme) == seqeval_default(sentences)


@pytest.mark.parametrize("scheme", ["IOB2", "BIOES", "BILOU"])
@given(data=st.data())
def test_strict_reading_is_seqevals_strict_mode(scheme, data):
    sentences = data.draw(sequences(scheme))
    ours = read(sentences, "BIOES" if scheme == "BILOU" else scheme, strict=True)
    assert ours == seqeval_strict(sentences, ORACLE[scheme])


@given(sentences=sequences("IOB1"))
def test_strict_iob1_is_seqevals_where_no_b_is_idle(sentences):
    # After an idle B seqeval keeps the chunk's tail as a chunk of its own; we drop the whole chunk.
    if not broken(sentences, "IOB1"):
        assert (
            read(sentences, "IOB1", strict=True) == seqeval_strict(sentences, IOB1) == read(sentences, "IOB1")
        )


@given(sentences=sequences("BMES"))
def test_bmes_is_bioes_with_m_for_i(sentences):
    renamed = [[tag.replace("M-", "I-") for tag in sentence] for sentence in sentences]
    for strict in (False, True):
        assert read(sentences, "BMES", strict) == read(renamed, "BIOES", strict)
    assert broken(sentences, "BMES") == broken(renamed, "BIOES")


@pytest.mark.parametrize("scheme", ["IOB2", "IOB1", "BIOES", "BMES"])
@given(data=st.data())
def test_properties_of_every_reading(scheme, data):
    sentences = data.draw(sequences(scheme))
    codes, values, starts = flat(sentences)
    lenient = spans(codes, values, starts, scheme)
    outside = np.array([value == "O" for value in values], dtype=bool)[codes]
    covered = np.zeros(len(codes), dtype=int)
    for s, e in zip(lenient.start, lenient.end, strict=True):
        covered[s:e] += 1
    assert np.array_equal(covered, (~outside).astype(int))  # every tag is in exactly one chunk
    assert np.array_equal(
        np.searchsorted(starts, lenient.start, "right"), np.searchsorted(starts, lenient.end - 1, "right")
    )
    strict = read(sentences, scheme, strict=True)
    assert set(strict) <= set(read(sentences, scheme))
    assert bool(len(strict) < len(lenient)) == bool(broken(sentences, scheme))


def encode(chunks, n, scheme):
    """Tags of known chunks: the way back, written token by token."""
    tags = ["O"] * n
    for index, (s, e, label) in enumerate(chunks):
        for i in range(s, e):
            tags[i] = f"I-{label}"
        after_its_like = index > 0 and chunks[index - 1][1:] == (s, label)
        if scheme != "IOB1" or after_its_like:
            tags[s] = f"B-{label}"
        if scheme in ("BIOES", "BMES"):
            tags[e - 1] = f"E-{label}" if e - s > 1 else f"S-{label}"
    return [tag.replace("I-", "M-") for tag in tags] if scheme == "BMES" else tags


@st.composite
def chunks_of_sentence(draw):
    chunks, position = [], 0
    for gap, length, label in draw(
        st.lists(st.tuples(st.integers(0, 2), st.integers(1, 3), st.sampled_from("XY")))
    ):
        chunks.append((position + gap, position + gap + length, label))
        position += gap + length
    return chunks, position + draw(st.integers(0, 2))


@pytest.mark.parametrize("scheme", ["IOB2", "IOB1", "BIOES", "BMES"])
@given(sentence=chunks_of_sentence())
def test_chunks_come_back_from_their_tags(scheme, sentence):
    chunks, n = sentence
    tags = encode(chunks, n, scheme)
    expected = [(label, s, e) for s, e, label in chunks]
    assert read([tags], scheme) == read([tags], scheme, strict=True) == expected
    assert broken([tags], scheme) == []


@pytest.mark.parametrize(
    ("values", "scheme"),
    [
        (["O", "B-PER", "I-PER"], "IOB2"),
        (["B-PER", "O"], "IOB2"),
        (["O", "I-PER", "I-LOC"], "IOB1"),
        (["O", "B-PER", "I-PER", "E-PER", "S-PER"], "BIOES"),
        (["O", "U-PER", "B-PER", "L-PER"], "BIOES"),
        (["B", "M", "E", "S"], "BMES"),
        (["B", "E", "S"], "BMES"),
        (["B", "I", "E", "S"], "BIOES"),
        (["B-NAME", "M-NAME", "E-NAME", "O", "S-RACE"], "BMES"),
        (["B", "I"], "IOB2"),
        (["B", "O"], "IOB2"),
        (["O"], "IOB2"),
        (["_", "B-Theme", "I-Theme"], "IOB2"),
        (["O", "B-施事", "I-施事"], "IOB2"),
        (["O", "B-PER", "I-PER", "B-LOC", "I-LOC", "0"], "IOB2"),  # a misprint among tags
        (["A0", "A1", "AM-TMP", "_"], None),
        (["NOUN", "VERB", "X"], None),
        (["S", "V", "O"], None),
        (["B", "S"], None),
        (["Y", "_"], None),
        (["B"], None),
        ([], None),
        (["_", ""], None),
        (["I", "am", "B-movie"], None),
    ],
)
def test_detection_from_values(values, scheme):
    assert detect_scheme(values) == scheme


def test_iob1_is_told_from_iob2_by_its_sequences():
    iob1 = [["I-A", "I-A", "B-A", "O", "I-B"], ["I-B", "B-B"]]
    iob2 = [["B-A", "I-A", "B-A", "O", "B-B"], ["B-B", "B-B"]]
    assert detect_scheme(flat(iob1)[1]) == "IOB2"
    assert detect_scheme_in(*flat(iob1)) == "IOB1"
    assert detect_scheme_in(*flat(iob2)) == "IOB2"
    assert detect_scheme_in(*flat([["B", "E", "S"]])) == "BMES"


def test_unknown_scheme_is_named():
    for function in (spans, violations):
        with pytest.raises(InputError, match="'IOB3'"):
            function(*flat([["O"]]), "IOB3")


@given(
    st.sampled_from(["IOB2", "IOB1", "BIOES", "BMES"]).flatmap(lambda s: st.tuples(st.just(s), sequences(s)))
)
def test_tags_read_in_pieces_are_the_same(given):
    scheme, sentences = given
    whole = [read(sentences, scheme, strict) for strict in (False, True)], broken(sentences, scheme)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schemes, "PIECE", 3)
        assert (
            [read(sentences, scheme, strict) for strict in (False, True)],
            broken(sentences, scheme),
        ) == whole
