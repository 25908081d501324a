"""The audit of dependencies: what counts as a finding, and that silence is not called safety."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

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
