"""What comes before Streamlit's routes: who may upload, under which name, how much, and how many connect."""

import asyncio
from types import SimpleNamespace

import pytest
from starlette.responses import Response
from streamlit import config
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from dashboard.server.visits import connections, limits
from dashboard.server.visits.connections import SPARE, Connections
from dashboard.server.visits.limits import MB
from dashboard.server.visits.owners import Owner
from dashboard.server.visits.uploads import MOST_NAMES, Guard, Uploads

HOST = "explorer.example.org"


class Server:
    """The guard before a route that keeps what comes, as Streamlit's does."""

    def __init__(self):
        self.sessions = {"ann", "bob"}
        self.manager = MemoryUploadedFileManager("/_stcore/upload_file")
        self.uploads = Uploads(lambda session: session in self.sessions)
        self.uploads.watch(self.manager)
        self.guard = Guard(self.keep, self.uploads)
        self.reached = []

    async def keep(self, scope, receive, send):
        self.reached.append(scope["method"])
        _, _, _, session, file = scope["path"].split("/")
        if scope["method"] == "PUT":
            size = int(dict(scope["headers"])[b"content-length"])
            self.manager.add_file(session, UploadedFileRec(file, "a.txt", "text/plain", bytes(size)))
        elif scope["method"] == "DELETE":
            self.manager.remove_file(session, file)
        await Response(status_code=204)(scope, receive, send)

    def new_name(self, session="ann"):
        """The name that Streamlit gives to an uploader."""
        return self.manager.get_upload_urls(session, ["a.txt"])[0].file_id

    def send(self, session, file, size=10, method="PUT", origin=f"https://{HOST}", length=True, client=None):
        """The status of an answer."""
        headers = [(b"host", HOST.encode())]
        headers += [(b"origin", origin.encode())] if origin else []
        headers += [(b"content-length", str(size).encode())] if length else []
        path = f"/_stcore/upload_file/{session}/{file}"
        scope = {"type": "http", "method": method, "path": path, "headers": headers}
        scope |= {"client": (client, 1)} if client else {}
        answers = []

        async def receive():
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message):
            answers.append(message)

        asyncio.run(self.guard(scope, receive, send))
        return answers[0]["status"]


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("MX2_UPLOAD_MB", "1")
    return Server()


def test_a_file_is_taken_once_under_a_name_that_was_given(server):
    name = server.new_name()
    assert server.send("ann", name) == 204
    assert server.send("ann", name) == 403
    assert server.reached == ["PUT"]


def test_a_name_that_nobody_gave_is_refused(server):
    assert server.send("ann", "a0") == 403
    assert server.send("bob", server.new_name("ann")) == 403
    assert server.reached == []


def test_a_session_that_was_not_let_in_is_refused(server):
    """As one that has only connected, or in which nobody has logged in yet."""
    assert server.send("eve", server.new_name("eve")) == 403
    name = server.new_name("ann")
    server.sessions.remove("ann")
    assert server.send("ann", name) == 403
    assert server.reached == []


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "https://[", f"https://{HOST}.evil.example"]
)
def test_pages_of_other_origins_are_refused(server, origin):
    assert server.send("ann", server.new_name(), origin=origin) == 403
    assert server.send("ann", "a0", method="DELETE", origin=origin) == 403
    assert server.reached == []


def test_an_origin_that_is_named_in_the_settings_is_let_in(server, monkeypatch):
    named = {"server.enableCORS": True, "server.corsAllowedOrigins": ["https://front.example"]}
    monkeypatch.setattr(config, "get_option", named.get)
    assert server.send("ann", server.new_name(), origin="https://front.example") == 204
    assert server.send("ann", server.new_name(), origin="https://evil.example") == 403


def test_a_file_that_does_not_say_how_large_it_is_is_refused(server):
    assert server.send("ann", server.new_name(), length=False) == 411
    assert server.send("ann", server.new_name(), size="ten") == 411
    assert server.send("ann", server.new_name(), size=10**20) == 411


def test_a_session_holds_four_files_and_gets_room_back(server):
    names = [server.new_name() for _ in range(6)]
    assert [server.send("ann", name, MB) for name in names[:5]] == [204, 204, 204, 204, 413]
    assert "in this tab exceed 4 MB" in str(server.uploads.refusal("ann"))
    assert server.uploads.refusal("ann") is None  # shown once
    assert server.send("bob", server.new_name("bob"), MB) == 204
    assert server.send("ann", names[0], method="DELETE") == 204
    assert server.send("ann", names[5], MB) == 204


def test_a_server_holds_so_much_for_all(server, monkeypatch):
    monkeypatch.setenv("MX2_UPLOADS_MB", "6")
    assert [server.send("ann", server.new_name(), MB) for _ in range(4)] == [204] * 4
    assert [server.send("bob", server.new_name("bob"), MB) for _ in range(3)] == [204, 204, 413]
    assert "All uploads here exceed 6 MB" in str(server.uploads.refusal("bob"))
    server.sessions.remove("ann")  # her files are kept a while
    assert server.send("bob", server.new_name("bob"), MB) == 413
    server.manager.remove_session_files("ann")
    assert server.send("bob", server.new_name("bob"), MB) == 204


def test_a_share_of_all_is_left_for_other_addresses(server, monkeypatch):
    monkeypatch.setenv("MX2_UPLOADS_MB", "8")  # of which one address has six
    one, other = "192.0.2.1", "192.0.2.2"
    assert [server.send("ann", server.new_name(), MB, client=one) for _ in range(4)] == [204] * 4
    sent = [server.send("bob", server.new_name("bob"), MB, client=one) for _ in range(3)]
    assert sent == [204, 204, 413]
    assert "6 MB, its share" in str(server.uploads.refusal("bob"))
    server.sessions.add("eve")
    assert server.send("eve", server.new_name("eve"), MB, client=other) == 204


def test_files_that_are_on_their_way_count(server):
    """Else twenty that are sent at once all find room."""
    statuses = []

    async def slow(scope, receive, send):
        if len(statuses) < 8:
            path = scope["path"].rpartition("/")
            statuses.append(None)
            await server.guard({**scope, "path": f"{path[0]}/{server.new_name()}"}, receive, send)

    server.guard = Guard(slow, server.uploads)
    assert server.send("ann", server.new_name(), MB) == 413
    assert len(statuses) == 4


def test_a_file_that_was_broken_off_leaves_its_room(server):
    async def broken(scope, receive, send):
        raise ConnectionResetError

    guard, server.guard = server.guard, Guard(broken, server.uploads)
    for _ in range(6):
        with pytest.raises(ConnectionResetError):
            server.send("ann", server.new_name(), MB)
    server.guard = guard
    assert server.send("ann", server.new_name(), MB) == 204


def test_a_server_without_memory_takes_none(server, monkeypatch):
    monkeypatch.setenv("MX2_SERVER_MB", "256")
    monkeypatch.setattr(limits, "memory", lambda: 300 * MB)
    assert server.send("ann", server.new_name()) == 413
    assert "memory is full (256 MB)" in str(server.uploads.refusal("ann"))


def test_names_that_are_asked_for_without_end_take_no_room_without_end(server):
    first = server.new_name()
    server.manager.get_upload_urls("ann", ["x"] * 3 * MOST_NAMES)
    server.manager.get_upload_urls("eve", ["x"] * 10)
    assert [len(one.file_ids) for one in server.uploads._sessions.values()] == [MOST_NAMES]
    assert server.send("ann", first) == 403
    server.sessions.clear()
    server.new_name("eve")
    assert server.uploads._sessions == {}


@pytest.mark.parametrize("limit", ["session_mb", "uploads_mb"])
def test_a_limit_for_all_leaves_room_for_one_file(limit):
    given = limits.Limits(upload_mb=50, **{limit: 10})
    assert given.session_total() > 50
    assert given.server_total() >= given.session_total()


class Visit:
    """A connection: what it was told, and whether it reached the server."""

    def __init__(self, origin=f"http://{HOST}", client="127.0.0.1"):
        self.told, self.end, self.reached = [], asyncio.Event(), False
        headers = [(b"host", HOST.encode())] + ([(b"origin", origin.encode())] if origin else [])
        self.scope = {"type": "websocket", "path": "/_stcore/stream", "headers": headers}
        self.scope["client"] = (client, 1)

    async def run(self):
        async def stays(scope, receive, send):
            self.reached = True
            await self.end.wait()

        async def send(message):
            self.told.append(message["type"])

        await Connections(stays, lambda: self.told.append("left"))(self.scope, None, send)


def test_no_more_browsers_connect_than_the_server_has_sessions_for(monkeypatch):
    """An idle one counts, and one that goes makes room."""
    monkeypatch.setenv("MX2_SESSIONS", "3")

    async def visit():
        visits = [Visit() for _ in range(3 + SPARE + 2)]
        tasks = [asyncio.create_task(one.run()) for one in visits]
        await asyncio.sleep(0)
        assert [one.reached for one in visits] == [True] * (3 + SPARE) + [False] * 2
        assert [one.told for one in visits[-2:]] == [["websocket.close"]] * 2
        assert connections.opened() == 3 + SPARE
        visits[0].end.set()
        await tasks[0]
        assert [one.told for one in visits[:2]] == [["left"], []]
        later = Visit()
        tasks.append(asyncio.create_task(later.run()))
        await asyncio.sleep(0)
        assert later.reached
        for one in [*visits, later]:
            one.end.set()
        await asyncio.gather(*tasks)
        assert connections.opened() == 0

    asyncio.run(visit())


def test_one_address_leaves_connections_for_others(monkeypatch):
    monkeypatch.setenv("MX2_SESSIONS", "4")

    async def visit():
        mine = [Visit(client="192.0.2.1") for _ in range(3 + SPARE + 1)]
        other = Visit(client="192.0.2.2")
        tasks = [asyncio.create_task(one.run()) for one in [*mine, other]]
        await asyncio.sleep(0)
        assert [one.reached for one in [*mine, other]] == [True] * (3 + SPARE) + [False, True]
        for one in [*mine, other]:
            one.end.set()
        await asyncio.gather(*tasks)

    asyncio.run(visit())


async def never():
    await asyncio.Event().wait()


def test_a_connection_that_asks_for_nothing_ends(monkeypatch):
    monkeypatch.setattr(connections, "SILENT", 0.01)
    visit, came = Visit(), iter([{"type": "websocket.connect"}])

    async def receive():
        return next(came, None) or await never()

    async def waits(scope, receive, send):
        assert [(await receive())["type"] for _ in range(2)] == ["websocket.connect", "websocket.disconnect"]

    async def send(message):
        visit.told.append(message["type"])

    asyncio.run(Connections(waits)(visit.scope, receive, send))
    assert visit.told == ["websocket.close"]


@pytest.mark.parametrize("bytes_at_once", [0, 1])
def test_an_upload_that_stalls_or_drips_ends_and_is_told_so(server, monkeypatch, bytes_at_once):
    monkeypatch.setattr(connections, "SILENT", 0.05)
    name, answers = server.new_name(), []
    headers = [(b"host", HOST.encode()), (b"content-length", b"1000")]
    scope = {"type": "http", "method": "PUT", "path": f"/_stcore/upload_file/ann/{name}", "headers": headers}

    async def receive():
        if not bytes_at_once:
            await never()
        await asyncio.sleep(0.001)
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def reads(scope, receive, send):
        while (await receive())["more_body"]:
            pass

    async def send(message):
        answers.append(message)

    asyncio.run(Connections(Guard(reads, server.uploads))(scope, receive, send))
    assert answers[0]["status"] == 408
    assert "stalled" in str(server.uploads.refusal("ann"))


def test_a_page_elsewhere_does_not_connect_and_nobody_is_asked_for_an_address(monkeypatch):
    def ask(*_):
        raise AssertionError("a third party was asked")

    monkeypatch.setattr("streamlit.net_util.get_external_ip", ask)
    elsewhere, program = Visit("http://evil.example"), Visit("")

    async def visit():
        await elsewhere.run()
        program.end.set()
        await program.run()

    asyncio.run(visit())
    assert (elsewhere.reached, elsewhere.told) == (False, ["websocket.close"])
    assert program.reached


def test_who_is_too_many_is_told_so(monkeypatch):
    from dashboard.server.running import resources

    monkeypatch.setenv("MX2_SESSIONS", "2")
    monkeypatch.setattr(resources, "get_script_run_ctx", lambda: SimpleNamespace(session_id="late"))
    monkeypatch.setattr(resources, "_here", dict.fromkeys(("first", "second"), ("a project", Owner())))
    with pytest.raises(limits.LimitError, match=r"full \(2 people\)"):
        resources.note_open("a project")


def test_one_address_does_not_take_all_sessions(monkeypatch):
    from dashboard.server.running import resources

    monkeypatch.setenv("MX2_SESSIONS", "4")
    monkeypatch.setattr(resources, "_here", {})

    def comes(session, owner):
        monkeypatch.setattr(resources, "get_script_run_ctx", lambda: SimpleNamespace(session_id=session))
        monkeypatch.setattr(resources.owners, "current_owner", lambda: owner)
        resources.note_open("a project")

    for n in range(3):
        comes(f"a{n}", Owner(f"browser {n}", "192.0.2.1"))
    with pytest.raises(limits.LimitError, match="has 3, its share"):
        comes("a3", Owner("browser 3", "192.0.2.1"))
    comes("a2", Owner("browser 2", "192.0.2.1"))  # who is in stays in
    comes("b", Owner("bob", "192.0.2.2"))
