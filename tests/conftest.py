"""What tests share: where the real corpora are, where they are not needed."""

import functools
import gc
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# Whatever the shell says, bytecode is kept: to rewrite all asserts anew doubles the time of the collection.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# Workers of the tests are as many as processors: threads of the matrix library only wait for one another.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Where this is there, jsonschema builds 38 grammars of addresses when imported; no schema of ours has one.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

# A busy machine makes nothing wrong. `make slow` tries twenty times as many examples of each property.
settings.register_profile("tests", deadline=None, max_examples=10)
settings.register_profile("long", deadline=None, max_examples=200)
settings.load_profile("tests")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def real_corpora() -> Path:
    """Annotated corpora that are kept beside the project, not in it."""
    folder = ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the real corpora are not on this machine")
    return folder


@pytest.fixture(scope="session")
def sample_data() -> Path:
    """The synthetic corpora that belong to the project."""
    return ROOT / "sample_data"


@pytest.fixture
def file_store(tmp_path: Path) -> Iterator[Any]:
    from mx2core.store import Store

    with Store(tmp_path / "runs.db") as opened:
        yield opened


@pytest.fixture
def store(file_store: Any) -> Any:
    """Folders whose tests have a server of databases say what theirs is."""
    return file_store


@pytest.fixture(scope="session", autouse=True)
def store_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Pages and servers keep their projects where no user's are."""
    place, before = tmp_path_factory.mktemp("store") / "mx2core.sqlite", os.environ.get("MX2_STORE")
    os.environ["MX2_STORE"] = str(place)
    yield place
    if before is None:
        del os.environ["MX2_STORE"]
    else:
        os.environ["MX2_STORE"] = before


@pytest.fixture(scope="session", autouse=True)
def stores_do_not_wait_for_the_disk() -> Iterator[None]:
    """What is written outlives a process that is killed; that the machine stops is not tested."""
    connection = sys.modules.get("mx2core.store.database.connection")
    with pytest.MonkeyPatch.context() as patch:
        if connection is not None:
            patch.setattr(connection, "PRAGMAS", (*connection.PRAGMAS, "synchronous = OFF"))
        yield


@pytest.fixture(scope="session", autouse=True)
def what_waits_is_saved_when_a_test_says_so() -> Iterator[None]:
    """Not some seconds later, in the store of another test."""
    projects = sys.modules.get("dashboard.server.projects")
    with pytest.MonkeyPatch.context() as patch:
        if projects is not None:
            patch.setattr(projects, "SOON", 1e6)
        yield


@pytest.fixture(scope="session", autouse=True)
def one_sample_for_all_readers() -> Iterator[None]:
    """Tests of pages are about one corpus, whatever language they read it in."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MX2_SAMPLE", "statement_zh.conll")
        yield


@pytest.fixture(scope="session", autouse=True)
def packages_are_looked_through_once() -> None:
    """Each app under test looks for components in all installed packages: half a second, every time."""
    if "streamlit" in sys.modules:
        from streamlit.components.v2 import manifest_scanner

        manifest_scanner.scan_component_manifests = functools.cache(manifest_scanner.scan_component_manifests)


@pytest.fixture(scope="session", autouse=True)
def translations_are_read_once() -> Iterator[None]:
    """As in a program that runs one command; here each of hundreds would read them anew."""
    language = sys.modules.get("mx2core.cli.language")
    with pytest.MonkeyPatch.context() as patch:
        if language is not None:
            patch.setattr(language, "catalogue", functools.cache(language.catalogue))
        yield


@pytest.fixture(scope="session", autouse=True)
def corpora_are_read_once() -> Iterator[None]:
    """Hundreds of tests open the samples and the corpora of the example; nobody changes what was read."""
    samples = {path.read_bytes() for path in (ROOT / "sample_data").glob("*.*") if path.suffix != ".zip"}
    source = sys.modules.get("mx2core.corpus.files.source")
    silent = None if source is None else source.silent

    def once(name: str, function: str) -> None:
        """Have a function remember what it gave for a corpus, whatever its units, unless one waits."""
        module = sys.modules.get(name)
        if module is None:
            return
        original = getattr(module, function)
        remembered = functools.lru_cache(32)(original)

        def read_cached(data: bytes, *given: Any, **named: Any) -> Any:
            waiting = any(callable(one) and one is not silent for one in given)
            if data in samples or (50_000 < len(data) < 2_000_000 and not waiting):
                plain = (silent if callable(one) else one for one in given)
                plain = (replace(one, unit=None, where=None) if is_dataclass(one) else one for one in plain)
                with suppress(TypeError):  # options that are lists
                    return remembered(data, *plain, **named)
            return original(data, *given, **named)

        patch.setattr(module, function, read_cached)

    with pytest.MonkeyPatch.context() as patch:
        once("mx2core.corpus.read", "read_all")
        once("dashboard.corpus.reading_form", "file_columns")
        project = sys.modules.get("dashboard.server.project")
        if project is not None:
            read = project.CorpusSource.read
            whole = functools.lru_cache(8)(read)
            patch.setattr(
                project.CorpusSource,
                "read",
                lambda self, *asked, **named: (
                    whole(self) if self.data is None else read(self, *asked, **named)
                ),
            )
        yield


@pytest.fixture(scope="session", autouse=True)
def pages_train_in_their_own_process() -> Iterator[None]:
    """Worker processes take seconds to begin and give the same; a test that sets their number has them."""
    resources = sys.modules.get("dashboard.server.running.resources")
    if resources is None:
        yield
        return
    asked = resources.trainers
    here = functools.wraps(asked)(lambda: asked() or {"n_workers": 0})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(resources, "trainers", here)
        yield


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run one command in this process: exit status, standard output, standard error."""
    from mx2core.cli.main import main

    def command(*arguments: object) -> tuple[int, str, str]:
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as left:  # of a usage that argparse refuses
            status = int(left.code or 0)
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return command


@pytest.fixture
def printed(run: Callable[..., tuple[int, str, str]]) -> Callable[..., str]:
    """The standard output of a command that is done."""

    def command(*arguments: object) -> str:
        status, out, err = run(*arguments)
        assert status == 0, err
        return out

    return command


@pytest.fixture
def result(printed: Callable[..., str]) -> Callable[..., Any]:
    """The JSON of a command that is done."""
    return lambda *arguments: json.loads(printed(*arguments, "--json"))


@pytest.fixture
def refused(run: Callable[..., tuple[int, str, str]]) -> Callable[..., str]:
    """The one line on standard error of a command that prints nothing and ends with status 1 or 2 (usage)."""

    def command(*arguments: object) -> str:
        status, out, err = run(*arguments)
        assert (status in (1, 2), out, err.count("\n")) == (True, "", 1), err
        return err

    return command


def pytest_collection_finish() -> None:
    """Tests and modules stay to the end: collections of garbage need not look through them."""
    gc.collect()
    gc.freeze()


def pytest_make_parametrize_id(val: object) -> str | None:
    """A short name for bytes, the same in every process: archives carry the second they were made in."""
    return f"{len(val)} bytes" if isinstance(val, bytes) else None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Real corpora are slow. Browsers, servers and whole programs first: what is left at the end is short."""
    for item in items:
        if "real_corpora" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)
    yield
    long = (
        *("readme", "packaging", "programs", "drills", "pool", "dask", "docstrings", "example", "methods"),
        *("construct", "runner", "homework", "cli_chinese", "item_scores", "set_join", "metric_intervals"),
    )
    files, folders = {f"test_{name}.py" for name in long}, ("browser", "server")
    items.sort(key=lambda item: item.path.name not in files and item.path.parent.name not in folders)
