"""Whatever stands in a file: it is read, or refused with a sentence, in little time and memory.

`make test` tries a few mutations of each kind of file, `make slow` 20,000.
"""

import resource
import time
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from mx2core.corpus import FORMATS, read_corpus
from mx2core.errors import QUOTED, Mx2Error

from .corpora import SMALL, check
from .mutating import EDITS, in_bytes
from .readers import ARCHIVES, READERS, Reader, opened

NAMES = [*READERS, *ARCHIVES]
FEW, MANY = 12, 20_000
SECONDS = 10  # of processor time for a file of a kilobyte: finds what hangs, and is no benchmark
LONGEST = 1_000  # characters of a sentence with all that it quotes
MEGABYTES = 400  # by which the process may grow over all inputs, so none needed more
UNHURRIED = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.large_base_example]


def spoil(reader: Reader, examples: int) -> None:
    """Read mutated files: nothing but an `Mx2Error` may come of them."""

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=UNHURRIED,
        phases=[Phase.generate, Phase.shrink],
        derandomize=True,
    )
    @given(st.sampled_from(reader.files), EDITS, EDITS, st.integers(0, 2), st.integers(0, 10**6))
    def try_one(file, parts, bytes_, how, drawn):
        data = reader.reshape(file, parts) if how != 1 else file
        if how:
            data = in_bytes(data, bytes_)
        began = time.process_time()
        try:
            reader.read(data, drawn)
        except Mx2Error as error:
            message = str(error)
            assert "x" * (QUOTED + 1) not in message  # what was put there, at full length
            assert len(message) < LONGEST
        assert time.process_time() - began < SECONDS

    try_one()


def test_every_format_is_fuzzed():
    assert set(FORMATS) <= set(READERS)


@pytest.mark.parametrize("name", NAMES)
def test_files_as_they_are_can_be_read(name, tmp_path):
    with opened(name, tmp_path) as reader:
        for file in reader.files:
            reader.read(file, 1)


@pytest.mark.parametrize("name", NAMES)
def test_a_spoilt_file_is_read_or_refused(name, tmp_path):
    with opened(name, tmp_path) as reader:
        spoil(reader, FEW)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", NAMES)
def test_many_spoilt_files_are_read_or_refused(name, tmp_path, record_property):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with opened(name, tmp_path) as reader:
        spoil(reader, MANY)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
    record_property("grown_megabytes", grown)
    assert grown < MEGABYTES


@pytest.mark.parametrize("name", SMALL)
def test_every_small_corpus_is_sound(name):
    check(SMALL[name])


@settings(deadline=None)
@given(st.binary(max_size=200), st.sampled_from([None, *FORMATS]))
def test_any_bytes(data, format):
    with suppress(Mx2Error):
        read_corpus(data, format=format)
