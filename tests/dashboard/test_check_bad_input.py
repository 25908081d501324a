"""Corpora that no split suits: one sentence or a card, on page and command line, never a traceback."""

import pytest

from dashboard.ui import near_search
from mx2core.cli.main import main
from tests.dashboard.test_pages import corpus_options, uploaded, visited
from tests.few import few


def table(text, label=lambda i: "xy"[i % 2], document=lambda i: i // 2):
    rows = "".join(
        f"{text(i)},{label(i)},{'train' if i % 4 else 'dev'},{i % 5},{document(i)}\n" for i in range(40)
    )
    return f"text,label,split,fold,document\n{rows}"


def words(i):
    return f"text {chr(97 + i % 26)} of {chr(97 + i // 3)}"


FILES = {  # what is odd, and the message where groups are to be kept whole
    "all texts equal": (table(lambda _i: "the same text"), "parts need as many groups"),
    "an empty text": (table(lambda i: words(i) if i % 7 else ""), "this line has no text"),
    "a group larger than a side": (table(words, document=lambda i: max(0, i - 33)), None),
    "a label in fewer units than folds": (table(words, label=lambda i: "z" if i < 2 else "xy"[i % 2]), None),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("way", [("--split", "split"), ("--split", "fold")])
def test_on_the_command_line(name, way, tmp_path, capsys):
    text, says = FILES[name]
    path = tmp_path / "odd.csv"
    path.write_text(text, encoding="utf-8")
    status = main(["judge", str(path), *way, "--attributes", "label", "--candidates", "100", "--quiet"])
    shown = capsys.readouterr()
    assert status in (0, 1)
    assert len(shown.err.strip().splitlines()) == status
    asked = [*way, "--reference", "both", "--attributes", "label", "--candidates", "100", "--quiet"]
    status = main(["judge", str(path), *asked])
    shown = capsys.readouterr()
    assert status == (says is not None)
    assert len(shown.err.strip().splitlines()) == status
    assert says is None or says in shown.err


@few("name", 3, [name for name in FILES if name != "an empty text"])
def test_on_the_page(name):
    app = uploaded("odd.csv", FILES[name][0].encode(), page="check")
    for column in ("split", "fold"):
        app.selectbox(key="split_column").set_value(column).run()
        assert not app.exception
        assert len(app.error) <= 1
        assert app.error or app.metric
        assert not app.error or name == "all texts equal"
    if name == "a group larger than a side":
        app.session_state["better_asked"] = True
        app.run()
        assert not app.exception
        assert any("Sizes are" in caption.value for caption in app.caption), [c.value for c in app.caption]


def test_more_texts_than_a_server_takes(monkeypatch):
    monkeypatch.setenv("MX2_UNITS", "39")
    app = visited(lang="en")
    app.file_uploader(key="upload").set_value(("large.csv", table(words).encode(), "text/csv")).run()
    assert not app.exception
    assert len(app.error) == 1
    assert "39" in app.error[0].value


def test_what_takes_long_is_begun_when_a_user_was_told(monkeypatch):
    monkeypatch.setattr(near_search, "LONG", 0.0)
    monkeypatch.setattr(near_search, "FEW", 0)
    near_search._kept._kept.clear()
    app = uploaded("large.csv", table(words).encode())
    corpus_options(app, "Texts")
    assert any("40 texts" in info.value for info in app.info), [i.value for i in app.info]
    app.switch_page("../pages/check.py").run()
    assert any("40 texts" in info.value for info in app.info), [i.value for i in app.info]
    assert not app.metric
    app.button(key="near_begin").click().run()
    assert not app.exception
    assert app.metric
    assert not any(button.key == "near_begin" for button in app.button)
    app.switch_page("../pages/home.py").run()  # it is known now
    assert not any(button.key == "near_begin" for button in app.button)
    near_search._kept._kept.clear()
    monkeypatch.setenv("MX2_READING_SECONDS", "1")
    monkeypatch.setattr(near_search, "_expected", lambda *_given: 4_321.0)
    app.switch_page("../pages/check.py").run()
    assert "4,321" in app.error[0].value
    assert len(app.error) == 1
