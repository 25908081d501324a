"""What Streamlit does anew for each message or widget, done once for a burst of them; and none of them is lost.

A run of a page sends some forty messages. For each of them Streamlit wakes the event loop twice, from the thread of
the run, and the loop goes round once more to send it: a tenth of the processor's time of a class that moves sliders.
Where another version of Streamlit works in another way, it is left to it.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from streamlit.runtime import app_session
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.runtime import Runtime
from streamlit.runtime.scriptrunner import ScriptRunnerEvent
from streamlit.runtime.state.safe_session_state import SafeSessionState

HELD = 0.01  # seconds that what a run sends waits for more, unless the run ends before
BEFORE_THE_END = (ScriptRunnerEvent.SCRIPT_STARTED, ScriptRunnerEvent.ENQUEUE_FORWARD_MSG)

_Populate = Callable[..., None]


class Wakes:
    """Calls that other threads ask of an event loop, in their order, many at one time that it wakes."""

    def __init__(self) -> None:
        self._calls: deque[Callable[[], None]] = deque()
        self._waiting = False  # for the end of `HELD`

    def ask(self, loop: asyncio.AbstractEventLoop, call: Callable[[], None], *, immediate: bool) -> None:
        """Have a call made soon; `immediate` with all that were asked for before."""
        self._calls.append(call)
        if loop.is_closed():
            return
        if immediate:
            loop.call_soon_threadsafe(self._make, loop)
        elif not self._waiting:
            self._waiting = True
            loop.call_soon_threadsafe(loop.call_later, HELD, self._make, loop)

    def _make(self, loop: asyncio.AbstractEventLoop) -> None:
        self._waiting = False  # first, so that what comes from now on asks again
        try:
            while self._calls:
                self._calls.popleft()()
        finally:
            if self._calls:  # one that fails keeps the others from nothing
                loop.call_soon(self._make, loop)


class StateByKey(Mapping[str, Any]):
    """The state of a session as Streamlit gives it to each widget, which looks up one key: without a copy of it all."""

    def __init__(self, state: Any, whole: Callable[[Any], dict[str, Any]]) -> None:
        self._state, self._whole = state, whole

    def __getitem__(self, key: str) -> Any:
        with self._state._lock:
            return self._state._state[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._whole(self._state))

    def __len__(self) -> int:
        return len(self._whole(self._state))


def settle() -> None:
    """Put this in Streamlit's place, once, before the first session."""
    if hasattr(AppSession, "_on_scriptrunner_event") and hasattr(Runtime, "_enqueued_some_message"):
        _wake_less()
    if hasattr(AppSession, "flush_browser_queue") and hasattr(Runtime, "_send_message"):
        _send_together()
    if hasattr(AppSession, "_clear_queue"):
        _send_all()
    if hasattr(SafeSessionState, "filtered_state"):
        whole = vars(SafeSessionState)["filtered_state"].fget
        _put(SafeSessionState, filtered_state=property(lambda state: StateByKey(state, whole)))
    if hasattr(app_session, "_populate_theme_msg"):
        _put(app_session, _populate_theme_msg=themes_once(app_session._populate_theme_msg))


def _put(place: Any, **ours: Any) -> None:
    for name, value in ours.items():
        setattr(place, name, value)


def _wake_less() -> None:
    wakes, enqueued = Wakes(), Runtime._enqueued_some_message

    def on_event(session: Any, sender: Any, event: ScriptRunnerEvent, **details: Any) -> None:
        def handle() -> None:
            session._handle_scriptrunner_event_on_event_loop(sender, event, **details)

        wakes.ask(session._event_loop, handle, immediate=event not in BEFORE_THE_END)

    def enqueued_some_message(runtime: Any) -> None:
        objects = runtime._get_async_objs()
        if asyncio._get_running_loop() is objects.eventloop:  # awake already
            objects.need_send_data.set()
        else:
            enqueued(runtime)

    _put(AppSession, _on_scriptrunner_event=on_event)
    _put(Runtime, _enqueued_some_message=enqueued_some_message)


def _send_together() -> None:
    """Give the loop all messages of a session as one, for which it goes round once."""
    flush, send = AppSession.flush_browser_queue, Runtime._send_message

    def flush_browser_queue(session: Any) -> list[Any]:
        messages = flush(session)
        return [messages] if messages else []

    def send_messages(runtime: Any, session_info: Any, messages: Any) -> None:
        for message in messages:
            send(runtime, session_info, message)

    _put(AppSession, flush_browser_queue=flush_browser_queue)
    _put(Runtime, _send_message=send_messages)


def _send_all() -> None:
    """When a fragment begins, what the run before it has sent and the loop not yet passed on stays.

    Streamlit drops what was drawn of the fragment, and has the browser told nevertheless that the run ended: the
    browser takes the fragment's widgets away, draws them anew at their smallest values, and sends those as chosen.
    """
    clear = AppSession._clear_queue

    def clear_queue(session: Any, fragment_ids_this_run: list[str] | None = None) -> None:
        if fragment_ids_this_run is None:
            clear(session)
        else:  # nothing is merged with messages of the run before
            session._browser_queue._delta_index_map = {}

    _put(AppSession, _clear_queue=clear_queue)


def themes_once(populate: _Populate) -> _Populate:
    """What writes the theme into a message, from what it wrote before.

    With every rerun Streamlit sends the theme, and for it goes through all of its settings six times. The theme does
    not change while a server runs.
    """
    known: dict[str, Any] = {}

    def populated(message: Any, section: str = "theme") -> None:
        if section not in known:
            theme = type(message)()
            populate(theme, section)
            known[section] = theme
        if known[section].ByteSize():  # an empty one would be sent as one that is there
            message.MergeFrom(known[section])

    return populated
