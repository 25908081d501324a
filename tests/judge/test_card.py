"""The card of a split and of K folds: every row against a plain loop, and the conditions of the gate."""

import json
from dataclasses import replace

import numpy as np
import pytest

import mx2core as mx
from mx2core.cli.main import main
from mx2core.corpus import read_corpus
from mx2core.corpus.samples import FOLDER
from mx2core.corpus.units.near_duplicates import near_duplicates
from mx2core.errors import DesignError, InputError, UsageError
from mx2core.exchange import NamedParts
from mx2core.exchange.canonical import canonical_bytes, plain
from mx2core.judge import better_parts, sampled_units, split_card, text_seen_in_training
from mx2core.judge.card import label_rows
from mx2core.judge.reference import references
from mx2core.judge.rows import KINDS
from mx2core.judge.units import batch_size, joined_groups, unit_lengths
from mx2core.judge.verdict import unlike_chance
from mx2core.partition import Standing, judge_parts, random_parts, random_sides

NAMES = ("ann", "bo", "cy", "di", "ed")
WORDS = [a + b for a in "abcdefgh" for b in "klmno"]


def document_corpus(n=60):
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


CORPUS = read_corpus(document_corpus(), columns=["word", "label"])
LABEL = CORPUS.attribute("label")
TRAIN = random_sides(60, 42, candidates=[5], seed=1)[0]
CARD = split_card(CORPUS, TRAIN, attributes=[CORPUS.attribute("label")], n_random=400)
FOLDS = NamedParts(random_parts([12] * 5, candidates=[4])[0].astype(np.int64), tuple("12345"))
PARTS = NamedParts(np.arange(60) % 3, tuple("123"))
OF_FOLDS = split_card(CORPUS, FOLDS, attributes=[LABEL], n_random=100)
BY_LENGTH = NamedParts(np.argsort(np.argsort(unit_lengths(CORPUS))) // 20, tuple("123"))
ROWS = {(row.what, row.name): row for row in CARD.rows}


def sentences():
    units = [CORPUS.sentences.sentence(i) for i in range(60)]
    return [(unit.columns["word"], unit.columns["label"][0]) for unit in units]


def test_labels_are_those_of_judge_parts():
    (judged,) = judge_parts(TRAIN, [LABEL.counts], n_random=400)
    row = ROWS["labels", "label"]
    assert (row.value, row.standing.at_most) == (judged.mean.value, judged.mean.at_most)
    assert row.percentile == pytest.approx((judged.mean.below + judged.mean.at_most) / 2)


def sorted_by_label(n_labels, n_each):
    rows = "".join(f"text {k} of {i},label {k:02d}\n" for k in range(n_labels) for i in range(n_each))
    return read_corpus(f"text,label\n{rows}".encode())


@pytest.mark.parametrize(
    ("bounds", "names", "in_training", "in_a_part"),
    [
        ([30], ("train", "validation"), 4, 5),  # five labels of nine are trained on
        ([18, 36], ("1", "2", "3"), 9, 9),
        ([30, 42], ("train", "dev", "test"), 4, 9),
    ],
)
def test_labels_that_a_part_lacks_are_counted(bounds, names, in_training, in_a_part):
    corpus = sorted_by_label(9, 6)
    parts = NamedParts.from_names(np.searchsorted(bounds, np.arange(54), side="right"), names)
    card = split_card(corpus, parts, attributes=[corpus.attribute("label")], n_random=100)
    (row,) = (row for row in card.rows if row.what == "smallest")
    assert (row.details["missing_in_training"], row.details["missing_in_a_part"]) == (in_training, in_a_part)
    assert card.missing("label") is row.meaning
    assert card.missing("word") is None
    assert CARD.missing("label") is None


@pytest.mark.parametrize("names", [("train", "test"), ("train", "dev", "test")])
def test_a_part_with_as_many_of_each_label_is_balanced_by_design(names):
    """Four of each of six labels to test on, though some are rare in training: nothing to be mended."""
    rng = np.random.default_rng(0)
    labels = [*np.repeat(np.arange(6), [200, 100, 50, 20, 10, 8]), *np.tile(np.arange(6), 4)]
    rows = "".join(f"text {k},label {label}\n" for k, label in enumerate(labels))
    corpus = read_corpus(f"text,label\n{rows}".encode())
    of_unit = np.repeat([0, len(names) - 1], [388, 24])
    if len(names) == 3:
        of_unit[rng.permutation(388)[:60]] = 1
    asked = {"attributes": [corpus.attribute("label")], "n_random": 200}
    card = split_card(corpus, NamedParts.from_names(of_unit, names), **asked)
    rows = [row for row in card.rows if row.what in ("labels", "largest")]
    assert len(rows) == len(names) - 1
    for row in rows:
        assert (row.standing.place, row.word, row.unusual) == ("high", "balanced", False)
        assert row.meaning.values["n"] == "4"
    lines = [str(one) for one in card.paragraph()]
    (at,) = (k for k, one in enumerate(lines) if one.startswith("For label, χ²/J was"))
    assert lines[at + 1].startswith("Balanced by design: test has 4 of each of 6 labels")
    assert lines[at + 2].startswith("Memorizing near-duplicates can raise scores on ")
    of_unit[np.flatnonzero(of_unit == len(names) - 1)[0]] = 0
    uneven = split_card(corpus, NamedParts.from_names(of_unit, names), **asked)
    assert uneven.rows[0].word == "high"


def test_rows_about_lengths_say_nothing_known_of_labels_alone():
    for card in (
        split_card(CORPUS, TRAIN, attributes=[CORPUS.attribute("length")], n_random=100),
        split_card(CORPUS, PARTS, attributes=[CORPUS.attribute("length")], n_random=100),
        split_card(CORPUS, BY_LENGTH, attributes=[CORPUS.attribute("length")], n_random=100),
    ):
        (shown,) = (str(row.meaning) for row in card.rows if row.name == "length" and row.what == "labels")
        assert "raised scores" not in shown  # which is known of labels alone
    assert card.rows[1].what == "largest"
    assert card.rows[1].name == "length"


def test_rows_of_random_splits_seldom_say_that_something_is_unusual():
    """Rows share their tail as labels do: a row was marked in half of all random splits beside "typical"."""
    asked = {
        "n_random": 200,
        "near": near_duplicates(CORPUS),
        "attributes": [LABEL, CORPUS.attribute("length")],
    }
    cards = [
        split_card(CORPUS, NamedParts(parts.astype(np.int64), tuple("12345")), **asked)
        for parts in random_parts([12] * 5, candidates=range(1000, 1040))
    ]
    unusual = sum(any(row.word in ("high", "low") for row in card.rows) for card in cards)
    assert unusual / len(cards) < 0.3  # 20% is meant: labels and other rows, on two sides


@pytest.mark.parametrize(("value", "word"), [(0.41, "typical"), (0.398, "typical"), (0.38, "low")])
def test_a_row_is_low_where_the_headline_can_name_it(value, word):
    """A share as few random splits have it was in bold under "typical", and one that hardly differs."""
    random = np.linspace(0.4, 0.402, 1000) if value == 0.398 else np.append(0.4, np.full(999, 0.45))
    standing = Standing(
        value, float((random < value).mean()), float((random <= value).mean()), random.mean(), random
    )
    row = KINDS["seen"].row(standing, {}, name="word")
    assert (row.word, row.unusual) == (word, word == "low")


def test_near_duplicates_and_their_mean():
    found = near_duplicates(CORPUS)
    row = ROWS["near", None]
    assert row.value == len(found.twins(TRAIN)) / 18
    assert row.details["n"] == len(found.twins(TRAIN)) > 0
    values = [len(found.twins(mask)) / 18 for mask in random_sides(60, 42, candidates=range(400), seed=0)]
    assert row.standing.mean == pytest.approx(np.mean(values))
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
    means = ROWS["lengths", None].details["means"]
    assert means == pytest.approx({"train": lengths[TRAIN].mean(), "validation": lengths[~TRAIN].mean()})
    documents = np.arange(60) // 4
    cut = [0 < TRAIN[documents == d].sum() < 4 for d in range(15)]
    details = ROWS["documents", None].details
    assert (details["n_cut"], details["n_documents"]) == (sum(cut), 15)
    of_known = [TRAIN[documents == documents[i]].any() for i in np.flatnonzero(~TRAIN)]
    assert ROWS["documents", None].value == pytest.approx(np.mean(of_known))
    tags = np.array([tag for _, tag in units])
    sides = {(tag, side): ((tags == tag) & (side == TRAIN)).sum() for tag in set(tags) for side in (0, 1)}
    assert ROWS["smallest", "label"].value == min(sides.values())


@pytest.mark.parametrize(("n", "n_cut", "word"), [(40, 0, "whole"), (41, 1, "low")])
def test_where_few_documents_are_cut_nobody_is_told_to_keep_them_whole(n, n_cut, word):
    card = split_card(CORPUS, np.arange(60) < n, attributes=[LABEL], n_random=200)
    row = next(row for row in card.rows if row.what == "documents")
    assert (row.word, row.details["n_cut"], row.value == 0) == (word, n_cut, n_cut == 0)
    assert n_cut == 0 or str(row.meaning) == "Cut: 1/15 documents."


def test_the_card_as_json_and_as_a_paragraph():
    for card, training in ((CARD, "train"), (OF_FOLDS, None)):
        document = json.loads(canonical_bytes(plain(card)))
        assert [row["what"] for row in document["rows"]] == [row.what for row in card.rows]
        assert [part["n_units"] for part in document["parts"]] == list(card.parts.sizes)
        assert document["training"] == training
        assert len(card.paragraph()) <= 7 + len(card.judged)


@pytest.mark.parametrize(
    ("condition", "fails"),
    [
        ("near>0", ["near"]),
        ("near > 99%", []),
        ("seen:word<=1", ["seen"]),
        ("seen.percentile>=0", ["seen"] * 2),
        ("seen.percentile:word>=0", ["seen"]),
        ("seen:word.percentile>=0", ["seen"]),
        ("documents<=100%", ["documents"]),
        ("smallest:label<1", []),
        ("texts>0", ["texts"]),
        ("texts>=20", []),
    ],
)
def test_conditions(condition, fails):
    assert [row.what for row in CARD.failing(condition)] == fails


NO_CONDITIONS = (
    *("", "near", "near>", "near>x", "nearly>1", "near=1", "near>1e", "seen:no>1", "texts:word>0"),
    *("texts.percentile>0", "near>5", "seen<80", "labels.percentile>95"),
)


@pytest.mark.parametrize("condition", NO_CONDITIONS)
def test_what_is_no_condition_is_refused(condition):
    with pytest.raises(UsageError, match="--fail-if"):
        CARD.failing(condition)


def test_a_gate_ends_with_status_3(result, tmp_path, capsys):
    corpus, ids = tmp_path / "c.conllu", tmp_path / "ids.txt"
    corpus.write_bytes(document_corpus())
    units = read_corpus(corpus, columns=["word", "label"]).unit_ids
    ids.write_text("\n".join(unit for unit, inside in zip(units, TRAIN, strict=True) if inside))
    asked = ["judge", str(corpus), "--columns", "word,label", "--split", str(ids), "--candidates", "200"]
    assert main([*asked, "--fail-if", "near>0.01", "--fail-if", "near>99%"]) == 3
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first.startswith("near>0.01: fails: near is 0.")
    assert second == "near>99%: passed."
    found = result(*asked, "--fail-if", "near>99%")
    assert (found["holds"], found["card"]["parts"][0]["n_units"]) == (True, 42)
    assert main([*asked, "--fail-if", "near is bad"]) == 2


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("sizes", [(42, 18), (8, 1, 1)])
def test_better_parts_keep_groups_and_sizes(whole, sizes):
    keep = None if whole else ["near-duplicates"]
    parts = better_parts(CORPUS, sizes, attributes=[LABEL], keep_whole=keep)
    assert parts.kept_whole == (("near-duplicates", "document") if whole else ("near-duplicates",))
    named = NamedParts.numbered(parts.of_unit, folds=False)
    assert len(named.validated_among(CARD.near.twins)) == 0
    most = np.bincount(CARD.near.groups).max() * (4 if whole else 1)
    assert abs(named.sizes[0] - 60 * sizes[0] / sum(sizes)) <= most
    assert len(parts.divergence) == 2  # labels and lengths
    assert (parts.divergence <= parts.expected).all()
    if whole:
        assert all(len(set(parts.of_unit[k : k + 4].tolist())) == 1 for k in range(0, 60, 4))


def test_a_better_split_is_written_and_judged(printed, tmp_path):
    corpus, ids, better = (tmp_path / name for name in ("c.conllu", "ids.txt", "better.json"))
    corpus.write_bytes(document_corpus())
    units = read_corpus(corpus, columns=["word", "label"]).unit_ids
    ids.write_text("\n".join(unit for unit, inside in zip(units, TRAIN, strict=True) if inside))
    asked = [str(corpus), "--columns", "word,label"]
    judge = ["judge", *asked, "--candidates", "200", "--fail-if", "near>0"]
    assert main([*judge, "--split", str(ids)]) == 3
    out = printed("build", *asked, "--parts", f"{sum(TRAIN)}:{len(TRAIN) - sum(TRAIN)}", "-o", better)
    assert "Parts keep near-duplicates and documents together." in out
    assert main([*judge, "--split", str(better)]) == 0


def chained(n_documents=12):
    """Documents of five sentences; in each of the first eight one says thanks."""
    rng, lines = np.random.default_rng(0), []
    for k in range(n_documents):
        texts = [" ".join(rng.choice(list(WORDS), 9)) for _ in range(5)]
        if k < 8:
            texts[0] = "Thanks , ?"
        lines.append(f"# newdoc id = {'abcdefghijkl'[k]}\n")
        lines += [
            "".join(f"{word}\t{'xyz'[rng.integers(3)]}\n" for word in text.split()) + "\n" for text in texts
        ]
    return "".join(lines).encode()


def test_documents_that_near_duplicates_join_beyond_a_part_are_a_warning(tmp_path, capsys):
    corpus = tmp_path / "c.conll"
    corpus.write_bytes(chained())
    asked = ["build", str(corpus), "--columns", "word,label", "--folds", "3", "-o", str(tmp_path / "f.csv")]
    joined = "near-duplicates join documents into 40 units (largest document: 5)."
    assert main(asked) == 0
    shown = capsys.readouterr()
    assert joined not in shown.out
    assert "warning: Sizes are 40 : " in shown.err
    assert f"not 20 : 20 : 20: {joined}" in shown.err
    assert "Repeated texts" not in shown.err  # which these parts keep together
    assert main([*asked, "--keep-whole", "document"]) == 0
    assert joined not in capsys.readouterr().err


@pytest.mark.parametrize("unit", [(), ("--unit", "text")])
def test_halves_are_said_to_leak_as_the_judge_counts(unit, printed, result, tmp_path, capsys):
    corpus, halves = tmp_path / "c.csv", tmp_path / "p.json"
    corpus.write_text(TOO_EVEN + "w1 x7,b\nw2 x14,e\n" * 3)
    assert main(["build", str(corpus), "-o", str(halves), *unit]) == 0
    told = [line for line in capsys.readouterr().err.splitlines() if "as judge counts" in line]
    judge = ["judge", corpus, "--split", halves, *unit]
    leaked = [result(*judge, "--index", str(k))["card"]["verdict"]["leaked"] for k in range(1, 6)]
    low, high, n = min(leaked), max(leaked), result(*judge)["card"]["verdict"]["validated"]
    says = f"warning: Leaked texts a partition: {low} to {high} of {n}, as judge counts them. (--unit text)"
    assert told == ([says] if high else [])
    assert bool(high) != bool(unit)


# Of these texts the ninth seed deals labels that are more alike than by chance.
TOO_EVEN = "text,label\n" + "".join(f"w{i} x{i * 7 % 120},{'abcdefgh'[i * i % 17 % 8]}\n" for i in range(120))


def test_parts_that_are_built_are_typical_to_the_judge(printed, tmp_path, monkeypatch):
    corpus, parts = tmp_path / "c.csv", tmp_path / "p.csv"
    corpus.write_text(TOO_EVEN)
    build = ["build", corpus, "--parts", "8:1:1", "--seed", "9", "-o", parts]
    judge = ["judge", corpus, "--split", parts, "--seed", "9"]
    fault = "The split is too even: label distributions are more alike than by chance."
    assert fault not in printed(*build)
    assert printed(*judge).startswith("The split is typical")
    assert fault in printed(*build, "--method", "alike")
    assert printed(*judge).startswith(fault)
    monkeypatch.setattr("mx2core.judge.better.TRIES", 1)
    assert fault in printed(*build)  # it does not say otherwise than the judge, whatever it made
    assert printed(*judge).startswith(fault)


def test_lengths_that_are_alike_are_no_fault_beside_labels():
    names, n = ("label", "length"), len(CORPUS)
    label, length = (CORPUS.attribute(name) for name in names)
    order = np.argsort(length.counts @ np.arange(length.counts.shape[1]), kind="stable")
    side = np.ones(n, dtype=bool)
    side[order[::2]] = False
    both, alone = (
        label_rows(CORPUS, NamedParts.split(side), chosen, None, n_labels=len(chosen))
        for chosen in ((label, length), (length,))
    )
    assert [row.word for row in (both[-1], *alone)] == ["low", "low"]
    assert unlike_chance(both) is None
    assert "length distributions are more alike" in str(
        unlike_chance(alone)
    )  # who asks for lengths alone is told of them


DOCUMENTS = np.arange(60) // 4
WHOLE = np.isin(DOCUMENTS, [0, 2, 3, 5, 6, 8, 9, 11, 12, 14])


def test_what_a_split_keeps_whole_its_random_ones_keep_whole():
    label = [CORPUS.attribute("label")]
    card = split_card(CORPUS, WHOLE, attributes=label, n_random=200)
    assert card.whole.names == ("documents",)
    assert "keeping documents together" in " ".join(map(str, card.paragraph()))
    (judged,) = judge_parts(WHOLE, [label[0].counts], n_random=200, groups=DOCUMENTS)
    assert np.array_equal(card.rows[0].standing.random, judged.mean.random)
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
    assert card.document["random_splits_keep"] == names
    near = near_duplicates(CORPUS).groups
    assert all(len(set(card.whole.groups[near == group])) == 1 for group in set(near))


def batches(size, n_batches, rest, names):
    """Sentences in numbered documents of one size, the last with the rest; no two are nearly the same."""
    numbers = [k for k in range(n_batches + 1) for _ in range(size if k < n_batches else rest)]
    texts = [f"{WORDS[i % 40]}{WORDS[i // 40]} told" for i in range(len(numbers))]
    rows = [f"{text},{'xyz'[k % 3]},{names.format(k)}" for text, k in zip(texts, numbers, strict=True)]
    return read_corpus("\n".join(["text,label,document", *rows, ""]).encode()), np.array(numbers)


@pytest.mark.parametrize(
    ("size", "rest", "names", "batch"),
    [
        (30, 7, "batch-{:04d}", 30),
        (30, 30, "train:batch-{:04d}", 30),
        (5, 5, "story-{}", None),  # stories of five sentences
        (30, 31, "batch-{:04d}", None),  # not one size
        (30, 7, "talk of {}th day", None),  # not numbered
    ],
)
def test_documents_of_one_size_that_are_but_numbered_are_batches(size, rest, names, batch):
    corpus, number = batches(size, 6, rest, names)
    assert batch_size(corpus) == batch
    card = split_card(corpus, number % 3 > 0, n_random=100)
    assert card.whole.names == (() if batch else ("documents",))
    shown = " ".join(map(str, card.whole.sentences))
    assert (f"“Documents” of {batch} units look like batches: random splits cut them" in shown) == bool(batch)
    kept = split_card(corpus, number % 3 > 0, n_random=100, reference="documents").verdict.place_notice
    assert shown.endswith(f"Kept together, the split is {kept}.") == bool(batch)
    assert card.whole.usual == ("units" if batch else "documents")  # which need not be offered twice
    cut = split_card(corpus, np.arange(len(number)) % 3 > 0, n_random=100)
    assert "may be cut." in " ".join(map(str, cut.whole.sentences)) or not batch
    of_documents = str(next(row.meaning for row in cut.rows if row.what == "documents"))
    assert ("Keep documents whole" in of_documents) == (not batch)
    asked = split_card(corpus, number % 3 > 0, n_random=100, reference="documents")
    assert asked.whole.names == ("documents",)  # keeping them whole is an option
    made = better_parts(corpus, (1, 1), attributes=[corpus.attribute("label")])
    assert ("document" in made.kept_whole) == (batch is None)


def test_near_duplicates_that_only_dev_and_test_share_are_said_to_be_cut_outside_training():
    texts = [*(f"{word} told alone" for word in WORDS[:18]), "quite the same words here"]
    rows = [f"{text},{'xyz'[k % 3]}" for k, text in enumerate([*texts, texts[-1]])]
    corpus = read_corpus("\n".join(["text,label", *rows, ""]).encode())
    of_unit = np.array([0] * 12 + [1] * 4 + [2] * 4)
    of_unit[[12, 18]] = 1, 1
    for training, shown in (
        (0, "Random splits may cut near-duplicates, as this split does outside training."),
        (1, "Random splits may cut near-duplicates, as this split does."),
        (None, "Random splits may cut near-duplicates, as this split does."),
    ):
        parts = NamedParts(of_unit, ("train", "dev", "test"), training=training)
        card = split_card(corpus, parts, n_random=50)
        assert list(map(str, card.whole.sentences)) == [shown]


def test_a_card_says_what_is_compared_with_what():
    shown = " ".join(map(str, split_card(CORPUS, TRAIN, n_random=200).comparison))
    n = TRAIN.sum()
    assert shown.startswith(
        f"validation {60 - n} against training {n}; compared with 200 random splits of these 60 units."
    )
    assert shown.endswith("Random splits may cut near-duplicates and documents, as this split does.")
    folds = NamedParts.of([str(1 + k // 20) for k in range(60)])
    shown = " ".join(map(str, split_card(CORPUS, folds, n_random=100).comparison))
    assert shown.startswith(
        "3 folds of 20 against the rest; compared with 100 random splits of these 60 units."
    )


@pytest.mark.parametrize(("sizes", "offered"), [((100, 20), True), ((60, 60), False)])
def test_groups_larger_than_any_part_are_no_choice(sizes, offered):
    """All random splits that kept 100 of 120 units together were one, beside which any other is unusual."""
    texts = ["the same text as ever"] * 100 + [f"{word} again" for word in WORDS[:20]]
    corpus = read_corpus("\n".join(["text,label", *(f"{text},x" for text in texts)]).encode())
    near = near_duplicates(corpus)
    assert references(near, None, sizes) == (["auto", "units", "near"] if offered else ["auto"])
    assert references(near, np.arange(120) // 4, sizes)[-1] == ("both" if offered else "documents")


def test_documents_that_are_not_known_cannot_be_kept():
    corpus = read_corpus(b"text,label\n" + b"a good film,pos\na bad film,neg\n" * 20)
    with pytest.raises(InputError, match="no documents of several units"):
        split_card(corpus, np.arange(40) < 20, n_random=100, reference="documents")
    with pytest.raises(InputError, match="`reference` must be one of"):
        split_card(corpus, np.arange(40) < 20, n_random=100, reference="groups")


def test_rows_are_those_of_a_split_where_two_parts_are_one():
    """Validating on one part that is all the rest is the card of a split, whatever the two are called."""
    parts = NamedParts((~TRAIN).astype(int), ("a", "b"), 0)
    again = split_card(CORPUS, parts, attributes=[LABEL], n_random=400)
    assert {(row.what, row.name): row.percentile for row in again.rows} == {
        key: row.percentile for key, row in ROWS.items()
    }


def test_near_duplicates_documents_and_the_rarest_label_of_folds():
    rows = {row.what: row for row in OF_FOLDS.rows}
    near = near_duplicates(CORPUS)
    across = [len(near.twins(FOLDS.trained_on(k))) for k in range(5)]
    assert rows["near"].value == pytest.approx(np.mean(across) / 12)
    assert rows["near"].details["n"] == sum(across)
    documents = np.arange(60) // 4
    cut = sum(len(set(FOLDS.of_unit[documents == d].tolist())) > 1 for d in range(15))
    assert rows["documents"].details["n_cut"] == cut
    fewest = min(LABEL.counts[FOLDS.of_unit == k].sum(axis=0).min() for k in range(5))
    assert rows["smallest"].value == rows["smallest"].details["n"] == fewest


@pytest.mark.parametrize("parts", [PARTS, NamedParts(np.arange(60) % 3, ("a", "b", "c"), 1)])
def test_contributions_add_up_to_the_number_of_the_part(parts):
    (judged,) = judge_parts(parts.of_unit, [LABEL.counts], training=parts.training, n_random=10)
    for part, value in zip(parts.validated, judged.values, strict=True):
        assert parts.contributions(part, LABEL.counts).contribution.sum() == pytest.approx(value)


def test_text_seen_in_training():
    data = b"a\tX\nb\tY\n\na\tX\n\nb\tY\n\nb\tX\na\tX\n\na\tX\nb\tX\n"
    corpus = read_corpus(data, columns=["word", "label"])
    for parts, seen in (  # units 0 and 4 are the same text; its words alone, or turned round, are not
        (NamedParts.split(np.array([True, True, False, False, False])), [4]),
        (NamedParts.of(["1", "2", "2", "2", "2"]), [0, 4]),
        (NamedParts.of(["1", "2", "2", "2", "1"]), []),
        (NamedParts.of(["dev", "train", "train", "train", "test"]), []),
    ):
        assert text_seen_in_training(corpus, parts).tolist() == seen


def test_groups_that_either_grouping_puts_together():
    one, other = np.array([0, 0, 1, 2, 3]), np.array([0, 1, 1, 2, 3])
    joined = joined_groups(one, None, other)
    assert len(set(joined[:3].tolist())) == 1
    assert len(set(joined.tolist())) == 3
    assert joined_groups(None, None) is None


def leaking(n_copies):
    """60 texts dealt to both sides as by chance; the first `n_copies` of validation are copies."""
    units = [f"text {k} of {k % 7}" for k in range(300)]
    validated = np.random.default_rng(1).permutation(300)[:60]
    copied = np.setdiff1d(np.arange(300), validated)[:n_copies]
    for to, source in zip(validated[:n_copies], copied, strict=True):
        units[to] = units[source]
    rows = "".join(f"{text},{'xyz'[k % 3]}\n" for k, text in enumerate(units))
    training = np.ones(300, dtype=bool)
    training[validated] = False
    return split_card(read_corpus(f"text,label\n{rows}".encode()), training, n_random=200)


def test_the_verdict_says_where_a_split_stands_and_what_leaks():
    clean, one, many = (leaking(n).verdict for n in (0, 1, 20))
    assert [verdict.n_leaked for verdict in (clean, one, many)] == [0, 1, 20]
    assert "no text on both sides" in str(clean.headline)
    assert str(one.headline).startswith(
        "The split is typical of random splits, but leaks: 1 of 60 validation texts"
    )
    many_leak = "The split is likely easier than random splits, and leaks: 20 of 60 validation texts"
    assert str(many.headline).startswith(many_leak)
    assert [verdict.badge for verdict in (clean, one)] == [
        "split: typical · 0 leaks",
        "split: typical · 1 leak",
    ]
    assert not many.clean
    assert "https://img.shields.io/badge/split-typical%20%C2%B7%200%20leaks-teal" in clean.badge_markdown


def test_a_leak_does_not_hide_which_attribute_is_uneven():
    card = split_card(CORPUS, BY_LENGTH, attributes=[CORPUS.attribute("length")], n_random=100)
    leaks = replace(card.verdict, n_leaked=3)
    assert str(leaks.headline).startswith("The split is uneven in length (fold 3), and leaks: 3 of ")
    harder = replace(leaks, place="uneven and harder")
    assert "uneven in length (fold 3), and likely harder, and leaks" in str(harder.headline)


def differing(n_kinds, n=200):
    """Texts of which the first half has, in each of so many columns, its own mix of labels."""
    rng = np.random.default_rng(5)
    kinds = ["label", "source", "topic", "style", "genre"][:n_kinds]
    rows = [
        ",".join(
            [
                " ".join([f"w{i}"] * (1 + rng.integers(3) + 4 * (i < n // 2))),
                *rng.choice(list("aaab" if i < n // 2 else "abbb"), n_kinds),
            ]
        )
        for i in range(n)
    ]
    corpus = read_corpus("\n".join([",".join(["text", *kinds]), *rows]).encode())
    names = [*kinds, "length"]
    return split_card(corpus, np.arange(n) < n // 2, attributes=[*map(corpus.attribute, names)], n_random=400)


@pytest.mark.parametrize(
    ("n_kinds", "words"),
    [(1, "label and length"), (2, "label, source and length"), (5, "label, source, topic and 3 more")],
)
def test_every_attribute_that_is_uneven_is_named(n_kinds, words):
    """Of two that were beyond all random splits the headline named the one that came first."""
    verdict = differing(n_kinds).verdict
    assert set(verdict.names) == {"label", "source", "topic", "style", "genre", "length"} & {
        row.name for row in verdict.compared
    }
    assert verdict.place.startswith("uneven")
    assert f"uneven in {words}" in str(verdict.place_notice)
    assert words in str(verdict.headline)
    assert f"uneven in {words}".replace(",", "") in verdict.badge.replace(",", "")
    assert verdict.exceeds.endswith("100.0%")


def test_labels_farthest_from_chance_decide_the_verdict():
    card = split_card(CORPUS, BY_LENGTH, attributes=[CORPUS.attribute("length")], n_random=100)
    assert card.verdict.place == "uneven"
    assert card.verdict.row is card.rows[0]
    assert card.document["verdict"]["place"] == "uneven"


@pytest.mark.parametrize(("off", "part"), [(1, "dev"), (2, "test")])
def test_of_several_parts_the_headline_names_the_one_that_is_off(off, part):
    shares = ("xy" * 200)[:300], "xxxxy" * 12, "xy" * 30  # of train, and of the parts off and not
    labels = shares[0] + (shares[1] + shares[2] if off == 1 else shares[2] + shares[1])
    corpus = read_corpus("\n".join(["text,label", *(f"w{k},{one}" for k, one in enumerate(labels))]).encode())
    parts = NamedParts.from_names(np.repeat([0, 1, 2], [300, 60, 60]), ("train", "dev", "test"))
    card = split_card(corpus, parts, attributes=[corpus.attribute("label")], n_random=200)
    assert str(card.verdict.headline) == (
        f"The split is uneven: label distributions differ more than by chance, most in {part}."
    )
    folds = replace(parts, names=tuple("123"), training=None)
    card = split_card(corpus, folds, attributes=[corpus.attribute("label")], n_random=200)
    assert str(card.verdict.headline).endswith(f"most in fold {off + 1}.")


def test_high_and_low_are_what_the_verdict_goes_by():
    """Rows had another threshold than the headline: 99.5% was high beside a typical split."""
    asked = {"n_random": 200, "near": near_duplicates(CORPUS), "attributes": [LABEL]}
    for k, parts in enumerate(random_parts([36, 12, 12], candidates=range(60))):
        parts = NamedParts.from_names(parts.astype(np.int64), ("train", "dev", "test"))
        card = split_card(CORPUS, parts, seed=k, **asked)
        told = {row.what for row in card.rows if row.is_far or (row.what == "labels" and row.unusual)}
        assert (card.verdict.place in ("typical", "balanced")) == (not told), told
        assert {row.what for row in card.rows if row.word == "high"} - {"seen_back", "documents"} <= told


def new_names(n_new):
    """300 sentences, a name in each; validation has `n_new` names of its own, labels are as by chance."""
    validated = np.random.default_rng(1).permutation(300)[:60]
    names = [f"name{k % 20}" for k in range(300)]
    for k, unit in enumerate(validated[:n_new].tolist()):
        names[unit] = f"new{k}"
    rng = np.random.default_rng(2)
    lines = [
        f"{name}\tB-{('PER', 'LOC')[rng.integers(2)]}\nsaid\tO\n"
        f"w{rng.integers(900)}\tO\nw{rng.integers(900)}\tO\n"
        for name in names
    ]
    training = np.ones(300, dtype=bool)
    training[validated] = False
    corpus = read_corpus("\n".join(lines).encode(), columns=["word", "label"])
    return split_card(corpus, training, attributes=[corpus.attribute("label")], n_random=400)


def test_new_entities_in_validation_lead_the_verdict_with_their_direction():
    usual, hard = new_names(0).verdict, new_names(50).verdict
    assert (usual.place, hard.place) == ("typical", "harder")
    assert usual.passes
    assert not hard.passes
    assert hard.intended  # another time or topic may be meant: nothing is wrong with it
    assert (hard.worst.what, hard.worst.name) == ("seen", "label+word")
    assert hard.row.what == "labels"  # of chi-square/J, whose percentile stands beside it
    shown = str(hard.headline)
    random, share = hard.worst.standing.random, hard.worst.number_text()
    assert shown.startswith(
        f"The split is likely harder than random splits: {share} of validation mentions (ignoring case) are "
    )
    assert f"{random.min():.1%}"[:-1] in shown
    assert f"{random.max():.1%}" in shown
    assert hard.badge == "split: likely harder · 0 leaks"
    assert hard.document["place"] == "harder"


def test_what_training_has_seen_is_said_of_the_test_part_as_without_dev():
    of_unit = np.repeat([0, 1, 2], [30, 12, 18])
    every = split_card(CORPUS, NamedParts.from_names(of_unit, ("train", "dev", "test")), n_random=50)
    (row,) = (row for row in every.rows if (row.what, row.name) == ("seen", "word"))
    known = {word for words, _tag in sentences()[:30] for word in words}
    asked = [word for words, _tag in sentences()[42:] for word in words]
    assert row.value == pytest.approx(np.mean([word in known for word in asked]))
    assert row.value == row.details["parts"]["test"] != row.details["parts"]["dev"]
    assert str(row.title) == "test words seen in training"
    lines = [*map(str, every.paragraph())]
    assert "Numbers without a part are means over units." in lines
    assert "What training has seen is counted in test." in lines


def test_a_part_counts_by_its_units():
    n_dev, n_test = 12, 30
    parts = NamedParts.from_names(
        np.repeat([0, 1, 2], [60 - n_dev - n_test, n_dev, n_test]), ("train", "dev", "test")
    )
    for row in split_card(CORPUS, parts, n_random=50).rows:
        if row.what in ("labels", "near", "lengths"):
            dev, test = row.details["parts"]["dev"], row.details["parts"]["test"]
            assert row.value == pytest.approx((n_dev * dev + n_test * test) / (n_dev + n_test)), row.what


def test_of_random_splits_a_tenth_is_not_typical_however_many_attributes():
    rng, kinds = np.random.default_rng(0), ("label", "source", "topic", "style")
    rows = [",".join([f"w{i}", *rng.choice(list("abc"), len(kinds))]) for i in range(60)]
    corpus = read_corpus("\n".join([",".join(["text", *kinds]), *rows]).encode())
    chosen, near = [corpus.attribute(name) for name in kinds], near_duplicates(corpus)
    sides = random_sides(60, 40, candidates=range(60), seed=0)
    cards = [split_card(corpus, side, attributes=chosen, near=near, n_random=200) for side in sides]
    places = [card.verdict.place for card in cards]
    # Three of each are due; with 5% for each attribute there would be ten.
    assert max(places.count("uneven"), places.count("too even")) <= 8


def test_a_row_among_many_in_the_tail_by_chance_does_not_lead_the_verdict():
    rng, uneven = np.random.default_rng(4), 0
    for _ in range(20):
        training = np.ones(60, dtype=bool)
        training[rng.permutation(60)[:18]] = False
        card = split_card(CORPUS, training, attributes=[LABEL], n_random=200, reference="units")
        uneven += card.verdict.worst.what != "labels"
    assert uneven <= 2


def test_a_paper_can_carry_the_paragraph():
    card = new_names(50)
    lines = [str(one) for one in card.paragraph()]
    assert lines[0].startswith("The split (")  # what is judged, and only then what its file is called
    assert lines[1:3] == [str(card.verdict.headline), "No text is on both sides."]
    assert all(" is " in one or " was " in one for one in lines[:3])  # sentences, not headings
    assert lines[-2].startswith("χ²/J is the χ² of homogeneity")
    assert lines[-1] == f"Checked by mx2core {mx.__version__}."
    assert str(card.verdict.advice) not in lines
    assert not any("or more" in one for one in lines)


def test_the_paragraph_says_where_the_split_is_from():
    table = "text,label,part\n" + "".join(
        f"w{k} x{k},{'ab'[k % 2]},{'train' if k % 3 else 'dev'}\n" for k in range(60)
    )
    corpus = read_corpus(table.encode(), name="all.csv")
    column = mx.io.parts_by_column(corpus, "part")
    files = mx.io.parts_of_files(corpus, corpus)[1]
    folds = json.dumps([list(range(k, 60, 3)) for k in range(3)]).encode()
    made = mx.io.parts_json(column, corpus, attributes=[], seed=5)
    listed = (mx.io.read_parts(data, corpus, name="folds.json") for data in (folds, made))
    lines = [str(parts.origin) for parts in (column, *listed)]
    assert files.origin is None  # its files are named where the corpus is
    assert lines == [
        "It is given by column part.",
        "It comes from folds.json.",
        "It was dealt by mx2core (seed 5).",
    ]
    card = split_card(corpus, column, attributes=[corpus.attribute("label")], n_random=100)
    assert str(card.paragraph()[1]) == lines[0]


def test_a_review_says_what_was_claimed_and_what_to_ask_for():
    card = new_names(50)
    claim = card.claimed(0.006)
    assert claim.intended  # new names may be what the split is for
    shown, paper = ([str(one) for one in card.paragraph(one)] for one in (claim, None))
    assert [one for one in shown if one not in paper] == list(map(str, claim.notices))
    joined = " ".join(shown)
    assert "would reverse a lead of 0.6 points" in joined
    assert "A plain paired t-test of 5 random 80:20 splits errs in 13.8%" in joined
    assert "five or more seeds (and random splits, unless this shift is intended)." in joined
    assert not new_names(0).claimed(0.006).intended


def test_parts_without_one_to_train_on_are_said_to_be_folds():
    shown = NamedParts.of(["dev", "test"]).untrained
    assert str(shown) == "No training part: each of dev, test is judged against the rest."
    assert NamedParts.of(["train", "test"]).untrained is None
    assert NamedParts.of(["1", "2"]).untrained is None


def test_a_leak_names_the_part_as_its_file_does():
    corpus = read_corpus(b"text,label\n" + b"a good film,pos\na bad film,neg\n" * 20)
    parts = NamedParts.of(["train", "train", "dev", "train"] * 10)
    card = split_card(corpus, parts, n_random=100)
    assert "10 of 10 dev texts are also in training (ignoring spaces)." in str(card.verdict.headline)
    titles = {row.what: str(row.title) for row in card.rows}
    assert titles["near"] == "Copies and near-duplicates in dev"
    assert titles["seen_back"] == "Training words seen in dev"
    unnamed = split_card(corpus, NamedParts.split(parts.of_unit == 0), n_random=100)
    assert "Copies and near-duplicates in validation" in [str(row.title) for row in unnamed.rows]


# A sample of a corpus has its labels, and is a corpus again.
def test_a_sample_is_as_near_to_the_rest_as_random_ones_are_on_average():
    corpus = mx.sample("intents_en")
    label = corpus.attribute("label")
    found = sampled_units(corpus, 300, attributes=[label], seed=4)
    assert found.sizes == (300, 917)
    assert found.divergence[0] <= found.expected[0]
    assert np.array_equal(found.of_unit, sampled_units(corpus, 300, attributes=[label], seed=4).of_unit)


@pytest.mark.parametrize("n", [1217, 5000])
def test_a_sample_larger_than_the_corpus_is_a_sentence(n):
    corpus = mx.sample("intents_en")
    with pytest.raises(DesignError, match=f"Cannot sample {n} of 1217 units"):
        sampled_units(corpus, n, attributes=[corpus.attribute("label")])


def test_the_paper_procedure_on_the_command_line(printed, tmp_path, capsys):
    words = ["build", str(FOLDER / "ner_zh.bio"), "--method", "screened", "--candidates", "100"]
    shown = printed(*words, "-o", tmp_path / "p.json")
    assert "of 100 sets of 5 meet all conditions" in shown
    assert "Built to the same conditions" in shown
    assert main([*words, "--thresholds", "0.000001,1", "-o", str(tmp_path / "p.json")]) == 1
    assert "the floor is" in capsys.readouterr().err
