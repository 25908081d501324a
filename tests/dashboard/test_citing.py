"""What goes into a paper says what was done, in both languages, with the numbers of the session."""

import csv
import json
import re
from types import SimpleNamespace

import numpy as np
import pytest

import mx2core as mx
from dashboard.server.project import CorpusSource, KeptPartitions
from dashboard.session.analysis import chosen_of
from dashboard.ui.answers import tested as tested_scores
from dashboard.ui.answers.rule_choice import Differences
from dashboard.ui.documents import citation, python_code
from dashboard.ui.documents.decided import decided
from dashboard.words import text
from mx2core.judge.partition_words import condition
from mx2core.training import Question, Rule, decide_differences
from mx2core.training.run.plan import plan
from tests.score_tables import E


@pytest.mark.parametrize(("mode", "m"), [("overall", 4), ("paper", 3)])
def test_the_decision_is_told_with_its_numbers(mode, m):
    made = decide_differences(E, question=Question(alternative="greater"), rule=Rule(mode))
    paragraph = citation.decision_paragraph(Differences(E, "A{0}", "B", "F1"), made)
    assert f"After {m} splits A{{0}} was better than B." in paragraph
    last = mx.sequential_t_test(E, mode=mode).table[-1]
    assert (
        f"{100 * last.interval_level:.3g}% interval, by the level of one look, is {last.lower:+.4f}"
        in paragraph
    )


@pytest.mark.parametrize(
    ("alternative", "shown"),
    [
        ("greater", "it is undecided whether A is better than B."),
        ("two-sided", "it is undecided which of A and B is better."),
    ],
)
def test_no_difference_is_never_called_equality(alternative, shown):
    scores = np.tile([[0.01, -0.011]], (20, 1))
    made = decide_differences(scores, question=Question(alternative=alternative))
    paragraph = citation.decision_paragraph(Differences(scores, "A", "B", "F1"), made)
    assert f"After 20 splits {shown}" in paragraph
    assert not re.search(r"\bequal", paragraph)  # only noise is unequal


def test_scores_whose_splits_are_known_are_told_with_their_corpus_and_how_these_were_made():
    corpus = mx.sample("intents_en")
    found = mx.block_partitions(len(corpus), 5, seed=3)
    paragraph = citation.decision_paragraph(
        Differences(E, "A", "B", "F1"),
        decide_differences(E, question=Question(alternative="greater")),
        corpus,
        found,
    ).replace("\N{NO-BREAK SPACE}", " ")
    assert "The splits are block-regularized (seed 3)." in paragraph
    assert "The test is one-sided at α = 0.05." in paragraph
    assert "comparisons" not in paragraph
    assert "The test ended at m = 4 of 5 splits; later ones do not count." in paragraph


def test_a_table_of_scores_knows_the_corpus_of_the_splits_that_it_names():
    corpus = mx.sample("intents_en")
    found, other = (mx.block_partitions(len(corpus), 3, seed=seed) for seed in (3, 4))
    rows = list(csv.DictReader(mx.io.score_template(found).decode().splitlines()))
    lines = [",".join(rows[0]), *(",".join((row | {"value": "0.5"}).values()) for row in rows)]
    project = SimpleNamespace(corpus=corpus, predictions=None, table_name="scores.csv")
    project.table = mx.io.read_scores("\n".join(lines).encode())
    for kept, of in ((found, corpus), (other, None)):
        project.partitions = {"p": KeptPartitions(kept)}
        tested = tested_scores.import_tested(project)
        assert (tested.corpus, tested.made_on) == (of, None if of is None else found)


def test_equal_differences_have_no_interval():
    scores = np.full((5, 2), 0.03)
    paragraph = citation.decision_paragraph(Differences(scores, "A", "B", "F1"), decide_differences(scores))
    assert "no interval" in paragraph


def test_the_paragraph_and_the_name_of_a_run_say_which_part_it_was():
    table = "text,label,来源\n" + "".join(
        f"sentence {k},{'ab'[k % 2]},{'甲乙'[k % 3 == 0]}\n" for k in range(24)
    )
    corpus = mx.read_corpus(table.encode(), name="a.csv", where="乙")
    found = mx.partitions.random_partitions(len(corpus), 3, seed=0)
    paragraph = citation.methods_paragraph(corpus, found, chosen_of(corpus, ("label",), "chunks"))
    assert paragraph.startswith(
        "We split the subset of a.csv with 来源\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}乙 (8"
    )
    assert corpus.full_name == "a.csv 来源=乙"


@pytest.mark.parametrize(
    ("language", "shown"),
    [("en", "Of 5 splits made, the first 3 were used."), ("zh", "共生成 5 次切分，使用前 3 次。")],
)
def test_a_paragraph_tells_of_the_splits_that_were_used_alone(language, shown):
    corpus = mx.sample("intents_en")
    found, chosen = mx.block_partitions(len(corpus), 5, seed=3), chosen_of(corpus, ("label",), "chunks")
    values = found.divergence(chosen.counts[0])
    assert not values[:3].max() >= values.max()  # else nothing is seen here
    with text.spoken(language):
        made, all_used, some = (
            citation.methods_paragraph(corpus, found, chosen, used=used) for used in (None, 5, 3)
        )
    assert shown in some
    assert all_used == made  # no training is told of that may not have been
    assert f"{values.max():.3f}" in made
    assert f"{values[:3].max():.3f}" in some
    assert f"{values.max():.3f}" not in some
    assert found.signature in some


def test_the_mean_of_random_halves_is_named_after_them():
    """Check has another mean: of random splits of the sizes of a file, with groups kept whole."""
    corpus = mx.sample("intents_en")
    chosen = chosen_of(corpus, ("label",), "chunks")
    for m, mean in ((1, "mean "), (2, "")):
        paragraph = citation.methods_paragraph(corpus, mx.block_partitions(len(corpus), m), chosen)
        assert f"random halves: {mean}{chosen.expected[0]:.3f}" in paragraph


def test_a_paragraph_says_what_may_lie_in_both_halves_unless_the_splits_keep_it_whole():
    rows = [{"text": f"word {k}", "label": "ab"[k % 2], "doc_id": f"d{k // 4}"} for k in range(16)]
    corpus = mx.read_corpus("\n".join(map(json.dumps, rows)).encode(), name="a.jsonl")
    chosen, shown = chosen_of(corpus, ("label",), "chunks"), "Documents were not kept whole"
    whole = mx.partitions.PartitionSet(np.arange(16)[None] < 8, "imported", None)
    assert shown not in citation.methods_paragraph(corpus, whole, chosen)
    assert shown in citation.methods_paragraph(corpus, mx.block_partitions(16, 1), chosen)
    twice = mx.read_corpus("\n".join(json.dumps(row | {"text": "one"}) for row in rows).encode())
    paragraph = citation.methods_paragraph(twice, whole, chosen_of(twice, ("label",), "chunks"))
    assert "Identical texts were not grouped: both halves may hold the same text (15 of 16" in paragraph


SEQUENTIAL = {"decides": "paper", "looks": "three", "comparisons": 2}


@pytest.mark.parametrize(
    ("choices", "rule"),
    [
        ({}, None),
        (SEQUENTIAL, "Rule(test='paper', looks=(3, 7, 15), comparisons=2)"),
        ({"unit_stop": "all"}, "Rule(stop='all')"),
        ({"unit_clusters": "author"}, None),
    ],
)
def test_the_program_trains_the_splits_that_were_trained(choices, rule, tmp_path, monkeypatch):
    """After a run that was cancelled, and with its answer by the rule that was chosen."""
    partitions = mx.block_partitions(40, 5, seed=1)
    authors = ["a" + "".join(str(int(first)) for first in halves) for halves in partitions.masks.T]
    rows = (
        f"{'ab'[k % 3 == 0]} word {k},{'xy'[k % 2]},{author}\n" for k, author in enumerate(authors)
    )  # no split divides what an author wrote
    data = ("text,label,author\n" + "".join(rows)).encode()
    corpus = mx.read_corpus(data, name="small.csv")
    models = mx.models.presets(corpus)
    whole = mx.compare(corpus, models, partitions=partitions, n_workers=0)
    done = [one for one in whole.results if one.fold < 6]
    cancelled = plan(corpus, models, partitions).comparison(done)
    tested = tested_scores.Tested(cancelled, cancelled.splits_done, corpus, partitions)
    assert tested.done == 3
    made = decided(tested, choices)
    program = python_code.answer_code(CorpusSource("small.csv", data), tested, made, models)
    assert "partitions[:3]" in program
    assert (rule or "(alpha=0.05") in program
    assert ("Rule(" in program) == (rule is not None)
    assert ("clusters=" in program) == ("unit_clusters" in choices)
    (tmp_path / "small.csv").write_bytes(data)
    name = program.partition('read_partitions("')[2].partition('"')[0]
    (tmp_path / name).write_bytes(mx.io.partitions_json(partitions, corpus))
    monkeypatch.chdir(tmp_path)
    printed = []
    exec(program, {"print": lambda *words: printed.extend(words)})
    assert str(printed[0]) == str(made.decision.headline)
    assert printed[1] == made.decision.mean


def test_a_bound_has_two_digits_behind_the_point():
    """Not 1.1 in one place and 1.07 in another; the page and the paragraph write it by this function."""
    bound = mx.partitions.Thresholds("label", lower=0.91, upper=1.0712)
    assert str(condition(bound)) == "0.91 ≤ χ²/J(label) ≤ 1.07"
