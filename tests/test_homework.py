"""Homework: sheets of one's own, forty hand-ins graded, and what is wrong with some of them found."""

import csv
import io
import zipfile
from dataclasses import replace

import pytest

import mx2core as mx
from mx2core.cli.main import main
from mx2core.errors import InputError, Notice
from mx2core.homework import Grade, collected, filled_in, graded, marks_csv, sheets, task
from mx2core.homework.grade import checked_against
from mx2core.homework.hand_in import read_hand_in, sentence_of
from mx2core.homework.sheet import html
from mx2core.store.files.bounded_zip import pack
from mx2core.store.files.project_file import MANIFEST
from tests.corpus.some import zipped

from .hand_ins import COURSE, Class
from .pace import time_limit

STUDENTS = [f"2026{k:03d}" for k in range(40)]


@pytest.fixture(scope="module")
def lesson():
    data = (mx.corpus.samples.FOLDER / "intents_en.jsonl").read_bytes()
    return Class(b"".join(data.splitlines(keepends=True)[::5]))


@pytest.fixture(scope="module")
def good(lesson):
    return {number: lesson.hand_in(number) for number in STUDENTS[:2]}


def folder_of(path, files):
    for name, data in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(data)
    return path


def grade(path, lesson):
    return {one.file: one for one in graded(collected(path), lesson.corpus, COURSE)}


def remarks(one):
    return " ".join(map(str, one.remarks))


def test_a_number_has_its_own_task_and_the_same_one_again(lesson):
    tasks = [task(number, lesson.corpus, COURSE) for number in STUDENTS]
    assert len({one.seed for one in tasks}) == len(tasks)
    assert len({one.partitions().signature for one in tasks[:6]}) == 6
    assert task(STUDENTS[0], lesson.corpus, "another course").seed != tasks[0].seed
    assert (
        tasks[0].partitions()
        == task(STUDENTS[0], lesson.corpus, f" {COURSE.lower().replace(' ', '　')}").partitions()
    )


def student_of(lesson, method):
    """A student whose set is made in this way."""
    return next(number for number in STUDENTS if task(number, lesson.corpus, COURSE).method == method)


def test_sets_are_such_as_models_may_be_tested_on(lesson):
    tasks = [task(number, lesson.corpus, COURSE) for number in STUDENTS]
    assert {one.method for one in tasks} == {"balanced", "centered", "screened"}
    for one in tasks[:6]:
        assert one.partitions().method == one.method


def test_beside_the_list_of_a_class_strangers_and_the_absent_are_named():
    grades = [
        Grade("a.zip", "B１", "Li Hua"),
        Grade("b.zip", "B2", "Wang"),
        Grade("c.zip", "B9"),
        Grade("d.zip"),
    ]
    listed = checked_against(grades, {"b1": "li hua", "B2": "Zhao", "B3": "Sun"})
    assert [one.file for one in listed] == ["a.zip", "b.zip", "c.zip", "d.zip", ""]
    assert [remarks(one) for one in listed] == [
        "",
        "Listed as Zhao.",
        "Not listed.",
        "",
        "Not handed in.",
    ]
    assert (listed[-1].number, listed[-1].name) == ("B3", "Sun")
    assert checked_against(grades, {}) == tuple(grades)


@pytest.mark.parametrize(
    ("language", "method", "words"),
    [
        ("en", "screened", "Screen the candidates"),
        ("en", "balanced", "choose “balanced”"),
        ("zh-CN", "screened", "选“论文的筛选”，各个 c 保持为 1，点“筛选候选”"),
        ("zh-CN", "centered", "选“居中”"),
    ],
)
def test_a_sheet_says_what_to_open_and_how_the_set_is_made(lesson, language, method, words):
    given = task(student_of(lesson, method), lesson.corpus, COURSE)
    sheet = sheets([given], language)
    assert words in sheet
    meaning = {"balanced": "on average over the set", "centered": "期望值", "screened": "c"}[method]
    assert meaning in sheet.partition("Compare models on these”. " if language == "en" else "比较模型”。")[2]
    assert {"en": "texts · Labels", "zh-CN": "条文本 · 标签"}[language] in sheet
    assert f"--method {method} -m 5" in sheet
    assert {"en": "First open “class.jsonl”", "zh-CN": "打开语料“class.jsonl”"}[language] in sheet
    assert all(str(value) in sheet for value in (given.number, given.seed, len(lesson.corpus), COURSE))
    assert "{" not in sheet


def test_a_set_screened_as_the_paper_does_is_graded(tmp_path, lesson):
    data = lesson.hand_in(student_of(lesson, "screened"))
    found = grade(folder_of(tmp_path, {"a.zip": data}), lesson)["a.zip"]
    assert (found.signature, found.n_right, found.consistent, found.remarks) == ("own", 6, True, ())


@pytest.mark.parametrize(("language", "before"), [("en", "Name: "), ("zh-CN", "姓名：")])
def test_a_sheet_has_the_name_that_was_typed(lesson, language, before):
    given = task(STUDENTS[0], lesson.corpus, COURSE)
    page = html(sheets([given], language, students={STUDENTS[0]: "<b>李\n# 华</b> {m}"}), language)
    assert f"{before}&lt;b&gt;李 # 华&lt;/b&gt; {{m}} ·" in page
    assert f"{before}____" in sheets([given], language)


def test_wrong_numbers_are_wrong_and_a_verdict_that_they_do_not_give_is_not_consistent(tmp_path, lesson):
    data = lesson.hand_in(STUDENTS[0], numbers={"difference": 0.3, "percentile": None}, verdict="B better")
    found = grade(folder_of(tmp_path, {"a.zip": data}), lesson)["a.zip"]
    assert {key for key, right in found.right.items() if not right} == {"difference", "percentile"}
    assert not found.consistent


def test_bad_hand_ins_have_a_sentence_each(tmp_path, lesson, good):
    first, second = STUDENTS[:2]
    edited = dict(_members(good[second]))
    edited["project.json"] = edited["project.json"].replace(b"A better", b"B better").replace(b"0.", b"1.")
    files = {
        "a.zip": good[first],
        "b-again.zip": good[first],
        "c-edited.zip": pack(edited),
        "d-nameless.zip": lesson.hand_in(f"{second[:3]} {second[3:]}", " ", course=COURSE.replace(" ", "")),
        "e-copied.zip": lesson.hand_in(STUDENTS[5], own=first),
        "f-other-task.zip": lesson.hand_in(STUDENTS[6], course="Another"),
        "g-notes.txt": b"I did it",
        "/".join(["h"] * 12) + "/deep.zip": good[second],
    }
    found = grade(folder_of(tmp_path, {name.lstrip("/"): data for name, data in files.items()}), lesson)
    assert remarks(found["a.zip"]) == f"{STUDENTS[5]} has this set, too."
    assert "same file as" in remarks(found["b-again.zip"])
    assert "changed or damaged" in remarks(found["c-edited.zip"])
    assert (found["c-edited.zip"].number, found["c-edited.zip"].name) == (second, "王小明")
    assert "name is missing" in remarks(found["d-nameless.zip"])
    assert "The number is also in c-edited.zip" in remarks(found["d-nameless.zip"])
    assert found["d-nameless.zip"].signature == "own"
    assert f"The set is that of {first}" in remarks(found["e-copied.zip"])
    assert found["e-copied.zip"].signature == "neighbour"
    assert "Another task" in remarks(found["f-other-task.zip"])
    assert found["g-notes.txt"].remarks
    assert "more than 8 deep" in remarks(found[tmp_path.name])


def test_who_copied_and_who_was_copied_are_both_named(tmp_path, lesson):
    words = "两半比随机对半更相似，因此两个模型的得分往往都偏高。"
    first, second = STUDENTS[:2]
    files = {
        "a.zip": lesson.hand_in(first, own=second, paragraph=words * 6),
        "b.zip": lesson.hand_in(second, paragraph=words * 7),
    }
    found = grade(folder_of(tmp_path, files), lesson)
    assert remarks(found["a.zip"]) == f"The set is that of {second}."
    assert remarks(found["b.zip"]) == f"{first} has this set, too."
    files["b.zip"] = lesson.hand_in(second, paragraph=words * 2 + "!")
    files["a.zip"] = lesson.hand_in(first, paragraph=words * 2 + "!")
    found = grade(folder_of(tmp_path, files), lesson)
    short = "Paragraph: 52 words or characters, not 150 to 300."
    assert remarks(found["a.zip"]) == f"{short} The paragraph is that of {second}."
    assert remarks(found["b.zip"]) == f"{short} The paragraph is that of {first}."


def test_without_the_course_that_all_hand_ins_name_nothing_is_graded(tmp_path, lesson, good, capsys):
    corpus = tmp_path / "class.jsonl"
    corpus.write_bytes(lesson.data)
    hand_ins = [str(tmp_path / f"{number}.zip") for number in good]
    folder_of(tmp_path, {f"{number}.zip": data for number, data in good.items()})
    assert main(["grade", *hand_ins, str(corpus)]) == 1
    assert f"give it (--course {COURSE})" in capsys.readouterr().err
    assert main(["grade", *hand_ins, str(corpus), "--course", COURSE]) == 0
    assert capsys.readouterr().out.count("6 of 6") == 2
    assert main(["grade", *hand_ins]) == 2
    assert f"{STUDENTS[1]}.zip is a hand-in: name the corpus, too." in capsys.readouterr().err


def test_a_hand_in_without_splits_has_that_among_its_remarks(tmp_path, lesson, good):
    project, hand_in = read_hand_in(good[STUDENTS[0]], "a.zip")
    bare = filled_in(replace(project, partitions=(), experiments=()), replace(hand_in, name=""))
    found = grade(folder_of(tmp_path, {"a.zip": bare}), lesson)["a.zip"]
    assert found.signature == "none"
    assert remarks(found).startswith("The name is missing. ")
    assert remarks(found).endswith("No splits.")


def test_marks_for_a_chinese_spreadsheet_have_chinese_headers_and_values(lesson):
    one = Grade("a.zip", "1", "王", signature="own", verdict="A better", remarks=(Notice("No splits."),))
    written = marks_csv([one], "zh-CN", say=lambda remark: "没有切分。").decode("utf-8-sig")
    [row] = csv.DictReader(written.splitlines())
    assert not any(header.isascii() for header in row)
    assert (row["文件"], row["学号"], row["切分是本人的"], row["期望值（对否）"]) == (
        "a.zip",
        "1",
        "本人",
        "错",
    )
    assert (row["结论"], row["结论正确"], row["备注"]) == ("A 更好", "错", "没有切分。")
    [row] = csv.DictReader(marks_csv([one]).decode("utf-8-sig").splitlines())
    assert (row["signature"], row["verdict"], row["remarks"]) == ("own", "A better", "No splits.")


@pytest.mark.parametrize("packing", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, zipfile.ZIP_STORED])
def test_whose_a_changed_file_is_is_read_within_the_bounds_of_projects(packing):
    """Other packings may unpack to any size at once."""
    manifest = '{"choices": {"homework": {"number": "2026001", "name": "Li"}}}'
    expected = ("2026001", "Li") if packing == zipfile.ZIP_STORED else ("", "")
    assert sentence_of(zipped({MANIFEST: manifest}, packing)) == expected


def test_nothing_to_grade_is_said(tmp_path):
    with pytest.raises(InputError, match="no hand-ins"):
        collected(tmp_path)


@pytest.mark.slow
def test_forty_hand_ins_are_graded_in_a_minute_and_three_faulty_ones_found(tmp_path, lesson, good):
    files = {f"{number}.zip": good.get(number) or lesson.hand_in(number) for number in STUDENTS}
    files[f"{STUDENTS[7]}.zip"] = lesson.hand_in(STUDENTS[7], own=STUDENTS[8])
    files[f"{STUDENTS[9]}.zip"] = lesson.hand_in(STUDENTS[9], numbers={"expected": 0.1})
    files[f"{STUDENTS[11]}.zip"] = files[f"{STUDENTS[12]}.zip"][:-400]
    folder_of(tmp_path, files)
    with time_limit(60):
        found = grade(tmp_path, lesson)
    faulty = [name for name, one in found.items() if one.remarks or one.n_right < 6]
    assert faulty == [f"{STUDENTS[k]}.zip" for k in (7, 8, 9, 11)]


def test_the_commands_write_sheets_and_marks(printed, tmp_path, lesson, good):
    corpus, hand_ins = tmp_path / "class.jsonl", tmp_path / "in"
    corpus.write_bytes(lesson.data)
    (tmp_path / "list.csv").write_text(f"{STUDENTS[0]},王小明\n{STUDENTS[1]} Li Hua\n", encoding="gb18030")
    words = ["--numbers", str(tmp_path / "list.csv"), "--course", COURSE, "-o", str(tmp_path / "s.html")]
    assert main(["homework", str(corpus), *words, "--language", "zh-CN"]) == 0
    page = (tmp_path / "s.html").read_text(encoding="utf-8")
    assert page.count("<h1>") == 2
    assert f"{STUDENTS[1]} · 姓名：Li Hua ·" in page.replace("学号：", "")
    folder_of(hand_ins, {f"{number}.zip": data for number, data in good.items()})
    assert "6 of 6" in printed("grade", hand_ins, corpus, "--course", COURSE, "-o", tmp_path / "m.csv")
    rows = list(csv.DictReader((tmp_path / "m.csv").read_text(encoding="utf-8-sig").splitlines()))
    assert [row["numbers_right"] for row in rows] == ["6"] * 2
    assert all(float(row["difference_computed"]) == float(row["difference"]) for row in rows)


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_who_handed_in_nothing_has_empty_cells(language):
    nothing = Grade("", number="2026003", name="Wu", remarks=(Notice("Nothing handed in."),))
    [_header, row] = csv.reader(marks_csv([nothing], language).decode("utf-8-sig").splitlines())
    assert [cell for cell in row if cell] == ["2026003", "Wu", "Nothing handed in."]


def test_the_mark_list_runs_no_formula(lesson):
    assert b"'=1+1" in marks_csv([Grade("a.zip", name="=1+1")])


def _members(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [(name, archive.read(name)) for name in archive.namelist()]


def test_each_student_may_have_a_part_which_is_drawn_again_for_the_marks(tmp_path, capsys):
    """The part goes by the seed; what was made on the part of another, or on the whole, shows."""
    corpus = tmp_path / "class.jsonl"
    corpus.write_bytes((mx.corpus.samples.FOLDER / "intents_en.jsonl").read_bytes())
    asked = ["--numbers", "2026001,2026002", "--course", COURSE, "--part", "400"]
    assert main(["homework", str(corpus), *asked, "-o", str(tmp_path / "task.md")]) == 0
    sheet = (tmp_path / "task.md").read_text(encoding="utf-8")
    assert "2026001.jsonl, 400 texts" in sheet
    parts = {k: (tmp_path / "task" / f"202600{k}.jsonl").read_bytes() for k in (1, 2)}
    assert parts[1] != parts[2]
    one, two = (Class(parts[k], f"202600{k}.jsonl") for k in (1, 2))
    assert len(one.corpus) == 400
    files = {
        "good.zip": one.hand_in("2026001"),
        "neighbour.zip": one.hand_in("2026002", own="2026001"),
        "whole.zip": Class(corpus.read_bytes()).hand_in("2026003"),
    }
    folder = folder_of(tmp_path / "in", files)
    capsys.readouterr()
    marks = tmp_path / "marks.csv"
    command = ["grade", str(folder), str(corpus), "--course", COURSE, "--part", "400", "-o", str(marks)]
    assert main(command) == 0
    printed = capsys.readouterr().out
    rows = {line.split()[-1]: line for line in printed.splitlines() if line.endswith(".zip")}
    assert "own" in rows["good.zip"]
    assert "6 of 6" in rows["good.zip"]
    assert "neighbour.zip: Another corpus" in printed
    assert "whole.zip: Another corpus" in printed
    assert len(two.corpus) == 400


@pytest.mark.parametrize(
    ("key", "found", "right", "wrong"),
    [
        ("percentile", 0.02, (2, 4, 0.02, 0.04), (0.2, 0.5, 0.9, 7)),
        ("percentile", 0.4, (40, 0.4, 42, 0.38), (0.5, 1, 44)),
        ("percentile", 0.004, (0.4, 0, 0.004, 1), (0.1, 0.9, 5)),
        ("divergence", 0.004, (0.004, 0.0), (0.4, 0.9)),
        ("difference", 0.0004, (0.0004, 0.04), (0.02, 0.1, 0.9)),
        ("lower", -0.0123, (-0.0123, -1.23), (0.0123, -0.5, 1.23)),
    ],
)
def test_where_a_number_is_near_0_not_every_fraction_is_right_in_per_cent(key, found, right, wrong):
    grades = [Grade("a.zip", given={key: given}, found={key: found}) for given in right + wrong]
    assert [one.n_right for one in grades] == [1] * len(right) + [0] * len(wrong)


def test_numbers_as_the_pages_show_them_are_right(lesson, good, tmp_path):
    """With as many digits; .02 beside it is wrong."""
    number, digits = STUDENTS[0], {"expected": 2, "divergence": 2, "difference": 4}
    value = grade(folder_of(tmp_path, {"a.zip": good[number]}), lesson)["a.zip"].found
    for move in (0, 0.02):
        data = lesson.hand_in(number, numbers={key: round(value[key], n) + move for key, n in digits.items()})
        found = grade(folder_of(tmp_path, {"a.zip": data}), lesson)["a.zip"]
        assert [found.right[key] for key in digits] == [move == 0] * 3
