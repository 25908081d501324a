"""Columns and subsets are chosen by what the file holds; one that cannot be read changes nothing."""

from tests.dashboard.test_pages import corpus_options, opened, project_of

ROWS = "小明\tNR\tPER\n跑\tVV\tO\n\n小红\tNR\tPER\n走\tVV\tO\n\n北京\tNR\tLOC\n下雨\tVV\tO\n\n"
TABLE = "句子,极性,来源\n" + "".join(f"今天第{k}天,{'正负'[k % 2]},{'甲乙丙'[k % 3]}\n" for k in range(24))


def upload_file(name: str, data: bytes, language: str = "en"):
    app = opened(language)
    return app.file_uploader(key="upload").set_value((name, data, "text/plain")).run()


def column(app, number: int):
    boxes = [box for box in app.selectbox if (box.key or "").startswith("column_open")]
    return next(box for box in boxes if f"_{number}_" in box.key)


def test_every_column_stands_there_with_values():
    app = upload_file("a.conll", ROWS.encode())
    captions = [words.value for words in app.caption]
    assert "小明 · 跑 · 小红" in captions
    assert "NR · VV" in captions
    assert [column(app, k).value for k in (1, 2, 3)] == ["word", "pos", "label"]


def test_a_column_takes_its_meaning_from_another_one():
    app = upload_file("a.conll", ROWS.encode())
    column(app, 2).set_value("label")
    next(button for button in app.button if button.label == "Read again").click().run()
    assert not app.error
    assert project_of(app).source.columns == ("word", "label", "col3")


def test_a_subset_is_chosen_by_field_and_value_and_named_wherever_the_corpus_is():
    app = upload_file("a.csv", TABLE.encode())
    corpus_options(app, "Subset")
    app.selectbox(key="subset_key").set_value("来源").run()
    assert app.selectbox(key="subset_value_来源").options[0] == "甲 (8 texts)"
    app.button(key="keep_subset").click().run()
    assert not app.exception
    assert app.metric[0].value == "8 texts"
    assert any("来源 = 甲" in words.value.replace("\\", "") for words in app.sidebar.caption)
    app.button(key="lift_0").click().run()
    assert app.metric[0].value == "24 texts"


def test_a_file_that_cannot_be_read_leaves_the_page_as_it_was():
    app = upload_file("a.csv", TABLE.encode())
    before = app.metric[0].value
    app.file_uploader(key="upload_1").set_value(("b.csv", b"\x00\x01\x02", "text/plain")).run()
    assert len(app.error) == 1
    assert not app.file_uploader(key="upload_2").value  # neither file is listed any more
    assert app.metric[0].value == before
    assert any("a.csv is still open" in words.value.replace("\\", "") for words in app.caption)
    app.button(key="leave_file").click().run()
    assert not app.error


def test_a_picture_is_offered_no_other_way_of_reading():
    app = upload_file("a.png", b"\x89PNG\r\n\x1a\n" + bytes(99))
    assert "this is an image" in app.error[0].value
    assert not any(box.label == "Read it in another way" for box in app.expander)
    app = upload_file("a.txt", "一\n二\n三".encode())
    assert any(box.label == "Read it in another way" for box in app.expander)
