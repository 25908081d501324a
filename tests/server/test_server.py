"""The server by itself: health, headers, limits, uploads, how it starts and ends."""

import asyncio
import gzip
import json
import logging
import re
import signal
import sys
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from streamlit.runtime.scriptrunner.exec_code import modified_sys_path

import dashboard.server.running.resources
from dashboard.server.running import lifecycle, logs
from dashboard.server.running.web_server import HEADERS, health
from dashboard.server.visits import connections
from mx2core.errors import StoreError
from mx2core.store import Store
from mx2core.training.run.scratch import OWNER, PREFIX
from tests.browser.conftest import ROOT, free_port, starting
from tests.server import flood
from tests.session import PageError, Session
from tests.waiting import PATIENCE, wait_until


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder, temporary = tmp_path_factory.mktemp("server"), tmp_path_factory.mktemp("temporary")
    told, orphan = folder / "log", temporary / f"{PREFIX}abcd1234"
    orphan.mkdir()
    (orphan / OWNER).touch()
    (orphan / "model").touch()
    settings = {"MX2_LOG": "json", "MX2_UPLOAD_MB": "1", "TMPDIR": str(temporary)}
    with starting(free_port(), folder / "store.sqlite", told, **settings) as started:
        yield SimpleNamespace(address=started.address, log=told, temporary=temporary)


def answer(address, method="GET", data=None, **headers):
    """Status, headers and body."""
    request = urllib.request.Request(address, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def test_pages_that_run_at_once_find_every_package(monkeypatch):
    """A run of a page must not change where modules are looked for: others look at the same time."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    lifecycle.keep_on_path(ROOT / "dashboard")
    before = list(sys.path)
    with modified_sys_path(str(ROOT / "dashboard" / "main.py")):
        assert sys.path == before
    assert sys.path == before


def test_health_says_what_it_can_do_and_nothing_secret(server):
    status, headers, body = answer(f"{server.address}/health")
    assert (status, headers["cache-control"]) == (200, "no-store")
    about = json.loads(body)
    assert set(about) == {"version", "store", "sessions", "connections", "jobs", "memory_mb"}
    assert about["store"] == "answers"
    assert about["jobs"] == {"running": 0, "waiting": 0}


def test_every_answer_tells_the_browser_to_be_strict(server):
    for path in ("/", "/health", "/_stcore/health", "/splits?lang=en"):
        _, headers, _ = answer(f"{server.address}{path}")
        for name, value in HEADERS.items():
            assert headers[name] == value


def test_what_a_browser_loads_is_compressed_and_kept(server):
    """Text travels compressed, pictures and fonts as they are; names hold digests, so a browser asks once."""
    _, headers, page = answer(f"{server.address}/splits", **{"Accept-Encoding": "gzip"})
    assert headers["content-encoding"] == "gzip"
    plain, packed = 0, 0
    for name in re.findall(r'(?:src|href)="\.(/static/[^"]+)"', gzip.decompress(page).decode()):
        _, headers, body = answer(server.address + name, **{"Accept-Encoding": "gzip"})
        assert "immutable" in headers["cache-control"]
        plain += len(gzip.decompress(body) if headers["content-encoding"] == "gzip" else body)
        packed += len(body)
    assert packed < 750_000  # all that the first screen runs is named in the page
    assert packed < plain / 2.5
    _, headers, _ = answer(f"{server.address}/favicon.png", **{"Accept-Encoding": "gzip"})
    assert headers["content-encoding"] is None


def test_uploads_need_a_token_and_a_name_and_have_a_limit(server):
    async def statuses():
        async with Session(server.address) as session:
            await session.visit("corpus")
            urls = await session.upload_urls(*"abcd")
            return await asyncio.to_thread(uploads, session.id, urls)

    def uploads(id, urls):
        kind, token = flood.FORM, flood.token(server.address)
        good, *_ = answer(urls[0], "PUT", flood.form(b"a b\n"), **token)
        without, *_ = answer(urls[1], "PUT", flood.form(b"a b\n"), **kind)
        large = too_large(urls[2], flood.form(bytes(1 << 21)), token)
        made_up, *_ = answer(urls[3] + "0", "PUT", flood.form(b"a b\n"), **token)
        other, *_ = answer(urls[3].replace(id, "nobody"), "PUT", flood.form(b"a b\n"), **token)
        elsewhere = token | {"Origin": "http://evil.example"}
        evil, *_ = answer(urls[3], "PUT", flood.form(b"a b\n"), **elsewhere)
        broken_off(urls[3], token)
        return good, without, large, made_up, other, evil

    assert asyncio.run(statuses()) == (204, 403, 413, 403, 403, 403)
    assert answer(f"{server.address}/health")[0] == 200  # it lives


def too_large(url, data, headers):
    """The status for more than is allowed; the server may answer, and go, before all of it was sent."""
    try:
        return answer(url, "PUT", data, **headers)[0]
    except urllib.error.URLError as error:
        if isinstance(error.reason, BrokenPipeError | ConnectionResetError):
            return 413
        raise


def broken_off(url, headers):
    """Announce a file, and go."""

    async def go():
        _, writer = await flood.stalled(url, headers, 900_000)
        writer.write(flood.form(b"x" * 1000)[:500])
        writer.close()

    asyncio.run(go())


def test_an_upload_that_does_not_end_does_not_keep_a_server_that_is_told_to_end(tmp_path):
    """It goes on so fast that it would be let go on for minutes, and so slowly that it lasts longer."""

    async def drip(writer):
        writer.write(flood.form(b"").removesuffix(flood.END))
        with suppress(ConnectionError):
            while True:
                writer.write(bytes(2 * connections.SLOWEST))
                await writer.drain()
                await asyncio.sleep(1)

    async def end(started):
        async with Session(started.address) as session:
            await session.visit("corpus")
            [url] = await session.upload_urls("a")
            _, writer = await flood.stalled(url, await flood.headers_of(session), 49 << 20)
            dripping = asyncio.create_task(drip(writer))
            started.process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(started.process.wait, PATIENCE)
            await dripping
            writer.close()

    with starting(free_port(), tmp_path / "store.sqlite") as started:
        asyncio.run(end(started))
        assert started.process.returncode is not None


def test_the_last_step_of_a_slider_is_saved_by_who_goes_on_and_by_a_server_that_is_told_to_end(tmp_path):
    path = tmp_path / "store.sqlite"

    def stored(key):
        with Store(path) as store:
            (project,) = store.projects.recent()
        return project.document["choices"][key]["tuple"][1]

    async def slide(started):
        async with Session(started.address) as session:
            await session.visit("splits")
            slider = next(session.widgets("slider")).proto
            key = slider.id.rpartition("None-")[2] or slider.id
            key = key[key.index("band_") :]
            places = [slider.max - steps * slider.step for steps in (1, 2, 3)]
            for place in places[:2]:
                await session.set(slider.id, place)
            await session.visit("check")
            assert stored(key) == pytest.approx(places[1])
            await session.visit("splits")
            await session.set(slider.id, places[2])
            started.process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(started.process.wait, PATIENCE)
        assert stored(key) == pytest.approx(places[2])

    with starting(free_port(), path) as started:
        asyncio.run(slide(started))


def test_a_page_of_another_origin_is_refused(server):
    async def visit():
        session = Session(server.address)
        session.origin = "http://evil.example"
        async with session:
            await session.visit()

    with pytest.raises(Exception, match=r"HTTP 403|rejected"):
        asyncio.run(visit())


def test_the_log_has_no_id_of_a_project(server):
    async def visit():
        async with Session(server.address) as session:
            await session.visit("splits")
            slider = next(session.widgets("slider"))
            await session.set(slider.proto.id, slider.proto.max)
            return session.query["p"]

    id = asyncio.run(visit())
    text = server.log.read_text()
    assert id
    assert id not in text
    assert all(json.loads(line)["event"] for line in text.splitlines())


def test_a_store_that_was_deleted_is_noticed(tmp_path):
    """By who asks for the health, and by who moves a slider: a fragment, for which no router runs."""
    place = tmp_path / "store.sqlite"

    async def visit(address):
        async with Session(address) as session:
            await session.visit("splits")
            slider = next(session.widgets("slider"))
            await session.set(slider.proto.id, slider.proto.max)
            place.unlink()
            with pytest.raises(PageError, match="was moved or deleted"):
                await session.set(slider.proto.id, slider.proto.min)

    with starting(free_port(), place) as started:
        assert answer(f"{started.address}/health")[0] == 200
        asyncio.run(visit(started.address))
        status, _, body = answer(f"{started.address}/health")
        assert (status, json.loads(body)["store"]) == (503, "does not answer")


def test_what_a_killed_server_left_goes_when_one_starts(server):
    wait_until(lambda: not list(server.temporary.glob(f"{PREFIX}*")))  # nor under the name that it goes by


def test_without_its_store_it_is_not_well(monkeypatch):
    class Away:
        def ping(self):
            raise StoreError("It is away.")

    monkeypatch.setattr(dashboard.server.running.resources, "store", Away)
    response = asyncio.run(health(None))
    assert response.status_code == 503
    assert json.loads(response.body)["store"] == "does not answer"


@pytest.mark.parametrize(
    ("variable", "given", "says"),
    [
        ("MX2_JOBS", "many", "MX2_JOBS is 'many'; give a whole number of at least 0"),
        ("MX2_LOG", "xml", "MX2_LOG is 'xml'; give one of json, text, off"),
        ("MX2_WORKERS", "x", "MX2_WORKERS is 'x'; give a number of workers"),
    ],
)
def test_a_server_that_cannot_be_what_it_is_asked_to_be_does_not_start(monkeypatch, variable, given, says):
    ours = logging.getLogger(logs.OURS)
    for name in ("handlers", "level", "propagate"):  # as they were, afterwards
        monkeypatch.setattr(ours, name, getattr(ours, name))
    monkeypatch.setenv(variable, given)
    with pytest.raises(SystemExit, match=says):
        lifecycle.settle()


async def begin_comparison(address):
    """Begin to compare CRFs on twenty splits; the id of the experiment's project."""
    async with Session(address) as session:
        await session.visit("")
        await session.visit("race")
        await session.set("m_compared", 20)
        await session.click("compare")
        return session.query["p"]


def states(place):
    with Store(place) as store:
        return [(one.state, one.n_finished) for one in store.experiments.list()]


@pytest.mark.slow
def test_a_server_that_is_told_to_end_leaves_its_work_to_the_next(tmp_path):
    place = Path(tmp_path / "store.sqlite")
    with starting(free_port(), place) as first:
        asyncio.run(begin_comparison(first.address))
        first.process.send_signal(signal.SIGTERM)
        first.process.wait(PATIENCE)
    [(state, before)] = states(place)
    assert state == "running"
    with starting(free_port(), place), Store(place) as store:
        [record] = store.experiments.list()
        wait_until(lambda: store.experiments.get(record.id).n_finished > before)
        assert store.leases.ask_to_stop(record.id)
        wait_until(lambda: store.experiments.get(record.id).state == "cancelled")


@pytest.mark.slow
def test_two_servers_on_one_store_share_the_work(tmp_path):
    """What one takes the other leaves alone, shows, and takes over when the first is killed."""
    place = Path(tmp_path / "store.sqlite")
    with starting(free_port(), place) as first, starting(free_port(), place) as second:
        asyncio.run(begin_comparison(first.address))
        with Store(place) as store:
            [record] = store.experiments.list()
            owner = store.leases.get(record.id).owner
            assert f":{first.process.pid}:" in owner
            asyncio.run(asyncio.sleep(12))  # the second has looked at least once
            assert store.leases.get(record.id).owner == owner
            first.process.kill()
            first.process.wait()
            wait_until(
                lambda: (lease := store.leases.get(record.id)) and f":{second.process.pid}:" in lease.owner
            )
            before = store.experiments.get(record.id).n_finished
            wait_until(lambda: store.experiments.get(record.id).n_finished > before)
