"""Known secrets are left out, however they are written, and nothing else is."""

from __future__ import annotations

import base64
import html
import json
import re
import time
import traceback
from urllib.parse import quote, quote_plus

import pytest

from mcp_workbench.errors import ToolFailed
from mcp_workbench.secrets import Redactor, redacted_prose

SECRET = "pa ss/w&rd=7?é"
KEY = "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\nAQEFAASCBKcwggSjAgEAAoIB\n-----END KEY-----\n"


@pytest.fixture
def redactor() -> Redactor:
    one = Redactor()
    one.learn([SECRET])
    return one


def written(value: str) -> dict[str, str]:
    data = value.encode()
    return {
        "as it is": value,
        "in a query": quote_plus(value),
        "in a path": quote(value, safe=""),
        "in lower case": re.sub("%..", lambda code: code[0].lower(), quote(value, safe="")),
        "twice": quote(quote(value, safe=""), safe=""),
        "base64": base64.b64encode(data).decode(),
        "base64url": base64.urlsafe_b64encode(data).decode(),
        "Basic": base64.b64encode(b"me:" + data).decode(),
        "Basic of another": base64.b64encode(b"user:" + data).decode(),
        "Basic of a third": base64.b64encode(b"a:" + data + b"\n").decode(),
        "JSON": json.dumps(value),
        "JSON with letters": json.dumps(value, ensure_ascii=False),
        "repr": repr(value),
        "HTML": html.escape(value),
    }


@pytest.mark.requirement("SEC-02")
@pytest.mark.parametrize("how", written(SECRET))
def test_a_secret_is_left_out_however_it_is_written(redactor: Redactor, how: str) -> None:
    form = written(SECRET)[how]
    shown = redactor.text(f"before <{form}> after")
    assert shown.startswith("before <")
    assert shown.endswith("> after")
    assert "…" in shown
    # nothing longer than what depends on the neighbours is left
    middle = shown.removeprefix("before <").removesuffix("> after")
    assert max(map(len, middle.split("…"))) <= 8


def test_lines_of_a_key_are_left_out_one_by_one() -> None:
    redactor = Redactor()
    redactor.learn([KEY])
    assert redactor.text(KEY) == "…"
    assert redactor.text("it holds MIIEvQIBADANBgkqhkiG9w0B!") == "it holds …!"
    assert redactor.text("a line of no key") == "a line of no key"


@pytest.mark.parametrize("end", ["", "…", "...", "… (12 more characters in .text)"])
def test_what_was_cut_off_in_a_secret_shows_no_beginning_of_it(
    redactor: Redactor, end: str
) -> None:
    assert SECRET[:8] not in redactor.text(f"it said {SECRET[:10]}{end}")


def test_texts_without_secrets_are_the_same_objects(redactor: Redactor) -> None:
    text, value = "nothing of interest", {"a": ["b", 1, None, 2.5, True]}
    assert redactor.text(text) is text
    assert redactor.json(value) == value
    assert Redactor().json(value) is value


def test_what_is_short_cannot_be_left_out() -> None:
    redactor = Redactor()
    redactor.learn(["", "a", "12345"])
    assert not redactor
    assert redactor.text("12345 a") == "12345 a"


def test_the_longer_of_two_secrets_leaves_no_rest() -> None:
    redactor = Redactor()
    redactor.learn(["hunter", "hunter2hunter2"])
    assert redactor.text("hunter2hunter2 hunter") == "… …"


def test_a_document_is_bounded_and_its_names_are_looked_at(redactor: Redactor) -> None:
    deep: object = SECRET
    for _ in range(500):
        deep = [deep]
    assert SECRET not in repr(redactor.json(deep))
    assert redactor.json({SECRET: {SECRET: (SECRET, 1)}}) == {"…": {"…": ["…", 1]}}


def test_an_error_and_its_causes_are_cleaned(redactor: Redactor) -> None:
    class Stubborn(Exception):
        def __str__(self) -> str:
            return SECRET

    def failed(cause: Exception) -> ToolFailed:
        try:
            try:
                raise cause
            except Exception as inner:
                raise ToolFailed(f"it said {SECRET}", hint=f"not {SECRET}") from inner
        except ToolFailed as error:
            return error

    for cause in (ValueError(SECRET), Stubborn(), ExceptionGroup("many", [OSError(SECRET)])):
        error = redactor.error(failed(cause))
        told = "".join(traceback.format_exception(error))
        assert SECRET not in told
        assert (error.what, error.hint) == ("it said …", "not …")
    assert "ValueError: …" in "".join(
        traceback.format_exception(redactor.error(failed(ValueError(SECRET))))
    )


def test_an_error_of_the_sdk_is_cleaned(redactor: Redactor) -> None:
    from mcp import MCPError

    error = redactor.error(MCPError(-32000, f"no {SECRET}", {"why": SECRET}))
    assert (str(error), error.args) == ("no …", (-32000, "no …", {"why": "…"}))


def test_words_of_a_list_are_cleaned_and_what_a_protocol_needs_stays(redactor: Redactor) -> None:
    entry = {
        "name": SECRET,
        "description": f"uses {SECRET}",
        "inputSchema": {
            "properties": {
                "default": {"type": "string", "default": SECRET, "description": SECRET},
                "title": {"enum": [SECRET, "b"], "title": SECRET, "examples": [SECRET]},
                "limit": {"default": 3},
            }
        },
    }
    assert redacted_prose(entry, redactor) == {
        "name": SECRET,
        "description": "uses …",
        "inputSchema": {
            "properties": {
                "default": {"type": "string", "description": "…"},
                "title": {"enum": [SECRET, "b"], "title": "…", "examples": ["…"]},
                "limit": {"default": 3},
            }
        },
    }
    assert redacted_prose(entry, Redactor()) is entry


def test_no_repr_tells_what_was_learnt(redactor: Redactor) -> None:
    assert repr(redactor) == "<Redactor of 1 secrets>"


@pytest.mark.requirement("SEC-02")
def test_many_secrets_cost_little_in_a_long_text_and_in_a_long_table() -> None:
    redactor = Redactor()
    redactor.learn(f"{number} {SECRET} {number * 7919}" for number in range(30))
    text = "no end of words " * 250_000
    rows = [{"id": f"row {number}", "value": "abcdefghij"} for number in range(20_000)]
    started = time.process_time()
    assert redactor.text(text) == text
    assert time.process_time() - started < 1
    started = time.process_time()
    assert redactor.json(rows) == rows
    assert time.process_time() - started < 1
    *_, last = redactor.json([*rows, f"it is 7 {SECRET} 55433"])
    assert last == "it is …"


def test_a_key_is_left_out_save_where_it_is_the_name_of_a_field(redactor: Redactor) -> None:
    redactor.learn(["hunter2hunter2", "structured"])
    message = {"type": "structured", "structured": {"hunter2hunter2": {"x hunter2hunter2": 1}}}
    told = redactor.json(message, keep=("type",))
    assert told == {"type": "structured", "structured": {"…": {"x …": 1}}}
    assert redactor.json(message)["…"] == {"…": {"x …": 1}}
