"""A session of the dashboard without a browser: it speaks Streamlit's protocol, and sees what one is sent.

Cheap enough that thirty of them fit beside the server they ask.
"""

import asyncio
import time
from collections.abc import AsyncIterable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

from tests.waiting import PATIENCE

MOST_BYTES = 200 << 20  # of one message
ALERT_ERROR = 1  # format of an alert that is an error


@dataclass(frozen=True, slots=True)
class Element:
    """An element as the server sent it."""

    kind: str  # slider, button, …
    proto: Any
    fragment: str


class PageError(Exception):
    """The page shows an error, or an exception."""


class Session:
    """One browser tab.

    Parameters
    ----------
    address : str
        Of the server, as http://127.0.0.1:8501.
    cookie : str
        Header to send along.
    come_from : str
        Address of the browser, as a proxy on this machine would pass it on.
    """

    def __init__(self, address: str, cookie: str = "", come_from: str = "") -> None:
        self.address = address
        self.origin = address
        self.headers = {"Cookie": cookie} if cookie else {}
        self.headers |= {"X-Forwarded-For": come_from} if come_from else {}
        self.query: dict[str, str] = {"lang": "en"}
        self.elements: dict[tuple[int, ...], Element] = {}  # by where they stand on the page
        self.id = ""
        self.received = 0  # bytes
        self.autos: dict[str, float] = {}  # fragments that want to run again, and every how many seconds
        self._cached: dict[str, bytes] = {}
        self._states: dict[str, WidgetState] = {}
        self._page = ("", "")  # name and hash
        self._hashes: dict[str, str] = {}
        self._written_places: set[tuple[int, ...]] = set()  # places that this run wrote to

    async def __aenter__(self) -> Self:
        url = self.address.replace("http", "ws", 1) + "/_stcore/stream"
        self._socket: ClientConnection = await connect(
            url,
            subprotocols=["streamlit"],
            max_size=MOST_BYTES,
            origin=self.origin,
            additional_headers=self.headers,
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._socket.close()

    @property
    def page(self) -> str:
        """The name of the open page in its address."""
        return self._page[0]

    async def visit(self, page: str = "") -> float:
        """Open a page by the name in its address; seconds until it stood."""
        self._page = (page, self._hashes.get(page, ""))
        self.elements.clear()
        self._states.clear()
        self.autos.clear()
        return await self._run()

    async def set(self, key: str, value: float | int | str | bool) -> float:
        """Move the widget of that key, one of options by its number; seconds until what follows stood."""
        widget = self.hold(key, value)
        try:
            return await self._run(widget.fragment)
        finally:
            if widget.kind == "button":
                del self._states[widget.proto.id]

    def hold(self, key: str, value: float | int | str | bool) -> Element:
        """Set a widget without telling the server, as in a form whose button was not pressed yet."""
        widget = self.find(key)
        state = WidgetState(id=widget.proto.id)
        if widget.kind == "slider" and widget.proto.options:
            state.string_array_value.data.append(widget.proto.options[int(value)])
        elif widget.kind == "button_group":
            state.string_array_value.data.append(str(value))
        elif widget.kind == "slider":  # of a range, its upper end; the other one goes to the lowest
            low = [widget.proto.min] if len(widget.proto.default) == 2 else []
            state.double_array_value.data.extend([*low, float(value)])
        elif widget.kind == "number_input":
            number = float(value)
            if widget.proto.data_type == 0:
                state.int_value = int(number)
            else:
                state.double_value = number
        elif widget.kind == "button":
            state.trigger_value = True
        elif isinstance(value, bool):
            state.bool_value = value
        else:
            state.string_value = str(value)
        self._states[widget.proto.id] = state
        return widget

    async def click(self, key: str) -> float:
        """Press a button."""
        return await self.set(key, True)

    async def run_again(self, fragment: str) -> float:
        """Run a fragment once more, as the browser does for one that runs every second."""
        return await self._run(fragment, auto=True)

    async def upload_urls(self, *names: str) -> list[str]:
        """Addresses to send files to, as an upload field asks for them."""
        message = BackMsg()
        message.file_urls_request.request_id = "files"
        message.file_urls_request.file_names.extend(names)
        await self._socket.send(message.SerializeToString())
        while True:
            data = await asyncio.wait_for(self._socket.recv(decode=False), PATIENCE)
            answer = ForwardMsg.FromString(data)
            if answer.WhichOneof("type") == "file_urls_response":
                return [self.address + one.upload_url for one in answer.file_urls_response.file_urls]

    async def download(self, *files: str) -> None:
        """Have files made, all at once, as their buttons ask for them; the bytes are not fetched."""
        for file in files:
            message = BackMsg()
            message.backend_operation_request.request_id = file
            message.backend_operation_request.deferred_file.file_id = file
            await self._socket.send(message.SerializeToString())
        made = 0
        while made < len(files):
            data = await asyncio.wait_for(self._socket.recv(decode=False), PATIENCE)
            made += ForwardMsg.FromString(data).WhichOneof("type") == "backend_operation_response"

    async def take_upload(self, url: str, name: str, size: int) -> float:
        """Tell the first upload field that a file has come to an address; seconds until it was read."""
        field = next(self.widgets("file_uploader"))
        state = self._states[field.proto.id] = WidgetState(id=field.proto.id)
        file = state.file_uploader_state_value.uploaded_file_info.add()
        file.file_id, file.name, file.size = url.rsplit("/", 1)[-1], name, size
        file.file_urls.upload_url = url.removeprefix(self.address)
        file.file_urls.file_id = file.file_id
        return await self._run(field.fragment)

    async def pour(self, parts: AsyncIterable[bytes]) -> None:
        """Send a message in parts."""
        await self._socket.send(parts)

    def find(self, key: str) -> Element:
        """The widget of a key, or of a whole id."""
        for widget in self.widgets():
            if widget.proto.id == key or widget.proto.id.endswith(f"-{key}"):
                return widget
        raise KeyError(key)

    def widgets(self, kind: str = "") -> Iterator[Element]:
        """All widgets of a kind, in no particular order."""
        for seen in list(self.elements.values()):
            if getattr(seen.proto, "id", "").startswith("$$") and kind in ("", seen.kind):
                yield seen

    async def _run(self, fragment: str = "", auto: bool = False) -> float:
        message = BackMsg()
        client = message.rerun_script
        client.query_string = urlencode(self.query)
        client.page_name, client.page_script_hash = self._page
        client.fragment_id = fragment
        client.is_auto_rerun = auto
        client.widget_states.widgets.extend(self._states.values())
        client.context_info.locale = "en-US"
        client.context_info.timezone = "UTC"
        client.context_info.url = f"{self.address}/{self._page[0]}"
        began = time.perf_counter()
        await self._socket.send(message.SerializeToString())
        await asyncio.wait_for(self._finished(), PATIENCE)
        took = time.perf_counter() - began
        self._look()
        return took

    async def _finished(self) -> None:
        """Take messages until a run has come to its end; one that a rerun cut short is not the end."""
        early = ForwardMsg.FINISHED_EARLY_FOR_RERUN
        while True:
            data = await self._socket.recv(decode=False)
            self.received += len(data)
            message = ForwardMsg.FromString(data)
            if message.WhichOneof("type") == "ref_hash":
                whole = ForwardMsg.FromString(self._cached[message.ref_hash])
                whole.metadata.CopyFrom(message.metadata)
                message = whole
            elif message.metadata.cacheable:
                self._cached[message.hash] = data
            self._take(message)
            if message.WhichOneof("type") == "script_finished":
                if message.script_finished != early:
                    if message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
                        # As a browser does with what a whole run did not draw again.
                        self.elements = {
                            place: self.elements[place]
                            for place in self.elements
                            if place in self._written_places
                        }
                    return
                self.autos.clear()  # the run that follows says anew which fragments want to run again

    def _take(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        if kind == "delta":
            place = tuple(message.metadata.delta_path)
            self.elements.pop(place, None)
            self._written_places.add(place)
            if message.delta.WhichOneof("type") == "new_element":
                element = message.delta.new_element
                name = element.WhichOneof("type")
                self.elements[place] = Element(name, getattr(element, name), message.delta.fragment_id)
        elif kind == "new_session":
            self.id = message.new_session.initialize.session_id or self.id
            self._written_places.clear()
        elif kind == "navigation":
            self._hashes |= {
                page.url_pathname: page.page_script_hash for page in message.navigation.app_pages
            }
            # As a browser does: without it a fragment that asks for the whole page would get the first one.
            self._page = (self._page[0], message.navigation.page_script_hash)
        elif kind == "page_info_changed":
            parts = message.page_info_changed.query_string.split("&")
            self.query = dict(part.split("=", 1) for part in parts if "=" in part)
        elif kind == "auto_rerun":
            self.autos[message.auto_rerun.fragment_id] = message.auto_rerun.interval

    def _look(self) -> None:
        """Raise for what no page should show."""
        for seen in self.elements.values():
            if seen.kind == "exception":
                raise PageError(f"{seen.proto.type}: {seen.proto.message}")
            if seen.kind == "alert" and seen.proto.format == ALERT_ERROR:
                raise PageError(seen.proto.body)
