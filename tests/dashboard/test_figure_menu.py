"""The menu under a figure: the lines of Python run and draw it, and its caption stands alone."""

import numpy as np
import plotly.graph_objects as go
import pytest

import mx2core as mx
from dashboard.check import sources
from dashboard.figures.plain_figure import LIGHT
from dashboard.figures.splits.divergence import label_frequencies
from dashboard.server.project import CorpusSource
from dashboard.ui.documents import python_code
from tests.dashboard.test_share import SPLIT

SOURCE = CorpusSource("texts.csv", SPLIT.encode())
LABEL = "corpus.attribute('label')"
READ = sources.reads(SOURCE, 'mx.io.read_parts("split.csv", corpus)')
SCORES = "corpus,model,score\nx,A,0.8\nx,B,0.7\ny,A,0.6\ny,B,0.5\nz,A,0.6\nz,B,0.4\n"
DECISION = """class decision:
    mean, interval = 0.01, (-0.01, 0.03)"""


@pytest.fixture
def drawn(tmp_path, monkeypatch):
    """Run a program beside its files; returns the figure that it shows."""
    corpus = mx.read_corpus(SPLIT.encode(), name="texts.csv")
    parts = mx.io.parts_by_column(corpus, "split").trained_on_values(["train"], "split")
    (tmp_path / "texts.csv").write_bytes(SPLIT.encode())
    (tmp_path / "split.csv").write_bytes(mx.io.write_part_columns(parts, corpus))
    (tmp_path / "scores.csv").write_text(SCORES, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    shown = []
    monkeypatch.setattr(go.Figure, "show", lambda figure: shown.append(figure))

    def run(program):
        exec(program, {})
        return shown[-1]

    return run


def test_the_map_of_one_attribute_has_its_random_halves(drawn):
    figure = drawn(python_code.map_figure(SOURCE, [LABEL], 50, 3, [(0.1, 0.5)]))
    counts = mx.read_corpus(SPLIT.encode(), name="texts.csv").attributes["label"].counts
    assert np.allclose(figure.data[0].x, mx.random_divergences([counts], 50, seed=3)[:, 0])
    assert (figure.layout.shapes[0].x0, figure.layout.shapes[0].x1) == (0.1, 0.5)


def test_the_map_of_two_attributes_has_a_box(drawn):
    figure = drawn(
        python_code.map_figure(SOURCE, [LABEL, "corpus.attribute('length')"], 50, 0, [(0, 1), (0, 2)])
    )
    assert figure.data[0].type == "histogram2d"
    assert [shape.y1 for shape in figure.layout.shapes][-1] == 2


def test_a_split_stands_among_random_ones(drawn):
    figure = drawn(
        python_code.split_figure(f"{READ}\ncard = mx.io.split_card(corpus, parts)", "labels", "label")
    )
    assert len(figure.data[0].x) >= 100
    assert len(figure.layout.shapes) == 1


def test_an_answer_is_drawn(drawn):
    assert drawn(python_code.answer_figure(DECISION)).data[0].error_x.array == pytest.approx([0.02])


def test_a_figure_without_lines_of_its_own_is_a_file_for_plotly(drawn, tmp_path):
    figure = label_frequencies(["a", "b"], np.array([3, 1]), ordered=False)
    (tmp_path / "labels_0.json").write_bytes(figure.json())
    read = drawn('import plotly.io\nplotly.io.read_json("labels_0.json").show()')
    assert read.data[0].type == "bar"
    assert read.layout.font.color == LIGHT.ink


@pytest.mark.parametrize(
    ("key", "numbers", "plotted"),
    [
        ("ranks", "model,mean_rank\nA,1\nB,2\n", 'scatter(numbers, x="mean_rank", y="model")'),
        (
            "errors",
            "rho,overall,paper\n0,0.1,0.2\n1,0.2,0.3\n",
            'line(numbers, x="rho", y=numbers.columns[1:])',
        ),
        ("methods", "method,a,b\nx,1,2\ny,2,3\n", 'bar(numbers, x=["a", "b"], y="method")'),
        ("confusion", "a,b,right\n1,1,a\n0,1,b\n", 'imshow(numbers.set_index("right"))'),
    ],
)
def test_a_figure_is_drawn_from_the_numbers_under_it(drawn, tmp_path, key, numbers, plotted):
    (tmp_path / f"{key}.csv").write_text(numbers, encoding="utf-8")
    assert drawn(python_code.plot_code(key, plotted)).data


def test_the_lines_read_the_corpus_as_the_page_did():
    read = CorpusSource("texts.csv", b"", delimiter=";", label_names=("no", "yes"), header=False)
    program = python_code.map_figure(read, [LABEL], 50, 0)
    assert "label_names=['no', 'yes'], delimiter=';', header=False" in program


def test_a_sample_is_opened_by_its_name(drawn):
    figure = drawn(python_code.map_figure(CorpusSource("intents_en.jsonl"), [LABEL], 20, 0))
    assert len(figure.data[0].x) == 20
