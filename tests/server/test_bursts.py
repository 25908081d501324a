"""The replacement of Streamlit's function does the same at less cost; another Streamlit is found out here."""

import asyncio
import inspect
from types import SimpleNamespace

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.runtime import Runtime
from streamlit.runtime.scriptrunner import ScriptRunnerEvent
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state import SessionState

from dashboard.server.running import bursts

REPLACED = {
    AppSession: ("_on_scriptrunner_event", "flush_browser_queue", "_clear_queue"),
    Runtime: ("_enqueued_some_message", "_send_message"),
    SafeSessionState: ("filtered_state",),
    app_session: ("_populate_theme_msg",),
}


@pytest.fixture
def settled(monkeypatch):
    """Streamlit as a server has it; as it was afterwards."""
    for place, names in REPLACED.items():
        for name in names:
            monkeypatch.setattr(place, name, getattr(place, name))
    before = {name: getattr(place, name) for place, names in REPLACED.items() for name in names}
    bursts.settle()
    return SimpleNamespace(**before)


def test_streamlit_is_as_it_was_when_this_was_written(settled):
    for place, names in REPLACED.items():
        for name in names:
            assert getattr(place, name) is not getattr(settled, name), name
    loop = inspect.getsource(Runtime._loop_coroutine)
    assert "for msg in msg_list:" in loop
    assert loop.count("flush_browser_queue()") == loop.count("_send_message(active_session_info, msg)") == 1
    handler = inspect.signature(AppSession._handle_scriptrunner_event_on_event_loop)
    assert handler == inspect.signature(settled._on_scriptrunner_event)
    assert "need_send_data.set)" in inspect.getsource(settled._enqueued_some_message)


def test_a_run_wakes_the_loop_three_times_and_sends_in_order(settled):
    """Its beginning and first message, its end; what another thread asks for comes in the order of asking."""
    handled, woken, sent = [], [], []

    async def run():
        loop = asyncio.get_running_loop()
        queue = app_session.ForwardMsgQueue()
        runtime = SimpleNamespace(
            _get_async_objs=lambda: SimpleNamespace(eventloop=loop, need_send_data=asyncio.Event())
        )

        def handle(sender, event, forward_msg=None):
            handled.append((event, forward_msg))
            if forward_msg is not None:
                queue.enqueue(forward_msg)
                Runtime._enqueued_some_message(runtime)

        session = SimpleNamespace(
            _event_loop=loop, _handle_scriptrunner_event_on_event_loop=handle, _browser_queue=queue
        )
        wake = loop.call_soon_threadsafe
        loop.call_soon_threadsafe = lambda *call: (woken.append(call), wake(*call))

        def script():
            AppSession._on_scriptrunner_event(session, None, ScriptRunnerEvent.SCRIPT_STARTED)
            for number in range(40):
                message = ForwardMsg(hash=f"{number}")
                AppSession._on_scriptrunner_event(
                    session, None, event=ScriptRunnerEvent.ENQUEUE_FORWARD_MSG, forward_msg=message
                )
            AppSession._on_scriptrunner_event(session, None, event=ScriptRunnerEvent.SHUTDOWN)

        await asyncio.to_thread(script)
        while len(handled) < 42:
            await asyncio.sleep(0)
        client = SimpleNamespace(write_forward_msg=sent.append)
        (together,) = AppSession.flush_browser_queue(session)
        Runtime._send_message(runtime, SimpleNamespace(client=client), together)
        assert AppSession.flush_browser_queue(session) == []

    asyncio.run(run())
    assert [message.hash for message in sent] == [f"{number}" for number in range(40)]
    assert handled[0] == (ScriptRunnerEvent.SCRIPT_STARTED, None)
    assert handled[-1] == (ScriptRunnerEvent.SHUTDOWN, None)
    # And one of `to_thread`; the timer may end in the middle on a busy machine.
    assert len(woken) <= 10


def test_a_call_that_fails_keeps_no_other_from_being_made():
    made, told = [], []

    async def run():
        loop, wakes = asyncio.get_running_loop(), bursts.Wakes()
        loop.set_exception_handler(lambda _, about: told.append(about["exception"]))
        for number in range(4):
            call = (lambda: 1 / 0) if number == 1 else (lambda number=number: made.append(number))
            wakes.ask(loop, call, immediate=number == 3)
        while len(made) < 3:
            await asyncio.sleep(0)

    asyncio.run(run())
    assert made == [0, 2, 3]
    assert [type(error) for error in told] == [ZeroDivisionError]


def test_what_a_run_has_sent_arrives_though_a_fragment_begins_at_once(settled):
    """Streamlit drops its widgets; the end of the run before would have the browser forget their values."""

    def sent(begin):
        session = SimpleNamespace(_browser_queue=app_session.ForwardMsgQueue())
        for fragment, path in (("", 0), ("choosing", 1)):
            message = ForwardMsg()
            message.metadata.delta_path.extend([0, path])
            message.delta.new_element.slider.set_value = True
            message.delta.fragment_id = fragment
            session._browser_queue.enqueue(message)
        session._browser_queue.enqueue(ForwardMsg(script_finished=ForwardMsg.FINISHED_SUCCESSFULLY))
        begin(session, ["choosing"])
        session._browser_queue.enqueue(message)
        return [message.WhichOneof("type") for message in session._browser_queue.flush()]

    assert sent(settled._clear_queue) == ["delta", "script_finished", "delta"]
    assert sent(AppSession._clear_queue) == ["delta", "delta", "script_finished", "delta"]


def test_widgets_find_the_state_that_streamlit_has(settled):
    state = SessionState()
    state["m"], state["none"] = 5, None
    asked = SafeSessionState(state, lambda: None).filtered_state
    whole = state.filtered_state
    assert whole == {"m": 5, "none": None}
    assert dict(asked) == whole
    assert len(asked) == 2
    assert ("m" in asked, "none" in asked, "other" in asked) == (True, True, False)
    assert asked["none"] is None


def test_the_theme_is_the_same_when_it_is_put_together_once(settled):
    """To the byte, from Streamlit's own settings and from what the server keeps of them."""

    def message(populate):
        theme = CustomThemeConfig()
        populate(theme)
        for part, section in (("light", "light"), ("dark", "dark"), ("sidebar", "sidebar")):
            populate(getattr(theme, part), f"theme.{section}")
        populate(theme.light.sidebar, "theme.light.sidebar")
        return theme.SerializeToString(deterministic=True)

    before = message(settled._populate_theme_msg)
    assert len(before) > 100
    asked = []
    once = bursts.themes_once(
        lambda theme, section: asked.append(section) or settled._populate_theme_msg(theme, section)
    )
    assert message(once) == message(once) == before
    assert len(asked) == 5
