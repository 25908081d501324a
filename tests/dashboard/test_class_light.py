"""The light page of a class board: small, in both languages, bounded; nothing that is sent is believed."""

import asyncio
import json
import re
from types import SimpleNamespace
from urllib.parse import unquote, urlencode

import pytest
from starlette.applications import Starlette

from dashboard.learn import questions
from dashboard.learn.lesson import light_board
from dashboard.server.running import resources
from dashboard.server.visits import login, visitors
from dashboard.server.visits.class_boards import Boards
from tests.dashboard.test_pages import visited

EVIL = "<img src=x onerror=alert(1)>"
NUMBER, CHOICE = questions.question(4), questions.question(7)
SMALL = 6_000  # bytes


@pytest.fixture
def board(monkeypatch):
    boards = Boards()
    monkeypatch.setattr(resources, "boards", lambda: boards)
    code = boards.open("project", lambda: "view")
    boards.ask(code, NUMBER)
    return code


class Phone:
    """Sends requests to the routes, as a server would."""

    app = Starlette(routes=light_board.ROUTES)

    def get(self, address, headers=None):
        return asyncio.run(self._ask("GET", address, b"", headers or {}))

    def post(self, address, data="", headers=None):
        body = data if isinstance(data, str) else urlencode(data)
        return asyncio.run(self._ask("POST", address, body.encode(), headers or {}))

    async def _ask(self, method, address, body, headers):
        path, _, query = address.partition("?")
        answered = []

        async def receive():
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message):
            answered.append(message)

        known = {"host": "splits.example", **headers}
        scope = {
            "type": "http",
            "method": method,
            "path": unquote(path),
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in known.items()],
        }
        await self.app(scope, receive, send)
        content = b"".join(message.get("body", b"") for message in answered)
        return SimpleNamespace(
            status_code=answered[0]["status"],
            headers={name.decode(): value.decode() for name, value in answered[0]["headers"]},
            content=content,
            text=content.decode(),
        )


@pytest.fixture
def phone():
    return Phone()


def guessed(code):
    return sorted(resources.boards().standing(code).guesses)


def token(page):
    return re.search(r'name="who" value="([^"]+)"', page.text)[1]


@pytest.mark.parametrize(
    ("language", "shown"),
    [("en", ("Class board", "Send my guess", "Sent: 40%")), ("zh", ("课堂看板", "我的猜测", "已提交：40%"))],
)
def test_one_of_the_class_guesses_changes_the_guess_and_sees_the_answer(board, phone, language, shown):
    address = f"/board/{board}?lang={language}"
    page = phone.get(address)
    assert page.status_code == 200
    assert f'lang="{language}"' in page.text
    assert all(words in page.text for words in shown[:2])
    assert "25%" not in page.text  # the answer
    sent = phone.post(address, data={"guess": "40", "who": token(page)})
    assert shown[2] in sent.text
    assert guessed(board) == [40.0]
    phone.post(address, data={"guess": "４１．５", "who": token(sent)})  # of a Chinese keyboard
    assert guessed(board) == [41.5]
    for one in (page, sent):
        assert len(one.content) < SMALL
    resources.boards().ask(board, NUMBER, reveal=True)
    page = phone.get(address)
    assert "25%" in page.text
    assert "<form" not in page.text
    assert f"board={board}&amp;step=blocks&amp;v=view" in page.text


def test_a_refused_guess_stays_in_the_field_as_it_was_typed(board, phone):
    refused = phone.post(f"/board/{board}", data={"guess": '150"<'})
    assert refused.status_code == 422
    assert 'value="150&quot;&lt;"' in refused.text


def test_a_choice_is_chosen(board, phone):
    resources.boards().ask(board, CHOICE)
    page = phone.get(f"/board/{board}?lang=en")
    assert page.text.count('type="radio"') == 3
    refused = phone.post(f"/board/{board}?lang=en", data={"who": token(page)})
    assert "Choose one of the answers first." in refused.text
    sent = phone.post(f"/board/{board}?lang=en", data={"guess": "2", "who": token(page)})
    assert 'value="2" checked' in sent.text
    assert guessed(board) == [2.0]


def test_it_tells_when_there_is_something_else_to_see(board, phone):
    seen = [phone.get(f"/board/{board}/state").text]
    assert f'data-state="{seen[0]}"' in phone.get(f"/board/{board}").text
    for change in (
        lambda: resources.boards().ask(board, NUMBER, reveal=True),
        lambda: resources.boards().reset(board),
        lambda: resources.boards().ask(board, CHOICE),
        lambda: resources.boards().close(board),
    ):
        change()
        answer = phone.get(f"/board/{board}/state")
        assert len(answer.content) < 20
        assert answer.text not in seen
        seen.append(answer.text)
    assert seen[-1] == light_board.GONE


def test_a_browser_has_one_guess_whether_it_keeps_cookies_or_not(board, phone):
    page = phone.get(f"/board/{board}")
    phone.post(f"/board/{board}", data={"guess": "1", "who": token(page)})
    phone.post(f"/board/{board}", data={"guess": "2", "who": token(page)})
    assert guessed(board) == [2.0]
    cookie = {"cookie": f"{visitors.COOKIE}={'a' * 32}"}
    for guess in ("3", "4"):
        phone.post(f"/board/{board}", data={"guess": guess}, headers=cookie)
    assert guessed(board) == [2.0, 4.0]
    assert 'value="4"' in phone.get(f"/board/{board}", headers=cookie).text  # after a reload


@pytest.mark.parametrize("nonsense", ["", "101", "-1", "nan", "inf", "1e9", "9" * 400, EVIL, "40%", "\x00"])
def test_nonsense_is_one_sentence_and_no_guess(board, phone, nonsense):
    answer = phone.post(f"/board/{board}?lang=en", data={"guess": nonsense, "who": EVIL})
    assert answer.status_code == 422
    assert "Enter a number from 0 to 100." in answer.text
    assert "<img" not in answer.text
    assert guessed(board) == []


@pytest.mark.parametrize("code", ["closed", "x" * 5000, "%3Cimg%20src%3Dx%3E", "..%00"])
def test_a_board_that_is_not_there_is_one_sentence(board, phone, code):
    for language, words in (("en", "This class board has ended"), ("zh", "课堂看板已结束")):
        answer = phone.get(f"/board/{code}?lang={language}")
        assert answer.status_code == 404
        assert words in answer.text
        assert "<img" not in answer.text
    assert phone.post(f"/board/{code}", data={"guess": "1"}).status_code == 404
    assert phone.get(f"/board/{code}/state").text == light_board.GONE


def test_languages_and_forms_of_strangers_are_not_believed(board, phone):
    assert 'lang="zh"' in phone.get(f"/board/{board}", headers={"accept-language": "zh-CN,zh;q=0.9"}).text
    assert 'lang="en"' in phone.get(f"/board/{board}?lang={EVIL}").text
    elsewhere = {"origin": "https://elsewhere.example"}
    assert phone.post(f"/board/{board}", data={"guess": "1"}, headers=elsewhere).status_code == 403
    assert phone.post(f"/board/{board}", data={"guess": "1" * 5000}).status_code == 413
    many = "&".join(f"a{k}=1" for k in range(100))
    assert phone.post(f"/board/{board}", data=many).status_code == 422
    assert guessed(board) == []


def test_where_people_log_in_the_page_that_asks_for_it_is_shown(board, phone, monkeypatch):
    monkeypatch.setattr(login, "configured", lambda: True)
    answer = phone.get(f"/board/{board}?lang=zh")
    assert answer.status_code == 303
    assert answer.headers["location"] == f"../learn?board={board}&lang=zh"
    phone.post(f"/board/{board}", data={"guess": "5"})
    assert guessed(board) == []
    monkeypatch.setattr(login, "configured", lambda: False)  # a test logs nobody in
    monkeypatch.setattr(visitors, "browser", lambda: visitors.browser_visitor("a" * 32))
    page = visited("learn", board=f"{board}</script>", lang="zh")
    (leads,) = [one for one in page.get("bidi_component") if one.proto.component_name.endswith("leads_to")]
    assert json.loads(leads.proto.json) == f"board/{board}%3C%2Fscript%3E?lang=zh"
    monkeypatch.setattr(login, "configured", lambda: True)
    phone.post(f"/board/{board}", data={"guess": "5"}, headers={"cookie": f"{visitors.COOKIE}={'a' * 32}"})
    assert guessed(board) == [5.0]
