"""What the wheel installs works where nothing else is installed. Needs the package index."""

import re
import shutil
import socket
import subprocess
import sys
import tomllib
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
COMPARED = """
import mx2core as mx
from mx2core.training import compare
if __name__ == "__main__":
    corpus = mx.read_corpus("sample_data/{file}")
    template = mx.models.FeatureTemplate.parse("U0:%x[0,0]")
    partitions = mx.random_partitions(len(corpus), 1)
    result = compare(corpus, [{models}], partitions=partitions, n_workers=1)
    assert len(result.models) == 2
"""
STORE = "import mx2core as mx; mx.store.Store('store.sqlite').close()"
USES = {  # something that only this extra makes possible
    "crf": COMPARED.format(
        file="segmentation_zh.txt",
        models="mx.models.CRF(n, template, ('word',), max_iterations=5) for n in 'ab'",
    ),
    "sklearn": COMPARED.format(
        file="intents_en.jsonl", models="mx.models.TextClassifier(name, 'bayes') for name in 'ab'"
    ),
    "arrow": "import pyarrow.parquet",
    "bleu": "import mx2core as mx; assert mx.metrics.text_scores(['a b c d e'], ['a b c d e'])['bleu'] > .99",
    "xmi": """
import io, zipfile, cassis, mx2core as mx
system = cassis.TypeSystem()
name = system.create_type(name="x.NamedEntity", supertypeName="uima.tcas.Annotation")
system.create_feature(domainType=name, name="value", rangeType="uima.cas.String")
cas = cassis.Cas(typesystem=system)
cas.sofa_string, cas.sofa_mime = "Ada ran.", "text/plain"
cas.add(name(begin=0, end=3, value="PER"))
files = io.BytesIO()
with zipfile.ZipFile(files, "w") as archive:
    archive.writestr("TypeSystem.xml", system.to_xml())
    archive.writestr("a.xmi", cas.to_xmi())
    archive.writestr("b.xmi", cas.to_xmi().replace("Ada", "Eve"))
assert mx.read_corpus(files.getvalue()).attributes["label"].labels == ("PER",)
""",
    "plot": "import matplotlib, pandas",
    "store": STORE,
    "postgres": "import pg8000\n" + STORE,
    "cluster": "import distributed, mx2core.training.run.cluster",
}
pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


def run(*command, **options):
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, timeout=900, check=False, **options
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """Built from a copy, so that nothing is left in the project."""
    source = tmp_path_factory.mktemp("source") / "project"
    left_out = shutil.ignore_patterns(".venv", ".git", "build", "*.egg-info", ".*_cache", "screenshots")
    shutil.copytree(ROOT, source, ignore=left_out)
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, source)
    return next(folder.glob("*.whl"))


@pytest.fixture
def project(tmp_path):
    shutil.copytree(ROOT / "sample_data", tmp_path / "sample_data")
    shutil.copy(ROOT / "README.md", tmp_path)
    return tmp_path


def bare(folder, wheel, extra="", python=sys.executable):
    """The folder of programs of a new environment with the wheel."""
    run(python, "-m", "venv", "--without-pip", folder)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    pip = (sys.executable, "-m", "pip", "--python", programs / "python")
    run(*pip, "install", "-q", "--no-compile", f"mx2core{extra} @ {wheel.as_uri()}")
    return programs


def interpreter(version):
    """A Python of this version that can make an environment."""
    places = [shutil.which(f"python{version}"), *Path.home().glob(f".pyenv/versions/{version}.*/bin/python")]
    for place in filter(None, places):
        outcome = subprocess.run([place, "-c", "import venv"], capture_output=True, check=False)
        if outcome.returncode == 0:
            return place
    pytest.skip(f"there is no Python {version} here")


@pytest.mark.parametrize("version", VERSIONS)
def test_readme_runs(version, wheel, project):
    programs = bare(project / "env", wheel, "[crf,sklearn]", python=interpreter(version))
    run(programs / "python", "-m", "doctest", "README.md", cwd=project)
    commands = re.findall(
        r"^python -m mx2core (inspect .*)$", (project / "README.md").read_text(), re.MULTILINE
    )
    assert run(programs / "mx2", *commands[0].split(), cwd=project)


@pytest.mark.parametrize("version", ["3.11", "3.13"])
@pytest.mark.parametrize("extra", sorted(USES))
def test_extra_alone(extra, version, wheel, project):
    programs = bare(project / "env", wheel, f"[{extra}]", python=interpreter(version))
    (project / "use.py").write_text(USES[extra], encoding="utf-8")
    run(programs / "python", "use.py", cwd=project)


def test_every_extra_is_tried():
    assert set(EXTRAS) == {*USES, "app", "team"}


def test_app_starts(wheel, tmp_path):
    """With its own sample corpus, configuration and pages, and its store in the user's folder."""
    programs = bare(tmp_path / "env", wheel, "[app]")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    where = {"PATH": str(programs), "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    server = subprocess.Popen(
        [str(programs / "mx2"), "app", "--port", str(port), "--", "--server.headless", "true"],
        env=where,
        cwd=tmp_path,
    )
    try:
        address = f"http://127.0.0.1:{port}"
        assert answer(f"{address}/health", server)
        assert b"<html" in answer(address, server)
    finally:
        server.terminate()
        server.wait(PATIENCE)
    check = (
        "import sys; sys.path.insert(0, {app!r})\n"
        "from streamlit.testing.v1 import AppTest\n"
        "shown = AppTest.from_file({app!r} + '/dashboard/main.py', default_timeout=120).run()\n"
        "assert not shown.exception and not shown.error, (shown.exception, shown.error)\n"
        "assert shown.title or shown.markdown\n"
    )
    (inside,) = (tmp_path / "env").glob("lib/python*/site-packages/mx2core/_app")
    run(programs / "python", "-c", check.format(app=str(inside)), env=where, cwd=tmp_path)
    assert (tmp_path / "data" / "mx2core" / "store.sqlite").exists()


def answer(address, server):
    def read():
        assert server.poll() is None
        with suppress(OSError):
            return urlopen(address, timeout=PATIENCE).read()
        return None

    return wait_until(read)
