"""A design on each part of a corpus: the command, its files, what is left out, bad input."""

import json

import pytest

from mx2core.cli.main import main
from tests.results.small import text


@pytest.fixture
def frames(tmp_path):
    def of(frame, n, seed):
        blocks = text(n, seed).split("\n", 1)[1].strip().split("\n\n")
        return "".join(f"# frame = {frame}\n{block}\n\n" for block in blocks)

    path = tmp_path / "frames.conll"
    parts = of("Alpha", 24, 1) + of("Beta", 20, 2) + of("Gamma", 5, 3)
    path.write_text("# global.columns = word pos label\n" + parts, encoding="utf-8")
    return path


SETTINGS = (
    "--design",
    "good_bad",
    "--attributes",
    "label",
    "--repetitions",
    "2",
    "--workers",
    "0",
    "--quiet",
)


def test_every_part_has_a_row(frames, tmp_path, capsys):
    outputs = [tmp_path / f"parts{ending}" for ending in (".json", ".md", ".csv")]
    call = ["experiment", frames, *SETTINGS, "--each", "frame", "--least", "10", "-o", *outputs]
    assert main([*map(str, call)]) == 0
    out = capsys.readouterr().out
    assert "Too few units: Gamma (5)." in out
    assert out.count("Alpha") == out.count("Beta") == 3  # A, B and their difference
    document = json.loads(outputs[0].read_bytes())
    assert [(part["part"], part["n_units"]) for part in document["parts"]] == [("Alpha", 24), ("Beta", 20)]
    assert document["parts"][0]["n_labels"] == {"label": 2}
    assert "# Beta" in outputs[1].read_text(encoding="utf-8")
    rows = outputs[2].read_text(encoding="utf-8-sig").splitlines()
    assert len(rows) == 1 + 2 * 3 * 3 * 3  # parts, scores, metrics, schemes


def test_cost_and_bad_input(frames, capsys):
    call = ["experiment", *map(str, (frames, *SETTINGS)), "--each"]
    assert main([*call, "frame", "--least", "10", "--cost"]) == 0
    assert "trainings in all" in capsys.readouterr().out
    assert main([*call, "frame", "--cost"]) == 1
    assert "No value of frame has enough units" in capsys.readouterr().err
    assert main([*call, "moon"]) == 1
    assert "There are no parts by moon" in capsys.readouterr().err
