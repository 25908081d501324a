"""A team's server as it is deployed: login, nginx, PostgreSQL and a Dask cluster, in a real browser."""

import os
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ROOT, answers, free_port, settled, starting, visiting
from tests.server.provider import CLIENT, SECRET, providing
from tests.store import servers
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Team:
    address: str
    scheduler: str
    log: Path


@contextmanager
def cluster(folder):
    """Address of a scheduler with two workers."""
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    options = {
        "scheduler": ["--host", "127.0.0.1", "--port", str(port), "--no-dashboard"],
        "worker": [address, "--nthreads", "1", "--no-dashboard"],
    }
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "dask", kind, *options[kind]],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=folder,
        )
        for kind in ("scheduler", "worker", "worker")
    ]
    try:
        yield address
    finally:
        for process in reversed(processes):
            process.terminate()
        for process in processes:
            process.wait(PATIENCE)


@contextmanager
def proxy(folder, port, upstream):
    """deploy/nginx.conf on a port, without encryption."""
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    text = re.sub(r"server \{\s+listen 80;.*?\n\}", "", text, count=1, flags=re.S)
    text = re.sub(r"\s+(ssl_certificate|http2|add_header Strict)[^\n]*", "", text)
    text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};").replace("explorer:8501", upstream)
    text = text.replace("/var/log/nginx/", f"{folder}/")
    outer = "daemon off; pid {0}/pid; error_log {0}/error.log; events {{}}\nhttp {{\n{1}\n}}\n"
    (folder / "nginx.conf").write_text(outer.format(folder, text), encoding="utf-8")
    process = subprocess.Popen([shutil.which("nginx"), "-c", str(folder / "nginx.conf")])
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(PATIENCE)


@pytest.fixture(scope="module")
def team(tmp_path_factory):
    if shutil.which("nginx") is None:
        pytest.skip("no nginx here: apt-get install nginx")
    folder = tmp_path_factory.mktemp("team")
    with ExitStack() as stack:
        named = os.environ.get(servers.NAMED) or stack.enter_context(servers.server())
        if named is None:
            pytest.skip(servers.WITHOUT)
        store = stack.enter_context(servers.database(named))
        workers = stack.enter_context(cluster(folder))
        provider = stack.enter_context(providing())
        port, outside = free_port(), free_port()
        (folder / ".streamlit").mkdir()
        (folder / ".streamlit" / "secrets.toml").write_text(
            f"""
            [auth]
            redirect_uri = "http://127.0.0.1:{outside}/oauth2callback"
            cookie_secret = "long and of the tests alone 0123456789"
            client_id = "{CLIENT}"
            client_secret = "{SECRET}"
            server_metadata_url = "{provider.issuer}/.well-known/openid-configuration"
            allowed = ["ann@example.org", "bob@example.org"]
            """
        )
        stack.enter_context(
            starting(
                port,
                store,
                folder / "server.log",
                MX2_WORKERS=f"dask:{workers}",
                MX2_LOG="json",
                HOME=str(folder),  # Streamlit looks there for its secrets too
            )
        )
        address = stack.enter_context(proxy(folder, outside, f"127.0.0.1:{port}"))
        wait_until(lambda: answers(address))
        yield Team(address, workers, folder)


def has_trained():
    """Asked on a worker of the cluster."""
    from mx2core.training.run import worker_task

    return bool(worker_task._prepared)


def log_in(page, address, name, link="?lang=en"):
    page.goto(f"{address}/{link}")
    page.get_by_role("button", name=re.compile("^(Log in|登录)$")).click()
    page.locator("#name").fill(name)
    page.get_by_role("button", name="Enter").click()
    page.wait_for_url(f"{address}/**")


def test_a_comparison_through_all_of_it(team, browser):
    with visiting(browser) as page:
        log_in(page, team.address, "ann")
        page.goto(f"{team.address}/race?lang=en")
        settled(page)
        page.get_by_text("Options: splits").click()
        splits = page.get_by_label("Splits m")
        splits.fill("1")
        splits.press("Enter")
        settled(page)
        page.locator(".st-key-compare button").first.click()
        expect(page.get_by_text(re.compile(r"\d of 4 trainings"))).to_be_visible()
        expect(page.get_by_text(re.compile(r"\d of 4 trainings"))).to_have_count(0, timeout=2_000 * PATIENCE)
        settled(page)
        address = page.url
        assert "p=" in address
        page.reload()
        settled(page)
        expect(page.get_by_role("button", name="Another race")).to_be_visible()
    with visiting(browser) as other:
        log_in(other, team.address, "bob")
        other.goto(address)
        settled(other)
        expect(other.get_by_role("button", name="Another race")).to_have_count(0)  # ann's project is hers
        id = re.search(r"[?&]p=([^&]+)", address)[1]
        assert id not in other.url
    told = "".join((team.log / f"{name}.log").read_text() for name in ("access", "error", "server"))
    assert "/race" in told
    assert id not in told
    assert '"state": "done"' in told
    from distributed import Client

    with Client(team.scheduler) as client:
        assert all(client.run(has_trained).values())


def test_a_link_is_kept_while_one_logs_in(team, browser):
    with visiting(browser) as page:
        log_in(page, team.address, "ann")
        settled(page)
        page.get_by_role("button", name="No file at hand?").click()
        page.get_by_role("button", name="Show the finished example").click()
        page.wait_for_url("**/race?*p=*")
        id = re.search(r"[?&]p=([^&]+)", page.url)[1]
    with visiting(browser) as page:
        log_in(page, team.address, "ann", f"thresholds?lang=zh&p={id}")
        page.wait_for_url(f"**/splits?*p={id}*")
        settled(page)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert "lang=zh" in page.url


def test_nobody_comes_in_without_being_asked_for(team, browser):
    with visiting(browser) as page:
        page.goto(f"{team.address}/splits?lang=en")
        expect(page.get_by_role("button", name="Log in", exact=True)).to_be_visible()
        expect(page.get_by_role("slider")).to_have_count(0)
        log_in(page, team.address, "eve")
        expect(page.get_by_text("may not use this server")).to_be_visible()
        expect(page.get_by_role("slider")).to_have_count(0)
    with visiting(browser, locale="zh-CN") as page:
        page.goto(f"{team.address}/?lang=zh")
        expect(page.get_by_role("button", name="登录", exact=True)).to_be_visible()


def test_health_is_for_the_monitor(team):
    for path in ("health", "_stcore/metrics"):
        with urllib.request.urlopen(f"{team.address}/{path}", timeout=PATIENCE) as response:
            assert response.status == 200


def test_numbers_are_for_the_monitor_alone():
    """The tests come from the same machine as the monitor, so what keeps others out is read."""
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    [(paths, rules)] = re.findall(r"location ~ \^/\((.*?)\)\$ \{(.*?)\}", text, re.S)
    assert paths.split("|") == ["health", "_stcore/metrics"]
    assert re.findall(r"(allow|deny) (\S+);", rules) == [("allow", "127.0.0.1"), ("deny", "all")]
