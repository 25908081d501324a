"""Which line of a template matters: what tells the answer does, noise does not, k lines share alpha."""

import json

import numpy as np
import pytest
from scipy import stats

import mx2core as mx
from mx2core.cli.main import main
from mx2core.errors import InputError
from mx2core.models import CRF, FeatureTemplate
from mx2core.studies import leave_one_out, line_effects, template_lines
from mx2core.training import Run

TEXT = "# mine\n\nU0:%x[0,0]\nU1:%x[0,1]\nU2:%x[0,2]\n\nB\n"


def corpus_of(n=120, seed=1):
    """Tags follow the first column mostly; the second is noise; the third says the same as the first."""
    random = np.random.default_rng(seed)
    lines = []
    for _ in range(n):
        for _ in range(6):
            tag = "NV"[int(random.random() < 0.5)]
            cue = tag.lower() if random.random() < 0.85 else "nv"[int(random.random() < 0.5)]
            lines.append(f"w{random.integers(9)}\t{cue}{random.integers(2)}\tz{random.integers(4)}\t{tag}")
        lines.append("")
    return mx.read_corpus("\n".join(lines).encode(), columns=["word", "cue", "noise", "pos"])


CORPUS = corpus_of()
HALVES = mx.random_partitions(len(CORPUS), 3, seed=2)


def model(text=TEXT, columns=("cue", "noise", "word")):
    return CRF("mine", FeatureTemplate.parse(text), columns, "pos", max_iterations=30)


@pytest.fixture(scope="module")
def found():
    return template_lines(CORPUS, model(), partitions=HALVES, metric="accuracy", run=Run(n_workers=0))


def test_each_line_is_left_out_once():
    whole, *others = leave_one_out(model())
    assert whole.template.text == TEXT
    assert [len(one.template.features) for one in others] == [2, 2, 2]
    assert [{f.identifier for f in one.template.features} for one in others] == [
        {"U1", "U2"},
        {"U0", "U2"},
        {"U0", "U1"},
    ]
    assert all(one.template.transitions for one in others)


def test_the_line_that_tells_the_answer_is_needed(found):
    assert [row.needed for row in found.rows] == [True, False, False]
    assert found.rows[0].test.mean > 0.2
    assert found.template == "# mine\n\nU0:%x[0,0]\n\nB\n"
    assert "U0" in str(found.sentences[0])
    assert found.score == pytest.approx(found.comparison.scores("accuracy")[0].mean())


def test_all_lines_share_alpha(found):
    for row in found.rows:
        assert row.test.alpha == pytest.approx(0.05 / 3)
        assert row.test.level == pytest.approx(1 - 0.05 / 3)
        ahead = mx.unit_differences(
            found.comparison.select("mine"),
            found.comparison.select(f"mine without {row.identifier}"),
            partitions=HALVES,
            metric="accuracy",
        )
        own = mx.out_of_fold_t_test(ahead, HALVES.masks, alpha=0.05 / 3, alternative="two-sided")
        assert (own.mean, own.pvalue) == (row.test.mean, row.test.pvalue)
    again = line_effects(found.comparison, model(), partitions=HALVES, metric="accuracy", alpha=0.4)
    assert [row.test.mean for row in again.rows] == [row.test.mean for row in found.rows]


@pytest.mark.slow
def test_noise_is_hardly_ever_needed():
    runs, wrong = 60, 0
    for seed in range(runs):
        corpus = corpus_of(60, seed=seed)
        halves = mx.random_partitions(len(corpus), 3, seed=seed)
        text = "U0:%x[0,0]\nU1:%x[0,1]\nU2:%x[0,2]\n"
        noise = model(text, ("noise", "word", "word"))
        result = template_lines(corpus, noise, partitions=halves, metric="accuracy", run=Run(n_workers=0))
        wrong += any(row.needed or row.better_without for row in result.rows)
    assert stats.binomtest(wrong, runs, 0.05, alternative="greater").pvalue > 1e-3, wrong


def test_the_command_and_the_picture(tmp_path, capsys, found):
    lines = []
    for sentence in CORPUS.sentences_of(range(len(CORPUS))):
        cells = (sentence.columns[name] for name in ("word", "cue", "noise", "pos"))
        lines += ["\t".join(row) for row in zip(*cells, strict=True)] + [""]
    (tmp_path / "c.txt").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "t.txt").write_text("U0:%x[0,0]\nU1:%x[-1,0]\nB\n", encoding="utf-8")
    corpus = mx.read_corpus(tmp_path / "c.txt", columns=["word", "cue", "noise", "pos"])
    mx.save_partitions(mx.random_partitions(len(corpus), 2), tmp_path / "p.json", corpus=corpus)
    arguments = [str(tmp_path / "c.txt"), "--columns", "word,cue,noise,pos", "--quiet", "--json"]
    arguments += ["--partitions", str(tmp_path / "p.json"), "--template-a", str(tmp_path / "t.txt")]
    arguments += ["--models", "A", "--tags", "pos", "--metric", "accuracy", "--workers", "0"]
    arguments += ["--picture", str(tmp_path / "lines.svg"), "--selected", str(tmp_path / "needed.txt")]
    assert main(["lines", *arguments]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [one["identifier"] for one in document["lines"]] == ["U0", "U1"]
    assert document["alpha_each"] == pytest.approx(0.025)
    assert (tmp_path / "lines.svg").read_bytes().lstrip().startswith(b"<?xml")
    assert "U" in (tmp_path / "needed.txt").read_text(encoding="utf-8")


def test_what_is_wrong_is_one_sentence():
    with pytest.raises(InputError, match="has one line; two are needed"):
        leave_one_out(model("U0:%x[0,0]\nB\n"))
    with pytest.raises(InputError, match="alpha"):
        template_lines(CORPUS, model(), partitions=HALVES, alpha=2, run=Run(n_workers=0))
