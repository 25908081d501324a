"""A file is written whole or not at all, and read up to a limit."""

import os
import stat
from importlib import import_module
from lzma import LZMAError

import pytest

from mx2core.errors import InputError, StoreError
from mx2core.files import read_limited, way_in, write_whole


def test_the_target_is_replaced_and_nothing_else_is_left(tmp_path):
    target = tmp_path / "p.json"
    target.write_text("old")
    write_whole(target, b"new")
    assert target.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["p.json"]


@pytest.mark.parametrize("reason", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failure_halfway_leaves_the_old_file(tmp_path, monkeypatch, reason):
    def fail(_descriptor):
        raise reason

    target = tmp_path / "p.json"
    target.write_text("old")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(type(reason)):
        write_whole(target, b"new")
    assert target.read_text() == "old"
    assert os.listdir(tmp_path) == ["p.json"]


def test_a_link_stays_a_link(tmp_path):
    target, link = tmp_path / "p.json", tmp_path / "link.json"
    target.write_text("old")
    link.symlink_to(target)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


@pytest.mark.skipif(os.name == "nt", reason="named pipes are those of POSIX")
def test_what_is_no_regular_file_is_written_to_and_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, b"new")
    assert os.read(reader, 10) == b"new"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, b"new")
    assert os.listdir(tmp_path) == ["pipe"]


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "none" / "p.json", b"new")


def test_whatever_a_reader_did_not_foresee_is_one_sentence():
    def read(data, *, name=None):
        raise data

    guarded = way_in(StoreError)(read)
    for failure in (
        RecursionError("deep"),
        MemoryError(),
        OverflowError("too large"),
        LZMAError("corrupt"),
        KeyError("k" * 500),
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"),
        RuntimeError("x" * 10_000),
    ):
        with pytest.raises(
            StoreError, match=r"^a\.zip: (the file |not enough memory for this file)"
        ) as caught:
            guarded(failure, name="a.zip")
        assert len(str(caught.value)) < 250
        assert caught.value.__cause__ is failure
    for failure in (InputError("known already."), FileNotFoundError(2, "gone")):
        with pytest.raises(type(failure)) as passed:
            guarded(failure)
        assert passed.value is failure


def test_every_way_in_is_guarded():
    """Whatever the package reads from a file of somebody's goes through the one wrapper."""
    readers = {
        name: value
        for package in ("mx2core", "mx2core.exchange", "mx2core.training", "mx2core.store.files.project_file")
        for name in dir(import_module(package))
        if name.startswith(("read_", "detect", "unpack_", "load_"))
        and callable(value := getattr(import_module(package), name))
    }
    inside = {"load_partitions"}  # calls one that is guarded
    assert sorted(name for name, value in readers.items() if not hasattr(value, "__wrapped__")) == sorted(
        inside & set(readers)
    )
    assert "read_corpus" in readers


def test_a_file_over_the_limit_is_not_opened(tmp_path):
    large = tmp_path / "large"
    large.write_bytes(b"x" * 11)
    assert read_limited(large, 11, "large") == b"x" * 11
    with pytest.raises(InputError, match=r"^large: 11 bytes; at most 10 "):
        read_limited(large, 10, "large")
    with pytest.raises(InputError, match="11 bytes"):
        read_limited(b"x" * 11, 10, None)
