"""A design on each part of a corpus: the command, its files, what is left out, bad input."""

import json
import random

import pytest

from mx2core.cli.main import main
from tests.studies.small import text


@pytest.fixture
def frames(tmp_path):
    def of(frame, n, seed):
        blocks = text(n, seed).split("\n", 1)[1].strip().split("\n\n")
        return "".join(f"# frame = {frame}\n{block}\n\n" for block in blocks)

    path = tmp_path / "frames.conll"
    parts = of("Alpha", 24, 1) + of("Beta", 20, 2) + of("Gamma", 5, 3)
    path.write_text("# global.columns = word pos label\n" + parts, encoding="utf-8")
    return path


DESIGN = ("--design", "good_bad", "--attributes", "label", "--repetitions", "2")
SETTINGS = (*DESIGN, "--workers", "0", "--quiet")


def test_every_part_has_a_row(printed, frames, tmp_path):
    outputs = [tmp_path / f"parts{ending}" for ending in (".json", ".md", ".csv")]
    call = ["experiment", frames, *SETTINGS, "--each", "frame", "--least", "10", "-o", *outputs]
    out = printed(*map(str, call))
    assert "Too few units: Gamma (5)." in out
    assert out.count("Alpha") == out.count("Beta") == 3  # A, B and their difference
    document = json.loads(outputs[0].read_bytes())
    assert [(part["part"], part["n_units"]) for part in document["parts"]] == [("Alpha", 24), ("Beta", 20)]
    assert document["parts"][0]["n_labels"] == {"label": 2}
    assert "# Beta" in outputs[1].read_text(encoding="utf-8")
    rows = outputs[2].read_text(encoding="utf-8-sig").splitlines()
    assert len(rows) == 1 + 2 * 3 * 3 * 3  # parts, scores, metrics, schemes


def test_a_part_without_labels_has_a_row_that_says_so(printed, frames, tmp_path, capsys):
    without = "".join(f"# frame = Single\nword{n}\tN\tO\nrings\tV\tO\n\n" for n in range(14))
    with frames.open("a", encoding="utf-8") as file:
        file.write(without)
    outputs = [tmp_path / f"parts{ending}" for ending in (".json", ".md", ".csv")]
    call = ["experiment", frames, *SETTINGS, "--each", "frame", "--least", "10", "-o", *outputs]
    out = printed(*map(str, call))
    assert out.count("Alpha") == 3
    assert out.count("no result, see below") == 3  # A, B and their difference
    assert "No result for Single (14): no attribute 'label'" in out
    document = json.loads(outputs[0].read_bytes())
    assert [part["part"] for part in document["parts"]] == ["Alpha", "Beta"]
    assert [part["part"] for part in document["failed"]] == ["Single"]
    assert "no attribute 'label'" in outputs[1].read_text(encoding="utf-8")
    assert outputs[2].read_text(encoding="utf-8-sig").splitlines()[-1].startswith("Single,14,,")
    # Where every part is like that, its reason is the error.
    only = without + without.replace("Single", "Lonely")
    frames.write_text("# global.columns = word pos label\n" + only, encoding="utf-8")
    assert main([*map(str, call)]) == 1
    assert "no attribute 'label'" in capsys.readouterr().err


def test_parts_whose_trainings_fail_leave_the_others_alone(printed, tmp_path):
    path = tmp_path / "reviews.csv"
    path.write_text("\n".join(reviews()), encoding="utf-8")
    call = ["experiment", path, *SETTINGS, "--models", "A", "--each", "domain", "--least", "10"]
    out = printed(*map(str, call))
    (song,) = (line for line in out.splitlines() if line.startswith("No result for song (12)"))
    assert song.endswith("All targets are pos: nothing to predict.")
    # Two units of the other class.
    assert "No result for game (12): 3 of 12 trainings failed. All training units" in out
    (row,) = (line.split() for line in out.splitlines() if line.startswith("film"))
    assert row[:3] == ["film", "24", "2"]
    assert float(row[4]) > 0


def reviews():
    """Texts of three domains: with two classes, with one, and with one in some halves."""
    good, bad = ["good", "fine", "nice", "great"], ["bad", "poor", "awful", "sad"]
    draw = random.Random(1).choice
    yield "text,label,domain"
    for domain, wrong in (("film", 12), ("film", 12), ("song", 12), ("game", 10)):
        for n in range(12):
            label = "pos" if n < wrong and (domain != "film" or n % 2) else "neg"
            words = " ".join(draw([*(good if label == "pos" else bad), "it", "was"]) for _ in range(6))
            yield f"{words},{label},{domain}"


def test_cost_and_bad_input(printed, frames, capsys):
    call = ["experiment", *map(str, (frames, *SETTINGS)), "--each"]
    assert "trainings in all" in printed(*call, "frame", "--least", "10", "--cost")
    assert main([*call, "frame", "--cost"]) == 1
    assert "No value of frame has enough units" in capsys.readouterr().err
    assert main([*call, "moon"]) == 1
    assert "`--each` must be one of" in capsys.readouterr().err


def test_parts_by_what_is_predicted_are_refused(tmp_path, capsys):
    path = tmp_path / "reviews.csv"
    path.write_text("\n".join(reviews()), encoding="utf-8")
    call = ["experiment", *map(str, (path, *SETTINGS)), "--models", "A", "--least", "10", "--each"]
    assert main([*call, "label"]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "Models predict label; divide the corpus by another field." in err
    assert main([*call, "domain", "--cost"]) == 0
