"""What a server gives only so many of: nobody has all, neither one browser nor one address."""

import asyncio
import re
from threading import Event, Thread

import pytest

from dashboard.server.running.job_queue import Jobs
from dashboard.server.turns import FILES, Turns
from dashboard.server.visits.class_boards import BoardQuestion, Boards
from dashboard.server.visits.limits import Limits
from dashboard.server.visits.owners import Owner, check_share, network_of
from dashboard.server.visits.visitors import COOKIE, Remember
from dashboard.ui import components
from mx2core.errors import LimitError
from tests.dashboard.test_queueing import Job
from tests.waiting import PATIENCE, wait_until

ANN, BOB = Owner("ann", "192.0.2.1"), Owner("bob", "192.0.2.2")


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("127.0.0.1", None),
        ("::1", None),
        (None, None),
        ("somewhere", None),
    ],
)
def test_a_household_is_one_address(address, network):
    assert network_of(address) == network


def test_who_is_not_known_has_no_share():
    check_share(Owner(), [Owner()] * 100, 4)


def test_a_browser_and_an_address_have_their_share(monkeypatch):
    monkeypatch.setenv("MX2_OWNER_SHARE", "50")
    check_share(ANN, [ANN, BOB, BOB], 4)
    for other in (Owner("ann", "192.0.2.9"), Owner("new", "192.0.2.1")):
        with pytest.raises(LimitError, match="2, its share"):
            check_share(other, [ANN, ANN], 4)


def test_one_browser_does_not_take_all_boards(monkeypatch):
    monkeypatch.setenv("MX2_BOARDS", "4")
    boards = Boards()
    codes = [boards.open(f"a{n}", lambda: "view", ANN) for n in range(3)]
    for owner in (ANN, Owner("a new one", ANN.address)):
        with pytest.raises(LimitError, match="its share"):
            boards.open("a3", lambda: "view", owner)
    assert boards.open("a0", lambda: "view", ANN) == codes[0]
    boards.open("b0", lambda: "view", BOB)
    boards.close(codes[1])
    boards.open("a3", lambda: "view", ANN)


def test_one_address_does_not_fill_a_board(monkeypatch):
    monkeypatch.setenv("MX2_BOARD_PEOPLE", "4")
    boards = Boards()
    code = boards.open("p", lambda: "view")
    boards.ask(code, BoardQuestion(step=1, truth=42.0, low=0, high=100))
    for n in range(3):
        boards.guess(code, f"made up {n}", n, Owner(address=ANN.address))
    with pytest.raises(LimitError, match="its share"):
        boards.guess(code, "made up 3", 3, Owner(address=ANN.address))
    boards.guess(code, "made up 0", 50, Owner(address=ANN.address))  # who is in may change it
    boards.guess(code, "bob", 40, BOB)
    boards.reset(code)
    boards.guess(code, "made up 3", 3, Owner(address=ANN.address))


def test_one_browser_has_as_many_comparisons_as_one_user_whatever_the_project():
    jobs = Jobs(Limits(per_user=2, waiting=20), owner=lambda: ANN)
    for n in range(2):
        jobs.submit(Job(f"a{n}"), f"project {n}")
    with pytest.raises(LimitError, match="You have 2 comparisons"):
        jobs.submit(Job("a2"), "project 2")
    for id in list(jobs._jobs):
        jobs.cancel(id)


def test_one_address_does_not_fill_the_queue():

    asking = [ANN]
    jobs = Jobs(Limits(per_user=2, waiting=4), owner=lambda: asking[0])
    for n in range(4):  # one runs, three wait: three quarters
        asking[0] = Owner(f"browser {n}", ANN.address)
        jobs.submit(Job(f"a{n}"), f"project {n}")
    asking[0] = Owner("browser 4", ANN.address)
    with pytest.raises(LimitError, match="its share"):
        jobs.admit("project 4")
    asking[0] = BOB
    jobs.submit(Job("b"), "project b")
    for id in list(jobs._jobs):
        jobs.cancel(id)


@pytest.fixture
def turns():
    return Turns(lambda: 3)


class Reader:
    """A thread that reads until it is told to end."""

    def __init__(self, turns, owner, look=lambda: None):
        self.reading, self.end = False, Event()
        self.thread = Thread(target=self.run, args=(turns, owner, look), daemon=True)
        self.thread.start()

    def run(self, turns, owner, look):
        try:
            with turns.take(owner, look):
                self.reading = True
                self.end.wait(PATIENCE)
        except KeyError:
            pass

    def stop(self):
        self.end.set()
        self.thread.join(PATIENCE)


def test_nobody_fills_the_line():
    turns = Turns(lambda: 2, line=4)
    mine = [Reader(turns, ANN) for _ in range(4)]
    wait_until(lambda: len(turns._waiting) == 3)
    with pytest.raises(LimitError, match="its share"), turns.take(ANN):
        pass
    with turns.take(BOB):
        assert len(turns._waiting) == 3
    for one in mine:
        one.stop()


def test_a_file_to_download_waits_for_its_turn(monkeypatch):
    given = []
    monkeypatch.setattr(
        components.st, "download_button", lambda _, data, *more, **options: given.append(data)
    )
    components.download("a", lambda: b"x", "a.json", "a")
    with FILES.take(ANN), FILES.take(BOB):
        asked = Thread(target=given[0], daemon=True)
        asked.start()
        wait_until(lambda: len(FILES._waiting) == 1)
    asked.join(PATIENCE)
    assert not asked.is_alive()


def test_readings_are_limited_and_a_place_is_left_for_others(turns):
    mine = [Reader(turns, ANN) for _ in range(6)]
    wait_until(lambda: (len(turns._waiting), sum(one.reading for one in mine)) == (4, 2))
    other = Reader(turns, BOB)
    wait_until(lambda: other.reading)  # though four have waited longer
    last = Reader(turns, Owner())
    wait_until(lambda: len(turns._waiting) == 5)
    for one in [other, *mine, last]:
        wait_until(lambda one=one: one.reading or one is not other)
        one.end.set()
    for one in [other, *mine, last]:
        one.stop()
        assert one.reading
    assert len(turns._waiting) == 0


def test_who_leaves_while_waiting_leaves_no_gap(turns):
    first = [Reader(turns, ANN) for _ in range(2)]
    wait_until(lambda: all(one.reading for one in first))

    def leaves():
        raise KeyError

    gone = Reader(turns, ANN, leaves)
    gone.thread.join(PATIENCE)
    assert not gone.reading
    assert len(turns._waiting) == 0
    for one in first:
        one.stop()
    after = Reader(turns, ANN)
    wait_until(lambda: after.reading)
    after.stop()


# A browser gets a token with its first page: one that scripts cannot read and that says nothing.
def answered(kind: bytes = b"text/html; charset=utf-8", cookie: bytes = b"", **scope) -> list[str]:
    """The cookies that a server's answer sets."""

    async def server(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", kind)]})
        await send({"type": "http.response.body", "body": b""})

    sent = []

    async def send(message):
        sent.append(message)

    asked = {"type": "http", "method": "GET", "scheme": "http", "headers": [(b"cookie", cookie)]} | scope
    asyncio.run(Remember(server)(asked, None, send))
    return [value.decode() for name, value in sent[0]["headers"] if name == b"set-cookie"]


def test_the_first_page_brings_a_token():
    [cookie] = answered()
    assert re.fullmatch(rf"{COOKIE}=[A-Za-z0-9_-]{{32}}; Path=/; Max-Age=\d+; HttpOnly; SameSite=Lax", cookie)
    assert answered() != [cookie]


@pytest.mark.parametrize(
    "scope", [{"scheme": "https"}, {"headers": [(b"x-forwarded-proto", b"https")]}], ids=["https", "proxy"]
)
def test_it_keeps_to_encrypted_connections_where_the_first_was(scope):
    assert answered(**scope)[0].endswith("; Secure")


@pytest.mark.parametrize(
    "other",
    [{"cookie": f"{COOKIE}=x".encode()}, {"kind": b"application/json"}, {"method": "POST"}],
    ids=["known", "no page", "no visit"],
)
def test_nothing_else_brings_one(other):
    assert answered(**other) == []
