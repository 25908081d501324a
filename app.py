"""The server: `streamlit run app.py` starts this, and it shows dashboard/main.py."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from streamlit import runtime

ROOT = Path(__file__).resolve().parent
if str(ROOT) not in sys.path:  # so that `dashboard` and `mx2core` are found from any folder
    sys.path.insert(0, str(ROOT))

from dashboard.learn.lesson import light_board  # noqa: E402
from dashboard.server.running import lifecycle, page_files, resources, web_server  # noqa: E402
from dashboard.server.turns import MAKERS  # noqa: E402
from dashboard.server.visits import connections, uploads, visitors  # noqa: E402


@asynccontextmanager
async def lifespan(app: Any) -> AsyncIterator[None]:
    """At the start, resume the runs of the last server. At the end, let other servers resume them."""
    keeper, began = resources.keeper(), time.monotonic()
    # In a thread of its own: reading a large corpus again must not keep the first visitor waiting.
    Thread(target=lifecycle.run_beside, args=(keeper,), name="mx2core-keeper", daemon=True).start()
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(MAKERS))
    web_server.settle()
    resources.uploads.watch(runtime.get_instance().uploaded_file_mgr)
    yield
    lifecycle.end(keeper, began)


SCRIPT = ROOT / "dashboard" / "main.py"
lifecycle.settle()
lifecycle.keep_on_path(SCRIPT.parent)
lifecycle.warm()
app = st.App(
    SCRIPT,
    lifespan=lifespan,
    routes=[*web_server.ROUTES, *light_board.ROUTES],
    middleware=[
        Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6),
        Middleware(page_files.PageFiles),
        Middleware(web_server.Strict),
        Middleware(connections.Connections, left=lambda: resources.projects().save_waiting()),
        Middleware(uploads.Guard, uploads=resources.uploads),
        Middleware(visitors.Remember),
    ],
    on_script_error=lifecycle.script_failed,
)
