"""docs/metrics.md says what is there: commands that run, options and tests that exist."""

import re
from pathlib import Path

import pytest

from mx2core.cli.main import main
from mx2core.cli.metrics import GROUPS

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "docs" / "metrics.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    for line in TEXT.splitlines()
    if line.startswith("| ") and not line.startswith("| in the notes")
]


def test_every_row_has_a_place_a_command_and_a_test():
    assert len(ROWS) > 45
    for row in ROWS:
        assert len(row) == 4, row
        assert all(row), row


def test_every_test_stands_where_it_says():
    named = set(re.findall(r"`(tests/[\w/]+\.py)`", TEXT))
    assert len(named) > 10
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_every_group_and_every_test_by_hand_is_named():
    groups = set(re.findall(r"--group (\w+)", TEXT))
    assert groups == set(GROUPS)


@pytest.mark.parametrize("group", sorted(set(re.findall(r"--group (\w+)", TEXT))))
def test_every_group_runs_and_prints_what_the_table_names(printed, group):
    words = printed("metrics", "--sample", group).replace("_", " ")
    for row in ROWS:
        # Of rows that name the group themselves: `auc` in "`--group threshold`: `auc`".
        names = re.findall(rf"--group {group}`: ((?:`[^`]+`(?:, )?)+)", row[2])
        for name in re.findall(r"`([^`]+)`", " ".join(names)):
            assert name.startswith("--") or name in words, (group, name)


def test_every_option_exists(capsys):
    known = ""
    commands = "build metrics sampling complexity cost experiment test ranks calibrate"
    for command in commands.split():
        with pytest.raises(SystemExit):
            main([command, "--help"])
        known += capsys.readouterr().out
    options = {option for row in ROWS for option in re.findall(r"(?<![\w-])--([a-z0-9-]+)", row[2])}
    assert len(options) > 20
    assert sorted(option for option in options if f"--{option}" not in known) == []
