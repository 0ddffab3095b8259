"""Events of a run become pieces to show: bounded, visible, and complete however it ends."""

from __future__ import annotations

import base64
import io
from typing import Any, get_type_hints

import pytest
from PIL import Image

from mcp_workbench import ToolResult
from mcp_workbench.agent import AgentRun, AgentTool, Outcome, Usage
from mcp_workbench.agent.events import (
    CallFinished,
    CallStarted,
    Ended,
    Event,
    RoundStarted,
    TextDelta,
    ThoughtDelta,
)
from mcp_workbench.agent.functions import function_tool
from mcp_workbench.agent.server_tool import server_tool
from mcp_workbench.agent.view import Piece, Pieces
from mcp_workbench.errors import ApprovalDenied, LimitReached, ToolFailed
from mcp_workbench.messages import (
    RESULT_MIME,
    AgentCallMessage,
    AgentRunMessage,
    ModelTextMessage,
)
from mcp_workbench.results import CallContext
from mcp_workbench.sessions import Workbench
from mcp_workbench.tools import Tool

ADD = server_tool(Workbench(), Tool("demo", "add", {}), "add")
SHAPES: dict[str, Any] = {
    "model-text": ModelTextMessage,
    "agent-call": AgentCallMessage,
    "agent-run": AgentRunMessage,
}


def pieces(*events: Event) -> list[Piece]:
    """The pieces of these events, in the order in which they began."""
    found: list[Piece] = []
    take = Pieces(found.append)
    for event in events:
        take(event)
    return list(dict.fromkeys(found))


def messages(*events: Event) -> list[dict[str, Any]]:
    """What the renderer gets, checked for its shape."""
    found = [piece.bundle()[RESULT_MIME] for piece in pieces(*events)]
    for one in found:
        assert set(one) == set(get_type_hints(SHAPES[one["kind"]]))
    return found


def texts(*events: Event) -> list[str]:
    return [piece.bundle()["text/plain"] for piece in pieces(*events)]


def answered(
    outcome: Outcome, tool: AgentTool | None = ADD, arguments: dict[str, Any] | None = None
) -> dict[str, Any]:
    """The bundle of one call."""
    started = CallStarted("1", tool, tool.name if tool else "nope", arguments or {"a": 1})
    (piece,) = pieces(started, CallFinished("1", outcome))
    assert piece.over
    return piece.bundle()


def result(*content: dict[str, Any], **more: Any) -> ToolResult:
    return ToolResult({"content": list(content), **more}, CallContext("demo", "add"), 0.012)


def came(found: ToolResult) -> Outcome:
    return Outcome(found.value, found.error, found, found.elapsed, found.images)


def picture() -> str:
    file = io.BytesIO()
    Image.new("RGB", (40, 30), "red").save(file, "PNG")
    return base64.b64encode(file.getvalue()).decode()


def test_words_come_bit_by_bit_and_end_with_the_round() -> None:
    begun = [RoundStarted(1), TextDelta("Hel"), TextDelta("lo")]
    assert [(one["text"], one["state"]) for one in messages(*begun)] == [("Hello", "streaming")]
    (done,) = messages(*begun, RoundStarted(2))
    assert done["state"] == "done"
    assert texts(*begun) == ["Hello"]


def test_reasoning_and_words_are_pieces_of_their_own() -> None:
    told = messages(
        ThoughtDelta("Let me "), ThoughtDelta("see."), TextDelta("It is 3."), RoundStarted(2)
    )
    assert [(one["thought"], one["text"], one["state"]) for one in told] == [
        (True, "Let me see.", "done"),
        (False, "It is 3.", "done"),
    ]
    assert texts(ThoughtDelta("Hm.")) == ["(thinking) Hm."]


def test_long_words_are_cut_and_counted_and_hidden_characters_are_visible() -> None:
    (told,) = messages(TextDelta("\x1b[2J" + "x" * 30_000))
    assert told["text"].startswith("␛[2J")
    assert (len(told["text"]), told["omitted"]) == (20_000, 10_004)
    assert texts(TextDelta("x" * 30_000))[0].endswith("… 10,000 more characters")


def test_calls_keep_the_order_in_which_they_began() -> None:
    events = [
        CallStarted("1", ADD, "add", {"a": 1, "b": 2}),
        CallStarted("2", ADD, "add", {"a": 3, "b": 4}),
        CallFinished("2", Outcome(7, elapsed=0.2)),
    ]
    assert [(one["state"], one["text"]) for one in messages(*events)] == [
        ("running", ""),
        ("done", "7"),
    ]
    assert texts(*events) == [
        "→ demo.add(a=1, b=2)",
        "→ demo.add(a=3, b=4)\n← 7 · 200 ms",
    ]


def test_the_answer_of_a_server_is_shown_as_its_result() -> None:
    bundle = answered(came(result({"type": "text", "text": "3"})), arguments={"a": 1, "b": 2})
    message = bundle[RESULT_MIME]
    assert (message["server"], message["tool"], message["name"]) == ("demo", "add", "add")
    assert message["arguments"] == '{"a": 1, "b": 2}'
    assert message["result"]["blocks"][0]["text"] == "3"
    assert (message["text"], message["error"], message["elapsed"]) == ("", None, 0.012)
    assert bundle["text/plain"] == "→ demo.add(a=1, b=2)\n← 3 · 12 ms"
    assert "image/png" not in bundle


def test_a_picture_of_a_server_stays_in_the_notebook_for_front_ends_without_the_renderer() -> None:
    image = {"type": "image", "data": picture(), "mimeType": "image/png"}
    bundle = answered(came(result({"type": "text", "text": "two\nlines"}, image)))
    assert Image.open(io.BytesIO(base64.b64decode(bundle["image/png"]))).size == (40, 30)
    assert [one["type"] for one in bundle[RESULT_MIME]["result"]["blocks"]] == ["text", "image"]
    assert bundle["text/plain"].splitlines() == [
        "→ demo.add(a=1)",
        "← 12 ms",
        "  two",
        "  lines",
        "  [content[1]: picture, 40 × 30]",
    ]


def test_what_a_function_returns_is_shown_as_text_or_as_its_picture() -> None:
    def draw() -> None:
        """Draws."""

    tool = function_tool(draw)
    plain = answered(Outcome({"n": [1, 2]}, elapsed=1.5), tool)
    assert plain[RESULT_MIME]["text"] == '{"n": [1, 2]}'
    assert (plain[RESULT_MIME]["server"], plain[RESULT_MIME]["tool"]) == ("", "draw")
    assert plain["text/plain"] == '→ draw(a=1)\n← {"n": [1, 2]} · 1.5 s'
    image = Image.new("L", (12, 8))
    shown = answered(Outcome(image), tool)
    assert Image.open(io.BytesIO(base64.b64decode(shown["image/png"]))).size == (12, 8)
    assert [one["type"] for one in shown[RESULT_MIME]["result"]["blocks"]] == ["image"]
    assert answered(Outcome(None), tool)["text/plain"] == "→ draw(a=1)\n← (nothing) · 0 ms"


def test_a_failed_call_says_why_once() -> None:
    failed = answered(came(result({"type": "text", "text": "no such file"}, isError=True)))
    message = failed[RESULT_MIME]
    assert (message["state"], message["error"]) == ("failed", None)
    assert message["result"]["error"]["code"] == "mcp_tool_error"
    assert failed["text/plain"].splitlines()[1] == (
        "← [mcp_tool_error] demo.add: no such file · 12 ms"
    )


@pytest.mark.parametrize(
    ("error", "tool"),
    [
        (ApprovalDenied("demo.add was not called: a person denied it", reason="person"), ADD),
        (ToolFailed("there is no tool 'nope'"), None),
    ],
)
def test_a_call_that_was_not_made_shows_its_error(error: Any, tool: AgentTool | None) -> None:
    sent = ToolResult({}, CallContext("demo", "add"), 0.0, error) if tool else None
    bundle = answered(Outcome(error=error, result=sent), tool)
    message = bundle[RESULT_MIME]
    assert (message["state"], message["result"]) == ("failed", None)
    assert message["error"]["text"] == error.what
    assert f"← [{error.code}] {error.what} · 0 ms" in bundle["text/plain"]
    assert message["server"] == ("demo" if tool else "")


def test_a_call_with_megabytes_is_shown_within_bounds() -> None:
    text = "x" * 3_000_000
    bundle = answered(
        Outcome(text), arguments={"image": text, "list": list(range(100_000)), "\x1b[31m": "\u202e"}
    )
    message = bundle[RESULT_MIME]
    assert len(message["arguments"]) < 21_000
    assert len(message["text"]) < 21_000
    assert len(bundle["text/plain"].splitlines()[0]) <= 510
    assert "\x1b" not in str(bundle)
    long = answered(Outcome("\n".join(map(str, range(50)))))
    assert long["text/plain"].endswith("  … 38 more lines")


def test_what_goes_on_when_the_run_ends_was_stopped() -> None:
    run = AgentRun("", "interrupted", model="tiny", elapsed=2.0)
    started = CallStarted("1", ADD, "add", {})
    call, end = messages(started, Ended(run))
    assert (call["state"], call["result"], call["text"]) == ("stopped", None, "")
    assert call["elapsed"] > 0
    assert end["stop_reason"] == "interrupted"
    words, _ = messages(TextDelta("It is"), Ended(run))
    assert words["state"] == "stopped"
    assert texts(TextDelta("It is"), Ended(run))[0] == "It is [stopped]"
    words, _ = messages(TextDelta("It is 3."), Ended(AgentRun("It is 3.", "done")))
    assert words["state"] == "done"


def test_the_end_says_what_the_run_took_and_why_it_stopped() -> None:
    error = LimitReached("the model was asked 3 times", hint="give it a higher max_rounds")
    run = AgentRun(
        "so far",
        "limit",
        usage=Usage(3, 1, 1200, 40),
        warnings=["server 'x' cannot be connected\nat all"],
        elapsed=2.345,
        error=error,
        model="provider:tiny",
    )
    (told,) = messages(Ended(run))
    assert (told["rounds"], told["calls"], told["input_tokens"]) == (3, 1, 1200)
    assert (told["model"], told["scripted"], told["elapsed"]) == ("provider:tiny", False, 2.345)
    assert texts(Ended(run))[0].splitlines() == [
        "provider:tiny · limit · 3 rounds · 1 call · 1,200 + 40 tokens · 2.3 s",
        "[limit_reached] the model was asked 3 times",
        "hint: give it a higher max_rounds",
        "warning: server 'x' cannot be connected at all",
    ]


def test_a_scripted_model_is_labelled_as_one() -> None:
    run = AgentRun("Hi", "done", model="tour (scripted)", scripted=True, usage=Usage(1))
    (told,) = messages(Ended(run))
    assert (told["model"], told["scripted"]) == ("tour", True)
    assert texts(Ended(run)) == ["tour (scripted) · done · 1 round · 0 calls · 0 ms"]
    assert repr(run) == "<AgentRun tour (scripted) · done · 1 round · 0 calls · 0 ms>"
