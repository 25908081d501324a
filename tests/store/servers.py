"""A PostgreSQL server for the tests: one that is named, or one started for them."""

import os
import secrets
import shutil
import socket
import subprocess
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from tests.waiting import PATIENCE, wait_until

NAMED = "MX2_TEST_DATABASE_URL"  # its user may create databases
WITHOUT = f"no PostgreSQL here: apt-get install postgresql, or set {NAMED}"


def programs():
    """Folder of initdb and postgres; None where there are none. Debian keeps them off the PATH."""
    folders = [*Path("/usr/lib/postgresql").glob("*/bin")]
    on_path = shutil.which("initdb")
    if on_path is not None:
        folders.append(Path(on_path).parent)
    found = [folder for folder in folders if (folder / "initdb").exists() and (folder / "postgres").exists()]
    return max(found, default=None, key=str)


def as_postgres(command):
    """The server refuses to run as root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else command


@contextmanager
def server():
    """URL of a server that lives as long as it is needed; None where there can be none."""
    binaries = programs()
    if binaries is None or (os.geteuid() == 0 and not shutil.which("runuser")):
        yield None
        return
    with TemporaryDirectory(prefix="mx2-postgres-") as data:
        if os.geteuid() == 0:
            shutil.chown(data, "postgres", "postgres")
        with _running(binaries, data) as url:
            yield url


@contextmanager
def _running(binaries, data):
    subprocess.run(
        as_postgres([str(binaries / "initdb"), "-D", data, "-U", "mx2", "-A", "trust", "-N"]),
        check=True,
        capture_output=True,
        cwd="/",
    )
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    options = ["-p", str(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]
    process = subprocess.Popen(
        as_postgres([str(binaries / "postgres"), "-D", data, *options, "-c", "fsync=off"]),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
    )
    url = f"postgresql+pg8000://mx2@127.0.0.1:{port}/postgres"
    try:
        _wait_for(url)
        yield url
    finally:
        process.terminate()  # runuser passes it on
        process.wait(PATIENCE)


def _wait_for(url):
    engine = create_engine(url)

    def answers():
        with suppress(DBAPIError):
            engine.connect().close()
            return True
        return False

    wait_until(answers)
    engine.dispose()


@contextmanager
def database(url, how=""):
    """URL of a database of its own on a server; `how` it is created, in SQL."""
    name = f"mx2_test_{secrets.token_hex(4)}"
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name} {how}"))
    try:
        yield make_url(url).set(database=name).render_as_string(hide_password=False)
    finally:
        with engine.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        engine.dispose()


def empty(url):
    """Take all tables out of a database."""
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
