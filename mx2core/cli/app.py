"""`mx2 app`: the dashboard in a browser."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import Namespace
from importlib.util import find_spec
from pathlib import Path

from ..errors import InputError
from ..extras import not_installed
from ..files import PACKAGE, project_path
from .options.declared import command, option
from .options.trainings import PLACE
from .text import Report

NEEDED = ("streamlit", "starlette", "plotly", "pandas", "sqlalchemy")


@command(
    option("--port", "of http://localhost:PORT", int, usual="8501, or the next free one"),
    option("--store", f"where projects are kept: {PLACE}", value="FILE"),
    option("streamlit", "after --: options of `streamlit run`", value="OPTION", nargs="*"),
)
def app(options: Namespace) -> Report:
    """Start the server in place of this process, where the system can do that.

    Raises InputError if the packages of the dashboard are not installed.
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise not_installed(", ".join(missing), "app", InputError)
    script = project_path("app.py")
    place = options.store or os.environ.get("MX2_STORE") or default_store(script)
    if place is not None:
        os.environ["MX2_STORE"] = place
    command = [sys.executable, "-m", "streamlit", "run", str(script)]
    if options.port is not None:
        command += ["--server.port", str(options.port)]
    command += options.streamlit
    sys.stdout.flush()
    if os.name == "posix":  # who stops this process stops the server
        os.execv(sys.executable, command)
    return Report("The dashboard has ended.", status=subprocess.call(command))


def default_store(script: Path) -> str | None:
    """A file in the user's own folder for an installed dashboard; a checkout keeps its own."""
    if PACKAGE not in script.parents:
        return None
    named, usual = ("LOCALAPPDATA", "AppData/Local") if os.name == "nt" else ("XDG_DATA_HOME", ".local/share")
    usual = "Library/Application Support" if sys.platform == "darwin" else usual
    folder = Path(os.environ.get(named) or Path.home() / usual) / "mx2core"
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / "store.sqlite")
