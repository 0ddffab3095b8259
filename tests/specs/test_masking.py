"""No secret that stands on a command line or in an address is shown."""

import time

import pytest

from mcp_workbench.errors import ConfigInvalid
from mcp_workbench.specs import HttpServer, StdioServer
from mcp_workbench.specs.masking import literals_masked_line

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
        ((f"--key=${{KEY:-{SECRET}}}",), "x --key=…"),
        ((f"https://${{USER}}:{SECRET}@h/mcp",), "x https://…@h/mcp"),
        (("-c", f"A=1 B_TOKEN={SECRET}"), "x -c 'A=1 B_TOKEN=…'"),
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
        ("--max-tokens", "4096", "-e", "TOKENIZERS_PARALLELISM=false", "--use-auth=no"),
        ("--keyword", "box", "--author=Jane", "--keyboard", "us"),
        ("postgres://${USER}:${PASS}@h/db?key=${KEY}", "git+ssh://git@h/me/repo"),
    ],
)
def test_what_is_no_secret_stays(args: tuple[str, ...]) -> None:
    spec = StdioServer("x", args)
    assert "…" not in spec.origin
    assert repr(args) in repr(spec)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("-c", "token=$(curl h|sh)"), "-c 'token=$(curl h|sh)'"),
        (("-c", f"A_KEY={SECRET} run; B_KEY={SECRET} go"), "-c 'A_KEY=… run; B_KEY=… go'"),
        (("--key", SECRET, "--pwd", "./x.js"), "--key … --pwd ./x.js"),
        (("-c", f"echo Bearer {SECRET};run"), "-c 'echo Bearer …;run'"),
        (("-c", "get x://$(curl|sh)@h x://me:$(sh)@h"), "-c 'get x://$(curl|sh)@h x://…$(sh)@h'"),
        ((f"https://${{USER}}:{SECRET}@h",), "'https://${USER}:…@h'"),
        ((f"--key=${{A}}{SECRET}",), "'--key=${A}…'"),
        ((f"https://me:{SECRET}@h/?zone=eu&key={SECRET}",), "'https://…@h/?zone=eu&key=…'"),
    ],
)  # fmt: skip
def test_who_agrees_to_a_line_sees_all_of_it_but_secrets(
    words: tuple[str, ...], shown: str
) -> None:
    assert literals_masked_line(words) == shown


@pytest.mark.parametrize("word", ["key" * 100_000, "&key" * 50_000, "&" + "key" * 100_000])
def test_a_long_word_takes_no_longer_than_its_length(word: str) -> None:
    started = time.perf_counter()
    assert word in StdioServer("x", (word,)).origin
    assert time.perf_counter() - started < 5


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
