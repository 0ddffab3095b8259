"""Credentials in plain text are found in a definition, and references take their place."""

import pytest

from mcp_workbench.sources.inline_secrets import inline_secrets, with_references
from mcp_workbench.specs import Basic, HttpServer, ServerSpec, StdioServer

TOKEN = "ghp_q7Rz2Lk9Vw3Xy5Bn8Dm4Tj6Hs1Fp0Ga"


@pytest.mark.parametrize(
    ("spec", "wanted"),
    [
        (
            StdioServer("x", (TOKEN,), {"TOKEN": TOKEN}),
            StdioServer("x", (TOKEN,), {"TOKEN": "${secret:SHOP_TOKEN}"}),
        ),
        (
            HttpServer("https://x.example", auth=Basic("admin1", "admin1")),
            HttpServer("https://x.example", auth=Basic("admin1", "${secret:SHOP_PASSWORD}")),
        ),
    ],
)
def test_only_the_field_that_holds_a_credential_gets_a_reference(
    spec: ServerSpec, wanted: ServerSpec
) -> None:
    assert with_references(spec, inline_secrets("shop", spec)) == wanted
