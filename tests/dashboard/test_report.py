"""A report says what was done, with its numbers, in both languages; labels are only shown."""

from html.parser import HTMLParser

import pytest

import mx2core as mx
from dashboard.server.project import CorpusSource, Project
from dashboard.server.running import resources
from dashboard.ui.documents.report import report
from mx2core.exchange.html_document import Document
from tests.dashboard.test_experiments import TEXTS, compared
from tests.dashboard.test_pages import project_of, uploaded
from tests.score_tables import E, ahead, score_table

EVIL = "<img src=x onerror=alert(1)>"
SCORES = score_table(ahead(E[:4])).encode()


class Tags(HTMLParser):
    """The words of a document."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.words = ""

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)

    def handle_data(self, data):
        self.words += data + " "


def read(html: bytes) -> Tags:
    found = Tags()
    found.feed(html.decode())
    return found


@pytest.fixture(scope="module")
def project() -> Project:
    rows = "".join(f"word{k}\tB-{EVIL if k % 3 else 'LOC'}\nis\tO\n\n" for k in range(60))
    source = CorpusSource(f"{EVIL}.conll", rows.encode())
    project = Project("the-key-of-it", source, source.read())
    project.choices = {
        "bound": "upper",
        "c_label": 0.8,
        "alpha": 0.01,
        "attributes": ["label"],
        "counted": "tokens",
    }
    project.keep(mx.block_partitions(60, 3, seed=1))
    project.keep(
        mx.regularized_partitions([project.corpus.attributes["label"].counts], 2, seed=1, target="floor")
    )
    project.table, project.table_name = mx.io.read_scores(SCORES, name="s.csv"), "s.csv"
    return project


def test_the_numbers_are_in_it(project):
    words = read(report(project, "en")).words.replace("\N{NO-BREAK SPACE}", " ")
    [first, floor] = [kept.partitions for kept in project.partitions.values()]
    for phrase in (
        project.corpus.units_sha256,
        first.signature,
        floor.signature,
        f"{first.divergence(project.corpus.attribute('label', counted='tokens').counts)[0]:.4f}",
        "into halves (m = 3; mx2core",
        "The splits are block-regularized (seed 1).",
        "χ²/J is minimal, which tends to raise scores.",
        "After 4 splits it is undecided which of A and B is better.",
        "@misc{wang-mx2",
        mx.__version__,
    ):
        assert phrase in words, phrase
    assert "the-key-of-it" not in words


def test_equal_projects_are_equal_bytes(project):
    again = Project("another-key", project.source, project.source.read(), choices=dict(project.choices))
    again.partitions, again.table, again.table_name = project.partitions, project.table, "s.csv"
    assert report(again, "en") == report(project, "en")


def test_labels_and_names_are_only_shown(project):
    found = read(report(project, "en"))
    assert EVIL in found.words
    assert not found.tags & {"img", "script", "a", "iframe", "svg", "object", "link", "form"}
    document = Document(EVIL, "en")
    document.heading(EVIL)
    document.facts([(EVIL, EVIL * 100)])
    document.table([EVIL], [(EVIL,)])
    for part in (document.paragraph, document.note, document.code):
        part(EVIL)
    assert "img" not in read(document.html()).tags


def test_a_comparison_is_in_it_with_its_decision():
    app = compared(uploaded("small.jsonl", TEXTS.encode()))
    words = read(report(project_of(app), "en")).words
    assert "20 / 20" in words
    assert "The models agree on every unit" in words
    assert "5 centered splits" in words
    app.switch_page("../pages/home.py").run()
    assert not app.exception
    assert resources.projects().file(project_of(app))[:2] == b"PK"
