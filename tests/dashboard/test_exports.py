"""Exports of annotation tools, archives and several files at once, brought on the page in Chinese."""

import pytest

from dashboard.server.project import CorpusSource
from dashboard.ui.upload import formats
from mx2core.corpus import FORMATS
from tests.corpus.annotation_exports import EXPORTS, ZH, ZH_MARKED, annotation, array, task
from tests.corpus.test_containers import PARTS
from tests.dashboard.test_pages import opened, project_of


def upload_files(*files: tuple[str, bytes]):
    app = opened("zh")
    app.file_uploader(key="upload").set_value([(name, data, "text/plain") for name, data in files]).run()
    assert not app.exception
    return app


def test_every_format_has_a_name_on_the_page():
    assert set(formats()) == set(FORMATS)


@pytest.mark.parametrize("export", [EXPORTS[0], EXPORTS[7]], ids=str)
def test_an_export_is_read(export):
    app = upload_files((export.file, export.data))
    corpus = project_of(app).corpus
    assert corpus.format == export.format
    assert set(corpus.attributes["label"].labels) == set(export.labels)


def test_three_parts_are_one_corpus_and_judge_has_the_answer():
    app = upload_files(*((name, text.encode()) for name, text in PARTS.items()))
    corpus = project_of(app).corpus
    assert set(corpus.attributes["split"].labels) == {"train", "dev", "test"}
    app.switch_page("../pages/check.py").run()
    assert not app.exception
    assert next(box for box in app.pills if box.key.startswith("split_values")).value == ["train"]


def test_the_next_file_is_another_corpus():
    """Files dropped one after the other are not joined, and the widget lists neither."""
    app = upload_files(("a.jsonl", EXPORTS[0].data))
    app.file_uploader(key="upload_1").upload("b.jsonl", EXPORTS[1].data).run()
    assert project_of(app).corpus.name == "b.jsonl"


def test_the_annotator_is_asked_for_and_chosen():
    data = array(
        task(1, ZH, annotation("ada", *ZH_MARKED), annotation("bob")),
        task(2, "无", annotation("ada"), annotation("bob")),
    )
    app = upload_files(("tasks.json", data))
    assert "ada、bob" in app.error[0].value
    next(box for box in app.text_input if box.label == "标注者").set_value("ada")
    next(button for button in app.button if button.label == ":violet[重新读取]").click().run()
    project = project_of(app)
    assert project.source.keywords["annotator"] == "ada"
    assert set(project.corpus.attributes["label"].labels) == {"LOC", "ORG"}


def test_labels_that_hold_marks_are_chosen_to_be_one_or_several():
    cells = ["晴", "雨", "晴,雨", "雨,风", "风,晴", "风"] * 2
    rows = "".join(f'第{i}天的天气\t"{cell}"\n' for i, cell in enumerate(cells))
    app = upload_files(("weather.tsv", f"text\tlabel\n{rows}".encode()))
    assert set(project_of(app).corpus.attributes["label"].labels) == {"晴", "雨", "风"}
    next(box for box in app.selectbox if box.label == "每条文本的标签").set_value(True)
    next(button for button in app.button if "重新读取" in button.label).click().run()
    project = project_of(app)
    assert project.source.keywords["single_label"] is True
    assert set(project.corpus.attributes["label"].labels) == set(cells)
    assert (
        CorpusSource.from_file(project.source.name, project.source.data, project.source.keywords)
        == project.source
    )
