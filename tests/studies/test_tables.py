"""Tables hold the summaries of the right scores, in every kind of file."""

import csv
import io
import json

import numpy as np
import pytest

from mx2core.errors import InputError, ScoresError
from mx2core.studies import (
    Resampling,
    design,
    mean_shift,
    paper_table,
    spread_ratios,
    summarize,
    table_bytes,
    tabulate,
)
from tests.studies.small import MadeUp

QUICK = Resampling(n_resamples=100)


@pytest.fixture(scope="module")
def planned(corpus):
    return design("block", corpus, repetitions=12, m=2, attributes=["label"])


@pytest.fixture(scope="module")
def evaluation(planned):
    return MadeUp(planned.cost(1))


@pytest.fixture(scope="module")
def found(planned, evaluation):
    return tabulate(planned, evaluation, how=QUICK)


def test_every_cell_is_a_summary_of_its_own_scores(planned, evaluation, found):
    f1 = evaluation.scores("f1")
    by_of = {"A": f1[0], "B": f1[1], "A − B": f1[0] - f1[1]}
    assert found.series == tuple(by_of)
    of_random = {of: scores[planned.schemes[0].places] for of, scores in by_of.items()}
    for row in found.rows:
        places = planned.scheme(row.label).places
        for of, scores in by_of.items():
            cell = row.cell(of, "f1")
            assert cell.summary.one_score == summarize(scores[places], QUICK).one_score
            if row.label == "random":
                assert (cell.ratios, cell.shift) == (None, None)
            else:
                against = of_random[of]
                assert cell.ratios.set_mean == spread_ratios(scores[places], against, how=QUICK).set_mean
                assert cell.shift == mean_shift(scores[places], against)


def test_another_baseline_changes_ratios_and_no_shift(planned, evaluation, found):
    other = tabulate(planned, evaluation, baseline="block", how=QUICK)
    there, here = (t.row("random").cell("A", "f1") for t in (other, found))
    assert here.ratios is None
    assert there.ratios.one_score.sd.value == pytest.approx(
        1 / found.row("block").cell("A", "f1").ratios.one_score.sd.value
    )
    assert other.row("block").cell("A", "f1").shift == found.row("block").cell("A", "f1").shift


def test_hold_out_ratios_have_no_shift_against_halves(corpus):
    planned = design("split_ratio", corpus, repetitions=12, attributes=["label"])
    found = tabulate(planned, MadeUp(planned.cost(1)), how=QUICK)
    assert all(cell.shift is None for row in found.rows for cell in row.cells)
    assert found.row("9:1").cell("A", "f1").ratios.one_score.snr is not None
    assert found.row("9:1").cell("A", "f1").summary.two_fold is None


def test_one_model_and_three(planned):
    n = planned.cost(1)
    assert tabulate(planned, MadeUp(n, models=("A",)), how=QUICK).series == ("A",)
    three = tabulate(planned, MadeUp(n, models=("A", "B", "C")), metrics=["f1"], how=QUICK)
    assert three.series == ("A", "B", "C", "A − B", "A − C", "B − C")


@pytest.mark.parametrize(
    ("change", "message"), [({"missing": 3}, "3 of .* trainings failed"), ({"n_folds": 7}, "of 7 folds")]
)
def test_an_evaluation_that_does_not_fit(change, message, planned):
    with pytest.raises(ScoresError, match=message):
        tabulate(planned, MadeUp(**{"n_folds": planned.cost(1), **change}))


def test_what_is_not_there(planned, evaluation, found):
    with pytest.raises(InputError, match=r"must be one of .*, found '5:5'"):
        tabulate(planned, evaluation, baseline="5:5")
    with pytest.raises(InputError, match="`row` must be one of random"):
        found.row("lucky")
    with pytest.raises(ScoresError, match="no f1 of C"):
        found.rows[0].cell("C", "f1")


def test_few_repetitions_are_said_once(corpus):
    planned = design("block", corpus, repetitions=3, m=2, attributes=["label"])
    found = tabulate(planned, MadeUp(planned.cost(1)), how=QUICK)
    assert [str(notice) for notice in found.notices] == ["Intervals of spreads need 10 repetitions, found 3."]
    assert "repetitions, found 3" in table_bytes(found, "md").decode()


def test_csv_has_ours_and_the_papers_told_apart(found):
    rows = list(csv.DictReader(io.StringIO(table_bytes(found, "csv").decode())))
    ours = [row for row in rows if row["source"] == "this corpus"]
    theirs = [row for row in rows if row["source"] == "paper, Table 7"]
    assert len(ours) == 3 * 3 * 3
    assert len(ours) + len(theirs) == len(rows)
    for row in ours:
        cell = found.row(row["scheme"]).cell(row["of"], row["metric"])
        assert float(row["mean"]) == pytest.approx(cell.summary.mean.value, rel=1e-11)
        assert float(row["sd_one_score_upper"]) == pytest.approx(cell.summary.one_score.sd.upper, rel=1e-11)
        assert (row["shift"] == "") == (row["scheme"] == "random")
    f1 = next(row for row in theirs if row["scheme"].startswith("3×2 BCV") and row["metric"] == "f1")
    assert (f1["mean"], f1["sd_one_score"], f1["snr_one_score"]) == ("0.6772", "0.0095", "71.02")


def test_json_is_deterministic_and_whole(planned, evaluation, found):
    assert table_bytes(found, "json") == table_bytes(tabulate(planned, evaluation, how=QUICK), "json")
    document = json.loads(table_bytes(found, "json"))
    assert document["spreads"] == "across splits of this corpus"
    assert document["intervals"] == {"level": 0.95, "method": "studentized", "n_resamples": 100, "seed": 0}
    scores = document["rows"][1]["scores"][2]
    cell = found.rows[1].cells[2]
    assert (scores["of"], scores["metric"]) == (cell.of, cell.metric)
    assert scores["shift"]["lower"] == pytest.approx(cell.shift.shift.lower, rel=1e-11)
    assert scores["shift_beyond_chance"] is cell.shift.significant
    assert [table["table"] for table in document["paper"]] == [7]


def test_markdown_tables_are_tables(found):
    written = table_bytes(found, "md").decode()
    for block in written.split("\n\n"):
        if block.startswith("|"):
            assert len({line.replace("\\|", "").count("|") for line in block.splitlines()}) == 1
    assert "## A − B" in written
    assert "Printed in the paper, not measured here." in written
    assert "across splits of this corpus" in written


def test_a_shift_beyond_chance_is_said_in_words(planned):
    """Scores of block sets raised by two standard deviations."""
    evaluation = MadeUp(planned.cost(1))
    raised = np.zeros(planned.cost(1))
    raised[planned.schemes[1].places] = 0.02

    class Raised(MadeUp):
        def scores(self, metric):
            return evaluation.scores(metric) + raised

    found = tabulate(planned, Raised(planned.cost(1)), how=QUICK)
    cell = found.row("block").cell("A", "f1")
    assert cell.shift.significant
    assert not found.row("block").cell("A − B", "f1").shift.significant  # both models move alike
    written = table_bytes(found, "md").decode()
    assert "| shift beyond chance | – | True |" in written
    assert f"- block, A, f1: {cell.shift.notice}" in written


def test_names_that_a_spreadsheet_or_markdown_would_misread(planned):
    n = planned.cost(1)
    found = tabulate(planned, MadeUp(n, models=("=A|1<b>\udcff", "B")), metrics=["f1"], how=QUICK)
    assert "'=A|1" in table_bytes(found, "csv").decode()
    written = table_bytes(found, "md").decode()
    assert "=A|1\\<b>" in written
    assert "<b>" not in written.replace("\\<", "")


@pytest.mark.parametrize("number", range(2, 9))
def test_the_papers_ratios_are_its_means_over_its_deviations(number):
    """A slip in copying a number would show: printed SNR agree with printed mean / sd to rounding."""
    for row in paper_table(number).rows:
        for cell in row.cells:
            if None not in (cell.mean, cell.sd, cell.snr):
                rounding = 0.00005 / cell.sd + 0.00005 / cell.mean
                assert cell.snr == pytest.approx(cell.mean / cell.sd, rel=1.1 * rounding + 1e-3)


def test_the_papers_numbers():
    def one(number, label, of, metric):
        row = next(row for row in paper_table(number).rows if row.label.startswith(label))
        cell = next(cell for cell in row.cells if (cell.of, cell.metric) == (of, metric))
        return cell.mean, cell.sd, cell.snr

    assert one(2, "5:5", "A", "f1") == (0.7007, 0.0048, None)
    assert one(2, "9:1", "B", "precision") == (0.6645, 0.0132, None)
    assert one(3, "5:5", "A − B", "f1") == (0.0918, 0.0046, 20.01)
    assert one(4, "7:3", "B", "f1") == (0.5854, 0.0150, None)
    assert one(5, "9:1", "A − B", "recall") == (0.1160, 0.0253, 4.578)
    assert one(6, "记忆, good", "A", "precision") == (None, None, 29.43)
    assert one(7, "3×2 RCV", "A", "recall") == (0.6194, 0.0122, 50.84)
    assert one(8, "3×2 BCV", "A", "f1") == (0.6763, 0.0076, 89.19)
    with pytest.raises(InputError, match="must be one of"):
        paper_table(1)


def test_every_score_is_set_against_the_papers_direction(found):
    assert [(one.of, one.first) for one in found.directions if one.metric == "f1"] == [
        (of, scheme) for of in found.series for scheme in ("block", "stratified block")
    ]
    message = [str(one.sentence) for one in found.directions]
    assert all(words in table_bytes(found, "md").decode() for words in message)
    assert [one["sentence"] for one in json.loads(table_bytes(found, "json"))["directions"]] == message
