"""What of a definition is known to be secret once it is filled, and what is not."""

from __future__ import annotations

import base64

import pytest

from mcp_workbench.secrets import secret_values
from mcp_workbench.sources import fill
from mcp_workbench.specs import ApiKey, Basic, Bearer, HttpServer, ServerSpec, StdioServer

VARIABLES = {"SHOP_TOKEN": "tok-12345678", "ZONE": "europe-west", "PLAIN": "abc123def456"}


def learnt(spec: ServerSpec) -> set[str]:
    filled = fill(spec, VARIABLES, secret=lambda name: f"value-of-{name}")
    return set(secret_values(spec, filled))


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        (StdioServer("x", env={"A": "${secret:DB}"}), "value-of-DB"),
        (StdioServer("x", env={"A": "${SHOP_TOKEN}"}), "tok-12345678"),
        (StdioServer("x", env={"A": "$${Z} ${secret:DB}"}), "value-of-DB"),
        (StdioServer("x", env={"TOKEN": f"x${{NO:-{1100 * 'd'}}} ${{PLAIN}}"}), "abc123def456"),
        (StdioServer("x", env={"API_KEY": "${PLAIN}"}), "abc123def456"),
        (StdioServer("x", env={"DB_PASSWORD": "literal-one"}), "literal-one"),
        (StdioServer("x", ("--token", "literal-two")), "literal-two"),
        (StdioServer("x", ("--url", "postgres://me:hidden-pw@h/db")), "hidden-pw"),
        (HttpServer("https://h.co/mcp", {"Authorization": "Bearer abcdefgh"}), "abcdefgh"),
        (HttpServer("https://h.co/mcp", {"X-Team": "a ${secret:T} b"}), "value-of-T"),
        (HttpServer("https://h.co/mcp?api_key=in-the-query"), "in-the-query"),
        (HttpServer("https://h.co/mcp?zone=eu&k=${secret:Q}"), "value-of-Q"),
        (HttpServer("https://h.co/mcp", auth=Bearer("literal-three")), "literal-three"),
        (HttpServer("https://h.co/mcp", auth=ApiKey("${PLAIN}")), "abc123def456"),
        (HttpServer("https://h.co/mcp", auth=Basic("ann", "${secret:P}")), "value-of-P"),
        (
            HttpServer("https://h.co/mcp", auth=Basic("ann", "four-five")),
            base64.b64encode(b"ann:four-five").decode(),
        ),
        (
            HttpServer(
                "https://h.co/mcp",
                {"Authorization": "Basic " + base64.b64encode(b"ann:six-seven").decode()},
            ),
            "six-seven",
        ),
        (HttpServer("https://h.co/mcp", proxy="http://me:proxy-pw@p.co:1"), "proxy-pw"),
    ],
)
def test_a_secret_is_known_wherever_it_stands(spec: ServerSpec, expected: str) -> None:
    assert expected in learnt(spec)


@pytest.mark.parametrize(
    "spec",
    [
        StdioServer("python", ("-m", "shop", "--zone", "${ZONE}"), {"LOG_LEVEL": "warning"}),
        StdioServer("x", env={"USE_TOKEN": "true", "TOKEN_LIMIT": "4096", "REGION": "${ZONE}"}),
        HttpServer("https://h.co/mcp?zone=${ZONE}", {"X-Team": "vision"}),
    ],
)
def test_ordinary_values_are_not_secret(spec: ServerSpec) -> None:
    assert learnt(spec) == set()
