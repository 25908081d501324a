"""What the READMEs show is what happens."""

import doctest
import json
import re
import shlex
import shutil
from inspect import signature
from pathlib import Path

import numpy as np
import pytest
from sklearn.model_selection import RepeatedStratifiedKFold, StratifiedGroupKFold, StratifiedKFold

import mx2core as mx
from mx2core.cli.main import main

ROOT = Path(__file__).resolve().parent.parent
READMES = ("README.md", "README.zh-CN.md")
PAGES = (READMES, ("docs/library.md", "docs/library.zh-CN.md"))  # of examples, in both languages


@pytest.fixture
def project(tmp_path, monkeypatch) -> Path:
    """A folder with the sample data, so that examples leave nothing behind in the project."""
    shutil.copytree(ROOT / "sample_data", tmp_path / "sample_data")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", [names[0] for names in PAGES])
def test_python_examples_run_in_an_empty_folder(page, tmp_path, monkeypatch):
    """Those of one language; the other shows the same ones."""
    monkeypatch.chdir(tmp_path)
    outcome = doctest.testfile(str(ROOT / page), module_relative=False)
    assert outcome.attempted > 10
    assert outcome.failed == 0


def test_commands(project, capsys):
    """Those of one language, on the beginning of the sample; the other shows the same ones."""
    sample = project / "sample_data" / "statement_zh.conll"
    sentences = sample.read_text(encoding="utf-8").split("\n\n")
    sample.write_text("\n\n".join(sentences[:120]) + "\n", encoding="utf-8")
    shown = (ROOT / READMES[0]).read_text(encoding="utf-8")
    commands = re.findall(r"^python -m mx2core (.*)$", shown, re.MULTILINE)
    assert len(commands) >= 5
    for command in commands:
        assert main(shlex.split(command)) == 0, command
        assert capsys.readouterr().out


@pytest.mark.parametrize("names", PAGES)
def test_both_languages_show_the_same_code(names):
    blocks = [
        re.findall(r"```.*?```", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL) for name in names
    ]
    assert len(blocks[0]) > 4
    assert blocks[0] == blocks[1]


def test_output_shown_for_inspect(project, capsys):
    """The block in docs/command-line.md is what the command prints, up to its ellipsis."""
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    command, shown = re.search(r"\$ python -m mx2core (inspect [^\n]*)\n(.*?)\n…", page, re.DOTALL).groups()
    assert main(command.split()) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(shown)


@pytest.mark.parametrize(("language", "quoted"), [("en", (24, 23)), ("zh", (25, 30))])
def test_two_conclusions_and_their_tallies_are_what_start_deals(language, quoted):
    kept = json.loads((ROOT / "sample_data" / f"splits_{language}.json").read_text(encoding="utf-8"))
    dealt, answers = np.array(kept["dealt"]), [one["answer"] for one in kept["sets"]]
    n = len(mx.read_corpus(ROOT / "sample_data" / kept["corpus"]))
    first = (ROOT / READMES[language == "zh"]).read_text(encoding="utf-8").split("\n## ")[0]
    conclusions = re.findall(r"^> .*$", first, re.MULTILINE)
    for split, conclusion in zip(quoted, conclusions, strict=True):
        a, b = dealt[split - 1]
        scores = [float(score) for score in re.findall(r"0?\.\d{3}", conclusion)]
        assert scores == [round(b, 3), round(a, 3)]  # from B to A
        assert f" {split}" in conclusion
        assert str(n - n // 2) in conclusion  # tested on the second half
    (up, down) = (dealt[split - 1, 0] - dealt[split - 1, 1] for split in quoted)
    assert up > 0 > down
    differences = dealt[:, 0] - dealt[:, 1]
    tally = [int(count) for count in (np.sum(differences > 0), np.sum(differences < 0))]
    sets = [len(answers), kept["m"], answers.count("equivalent"), answers.count("undecided")]
    assert sets[2] + sets[3] == sets[0]
    if language == "en":
        assert f"Of {len(dealt)} random splits, {tally[0]} say" in first
        assert f"{tally[1]} that they hurt, {len(dealt) - sum(tally)} neither" in " ".join(first.split())
        assert f"Of {sets[0]} sets of five" in first
        assert sets[1] == 5
        assert f"{sets[2]} say “equivalent within .01”, {sets[3]} “undecided" in first
    else:
        assert f"{len(dealt)} 次随机切分中，{tally[0]} 次 A 胜，{tally[1]} 次 B 胜" in first
        assert f"{sets[0]} 组均衡切分，每组 {sets[1]} 次" in first
        assert f"{sets[2]} 组判为“等价”" in first
        assert f"{sets[3]} 组“尚无定论”" in first
    assert {one["margin"] for one in kept["sets"]} == {0.01}


def test_what_others_lack_is_so():
    """The rows of the table that a call can show."""
    import baycomp
    from mlxtend.evaluate import mcnemar, paired_ttest_5x2cv

    counts = np.random.default_rng(0).poisson(1.0, (60, 4))
    nothing = np.zeros(60)
    assert len(list(mx.Mx2Split(2, method="balanced", counts=counts).split(nothing))) == 4
    with pytest.raises(ValueError, match="Supported target types"):
        next(StratifiedKFold(2).split(nothing, counts))
    with pytest.raises(ValueError, match="Supported target types"):
        next(StratifiedGroupKFold(2).split(nothing, counts, groups=range(60)))
    a, b = np.array([0.80, 0.82, 0.81, 0.83]), np.array([0.81, 0.80, 0.82, 0.80])
    assert len(baycomp.two_on_single(a, b, rope=0.01, runs=2)) == 3  # A better, equivalent, B better
    assert list(signature(paired_ttest_5x2cv).parameters)[:4] == ["estimator1", "estimator2", "X", "y"]
    assert 0 <= mcnemar(np.array([[9, 2], [3, 9]]))[1] <= 1


def test_training_sets_overlap_evenly_unlike_those_of_stratified_repetitions():
    texts = mx.read_corpus(ROOT / "sample_data" / "intents_en.jsonl")
    labels = np.array(texts.sentences.fields["label"])

    def missed(splitter) -> float:
        """How far two training sets are at most from sharing a quarter of the texts."""
        first = np.zeros((10, len(labels)), int)
        for row, (train, _) in zip(first, list(splitter.split(labels, labels))[::2], strict=True):
            row[train] = 1
        apart = first @ first.T - len(labels) / 4
        return float(np.abs(apart[np.triu_indices(10, 1)]).max())

    assert missed(mx.Mx2Split(10)) == missed(mx.Mx2Split(10, method="balanced")) == 0.25
    assert int(missed(RepeatedStratifiedKFold(n_splits=2, n_repeats=10, random_state=0))) == 29


@pytest.mark.parametrize("language", ["en", "zh"])
def test_moving_picture_is_small_and_stops(language):
    from PIL import Image

    path = ROOT / "docs" / "screenshots" / f"argument-{language}.gif"
    assert path.stat().st_size < 1_500_000
    with Image.open(path) as picture:
        assert picture.n_frames > 10
        assert 0 < picture.info["loop"] < 3  # 0 would be for ever
    assert f"({path.relative_to(ROOT).as_posix()})" in (ROOT / READMES[language == "zh"]).read_text("utf-8")


@pytest.mark.parametrize("name", READMES)
def test_scores_of_m_splits_are_runs_of_baycomp(name):
    """Without `runs=m` it takes 2m scores for folds that share no test set, and is far too sure."""
    import baycomp

    scores = np.array([[0.2, 0.9], [0.4, 0.7], [1.0, 0.3], [0.6, 0.8], [-0.2, 0.6]]) / 100
    ours = mx.inference.bayesian_correlated_t_test(scores, rho=0.5, rope=0.001)
    with_runs, without = (
        baycomp.two_on_single(scores.ravel(), np.zeros(10), rope=0.001, **options)
        for options in ({"runs": len(scores)}, {})
    )
    assert with_runs == pytest.approx((ours.p_better, ours.p_equivalent, ours.p_worse))
    assert without[0] > ours.p_better + 0.05
    words = (ROOT / name).read_text(encoding="utf-8")
    assert words.index("`runs=m`") - words.rindex("baycomp", 0, words.index("`runs=m`")) < 60


@pytest.mark.parametrize("name", READMES)
def test_only_methods_that_look_at_labels_are_said_to_balance_them(name):
    readme = (ROOT / name).read_text(encoding="utf-8")
    balancing = [row for row in re.findall(r"^\| .*\|$", readme, re.MULTILINE) if "`centered`" in row]
    named = {method for row in balancing for method in re.findall(r"`(\w+)`", row.split("|")[2])}
    assert named == {"centered", "floor"}
    y, other = np.repeat([0, 1, 2], 20), np.arange(60) % 3

    def looks(**options) -> bool:
        first, second = (
            [train.tolist() for train, _ in mx.Mx2Split(3, **options).split(y, labels)]
            for labels in (y, other)
        )
        return first != second

    assert all(looks(method=method) for method in named)
    assert not looks()  # `block`, as both READMEs say


@pytest.mark.parametrize(("page", "language"), [("pictures.md", "en"), ("pictures.zh-CN.md", "zh")])
def test_the_picture_of_every_page_is_explained(page, language):
    shown = re.findall(r"\(screenshots/(.*?)\)", (ROOT / "docs" / page).read_text(encoding="utf-8"))
    taken = {path.name for path in (ROOT / "docs" / "screenshots").glob(f"*-{language}.png")}
    assert taken - set(shown) == {f"way-{language}.png", f"home-{language}.png"}  # Start has a moving one
    assert all((ROOT / "docs" / "screenshots" / name).exists() for name in shown)
