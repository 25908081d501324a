"""Homework in Learn: a number leads to a task, and answers to a file that can be graded."""

import csv
import io
import zipfile
from urllib.parse import parse_qsl, urlsplit

import pytest

from dashboard.learn import homework
from dashboard.learn.steps import BESIDE
from dashboard.ui import menu
from mx2core.corpus import samples
from mx2core.homework import NUMBERS, Grade, task
from mx2core.homework.hand_in import read_hand_in
from mx2core.store.files.bounded_zip import pack
from tests.dashboard.test_pages import fine, opened, project_of, uploaded, visited
from tests.hand_ins import COURSE, Class


def test_a_number_has_a_sheet_and_a_hand_in():
    app = opened("zh", page="learn")
    app.session_state[BESIDE] = "homework"
    app.run()
    assert not app.exception
    app.text_input(key="homework_number").set_value("2026001").run()
    app.number_input(key="homework_expected").set_value(0.5).run()
    fine(app)
    project = project_of(app)
    assert project.choices["homework_expected"] == 0.5
    given = task("2026001", project.corpus)
    assert f"{given.number}" == app.text_input(key="homework_number").value
    shown = " ".join(one.value for one in app.caption)
    assert "还有 7 项未填：" in shown
    name = "缺少姓名。"
    assert name in shown
    assert not [one for one in app.get("download_button") if "hand_in" in one.proto.id]
    app.text_input(key="homework_name").set_value("王小明").run()
    assert name not in [one.value for one in app.caption]
    assert [one for one in app.get("download_button") if "hand_in" in one.proto.id]
    absent = "还没有用你的种子切分。还没有比较模型。"
    assert absent in [one.value for one in app.caption]
    project.keep(given.partitions())
    assert "还没有比较模型。" in [one.value for one in app.run().caption]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_homework_stands_alone_with_its_tasks_in_view(language):
    app = page_of_homework(opened(language))
    fine(app.run())
    handed_in = {
        "en": "You will get a ZIP to send to your teacher.",
        "zh": "完成后下载一个 ZIP 文件，交给教师。",
    }
    assert handed_in[language] in [one.value for one in app.caption]  # before anything is typed
    assert [one.value for one in app.title] == [{"en": "Homework", "zh": "作业"}[language]]
    assert not app.number_input  # of the question of a step
    assert not app.get("plotly_chart")
    app.text_input(key="homework_number").set_value("2026001").run()
    seed, shown = task("2026001", project_of(app).corpus, COURSE).seed, [one.value for one in app.markdown]
    [tasks] = [one for one in shown if "### 5. " in one]
    assert str(seed) in tasks
    assert "____" not in tasks
    app.button(key="leave_view").click().run()
    assert app.title[0].value.startswith("1. ")


def test_a_link_gives_students_corpus_and_course_and_nothing_else_of_the_teacher():
    teacher = page_of_homework(opened("en", "ner_zh.bio"))
    teacher.session_state["homework_view"] = "teacher"
    teacher.session_state["homework_class"] = "2026001,王小明"
    teacher.run()
    teacher.button(key="link_for_students").click().run()
    fine(teacher)
    made = teacher.code[0].value
    assert any("First send students a link." in one.value for one in teacher.caption)
    teacher.text_area(key="homework_class").set_value("2026001,王小明\n2026002,李华").run()
    assert teacher.code[0].value == made  # typing the list leaves it
    address = dict(parse_qsl(urlsplit(made).query))
    assert "lang" not in address  # each reader's own
    student = visited("learn", lang="en", **address)
    student.button(key="take_copy").click().run()
    fine(student)
    assert student.title[0].value == "Homework"
    assert project_of(student).source.name == "ner_zh.bio"
    assert "homework_class" not in project_of(student).choices
    course = student.text_input(key="homework_course")
    assert (course.value, course.disabled) == (COURSE, True)
    assert "link_for_students" not in [one.key for one in student.button]


def test_a_teacher_sees_which_numbers_are_wrong():
    asked = {"expected": "Expected", "divergence": "Given", "percentile": "Percentile", "difference": "A − B"}
    asked |= {"lower": "from", "upper": "to"}
    found = dict(zip(asked, (0.9, 1.2, 0.5, 0.01, 0.0, 0.02), strict=True))
    right = Grade("a.zip", given=found, found=found)
    some = Grade("b.zip", given=found | {"divergence": 2.0, "upper": None}, found=found)
    assert homework._numbers(right, asked) == "6/6"
    assert homework._numbers(some, asked) == "4/6 ✗ Given (right: 1.2); to (right: 0.02)"
    bare = Grade("c.zip", found={"expected": 0.9, "divergence": 1.2, "percentile": 0.5})
    right = "Expected (right: 0.9); Given (right: 1.2); Percentile (right: 50)"
    assert homework._numbers(bare, asked) == f"0/6 ✗ {right}; A − B; from; to"
    assert homework._numbers(Grade("d.zip"), asked) == "0/6"
    assert homework._numbers(Grade("d.zip"), asked) == "0/6"  # its remark says why


def test_answers_stand_in_the_order_of_the_tasks_at_any_width():
    app = page_of_homework(opened("en"))
    app.session_state["homework_number"] = "2026001"
    fine(app.run())
    assert [one.key for one in app.number_input] == [f"homework_{key}" for key in NUMBERS]
    assert not any(one.placeholder for one in app.number_input)


def test_the_menu_leads_from_homework_to_the_steps():
    app = page_of_homework(opened("en"))
    fine(app.run())
    [link] = [one.proto for one in app.get("page_link") if one.proto.page.endswith("learn")]
    app.query_params.update(parse_qsl(link.query_string))
    fine(app.run())
    assert app.title[0].value.startswith("1. ")
    assert menu.STEPS not in app.query_params


def page_of_homework(app):
    app.switch_page("../pages/learn.py").run()
    app.session_state[BESIDE] = "homework"
    app.session_state["homework_course"] = COURSE
    return app


def test_a_sheet_names_the_sample_as_start_does(monkeypatch):
    made = {}
    monkeypatch.setattr(
        homework.components, "download", lambda _label, data, _file, key, **_look: made.update({key: data})
    )
    app = page_of_homework(opened("en"))
    app.session_state["homework_number"] = "2026001"
    fine(app.run())
    assert (
        "First open “semantic roles, Chinese (frame 陈述)” on the page Start" in made["task_sheet"].decode()
    )


def test_a_teacher_hands_out_a_sheet_to_each_student(monkeypatch):
    made = {}
    monkeypatch.setattr(
        homework.components,
        "download",
        lambda _label, data, file, key, **_: made.update({key: (file, data)}),
    )
    app = page_of_homework(opened("en"))
    app.session_state["homework_view"] = "teacher"
    app.session_state["homework_class"] = "2026001,王小明\n2026002，李华\n2026001"
    fine(app.run())
    file, data = made["task_sheets"]
    assert file == "homework.html"
    sheet = data().decode()
    assert sheet.count("<h1>") == 2
    assert all(f"Name: {name} ·" in sheet for name in ("王小明", "李华"))


FAULTS = {
    "repeated.zip": "与 good.zip",
    "edited.zip": "损坏",
    "nameless.zip": "缺少姓名",
    "other.zip": "是 Statistics，应为 Methods 2026",
    "deep.zip": "8",
}


def test_what_is_wrong_with_a_hand_in_stands_in_its_row_and_in_the_mark_list(monkeypatch):
    made, write = [], homework.marks_csv
    monkeypatch.setattr(
        homework, "marks_csv", lambda *given, **more: made.append(write(*given, **more)) or made[-1]
    )
    data = b"".join((samples.FOLDER / "intents_en.jsonl").read_bytes().splitlines(keepends=True)[::8])
    lesson = Class(data)
    good = lesson.hand_in("2026001")
    with zipfile.ZipFile(io.BytesIO(good)) as archive:
        edited = {name: archive.read(name) for name in archive.namelist()}
    files = {
        "repeated.zip": good,
        "edited.zip": pack(edited | {"project.json": edited["project.json"].replace(b"2026001", b"2026009")}),
        "good.zip": good,
        "nameless.zip": lesson.hand_in("2026002", name=" "),
        "other.zip": lesson.hand_in("2026003", course="Statistics"),
    }
    deep = {"a/" * 40 + "x.zip": good}
    app = page_of_homework(uploaded("class.jsonl", data, "zh"))
    app.session_state["homework_view"] = "teacher"
    app.run()
    uploads = [("all.zip", pack(files), "application/zip"), ("deep.zip", pack(deep), "application/zip")]
    app.file_uploader(key="hand_ins").set_value(uploads).run()
    fine(app)
    rows = app.table[0].value.replace(r"\\|\u2060", "", regex=True)  # signs that keep words whole
    remarks = dict(zip(rows.iloc[:, -1], rows.iloc[:, -2], strict=True))
    assert set(remarks) == {*files, "deep.zip"}
    listed = {row["文件"]: row["备注"] for row in csv.DictReader(io.StringIO(made[0].decode("utf-8-sig")))}
    for file, shown in FAULTS.items():
        assert shown in remarks[file], (file, remarks[file])
        assert shown in listed[file], (file, listed[file])
    paragraph = read_hand_in(good, "good.zip")[1].paragraph
    assert sum(paragraph in one.value for one in app.markdown) >= 1  # to read, not in the file alone
    numbers = dict(zip(rows.iloc[:, -1], rows.iloc[:, 0], strict=True))
    assert numbers["edited.zip"] == "2026009"
    app.text_area(key="homework_class").set_value("2026001\n2026002\n2026003\n2026010 李华").run()
    listed = fine(app).table[0].value.replace(r"\\|\u2060", "", regex=True)
    assert list(listed.iloc[-1, [0, 1, 3, 4]]) == ["2026010", "李华", "", ""]
    assert "未交" in listed.iloc[-1, -2]
    strangers = listed[listed.iloc[:, -2].str.contains("不在名单")]
    assert list(strangers.iloc[:, 0]) == ["2026009"]
    heading = "关于偏移的一段话"
    assert heading in [box.label for box in app.expander]
    app.file_uploader(key="hand_ins").set_value(uploads[1:]).run()
    assert heading not in [box.label for box in fine(app).expander]  # the one that is left has none
