"""What goes wrong around the program: nothing is lost, and a sentence says what to do."""

import random
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from .conftest import free_port, settled, starting, visiting
from .walking import count, give

# The store of the server can grow no further while the file named in FULL exists.
NARROW = """\
import os
from sqlalchemy import event
from sqlalchemy.engine import Engine


@event.listens_for(Engine, "begin")
def bound(connection):
    pages = 1 << 30
    if os.path.exists(os.environ["FULL"]):
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
    connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
"""


def corpus(n: int = 3000) -> bytes:
    """Words that hardly pack: the store has to grow to keep them."""
    draw = random.Random(1)
    lines = (f"{draw.getrandbits(60):x}\tB-{'XY'[i % 2]}\n" + ("\n" if i % 3 == 0 else "") for i in range(n))
    return "".join(lines).encode()


def upload(page: Page, name: str) -> None:
    give(page, {"name": name, "mimeType": "text/plain", "buffer": corpus()})


def sidebar(page: Page):
    return page.get_by_test_id("stSidebar")


def counted(page: Page):
    return page.get_by_test_id("stMain").get_by_role("radio", checked=True).filter(has_text="oken")


def begun(page: Page, address: str) -> None:
    """A project in which something was chosen, so that it is kept."""
    page.goto(f"{address}/?view=corpus&lang=en")
    count(page, "tokens")
    page.wait_for_url("**p=*")


@pytest.mark.slow
def test_a_full_disk(browser, tmp_path):
    port, store, full = free_port(), tmp_path / "store.sqlite", tmp_path / "full"
    (tmp_path / "sitecustomize.py").write_text(NARROW, encoding="utf-8")
    with visiting(browser) as page:
        with starting(port, store, PYTHONPATH=str(tmp_path), FULL=str(full)) as server:
            begun(page, server.address)
            full.touch()
            upload(page, "large.conll")
            expect(sidebar(page)).to_contain_text("large.conll")
            expect(page.get_by_text("its disk or quota is full")).to_be_visible()
            sidebar(page).get_by_text("中文").click()
            expect(page.get_by_text("磁盘或配额已满")).to_be_visible()
            # With room again, the next thing that is done keeps everything.
            full.unlink()
            sidebar(page).get_by_text("English").click()
            expect(page.get_by_role("heading", name="What is in this corpus?")).to_be_visible()
            settled(page)
            expect(page.get_by_text("its disk or quota is full")).to_have_count(0)
            address = page.url
        with starting(port, store):
            page.goto(address)
            settled(page)
            expect(sidebar(page)).to_contain_text("large.conll")


@pytest.mark.slow
def test_a_store_that_another_program_holds(browser, tmp_path):
    port, store = free_port(), tmp_path / "store.sqlite"
    with visiting(browser) as page:
        with starting(port, store) as server:
            begun(page, server.address)
            with closing(sqlite3.connect(store, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                count(page, "label occurrences (chunks)")
                expect(page.get_by_text("is in use by another program")).to_be_visible()
                expect(counted(page)).to_have_count(0)
                other.execute("ROLLBACK")
            page.get_by_test_id("stSidebar").get_by_text("中文").click()
            expect(page.get_by_role("heading", name="语料里有什么？")).to_be_visible()
            settled(page)
            expect(page.get_by_text("正被另一个程序使用")).to_have_count(0)
            address = page.url.replace("lang=zh", "lang=en")
        with starting(port, store):
            page.goto(address)
            settled(page)
            expect(counted(page)).to_have_count(0)  # chunks, as was chosen while the store was held


def test_an_upload_that_breaks_off(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/?view=corpus&lang=en")
        settled(page)
        page.route("**/upload_file/**", lambda route: route.abort())
        upload(page, "cut.conll")
        expect(
            page.get_by_test_id("stFileUploaderFileErrorMessage").or_(page.get_by_text("rror")).first
        ).to_be_visible()
        expect(sidebar(page)).to_contain_text("semantic roles, Chinese")
        page.unroute("**/upload_file/**")
        upload(page, "whole.conll")
        expect(sidebar(page)).to_contain_text("whole.conll")
        settled(page)
