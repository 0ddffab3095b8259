"""Raw requests in a terminal."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Program
from tests.magics.cells import MIRROR

ODD = ("--connect", f"odd={MIRROR}")


@pytest.mark.requirement("TOOL-22")
def test_a_request_writes_its_answer_and_an_error_has_its_exit_code(program: Program) -> None:
    params = json.dumps({"name": "hidden", "arguments": {"n": "x"}})
    answer = program("request", "odd", "tools/call", params, *ODD)
    assert (answer.code, answer.json["structuredContent"]) == (0, {"result": {"n": "x"}})
    refused = program("request", "odd", "no/such", *ODD)
    assert (refused.code, refused.out, refused.err) == (1, "", "error -32601: unknown\n")
    whole = program("request", "odd", "no/such", "--json", *ODD)
    assert whole.json == {
        "ok": False,
        "method": "no/such",
        "error": {"code": -32601, "message": "unknown"},
    }
    for odd in ("{", "[1]"):
        ended = program("request", "odd", "ping", odd, *ODD)
        assert (ended.code, "the parameters are no" in ended.err) == (2, True)
