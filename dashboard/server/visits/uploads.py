"""Uploads: who may upload files, under which names, and how much at a time.

Streamlit takes every file from whoever has a connection and a token that he made himself.
So this stands before its route: a file needs a session that was let in (where people log in,
one of somebody who did), a name that an uploader of this session was given, and room.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit.runtime.uploaded_file_manager import UploadedFileManager

from dashboard.server.running import logs
from dashboard.server.visits import connections, limits, owners
from dashboard.server.visits.limits import MB, Limits
from dashboard.server.visits.owners import NOBODY, Owner
from mx2core.errors import LimitError

ROUTE = re.compile(r"/_stcore/upload_file/(?P<session>[^/]+)/(?P<file>[^/]+)/?\Z")
MOST_NAMES = 1000  # names of a session whose files have not come


@dataclass(slots=True)
class _Session:
    owner: Owner = NOBODY
    file_ids: dict[str, None] = field(default_factory=dict)  # names that an uploader was given, oldest first
    coming: dict[str, int] = field(default_factory=dict)  # bytes of those that are on their way
    came: dict[str, None] = field(default_factory=dict)
    refused: LimitError | None = None  # not yet reported to the user


class Uploads:
    """What the sessions of one server have brought; `let_in`: whether a session, by its id, was let in."""

    def __init__(self, let_in: Callable[[str], bool]) -> None:
        self._let_in = let_in
        self._sessions: dict[str, _Session] = {}
        self._manager: UploadedFileManager | None = None

    def watch(self, manager: UploadedFileManager) -> None:
        """Learn which names Streamlit gives to uploaders."""
        give = manager.get_upload_urls

        def upload_urls(session_id: str, file_names: Sequence[str]) -> list[Any]:
            urls = give(session_id, file_names)
            self._forget_sessions()
            if self._let_in(session_id):
                asked = self._sessions.setdefault(session_id, _Session()).file_ids
                asked.update(dict.fromkeys(url.file_id for url in urls))
                for name in list(asked)[:-MOST_NAMES]:
                    del asked[name]
            return urls

        vars(manager)["get_upload_urls"] = upload_urls
        self._manager = manager

    def begin(self, session: str, file: str, size: int, owner: Owner = NOBODY) -> None:
        """Make room for a file of so many bytes that is about to come; its `owner` has a share of all uploads.

        PermissionError if the session was not let in, or no uploader of it was given this name; LimitError if there is
        no room.
        """
        known = self._sessions.get(session)
        if known is None or not self._let_in(session) or file not in known.file_ids:
            raise PermissionError
        known.owner = owner
        try:
            limits.check_memory()
            self._check_room(session, size)
        except LimitError as error:
            known.refused = error
            raise
        del known.file_ids[file]
        known.coming[file] = size

    def end(self, session: str, file: str, refused: LimitError | None = None) -> None:
        """A file has come, or was broken off; `refused` says why."""
        known = self._sessions.get(session)
        if known is not None:
            known.coming.pop(file, None)
            known.came[file] = None
            known.refused = refused or known.refused

    def refusal(self, session: str) -> LimitError | None:
        """Why the last file of this session was not taken, once."""
        known = self._sessions.get(session)
        if known is None:
            return None
        refused, known.refused = known.refused, None
        return refused

    def _check_room(self, session: str, size: int) -> None:
        most = Limits.read()
        if self._n_bytes(session) + size > most.session_total() * MB:
            raise LimitError(
                "Uploads in this tab exceed {limit:,} MB. Remove some, or reload.", limit=most.session_total()
            )
        held = [(known.owner, self._n_bytes(name)) for name, known in self._sessions.items()]
        share = max(owners.share_of(most.server_total()), most.upload_mb + 1)
        if self._sessions[session].owner.holds(held) + size > share * MB:
            raise owners.has_share(f"{share:,} MB")
        if sum(size_of_one for _, size_of_one in held) + size > most.server_total() * MB:
            raise LimitError("All uploads here exceed {limit:,} MB. Try later.", limit=most.server_total())

    def _n_bytes(self, session: str) -> int:
        """Bytes of a session, with what is on its way."""
        assert self._manager is not None, "nobody has a name before `watch`"
        known = self._sessions[session]
        files = self._manager.get_files(session, list(known.came))
        known.came = dict.fromkeys(one.file_id for one in files)
        return sum(len(one.data) for one in files) + sum(known.coming.values())

    def _forget_sessions(self) -> None:
        """Drop the sessions that have gone and whose files have too."""
        for session in list(self._sessions):
            if not self._let_in(session) and not self._n_bytes(session):
                del self._sessions[session]


class Guard:
    """Middleware before Streamlit's route of uploads."""

    def __init__(self, app: ASGIApp, uploads: Uploads) -> None:
        self._app, self._uploads = app, uploads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        route = ROUTE.search(scope["path"]) if scope["type"] == "http" else None
        if route is None or scope["method"] == "OPTIONS":
            await self._app(scope, receive, send)
            return
        refused = self._refused(scope, route["session"], route["file"])
        if refused is not None:
            status, why = refused
            logs.event("upload refused", status=status, why=why)
            await PlainTextResponse(why, status)(scope, receive, send)
            return
        stalled = None
        try:
            await self._app(scope, receive, send)
        except connections.TooSlowError:
            stalled = LimitError("The upload stalled. Send the file again.")
            raise
        finally:
            if scope["method"] == "PUT":
                self._uploads.end(route["session"], route["file"], stalled)

    def _refused(self, scope: Scope, session: str, file: str) -> tuple[int, str] | None:
        """Status and reason, or nothing after room was made for the file."""
        if connections.is_from_elsewhere(scope):
            return 403, "another origin"
        if scope["method"] != "PUT":  # a file is taken back
            return None
        size = dict(scope["headers"]).get(b"content-length", b"")
        if not (size.isdigit() and len(size) < 20):
            return 411, "no length"
        try:
            self._uploads.begin(session, file, int(size), owners.request_owner(scope))
        except PermissionError:
            return 403, "not asked for"
        except LimitError:
            return 413, "no room"
        return None
