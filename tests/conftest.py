"""What tests share: where the real corpora are, where they are not needed."""

from pathlib import Path

import pytest

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
