"""The board of a class as a page of a few kilobytes: a form and no framework, for many phones on a weak network.

It looks for the next question by a short request every few seconds. Servers that ask people to log in
show the page of `phone` first, since only Streamlit knows who is logged in.
"""

import re
import secrets
import unicodedata
from html import escape
from pathlib import Path
from string import Template
from urllib.parse import parse_qs, urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from dashboard.learn import questions, step_words
from dashboard.server.running import resources
from dashboard.server.visits import connections, login, owners, visitors
from dashboard.server.visits.class_boards import BoardQuestion, BoardStanding
from dashboard.server.visits.owners import Owner
from dashboard.ui.menu import BOARD
from dashboard.words import problems, text
from dashboard.words.text import _
from mx2core.errors import InputError, Mx2Error

PATH = "/board/{code:str}"
LONGEST = 64  # characters of a code that are looked at
MOST = 1024  # bytes of a form
GONE = "gone"
logged_in: set[str | None] = set()  # browsers that came from the page behind the login
HEADERS = {
    "cache-control": "no-store",
    "referrer-policy": "same-origin",  # without one a browser hides from us where a form comes from
}
_NUMBER = re.compile(r"[+-]?\d{1,9}([.,]\d{1,9})?")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
PAGE = Template(Path(__file__).with_suffix(".html").read_text(encoding="utf-8"))


async def show(request: Request) -> Response:
    """The question that stands on a board, and the guess of whoever sends one."""
    code = request.path_params["code"][:LONGEST]
    language = spoken_by(request)
    browser = visitors.browser_visitor(request.cookies.get(visitors.COOKIE, ""))
    if login.configured() and (browser is None or browser not in logged_in):
        return RedirectResponse("../learn?" + urlencode({BOARD: code, "lang": language}), 303, HEADERS)
    if request.method == "POST" and connections.is_from_elsewhere(request.scope):
        return PlainTextResponse("", 403, HEADERS)
    with text.spoken(language):
        form = await _form(request) if request.method == "POST" else {}
        if form is None:
            return PlainTextResponse("", 413, HEADERS)
        # By the cookie of the browser; without one by a token that the form keeps.
        token = form.get("who", "")
        token = token if _TOKEN.fullmatch(token) else secrets.token_urlsafe(16)
        who = browser or f"form {token}"
        refused = None
        if request.method == "POST":
            host = request.client.host if request.client else None
            try:
                _send(code, who, form.get("guess", ""), Owner(address=owners.network_of(host)))
            except Mx2Error as error:
                refused = error
        return _page(code, who, token, refused, form.get("guess", ""))


async def state(request: Request) -> Response:
    """In a word, how a board stands: another one when there is something else to see."""
    return PlainTextResponse(_state(request.path_params["code"][:LONGEST]), 200, HEADERS)


def spoken_by(request: Request) -> str:
    """The language that the address asks for, else that of the browser."""
    asked = request.query_params.get("lang", "")
    if asked in text.LANGUAGES:
        return asked
    return "zh" if request.headers.get("accept-language", "").lower().startswith("zh") else "en"


async def _form(request: Request) -> dict[str, str] | None:
    """What was sent; None of more than anybody types."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > MOST:
            return None
    try:
        sent = parse_qs(body.decode("ascii", "replace"), max_num_fields=4)
    except ValueError:
        return {}
    return {name: values[0] for name, values in sent.items()}


def _send(code: str, who: str, typed: str, owner: Owner) -> None:
    boards = resources.boards()
    standing = boards.standing(code)
    typed = unicodedata.normalize("NFKC", typed).strip()  # digits of a Chinese keyboard may be wide
    if standing is not None and standing.question.whole and not typed:
        raise InputError("Choose one of the answers first.")
    guess = float(typed.replace(",", ".")) if _NUMBER.fullmatch(typed) else None
    boards.guess(code, who, guess, owner)


def _state(code: str) -> str:
    try:
        standing = resources.boards().standing(code)
    except Mx2Error:
        return GONE
    if standing is None:
        return "-"
    return f"{standing.question.step} {int(standing.revealed)} {standing.resets}"


def _page(code: str, who: str, token: str, refused: Mx2Error | None, typed: str) -> HTMLResponse:
    status, language = 200 if refused is None else 422, text.language()
    try:
        standing = resources.boards().standing(code, who)
    except Mx2Error as gone:
        body, status = _alert(gone), 404
    else:
        soon = escape(_("The first question comes soon."))
        body = f'<p class="q">{soon}</p>'
        if standing is not None:
            body = _standing(code, standing, token, refused, typed)
    other = next(one for one in text.LANGUAGES if one != language)
    page = PAGE.substitute(
        language=language,
        title=escape(_("Class board")),
        state=_state(code),
        body=body,
        other=other,
        other_name=text.LANGUAGES[other],
    )
    return HTMLResponse(page, status, HEADERS)


def _standing(code: str, standing: BoardStanding, token: str, refused: Mx2Error | None, typed: str) -> str:
    asked, mine, view = standing.question, standing.mine, resources.boards().view(code) or ""
    question = f'<p class="q">{escape(questions.question_text(asked.step, asked.values))}</p>'
    guess = None if mine is None else questions.guess_text(asked, mine)
    if standing.revealed:
        shown = [(_("The answer"), questions.answer(asked))]
        shown += [] if guess is None else [(_("My guess"), guess)]
        told = "".join(f'<p>{escape(name)}</p><p class="big">{escape(value)}</p>' for name, value in shown)
        step = step_words.address_name(asked.step)
        to_step = {"lang": text.language(), BOARD: code, "step": step, "v": view}
        leads = _("Try this step yourself")
        return f'{question}{told}<p><a href="../learn?{escape(urlencode(to_step))}">{escape(leads)}</a></p>'
    told, send = "" if refused is None else _alert(refused), _("Send my guess")
    if refused is None and guess is not None:
        sent = _("Sent: {guess}. You can still change it.").format(guess=guess)
        told = f'<p role="status">{escape(sent)}</p>'
    return (
        f'{question}<form method="post">{_fields(asked, mine, typed if refused else None)}<input type="hidden" name="who" value="{token}">'
        f"<button>{escape(send)}</button></form>{told}"
    )


def _fields(question: BoardQuestion, mine: float | None, typed: str | None) -> str:
    """`typed`: what was refused, to be mended."""
    options = questions.options(question)
    if options:
        return "".join(
            f'<label class="one"><input type="radio" name="guess" value="{k}"{" checked" if mine == k else ""}> '
            f"{escape(option)}</label>"
            for k, option in enumerate(options)
        )
    value = escape(typed) if typed is not None else "" if mine is None else f"{mine:g}"
    return (
        f'<label>{escape(questions.guess_label(question))}<input type="text" inputmode="decimal" name="guess" autocomplete="off" '
        f'maxlength="12" placeholder="{question.low:g} – {question.high:g}" value="{value}"></label>'
    )


def _alert(error: Mx2Error) -> str:
    return f'<p role="alert">{escape(problems.notice_text(error.notice))}</p>'


ROUTES = [Route(PATH, show, methods=["GET", "POST"]), Route(PATH + "/state", state)]
