"""No secret that stands on a command line or in an address is shown."""

import pytest

from mcp_workbench.errors import ConfigInvalid
from mcp_workbench.specs import HttpServer, StdioServer

SECRET = "s3cret-value"


@pytest.mark.parametrize(
    ("args", "shown"),
    [
        (("--api-key", SECRET, "--zone", "eu"), "x --api-key … --zone eu"),
        ((f"--token={SECRET}",), "x --token=…"),
        (("-password", SECRET), "x -password …"),
        (("--AUTH", f"Basic {SECRET}"), "x --AUTH …"),
        (("-e", f"PGPASSWORD={SECRET},&;{SECRET}"), "x -e PGPASSWORD=…"),
        (("--header", f"Authorization: Bearer {SECRET}"), "x --header 'Authorization: …'"),
        (("-H", f"X-Api-Key:{SECRET}"), "x -H X-Api-Key:…"),
        ((f"https://h/mcp?zone=eu&token={SECRET}&x=1",), "x 'https://h/mcp?zone=eu&token=…&x=1'"),
        ((f"postgresql://me:{SECRET}@db/shop",), "x postgresql://…@db/shop"),
        ((f'{{"apiKey": "{SECRET}"}}',), """x '{"apiKey": "…"}'"""),
        ((f"ghp_{SECRET}",), "x …"),
        ((f"github_pat_{SECRET}",), "x …"),
        ((f"sk-{SECRET}",), "x …"),
        ((f"hf_{SECRET}",), "x …"),
        ((f"xoxb-{SECRET}",), "x …"),
        (("AKIA" + SECRET,), "x …"),
        ((f"Bearer {SECRET}",), "x 'Bearer …'"),
    ],
)
def test_a_secret_among_arguments_is_shown_nowhere(args: tuple[str, ...], shown: str) -> None:
    spec = StdioServer("x", args)
    assert spec.origin == shown
    assert SECRET not in repr(spec)
    assert spec.args == args


@pytest.mark.parametrize(
    "args",
    [
        ("-y", "@modelcontextprotocol/server-everything", "stdio"),
        ("--api-key", "--verbose"),
        ("--api-key", "${SHOP_KEY}"),
        ("--token=${TOKEN}",),
        ("--header", "Authorization: Bearer ${TOKEN}"),
        ("-m", "monkey", "C:\\keys\\x", "me@host", "https://h/mcp?zone=eu"),
    ],
)
def test_what_is_no_secret_stays(args: tuple[str, ...]) -> None:
    spec = StdioServer("x", args)
    assert "…" not in spec.origin
    assert repr(args) in repr(spec)


@pytest.mark.parametrize(
    "url",
    [
        f"ftp://me:{SECRET}@h/mcp",
        f"http://me:{SECRET}@h:99999/mcp",
        f"http://me:a/{SECRET}@h/mcp",
        f"http://me:a?{SECRET}@h/mcp",
        f"http://me:a#{SECRET}@h/mcp",
        f"http://h:0/mcp?key={SECRET}",
        f"http://[::1/mcp?key={SECRET}#{SECRET}",
        f"http://h/a b?key={SECRET}",
        f"h/mcp?key={SECRET}",
        f"me:{SECRET}@h/mcp",
    ],
)
def test_an_address_that_is_refused_is_told_without_its_secrets(url: str) -> None:
    with pytest.raises(ConfigInvalid) as caught:
        HttpServer(url)
    assert caught.value.reason == "bad-url"
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        (f"https://me:{SECRET}@h:8443/mcp?key={SECRET}#{SECRET}", "https://h:8443/mcp?…"),
        (f"https://me:{SECRET}@h/mcp?mail=me@h", "https://h/mcp?…"),
        (f"https://me:a@b/{SECRET}@h/mcp", "https://…@h/mcp"),
        ("https://h/@scope/mcp", "https://h/@scope/mcp"),
        ("https://${HOST}/mcp", "https://${HOST}/mcp"),
        ("${BASE}/mcp", "${BASE}/mcp"),
        (f"http://me:${{PASSWORD}}{SECRET}@${{HOST}}/mcp", "http://${HOST}/mcp"),
    ],
)
def test_an_address_is_shown_without_its_secrets(url: str, shown: str) -> None:
    spec = HttpServer(url)
    assert spec.origin == shown
    assert SECRET not in repr(spec)
