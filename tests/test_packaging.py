"""Every page opens from exactly the files of the image, and of the wheel."""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement

from tests.conftest import ROOT

VISIT = """
from pathlib import Path
from streamlit.testing.v1 import AppTest

import mx2core
here = Path.cwd()
assert Path(mx2core.__file__).is_relative_to(here), mx2core.__file__
app = AppTest.from_file(str(here / "dashboard" / "main.py"), default_timeout=300).run()
app.switch_page("../pages/home.py").run()
pages = sorted(path.stem for path in (here / "pages").glob("*.py"))
steps = [("learn", str(step)) for step in range(1, 11)]
for page, step in [*((page, "") for page in pages if page != "__init__"), *steps]:
    app.query_params["step"] = step
    app.switch_page(f"../pages/{page}.py").run()
    errors = [*app.exception, *app.error]
    assert not errors, (page, step, errors)
    print(page, step, app.title[0].value)
"""


def image():
    """What .dockerignore lets into the image, by paths."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    files = set()
    for path in map(Path, tracked()):
        inside = True
        for rule in rules:  # the last one that fits decides
            pattern = rule.removeprefix("!").removeprefix("**/")
            places = [path, *path.parents][:-1]
            if any(fnmatch(str(place if "**/" not in rule else place.name), pattern) for place in places):
                inside = rule.startswith("!")
        if inside:
            files.add(path)
    return files


def wheel(monkeypatch):
    """What setup.py puts into the wheel, by paths in the project."""
    import runpy

    import setuptools

    given = {}
    with monkeypatch.context() as patched:
        patched.chdir(ROOT)
        patched.setattr(setuptools, "setup", lambda **about: given.update(about))
        runpy.run_path(str(ROOT / "setup.py"))
    files = set()
    for package in given["packages"]:
        folder = ROOT / given["package_dir"].get(package, package.replace(".", "/"))
        patterns = ["*.py", *given["package_data"].get(package, ())]
        files |= {path.relative_to(ROOT) for pattern in patterns for path in folder.glob(pattern)}
    return {path for path in files if path != Path("setup.py") and (ROOT / path).is_file()}


def tracked():
    """Every file of the project; without git, every file that is there."""
    told = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True)
    if told.returncode == 0:
        return [name for name in told.stdout.decode().splitlines() if (ROOT / name).is_file()]
    return [str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if path.is_file()]


def test_the_image_installs_what_is_required_and_by_digest():
    text = (ROOT / "deploy" / "requirements.lock").read_text(encoding="utf-8")
    locked = re.findall(r"^([\w.-]+)==([\w.]+)((?:.*\\\n)+.*)$", text, re.M)
    assert len(locked) == len(re.findall(r"^\S+==", text, re.M)) > 50
    assert [name for name, _, digests in locked if "--hash=sha256:" not in digests] == []
    versions = {name: version for name, version, _ in locked}
    for file in ("requirements.txt", "deploy/requirements.txt"):
        for line in (ROOT / file).read_text(encoding="utf-8").splitlines():
            if line and not line.startswith(("#", "-r")):
                asked = Requirement(line)
                assert asked.specifier.contains(versions[asked.name.lower()]), line
    assert "--require-hashes -r" in (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")


def test_images_are_pinned_by_what_they_hold():
    deploy = "".join(
        (ROOT / "deploy" / name).read_text() for name in ("Dockerfile", "team.yaml", "class.yaml")
    )
    images = re.findall(r"^(?:FROM| +image:) (\S+)", deploy, re.M)
    assert len(images) == 5
    assert [each for each in images if not re.search(r"@sha256:[0-9a-f]{64}$", each)] == [
        "partition-explorer"
    ]


def test_pinning_asks_the_registry_for_each_image(tmp_path):
    """With a Docker that answers with digests of its own."""
    for name in ("Makefile", "deploy/Dockerfile", "deploy/team.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    docker = tmp_path / "docker"
    docker.write_text(
        '#!/bin/sh\necho sha256:$(printf "%s" "$4" | sha256sum | cut -c 1-64)\n', encoding="utf-8"
    )
    docker.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    subprocess.run(["make", "pin"], cwd=tmp_path, env={"PATH": path}, check=True, capture_output=True)
    for name, image in (("Dockerfile", "python:3.12-slim"), ("team.yaml", "postgres:17")):
        digest = hashlib.sha256(image.encode()).hexdigest()
        assert f" {image}@sha256:{digest}" in (tmp_path / "deploy" / name).read_text(encoding="utf-8")


def test_the_image_keeps_compiled_packages_and_lets_its_user_read_the_program():
    """Each process would compile them again, as nothing is written; a checkout may be its owner's alone."""
    text = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    assert "__pycache__" not in text
    assert "--no-compile" not in text
    assert "chmod -R a+rX /app" in text


def test_no_log_of_the_proxy_has_a_key():
    """Its errors quote the address that was asked for, at every level below crit."""
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    servers = re.findall(r"^server \{\n.*?^\}", text, re.S | re.M)
    assert len(servers) == 2
    for server in servers:
        assert re.findall(r"access_log +\S+ (.*);", server) == ["without_keys"]
        assert re.findall(r"error_log +\S+ (.*);", server) == ["crit"]


def test_the_proxy_counts_open_pages_not_files():
    """Over HTTP/2 the files that one browser asks for at once would be more than an address may have."""
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    place = re.search(r"location = /_stcore/stream \{(.*?)\}", text, re.S)
    assert place is not None
    assert "limit_conn visitors" in place[1]
    assert text.count("limit_conn ") == 1


def test_the_proxy_starts_anew_with_the_server():
    """nginx asks for the server's address once, and a new container may have another."""
    team = (ROOT / "deploy" / "team.yaml").read_text(encoding="utf-8")
    assert re.search(r"\n  proxy:.*explorer: \{ condition: \w+, restart: true \}", team, re.S)


def test_the_oldest_versions_that_are_promised_are_tried_in_ci():
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = map(Requirement, project["optional-dependencies"]["app"])
    oldest = {
        one.name: bound.version
        for one in asked
        if one.name in ("streamlit", "plotly")
        for bound in one.specifier
        if bound.operator == ">="
    }
    assert len(oldest) == 2
    for name, version in oldest.items():
        assert f'"{name}=={version}.*"' in workflow, name


def test_actions_are_named_by_commit_and_may_only_read():
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    used = re.findall(r"uses: (.+)", workflow)
    assert used
    assert [one for one in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", one)] == []
    assert "\npermissions:\n  contents: read\njobs:" in workflow
    head, release = workflow.split("\n  release:\n")
    assert ": write" not in head
    assert "refs/tags/v" in release.splitlines()[0]


def test_what_pages_of_the_image_open_is_in_the_wheel_too(monkeypatch):
    """So the visit of the image speaks for the wheel; scripts are not read."""
    rooms = ("dashboard", "mx2core", "pages", "sample_data")
    read = {path for path in image() if path.parts[0] in rooms}
    scripts = {path for path in read if path.parts[0] == "sample_data" and path.suffix == ".py"}
    assert read - scripts - wheel(monkeypatch) == set()


def test_the_image_has_all_of_the_program():
    rooms = ("dashboard", "mx2core", "pages", "sample_data", ".streamlit")
    ours = {path for path in map(Path, tracked()) if path.parts[0] in rooms}
    assert len(ours) > 500
    assert ours - image() == set()


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("made", ["image", "wheel"])
def test_every_page_opens_from_what_is_installed(made, tmp_path, monkeypatch):
    files = image() if made == "image" else wheel(monkeypatch)
    assert Path("dashboard/main.py") in files
    assert not any(path.parts[0] in ("tests", "benchmarks", ".git") for path in files)
    for path in files:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    done = subprocess.run(
        [sys.executable, "-c", VISIT],
        cwd=tmp_path,
        env=os.environ | {"MX2_STORE": str(tmp_path / "store.sqlite"), "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "learn 9 " in done.stdout


# The audit of dependencies: what counts as a finding, and that silence is not called safety.
PATH = Path(__file__).resolve().parent.parent / ".ci" / "audit.py"


@pytest.fixture
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def listed(name, *flaws):
    return {
        "name": name,
        "version": "1.0",
        "vulns": [{"id": id, "fix_versions": fixed} for id, fixed in flaws],
    }


@pytest.mark.parametrize(
    ("found", "ends", "says"),
    [
        ([], 2, "nothing was audited"),
        ([listed("Streamlit")], 0, "1 of"),
        ([listed("streamlit", ("CVE-1", ["2.0"]))], 1, "mended in 2.0"),
        ([listed("streamlit", ("CVE-1", []))], 0, "no mended version"),
        ([listed("pip", ("CVE-1", ["99"]))], 2, "nothing was audited"),  # not what a server runs
    ],
)
def test_findings(audit, monkeypatch, capsys, found, ends, says):
    monkeypatch.setattr(audit, "audited", lambda service: found)
    assert audit.main() == ends
    assert says in capsys.readouterr().out


def test_what_is_needed_indirectly_is_audited_too(audit):
    assert {"streamlit", "starlette", "sqlalchemy"} <= audit.needed()
    assert "pytest" not in audit.needed()
