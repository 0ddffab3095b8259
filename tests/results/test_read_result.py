"""What a resource holds and what a prompt says are values with a display."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from mcp_workbench.results import CallContext, PromptResult, ReadResult
from mcp_workbench.visible import visible

WAV = base64.b64encode(b"RIFF\x00\x00\x00\x00WAVE").decode()


def read(*contents: Any) -> ReadResult:
    return ReadResult({"contents": list(contents)}, "demo", "demo://x", 0.1)


@pytest.mark.parametrize(
    ("contents", "value"),
    [
        ([], None),
        ([{"uri": "a:b", "text": "hello"}], "hello"),
        ([{"uri": "a:b", "text": '{"a": [1]}', "mimeType": "application/json"}], {"a": [1]}),
        ([{"uri": "a:b", "text": "[1]"}, {"uri": "a:c", "text": "[2]"}], [[1], [2]]),
        ([{"uri": "a:b", "blob": "AAEC"}], b"\x00\x01\x02"),
        ([{"uri": "a:b", "blob": WAV, "mimeType": "audio/wav"}], base64.b64decode(WAV)),
        ([{"uri": "a:b", "blob": "!", "mimeType": "x/y"}], b"!"),
    ],
)
def test_the_value_is_what_a_person_means(contents: list[Any], value: Any) -> None:
    result = read(*contents)
    assert result.value == value
    assert result.contents == contents
    assert not result.is_error


def test_each_content_is_kept_as_bytes_too() -> None:
    result = read({"text": "é"}, {"uri": "a:b", "blob": "AAEC"}, {"uri": "a:b"}, 7)
    assert result.parts == ["é".encode(), b"\x00\x01\x02", b"", b""]
    assert len(result.value) == 1 if isinstance(result.value, list) else result.value == "é"


@pytest.mark.parametrize("wire", [{}, {"contents": None}, {"contents": "x"}])
def test_nothing_is_nothing(wire: dict[str, Any]) -> None:
    result = ReadResult(wire, "demo", "demo://x")
    assert (result.value, result.contents, result.parts) == (None, [], [])
    assert result._repr_mimebundle_()["text/plain"]


def test_nothing_of_a_server_acts_on_a_terminal() -> None:
    said = "\x1b[31mred"
    result = ReadResult({"contents": [{"text": said}]}, "demo", said)
    assert "\x1b" not in repr(result)
    assert visible(said) in result._repr_mimebundle_()["text/plain"]
    message = {"role": said, "content": {"type": "text", "text": said}}
    got = PromptResult({"messages": [message], "description": said}, CallContext("demo", said))
    assert "\x1b" not in repr(got)
    assert "\x1b" not in str(got.shown()["text/plain"])


def test_a_secret_is_not_shown_but_stays_in_the_value() -> None:
    def redact(value: Any, _keep: Any = ()) -> Any:
        return value.replace("hunter2", "…") if isinstance(value, str) else _each(value)

    def _each(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: redact(one) for key, one in value.items()}
        return [redact(one) for one in value] if isinstance(value, list) else value

    result = ReadResult({"contents": [{"text": "hunter2"}]}, "demo", "a:b", redact=redact)
    assert result.value == "hunter2"
    assert "hunter2" not in str(result._repr_mimebundle_())
    message = {"role": "user", "content": {"type": "text", "text": "hunter2"}}
    got = PromptResult({"messages": [message]}, CallContext("demo", "p"), redact=redact)
    assert got.text == "hunter2"
    assert "hunter2" not in str(got.shown())


def test_each_message_of_a_prompt_is_shown_with_its_role() -> None:
    messages = [
        {"role": "user", "content": {"type": "text", "text": "look"}},
        {"role": "user", "content": {"type": "resource_link", "uri": "a:b", "name": "b"}},
        {"role": "assistant", "content": {"type": "text", "text": "I see"}},
    ]
    got = PromptResult({"messages": messages}, CallContext("demo", "look"))
    assert got.shown()["text/plain"].splitlines() == [
        "user: look",
        "user:",
        "[link a:b: b]",
        "assistant: I see",
    ]
    assert got.text == "look\n\nI see"
