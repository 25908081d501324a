"""A measure, a test of models and a reader that nobody knew before: a record each, and all lists have it."""

import sys
from dataclasses import replace

import pytest

from dashboard.calibration import error_rates
from mx2core.cli import options
from mx2core.corpus import detect, readers
from mx2core.corpus.readers import READERS
from mx2core.errors import Notice
from mx2core.inference import RULES
from mx2core.inference.classical.rules import TestKind
from mx2core.partition.measures import MEASURES
from tests.dashboard.places import go
from tests.dashboard.test_deciding import E, deciding, door
from tests.dashboard.test_pages import opened, project_of, uploaded

READER = """
from mx2core.corpus.readers import Format, segmented
from mx2core.errors import Notice


def plausibility(head):
    return float(head.text().startswith("!drilled"))


FORMAT = Format(
    "drilled", Notice("drilled text"), "below !drilled", "characters", "words", segmented.read, plausibility
)
"""
DRILLED = "!drilled a\nthe cat sat\na dog ran far\n"


def table_text(app) -> str:
    assert not app.exception, app.exception
    return " ".join(
        one.value.to_string().replace("\N{NO-BREAK SPACE}", " ") for one in [*app.table, *app.dataframe]
    )


def test_a_reader_is_a_file_in_the_folder(monkeypatch, tmp_path, printed):
    (tmp_path / "drilled.py").write_text(READER)
    monkeypatch.setattr(readers, "__path__", [*readers.__path__, str(tmp_path)])
    monkeypatch.delattr(readers, "drilled", raising=False)
    found = readers.collected()
    assert list(found) == [*READERS, "drilled"]
    monkeypatch.setitem(READERS, "drilled", found["drilled"])
    assert detect(DRILLED.encode())[0].format == "drilled"
    (tmp_path / "a.txt").write_text(DRILLED)
    assert "drilled" in printed("inspect", tmp_path / "a.txt")
    app = uploaded("a.txt", DRILLED.encode())
    assert project_of(app).corpus.format == "drilled"
    assert any("drilled text" in one.value for one in app.caption)


def test_a_measure_is_a_record(monkeypatch, tmp_path, printed):
    made = replace(MEASURES["hellinger"], key="drilled", symbol=Notice("drilled H"), column="drilled")
    monkeypatch.setitem(MEASURES, "drilled", made)
    # Options list measures when they are imported, which a test before may have done.
    monkeypatch.delattr(options, "corpus_options", raising=False)
    for name in ("halves", "options.corpus_options"):
        monkeypatch.delitem(sys.modules, f"mx2core.cli.{name}", raising=False)
    (tmp_path / "a.conll").write_text("a\tB-X\n\nb\tB-Y\n\n" * 10)
    wanted = ("score", tmp_path / "a.conll", "--measure", "drilled", "--candidates", 100)
    assert "drilled H" in printed(*wanted)
    app = opened("en")
    app.switch_page("../pages/splits.py")
    app.session_state["splits_options"] = True
    app.run()
    measure = app.selectbox(key="measure")
    assert "drilled H" in measure.options
    assert not measure.set_value("drilled").run().exception


RATES = RULES["fixed"].rates


@pytest.mark.parametrize(("sees", "rates"), [("half splits", RATES), ("units", RATES), ("units", None)])
def test_a_test_of_models_is_a_record(monkeypatch, printed, sees, rates):
    """With or without its rates, of scores or of units; the benchmark does not know it."""

    def decide(scores, alpha, alternative):
        found = RULES["fixed"].decide(scores, alpha, alternative)
        return None if found is None else replace(found, rule="drilled")

    made = TestKind(
        "drilled",
        name=Notice("drilled t"),
        description=Notice("drilled scores"),
        sees=sees,
        rates=rates,
        decide=decide,
    )
    monkeypatch.setitem(RULES, "drilled", made)
    if rates is None:
        assert "drilled" not in printed("calibrate", "measured")
    else:
        assert "drilled" in printed("calibrate", "--rho", 0, "--runs", 100)
    app = deciding("en", E)
    door(app, "tests")
    assert "drilled t" in table_text(app)
    # Without what is remembered of other tests.
    monkeypatch.setattr(error_rates, "_rates", error_rates._rates.__wrapped__)
    monkeypatch.setattr(error_rates, "RUNS", 100)
    monkeypatch.setattr(error_rates, "CURVE_RUNS", 100)
    go(app, "calibration")  # what it simulates are scores of half splits
    assert ("drilled t" in table_text(app)) is (sees == "half splits")
