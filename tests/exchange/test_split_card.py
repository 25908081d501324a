"""The card of a split: every row against a plain loop, and the conditions of the gate."""

import json

import numpy as np
import pytest

from mx2core.cli.main import main
from mx2core.corpus import read_corpus
from mx2core.corpus.near_duplicates import near_duplicates
from mx2core.errors import InputError, UsageError
from mx2core.exchange import NamedParts, better_split, parts_card, split_card
from mx2core.exchange.canonical import canonical_bytes
from mx2core.exchange.split_card import unit_lengths
from mx2core.partition import judge_split, random_sides

NAMES = ("ann", "bo", "cy", "di", "ed")
WORDS = [a + b for a in "abcdefgh" for b in "klmno"]


def made(n=60):
    """Sentences in documents of four; each third one nearly repeats the one before."""
    rng = np.random.default_rng(3)
    lines = []
    for i in range(n):
        if i % 4 == 0:
            lines.append(f"# newdoc id = d{i // 4}")
        if i % 3 != 2:
            words = [NAMES[rng.integers(5)], *(WORDS[rng.integers(40)] for _ in range(rng.integers(4, 12)))]
        tags = ["B-PER" if i % 2 else "B-LOC"] + ["O"] * (len(words) - 1)
        lines += [f"{word}\t{tag}" for word, tag in zip(words, tags, strict=True)] + [""]
    return "\n".join(lines).encode()


CORPUS = read_corpus(made(), columns=["word", "label"])
TRAIN = random_sides(60, 42, candidates=[5], seed=1)[0]
CARD = split_card(CORPUS, TRAIN, attributes=[CORPUS.attribute("label")], n_random=400)
PARTS = NamedParts(np.arange(60) % 3, tuple("123"))
BY_LENGTH = NamedParts(np.argsort(np.argsort(unit_lengths(CORPUS))) // 20, tuple("123"))
ROWS = {(row.what, row.name): row for row in CARD.rows}


def sentences():
    units = [CORPUS.sentences.sentence(i) for i in range(60)]
    return [(unit.columns["word"], unit.columns["label"][0]) for unit in units]


def test_labels_are_those_of_judge_split():
    (judged,) = judge_split(TRAIN, [CORPUS.attribute("label").counts], n_random=400)
    row = ROWS["labels", "label"]
    assert (row.value, row.standing.at_most) == (judged.divergence, judged.at_most)
    assert row.percentile == judged.percentile == pytest.approx((judged.below + judged.at_most) / 2)
    assert f"Typical: {row.percent} of same-size random splits" in str(judged.suggestion)


def sorted_by_label(n_labels, n_each):
    rows = "".join(f"text {k} of {i},label {k:02d}\n" for k in range(n_labels) for i in range(n_each))
    return read_corpus(f"text,label\n{rows}".encode())


def test_labels_that_a_side_lacks_are_counted():
    corpus = sorted_by_label(9, 6)
    train = np.arange(54) < 30  # five labels of nine
    card = split_card(corpus, train, attributes=[corpus.attribute("label")], n_random=100)
    said = str(card.missing("label"))
    assert said.startswith("Never in training: 4 of 9 labels; never in validation: 5.")
    (row,) = (row for row in card.rows if row.what == "smallest")
    assert (row.details["never_in_training"], row.details["never_in_validation"]) == (4, 5)
    assert str(row.meaning) == said
    assert card.missing("word") is None
    assert CARD.missing("label") is None
    folds = NamedParts(np.arange(54) // 18, tuple("123"))
    of_parts = parts_card(corpus, folds, attributes=[corpus.attribute("label")], n_random=100)
    assert str(of_parts.missing("label")).startswith(
        "Missing in training: 9 of 9 labels; in a part that is validated: 9."
    )
    three = NamedParts((np.arange(54) >= 30).astype(int) + (np.arange(54) >= 42), ("train", "dev", "test"))
    of_parts = parts_card(corpus, three, attributes=[corpus.attribute("label")], n_random=100)
    assert str(of_parts.missing("label")).startswith(
        "Missing in training: 4 of 9 labels; in a part that is validated: 9."
    )


def test_rows_about_lengths_speak_of_lengths():
    for card in (
        split_card(CORPUS, TRAIN, attributes=[CORPUS.attribute("length")], n_random=100),
        parts_card(CORPUS, PARTS, attributes=[CORPUS.attribute("length")], n_random=100),
        parts_card(CORPUS, BY_LENGTH, attributes=[CORPUS.attribute("length")], n_random=100),
    ):
        said = " ".join(
            str(row.meaning) for row in card.rows if row.name == "length" and row.what == "labels"
        )
        assert said.startswith("Lengths")
    assert "mix of lengths" in str(card.rows[1].meaning)


def test_near_duplicates_and_their_mean():
    found = near_duplicates(CORPUS)
    row = ROWS["near", None]
    assert row.value == len(found.across(TRAIN)) / 18
    assert row.details["n"] == len(found.across(TRAIN)) > 0
    values = [len(found.across(mask)) / 18 for mask in random_sides(60, 42, candidates=range(400), seed=0)]
    assert row.standing.mean == pytest.approx(np.mean(values))
    assert found.expected_across(42) / 18 == pytest.approx(row.standing.mean, abs=0.02)
    assert row.percentile == pytest.approx(
        (np.mean(np.array(values) < row.value - 1e-12) + np.mean(np.array(values) <= row.value + 1e-12)) / 2
    )


def test_seen_words_entities_lengths_documents_and_the_smallest_side():
    units = sentences()
    known = {word for i, (words, _) in enumerate(units) if TRAIN[i] for word in words}
    asked = [word for i, (words, _) in enumerate(units) if not TRAIN[i] for word in words]
    assert ROWS["seen", "word"].value == pytest.approx(np.mean([word in known for word in asked]))
    known = {(words[0], tag) for i, (words, tag) in enumerate(units) if TRAIN[i]}
    asked = [(words[0], tag) for i, (words, tag) in enumerate(units) if not TRAIN[i]]
    assert ROWS["seen", "label+word"].value == pytest.approx(np.mean([pair in known for pair in asked]))
    lengths = np.array([len(words) for words, _ in units])
    details = ROWS["lengths", None].details
    assert details["mean_train"] == pytest.approx(lengths[TRAIN].mean())
    documents = np.arange(60) // 4
    cut = [0 < TRAIN[documents == d].sum() < 4 for d in range(15)]
    assert ROWS["documents", None].details == {"n_cut": sum(cut), "n_documents": 15}
    of_known = [TRAIN[documents == documents[i]].any() for i in np.flatnonzero(~TRAIN)]
    assert ROWS["documents", None].value == pytest.approx(np.mean(of_known))
    tags = np.array([tag for _, tag in units])
    sides = {(tag, side): ((tags == tag) & (side == TRAIN)).sum() for tag in set(tags) for side in (0, 1)}
    assert ROWS["smallest", "label"].value == min(sides.values())


def test_whole_documents_are_said_to_be_whole():
    card = split_card(CORPUS, np.arange(60) < 40, attributes=[CORPUS.attribute("label")], n_random=200)
    row = next(row for row in card.rows if row.what == "documents")
    assert (row.value, row.word, row.details["n_cut"]) == (0, "whole", 0)


def test_the_card_as_json_and_as_a_paragraph():
    document = json.loads(canonical_bytes(CARD.document()))
    assert [row["what"] for row in document["rows"]] == [row.what for row in CARD.rows]
    assert document["n_validation"] == 18
    assert document["paragraph"].startswith("corpus is split into 42 training and 18 validation units (70%")
    assert "mid-percentile" in document["paragraph"]


@pytest.mark.parametrize(
    ("condition", "fails"),
    [
        ("near>0", ["near"]),
        ("near > 99%", []),
        ("seen:word<=1", ["seen"]),
        ("seen.percentile>=0", ["seen"] * 2),
        ("documents<=100%", ["documents"]),
        ("smallest:label<1", []),
    ],
)
def test_conditions(condition, fails):
    assert [row.what for row in CARD.failing(condition)] == fails


@pytest.mark.parametrize(
    "condition", ["", "near", "near>", "near>x", "nearly>1", "near=1", "near>1e", "seen:no>1"]
)
def test_what_is_no_condition_is_refused(condition):
    with pytest.raises(UsageError, match="--fail-if"):
        CARD.failing(condition)


def test_a_gate_ends_with_status_3(tmp_path, capsys):
    corpus, ids = tmp_path / "c.conllu", tmp_path / "ids.txt"
    corpus.write_bytes(made())
    units = read_corpus(corpus, columns=["word", "label"]).unit_ids
    ids.write_text("\n".join(unit for unit, inside in zip(units, TRAIN, strict=True) if inside))
    asked = ["judge", str(corpus), "--columns", "word,label", "--train-ids", str(ids), "--candidates", "200"]
    assert main([*asked, "--fail-if", "near>0.01", "--fail-if", "near>99%"]) == 3
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first.startswith("near>0.01: fails: near is 0.")
    assert second == "near>99%: passed."
    assert main([*asked, "--fail-if", "near>99%", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["holds"], result["card"]["n_train"]) == (True, 42)
    assert main([*asked, "--fail-if", "near is bad"]) == 2


@pytest.mark.parametrize("whole", [False, True])
def test_a_better_split_keeps_groups_and_sizes(whole):
    attributes = [CORPUS.attribute("label")]
    parts = better_split(CORPUS, TRAIN, attributes=attributes, near=CARD.near, whole_documents=whole)
    train = parts.train()
    assert len(CARD.near.across(train)) == 0
    assert abs(int(train.sum()) - 42) <= np.bincount(CARD.near.groups).max() * (4 if whole else 1)
    assert (parts.divergence <= parts.expected).all()
    if whole:
        cut = [0 < train[k : k + 4].sum() < 4 for k in range(0, 60, 4)]
        assert not any(cut)


def test_a_better_split_is_written_and_judged(tmp_path, capsys):
    corpus, ids, better = (tmp_path / name for name in ("c.conllu", "ids.txt", "better.json"))
    corpus.write_bytes(made())
    units = read_corpus(corpus, columns=["word", "label"]).unit_ids
    ids.write_text("\n".join(unit for unit, inside in zip(units, TRAIN, strict=True) if inside))
    asked = ["judge", str(corpus), "--columns", "word,label", "--candidates", "200"]
    assert main([*asked, "--train-ids", str(ids), "--better", str(better)]) == 0
    assert "0 near-duplicates on both sides" in capsys.readouterr().out
    assert main([*asked, "--partitions", str(better), "--fail-if", "near>0"]) == 0


DOCUMENTS = np.arange(60) // 4
WHOLE = np.isin(DOCUMENTS, [0, 2, 3, 5, 6, 8, 9, 11, 12, 14])


def test_what_a_split_keeps_whole_its_random_ones_keep_whole():
    label = [CORPUS.attribute("label")]
    card = split_card(CORPUS, WHOLE, attributes=label, n_random=200)
    assert card.whole.names == ("documents",)
    assert "keep documents whole" in str(card.sentences[-1])
    (judged,) = judge_split(WHOLE, [label[0].counts], n_random=200, groups=DOCUMENTS)
    assert np.array_equal(card.rows[0].standing.random, judged.random)
    alone = {
        row.what: row
        for row in split_card(CORPUS, WHOLE, attributes=label, n_random=200, reference="units").rows
    }
    for row in card.rows:
        same = (
            np.array_equal(row.standing.random, alone[row.what].standing.random)
            if row.what in alone
            else None
        )
        if row.what in ("near", "documents"):
            assert same
        elif row.what in ("labels", "lengths"):
            assert not same
    assert split_card(CORPUS, TRAIN, attributes=label, n_random=100).whole.names == ()


@pytest.mark.parametrize(("reference", "names"), [("near", ["near"]), ("both", ["near", "documents"])])
def test_the_user_may_say_what_is_kept_whole(reference, names):
    card = split_card(CORPUS, TRAIN, n_random=100, reference=reference)
    assert card.document()["random_splits_keep"] == names
    near = near_duplicates(CORPUS).groups
    assert all(len(set(card.whole.groups[near == group])) == 1 for group in set(near))


def test_documents_that_are_not_known_cannot_be_kept():
    corpus = read_corpus(b"text,label\n" + b"a good film,pos\na bad film,neg\n" * 20)
    with pytest.raises(InputError, match="cannot keep documents whole"):
        split_card(corpus, np.arange(40) < 20, n_random=100, reference="documents")
    with pytest.raises(InputError, match="`reference` must be one of"):
        split_card(corpus, np.arange(40) < 20, n_random=100, reference="groups")
