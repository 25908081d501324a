"""K folds on the Judge page: made, of a column, of a file."""

import json

import mx2core as mx
from dashboard.check import cards as check_cards
from dashboard.check import dealt
from dashboard.check.cards import digest
from dashboard.session import progress
from tests.dashboard.test_check import detailed, page
from tests.dashboard.test_pages import fine, uploaded

SAID = "text,label,fold\n" + "".join(f"sentence {i},{'xyz'[i % 3]},{i % 4 + 1}\n" for i in range(60))


def cards(app):
    fine(app)
    return {metric.label: metric.value for metric in app.metric}


def test_folds_are_made_judged_and_handed_out():
    app = page(source="made")
    assert "320–321" in next(metric.delta for metric in app.metric if metric.value == "5")
    app.switch_page("../pages/share.py").run()
    assert "random mean" in app.text[0].value
    app.switch_page("../pages/check.py").run()
    app.number_input(key="folds_k").set_value(3).run()
    assert "3" in cards(app).values()
    app.segmented_control(key="folds_kind").set_value("8:1:1").run()
    assert cards(app)["train \\: dev \\: test"] == "1,283 : 160 : 160"


def test_a_column_that_is_called_fold_is_taken():
    app = uploaded("said.csv", SAID.encode(), page="check")
    assert app.selectbox(key="split_column").value == "fold"
    assert "4" in cards(app).values()


def test_better_folds_of_the_same_sizes_stand_beside_these(monkeypatch):
    bars = []

    def recorded(words, key, on_cancel=None):
        bars.append(key)
        return progress.progress(words, key, on_cancel)

    monkeypatch.setattr(check_cards, "progress", recorded)
    rows = "".join(
        f"{'abcdefghij'[i % 10] * 3} {'klmnop'[i // 10] * 3} ends,{'xyz'[i % 3]},{i % 4 + 1}\n"
        for i in range(60)
    )
    again = "".join(line[:-1] + str(k % 4 + 1) + "\n" for k, line in enumerate(rows.splitlines()[1:9]))
    app = uploaded("said.csv", f"text,label,fold\n{rows}{again}".encode(), page="check")
    app.button(key="fix").click().run()
    cards(detailed(app, "better"))
    better = app.table[-1].value
    row = better[better["measure"].str.replace("\\", "").str.contains("Near-duplicates in")].iloc[0]
    assert any("Typical folds shifted scores" in caption.value for caption in app.caption)
    before, after = (row[name].replace("\\", "") for name in ("this split", "the better one"))
    assert after.startswith("0.0%")
    assert not before.startswith("0.0%")
    app.selectbox(key="judge_reference").set_value("units").run()  # both cards are made in one run
    cards(app)
    assert len(set(bars[-2:])) == 2  # of one name, the second bar would end the page in an error


def test_other_columns_of_the_same_file_are_judged_anew():
    """Its units are the same then, but not what is counted in them."""
    data = b"".join(b"a\tB-X\t%s\n\n" % tag for tag in (b"B-Y", b"O", b"B-Z", b"O"))
    read = [mx.read_corpus(data, columns=["word", *columns]) for columns in (["label", "_"], ["_", "label"])]
    assert read[0].units_sha256 == read[1].units_sha256
    first, second = (digest(b"", corpus, [corpus.attributes["label"]]) for corpus in read)
    assert first != second


def test_what_was_kept_whole_stands_in_the_downloaded_document(monkeypatch):
    documents = []

    def download(_label, content, file, _key, **_options):
        if file == "folds.json":
            documents.append(content())

    monkeypatch.setattr(dealt.components, "download", download)
    app = page(source="made")
    app.checkbox(key="folds_near").set_value(False).run()
    assert not app.exception
    assert [json.loads(one)["design"]["kept_whole"] for one in documents] == [["near-duplicates"], []]
