"""The server: `streamlit run app.py` starts this, and it shows dashboard/main.py."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import streamlit as st

ROOT = Path(__file__).resolve().parent
if str(ROOT) not in sys.path:  # so that `dashboard` and `mx2core` are found from any folder
    sys.path.insert(0, str(ROOT))


@asynccontextmanager
async def lifespan(app: Any) -> AsyncIterator[None]:
    """Before anyone visits: go on with the experiments that ran when the server last ended."""
    from dashboard import server

    # In a thread of its own: reading a large corpus again must not keep the first visitor waiting.
    Thread(target=server.resume, name="mx2core-resume", daemon=True).start()
    yield


app = st.App(ROOT / "dashboard" / "main.py", lifespan=lifespan)
