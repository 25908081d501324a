"""Learn with a class: every screen in both languages, guesses on a board, a hand-out."""

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from dashboard.figures import learn as figures
from dashboard.learn import questions, step_words
from dashboard.learn.lesson import notes
from dashboard.server.running import resources
from dashboard.server.visits import class_boards, connections, visitors
from dashboard.server.visits.class_boards import Boards
from dashboard.session import state
from dashboard.session.state import OWN
from dashboard.words import text
from tests.dashboard.test_lessons import BY_HAND, STEPS
from tests.dashboard.test_pages import ROOT, fine, opened, project_of, visited
from tests.dashboard.test_report import read

EVIL = "<img src=x onerror=alert(1)>"
NO_CORPUS = (3, 4, 7, 8, 9, 10, 11, *BY_HAND)  # steps whose answer depends on none


@pytest.fixture(autouse=True)
def no_boards(monkeypatch):
    boards = Boards()
    monkeypatch.setattr(resources, "boards", lambda: boards)


def presented(app: AppTest, step: int | str, stage: str) -> AppTest:
    step_of_address = step if step == "end" else step_words.address_name(step)
    app.query_params["step"], app.query_params["present"] = step_of_address, stage
    app.switch_page("../pages/learn.py").run()
    fine(app)
    return app


def somebody(**address: str) -> AppTest:
    """One of the class, by an address of Learn."""
    app = visited("learn", **address)
    assert not app.exception
    return app


def pressed(app: AppTest, key: str) -> AppTest:
    app.button(key=key).click().run()
    assert not app.exception
    return app


def words(app: AppTest) -> str:
    shown = (*app.title, *app.header, *app.markdown, *app.caption)
    return "\n".join(element.value for element in shown).replace("\\", "")


def test_every_step_asks_answers_and_shows():
    app = opened("zh")
    asked = set()
    for step in STEPS:
        asked.add(words(presented(app, step, "ask")))
        assert bool(app.get("plotly_chart")) == (
            step == 1
        )  # of the first of two splits; nothing is given away
        presented(app, step, "answer")
        assert ANSWERS.get(step, "") in words(app)
        assert not app.get("plotly_chart")  # nobody guessed
        answer = [line.value for line in app.markdown if line.value.startswith("###### ")][1:]
        presented(app, step, "figure")
        assert app.get("plotly_chart") or step in BY_HAND
        if step != 7:  # its answer is a choice; the others are the numbers of the figure
            number = (
                answer[0].removeprefix("###### ").replace("\\", "").split("（")[0]
            )  # without what it is of
            assert number in words(app), step
        assert not app.sidebar.children
    assert len(asked) == len(STEPS)
    assert leads_to(app) == "小结"


def leads_to(app):
    return app.button(key="present_next").label.removeprefix(":violet[").removesuffix("]")


# What the class is told of the steps whose answer depends on no corpus.
ANSWERS = {3: "64%", 4: "25%", 8: "25%", 9: "82%", 10: "9.5%", 11: "40%", 12: "1.746", 13: "2.207", 14: "42"}


def test_keys_lead_through_all_stages_and_out():
    app = presented(opened("en"), 1, "ask")
    assert app.button(key="present_back").disabled
    for step, stage in [("split-twice", "answer"), ("split-twice", "figure"), ("chi-square", "ask")]:
        pressed(app, "present_next")
        assert (app.query_params["step"], app.query_params["present"]) == (step, stage)
    pressed(app, "present_back")
    assert app.query_params["present"] == "figure"
    pressed(app, "present_leave")
    assert "present" not in app.query_params
    assert app.sidebar.children
    assert presented(app, "end", "ask").button(key="present_next").disabled


def test_a_class_guesses_on_a_board_and_sees_the_answer():
    teacher = pressed(presented(opened("en"), 4, "ask"), "open_board")
    code = resources.boards().code_of(project_of(teacher).id)
    assert code is not None
    assert code in words(teacher)
    assert "Scan to send your guess" in words(teacher)
    resources.boards().guess(code, "ann", 40)  # as in test_class_light.py
    assert "1 guess" in words(teacher.run())
    resources.boards().guess(code, "bob", 20)
    assert "2 guesses" in words(teacher.run())
    teacher.number_input(key="guess_number_4").set_value(60.0)  # of somebody without a phone
    teacher.button(key="guess_send_4").click().run()
    assert "3 guesses" in words(teacher)

    pressed(teacher, "present_next")
    assert "Guessed: 20%, 40%, 60%" in words(teacher)
    pressed(teacher, "present_back")  # the answer is hidden again
    resources.boards().guess(code, "ann", 46.5)
    pressed(teacher, "present_next")
    assert "Guessed: 20%, 46.5%, 60%" in words(teacher)
    pressed(teacher, "present_next")  # the figure
    pressed(teacher, "present_next")  # the next question
    assert resources.boards().standing(code).question.step == 5
    pressed(teacher, "present_back")
    pressed(teacher, "present_back")
    pressed(teacher, "reset_board")
    assert teacher.query_params["present"] == "ask"
    assert "0 guesses" in words(teacher)
    pressed(teacher, "close_board")
    assert resources.store().views.views_of(project_of(teacher).id) == ()
    assert teacher.button(key="open_board")


def test_who_only_looks_opens_no_board_and_moves_no_projector():
    teacher = pressed(presented(opened("en"), 3, "ask"), "open_board")
    project = project_of(teacher).id
    view = resources.boards().view(resources.boards().code_of(project))
    guest = somebody(v=view, step="4", present="ask", lang="en")
    assert project_of(teacher).projected == (3, "ask")
    assert "open_board" not in [button.key for button in guest.button]
    assert not guest.number_input  # the class guesses on its board


def test_the_address_that_a_class_sees_leads_only_the_teacher_to_the_project(monkeypatch):
    monkeypatch.setattr(visitors, "visitor", lambda: "teacher")
    app = presented(opened("en"), 1, "figure").run()
    key, address = (
        app.session_state[OWN],
        {name: app.query_params[name] for name in ("mine", "step", "present")},
    )
    assert "p" not in app.query_params
    assert key not in "".join(address.values())
    assert somebody(**address).session_state[OWN] == key  # after a reload
    monkeypatch.setattr(visitors, "visitor", lambda: "pupil")
    assert somebody(**address).session_state[OWN] != key
    monkeypatch.setattr(visitors, "visitor", lambda: "teacher")
    pressed(app, "present_leave")
    assert app.query_params["p"] == key
    assert "mine" not in app.query_params


def test_notes_have_a_window_that_follows_the_projector():
    app = presented(opened("en"), 1, "notes")
    assert len(app.markdown) >= 5
    assert not app.get("plotly_chart")
    assert "On the projector" not in words(app)
    projector = presented(opened("en"), 4, "answer")
    project_of(app).projected = project_of(projector).projected
    assert app.run().header[0].value.startswith("4. ")
    assert "On the projector: The answer" in words(app)
    assert "Then: 5. " in words(app)
    project_of(app).projected = (len(STEPS) + 1, "ask")
    fine(app.run())
    assert "in brief" in app.header[0].value


def test_a_project_that_is_presented_is_kept(monkeypatch):
    monkeypatch.setattr(visitors, "visitor", lambda: "teacher")
    app = AppTest.from_file(str(ROOT / "dashboard" / "main.py"), default_timeout=600)
    app.run()
    presented(app, 3, "ask").run()  # nothing was moved
    code = resources.boards().code_of(pressed(app, "open_board").session_state[OWN])
    again = somebody(**{name: app.query_params[name] for name in ("mine", "step", "present")})
    assert code in words(again)


def test_one_of_the_class_tries_a_step_without_notes_and_comes_back():
    teacher = pressed(presented(opened("en"), 3, "answer"), "present_back")
    code = resources.boards().code_of(project_of(pressed(teacher, "open_board")).id)
    student = somebody(board=code, step="3", v=resources.boards().view(code), lang="en")
    assert student.slider
    assert not student.expander  # no notes
    assert not student.sidebar.children
    assert not student.info  # of a shared page
    links = [link.proto.query_string for link in student.get("page_link")]
    assert any(f"board={code}" in link and "step" not in link for link in links)


@pytest.mark.parametrize(
    ("asked_for", "found"), [(None, "192.0.2.7"), ("0.0.0.0", "192.0.2.7"), ("127.0.0.1", None)]
)
def test_the_address_in_the_network_is_that_of_a_server_which_answers_there(monkeypatch, asked_for, found):
    class Nowhere:
        __enter__, __exit__ = lambda self: self, lambda self, *_: None
        connect, getsockname = lambda self, _: None, lambda self: ("192.0.2.7", 1)

    monkeypatch.setattr(connections.config, "get_option", {"server.address": asked_for}.__getitem__)
    monkeypatch.setattr(connections.socket, "socket", lambda *_: Nowhere())
    assert connections.address_in_network() == found


@pytest.mark.parametrize("language", ["en", "zh"])
def test_students_have_a_sheet_without_answers_and_the_teacher_one_with_them(language, monkeypatch):
    asked = class_boards.BoardQuestion(1, 42.0, 0, 100, values={"n": 12})
    others = {"high": "3", "expected": "0.777", "share": "30", "c": "0.9", "name": "label"}
    known = {step: questions.question(step) for step in NO_CORPUS}
    known |= {step: class_boards.BoardQuestion(step, 0.123, 0, 3, values=others) for step in (2, 5, 6)}
    monkeypatch.setattr(questions, "question", lambda step: known.get(step, asked))
    monkeypatch.setattr(state, "sample_language", lambda: language)  # no project is open
    titles = [f"title {step}" for step in STEPS]
    monkeypatch.setattr(step_words, "title", lambda step: f"{step}. title {step}")
    with text.spoken(language):
        sheet = read(notes.student_sheet(STEPS, EVIL, "http://192.0.2.7/learn"))
        behind = read(notes.teacher_sheet(STEPS, EVIL))
        meanings = [meaning for _step, _name, meaning in step_words.terms()]
        short = read(notes.student_sheet(step_words.SHORT, EVIL, None)).words
        of_short = read(notes.teacher_sheet(step_words.SHORT, EVIL)).words
    for step in step_words.SHORT:  # numbered alike on both
        assert all(f"{step}. title {step}" in words for words in (short, of_short))
    assert all((f"title {step} " in f"{short} ") == (step in step_words.SHORT) for step in STEPS if step > 1)
    for found in (sheet, behind):
        assert "img" not in found.tags
        assert found.words.count(EVIL) >= 1
        assert all(title in found.words for title in titles)
    assert {"en": "My guess", "zh": "我的猜测"}[language] in sheet.words
    assert {"en": "Questions 1, 2, 5, 6 are about", "zh": "第 1、2、5、6 题"}[language] in sheet.words
    assert {"en": "Your name", "zh": "姓名"}[language] in sheet.words
    models = {"en": "A: SVM, words and word pairs; B: words.", "zh": "A："}[language]
    assert models in sheet.words  # a vote is for one that is known, and on who wins
    assert {"en": "My guess: A wins", "zh": "我的猜测：A 胜"}[language] in sheet.words
    assert all(meaning in sheet.words for meaning in meanings)
    assert "http://192.0.2.7/learn" in sheet.words
    for answer in ("9.5%", "82%", "0.123", "0.777", {"en": "Often: ", "zh": "常见的猜测"}[language]):
        assert answer in behind.words
        assert answer not in sheet.words


def test_a_lesson_of_some_steps_goes_from_one_to_the_next_of_them():
    app = visited("learn", lang="en", step="1", present="figure", way="short")
    assert app.header[0].value.startswith("1. ")
    app.button(key="present_next").click().run()
    assert app.query_params["step"] == step_words.address_name(step_words.SHORT[1])
    assert app.header[0].value.startswith("2. ")
    pressed(app, "present_leave")
    assert app.query_params["way"] == "short"  # whoever presents again goes on with it
    app.query_params["step"] = "end"
    assert "**8. Why not an ordinary t-test?" in words(presented(app, "end", "ask"))


def test_histograms_count_every_guess():
    drawn = figures.guesses([0, 100, 100, 55], low=0, high=100, truth=25).to_dict()
    assert dict(zip(drawn["data"][0]["x"], drawn["data"][0]["y"], strict=True)) == {0: 1, 55: 1, 100: 2}
    drawn = figures.guesses([], low=0, high=3, truth=1.5).to_dict()
    assert [shape["x0"] for shape in drawn["layout"]["shapes"]] == [1.5]
    drawn = figures.guesses([0, 2, 2], low=0, high=2, truth=1, options=["a", "b", "c"]).to_dict()
    assert np.array_equal(drawn["data"][0]["y"], [1, 0, 2])
    assert drawn["data"][0]["x"][1] == "✓ b"


@pytest.mark.parametrize("truth", [80.0, 66.7, 0.23])
def test_who_guessed_right_stands_on_the_line(truth):
    drawn = figures.guesses([truth, truth, 20], low=0, high=100, truth=truth).to_dict()
    (bars,) = drawn["data"]
    assert [
        n
        for x, n, width in zip(bars["x"], bars["y"], bars["width"], strict=True)
        if abs(x - truth) <= width / 2
    ] == [2]


def test_a_link_of_this_computer_gets_its_address_in_the_network(monkeypatch):
    monkeypatch.setattr(connections, "address_in_network", lambda: "192.0.2.7")
    assert connections.external_url("http://localhost:8501/look?p=1").netloc == "192.0.2.7:8501"
    assert connections.external_url("https://splits.example/look").netloc == "splits.example"
    monkeypatch.setattr(connections, "address_in_network", lambda: None)
    assert connections.external_url("http://localhost:8501/").hostname in connections.ALONE
