"""The command line: what it prints, what it writes, how it ends."""

import os
import signal
import subprocess
import sys
from inspect import signature
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import mx2core as mx
from mx2core.cli.main import COMMANDS, main
from mx2core.corpus import read_corpus
from mx2core.exchange import load_partitions, read_scores
from mx2core.models import presets
from mx2core.text_table import table
from mx2core.training import compare
from tests.score_tables import E, ahead, score_table
from tests.training.small import held_cluster
from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).resolve().parent.parent


def made_corpus(n_sentences=48):
    """Sentences with words, parts of speech and two kinds of chunk, some of which can be learnt."""
    blocks = []
    for i in range(n_sentences):
        place = ("Rome", "Oslo", "Lima")[i % 3]
        rows = (
            [("Ada", "N", "B-PER"), ("Lee", "N", "I-PER"), ("saw", "V", "O")] if i % 4 else [("it", "P", "O")]
        )
        rows += [(f"thing{i}", "N", "O")] if i % 5 else []
        rows += [("in", "A", "O"), (place, "N", "B-LOC")] if i % 7 else [("here", "A", "O")]
        blocks.append("\n".join("\t".join(row) for row in rows))
    return "# global.columns = word pos label\n" + "\n\n".join(blocks) + "\n"


@pytest.fixture
def corpus_file(tmp_path):
    path = tmp_path / "made.conll"
    path.write_text(made_corpus(), encoding="utf-8")
    return path


def test_inspect(printed, result, corpus_file):
    out = printed("inspect", corpus_file)
    assert out.startswith("made.conll: 48 units (unit: sentence)")
    found = result("inspect", corpus_file)
    assert (found["n_units"], found["format"], found["encoding"]) == (48, "columns", "utf-8")
    label = next(attribute for attribute in found["attributes"] if attribute["name"] == "label")
    assert (label["n_labels"], label["counted"]) == (2, "chunks")
    assert label["floor"] <= label["expected"]


def test_score_of_random_halves(printed, result, corpus_file):
    found = result("score", corpus_file, "--attributes", "label,pos", "--candidates", "2000", "--seed", "3")
    for attribute in found["attributes"]:
        quantiles = list(attribute["quantiles"].values())
        assert quantiles == sorted(quantiles)
        assert attribute["floor"] <= quantiles[0] + 1e-9
    both = result(
        "score", corpus_file, "--attributes", "label,pos", "--candidates", "2000", "--thresholds", "9,9"
    )
    assert both["survivors"] == 2000
    c = found["five_percent_c"]
    again = ("--candidates", "2000", "--seed", "3", "--thresholds", f"{c},{c}")
    # few label types give few distinct values: ties pass together
    assert 100 <= result("score", corpus_file, "--attributes", "label,pos", *again)["survivors"] <= 200
    out = printed("score", corpus_file, "--attributes", "label:tokens", "--candidates", "500")
    assert "tokens" in out


def test_score_of_partitions_in_a_file(run, result, corpus_file, tmp_path):
    output = tmp_path / "p.json"
    run("build", corpus_file, "--method", "random", "-m", "4", "-o", output)
    found = result("score", corpus_file, "--attributes", "label,pos", "--partitions", output)
    counts = read_corpus(corpus_file).attribute("label").counts
    values = [partition["label"]["value"] for partition in found["partitions"]]
    np.testing.assert_allclose(values, load_partitions(output).divergence(counts), rtol=1e-11)
    assert "percentile" in run("score", corpus_file, "--partitions", output)[1]


@pytest.mark.parametrize("method", ["random", "block", "balanced", "centered", "floor", "selected"])
def test_build(printed, method, corpus_file, tmp_path):
    outputs = [tmp_path / "one.json", tmp_path / "two.json"]
    for output in outputs:
        arguments = ("--method", method, "-m", "4", "--seed", "7", "--attributes", "label,pos", "-o", output)
        out = printed("build", corpus_file, *arguments)
        assert out.startswith(f"Wrote 4 {method} partitions of the 48 units of made.conll")
    assert outputs[0].read_bytes() == outputs[1].read_bytes()
    loaded = load_partitions(outputs[0], read_corpus(corpus_file))
    assert (loaded.method, loaded.m, loaded.seed) == (method, 4, 7)


def test_functions_and_commands_make_as_many_splits_unless_told(printed, corpus_file, tmp_path):
    functions = (mx.Mx2Split, mx.compare_estimators)
    assert {signature(one).parameters["m"].default for one in functions} == {5}
    assert printed("build", corpus_file, "-o", tmp_path / "p.json").startswith("Wrote 5 centered partitions")


@pytest.mark.parametrize("m", [1, 3, 12])
def test_build_centers_unless_a_method_is_named(m, run, corpus_file, tmp_path):
    """`test` may stop at any of the m, and balanced sets hold as a whole."""
    output = tmp_path / "p.json"
    assert run("build", corpus_file, "-m", str(m), "-o", output)[0] == 0
    assert load_partitions(output).method == "centered"


def test_build_meets_thresholds(printed, corpus_file, tmp_path):
    counts = read_corpus(corpus_file).attribute("label").counts
    for method in ("selected", "thresholds"):
        output = tmp_path / f"{method}.json"
        thresholds = ("--attributes", "label", "--thresholds", "0.1:0.6")
        printed("build", corpus_file, "--method", method, *thresholds, "-o", output)
        loaded = load_partitions(output)
        assert [one.bounds for one in loaded.selection.thresholds] == [(0.1, 0.6)]
        phi = loaded.divergence(counts)
        assert ((phi >= 0.1) & (phi <= 0.6)).all()


def test_thresholds_that_nothing_meets(run, corpus_file, tmp_path):
    output = tmp_path / "p.json"
    arguments = ("--attributes", "label", "--thresholds", "50:51", "-o", output)
    status, out, err = run("build", corpus_file, "--method", "selected", *arguments)
    assert (status, out, output.exists()) == (1, "", False)
    assert "0 of 10000 candidates meet the thresholds" in err


def scores_file(folder, differences=E):
    path = folder / "scores.csv"
    path.write_text(score_table(ahead(differences)))
    return path


@pytest.mark.parametrize(("mode", "m"), [("paper", 3), ("overall", 4), ("guaranteed", 4), ("fixed", 5)])
def test_test(printed, mode, m, result, tmp_path):
    path = scores_file(tmp_path)
    found = result("test", path, "--mode", mode, "--alternative", "greater")
    assert (found["rejected"], found["m"]) == (True, m)
    assert found["table"][-1]["m"] == m
    if mode == "paper":
        assert found["table"][0]["statistic"] == pytest.approx(2.170435, abs=1e-6)
        assert found["table"][0]["pvalue"] == pytest.approx(0.041049, abs=1e-6)
    out = printed("test", path, "--mode", mode, "--alternative", "greater")
    assert out.startswith(found["sentence"])
    words = "by one look" if mode == "fixed" else "and the test stops"
    assert out.startswith(f"f1: A is better, {words} at m = {m}.")
    assert (f"The test ended at m = {m} of 5 splits; later ones do not count" in " ".join(out.split())) == (
        m < 5
    )
    assert ("The order of splits matters here" in " ".join(out.split())) == (mode != "fixed")


def test_no_difference_is_never_called_equal(printed, tmp_path):
    path = scores_file(tmp_path, [[0.01, -0.01], [-0.02, 0.01], [0.0, 0.005]])
    assert printed("test", path).startswith("f1: Not decided yet at m = 3.")
    assert printed("test", path, "--mode", "fixed").startswith("f1: Undecided after m = 3.")
    assert "annotate" not in printed("test", path, "--mode", "fixed")  # the one look is made
    assert "Only predictions can show equivalence" in printed("test", path, "--margin", "2%")
    assert "That does not show equality" in printed("test", path, "--mode", "fixed", "--models", "B", "A")


def test_what_a_cluster_lacks_is_said_once(run, corpus_file, monkeypatch):
    asked = iter(range(1000))
    held_cluster(monkeypatch, lambda: next(asked) < 20)
    partitions = corpus_file.with_name("p.json")
    run("build", corpus_file, "--method", "block", "-m", "2", "-o", partitions)
    arguments = ("--partitions", partitions, "--models", "A", "B", "--executor", "dask:tcp://host:1")
    status, _, err = run("compare", corpus_file, *arguments, "-o", corpus_file.with_name("scores.csv"))
    assert status == 0, err
    assert err.count("at tcp://host:1 has no worker") == 1
    assert err.index("has no worker") < err.index("of 8")


def test_compare(run, result, corpus_file, tmp_path):
    partitions, scores = tmp_path / "p.json", tmp_path / "scores.csv"
    run("build", corpus_file, "--method", "block", "-m", "3", "-o", partitions)
    arguments = ("--partitions", partitions, "--models", "A", "B", "-o", scores, "--workers", "1")
    status, out, err = run("compare", corpus_file, *arguments)
    assert status == 0, err
    assert "training 12 of 12" in err
    assert f"Wrote {scores}" in out
    table = read_scores(scores)
    assert (table.metrics, table.m) == (("precision", "recall", "f1"), 3)
    a, b = table.models
    assert table.signature == load_partitions(partitions).signature
    corpus = read_corpus(corpus_file)
    directly = compare(corpus, presets(corpus), partitions=load_partitions(partitions), n_workers=0)
    for metric in table.metrics:
        np.testing.assert_array_equal(table.differences(a, b, metric), directly.differences("A", "B", metric))
    assert result("test", scores, "--metric", "f1", "--models", "B", "A")["models"] == [b, a]


def test_compare_with_a_template(run, corpus_file, tmp_path):
    partitions, template = tmp_path / "p.json", tmp_path / "words.template"
    run("build", corpus_file, "--method", "block", "-m", "1", "-o", partitions)
    arguments = ("--partitions", partitions, "-o", tmp_path / "s.csv", "--workers", "1")
    template.write_text("U00:%x[0,0]\nB\n")
    assert run("compare", corpus_file, *arguments, "--template-a", template)[0] == 0
    assert read_scores(tmp_path / "s.csv").models[0] == "CRF: words.template (A)"
    template.write_text("U00:%x[0,0]\nU01:%x[zero,0]\n")
    status, _, err = run("compare", corpus_file, *arguments, "--template-a", template)
    assert status == 1
    assert "words.template, line 2" in err


def test_chinese_stands_in_columns():
    assert table(("名", "n"), [("信息", 7), ("x", 1234)]) == "名        n\n信息      7\nx     1,234"


def process(*arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "mx2core", *map(str, arguments)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )


def test_a_reader_that_has_seen_enough(corpus_file):
    running = process("inspect", corpus_file, "--json")
    running.stdout.close()
    assert running.wait(PATIENCE) == 0
    assert running.stderr.read() == b""


def test_an_ascii_terminal(corpus_file):
    running = process("inspect", corpus_file, "--quiet", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, err) == (0, b"")
    assert b"expected \\u03c7\\xb2/J" in out


INTERRUPTED_AT = """
import runpy, signal, sys
class Finder:
    def find_spec(self, name, *rest):
        if name == sys.argv[1]:
            signal.raise_signal(signal.SIGINT)
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.modules.pop(sys.argv[1], None)
sys.meta_path.insert(0, Finder())
runpy.run_module("mx2core", run_name="__main__")
"""


@pytest.mark.parametrize("module", ["typing", "inspect", "argparse", "numpy", "mx2core.cli.main"])
def test_ctrl_c_is_one_line_while_modules_are_loaded(module):
    ended = subprocess.run([sys.executable, "-c", INTERRUPTED_AT, module], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (130, "Interrupted.\n")


@pytest.mark.skipif(os.name == "nt", reason="signals are those of POSIX")
def test_ctrl_c_leaves_no_half_file_and_no_process(tmp_path):
    corpus, partitions, scores = tmp_path / "large.conll", tmp_path / "p.json", tmp_path / "s.csv"
    corpus.write_text(made_corpus(1000), encoding="utf-8")
    main(["build", str(corpus), "--method", "block", "-m", "10", "-o", str(partitions)])
    running = process(
        *("compare", corpus, "--partitions", partitions, "-o", scores, "--workers", "2"),
        start_new_session=True,
        # A shell that starts the tests in the background has them ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert running.stderr.readline().startswith(b"training ")
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130, err
    assert b"Traceback" not in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["large.conll", "p.json"]
    wait_until(lambda: not lives(running.pid), lambda: "a worker process outlived the command")


def lives(group):
    """Whether a process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


COMMAND = """
from mx2core.cli.options.declared import command, option
from mx2core.cli.text import Report


@command(option("--times", "how often", int, "N", default=2))
def drilled(options):
    return Report("{word}, {times} times", word="drilled", times=options.times, holds=options.times < 3)
"""


def test_a_command_is_a_file_and_a_row(monkeypatch, run, result):
    module = ModuleType("mx2core.cli.drilled")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(COMMAND, module.__dict__)
    monkeypatch.setitem(COMMANDS, "drilled", ("drilled", "Say a word."))
    assert run("drilled") == (0, "drilled, 2 times\n", "")
    assert run("drilled", "--times", "3")[0] == 3
    assert result("drilled") == {"word": "drilled", "times": 2, "holds": True}
