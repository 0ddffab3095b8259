"""Who a client says it is: what is sent, what is shown, what is refused."""

from __future__ import annotations

import pytest

from mcp_workbench.errors import ConfigInvalid
from mcp_workbench.specs import ApiKey, Authentication, Basic, Bearer, HttpServer
from mcp_workbench.specs.authentication import authentication, written

URL = "https://h.example/mcp"


@pytest.mark.parametrize(
    ("auth", "header", "value"),
    [
        (Bearer("s3cret"), "Authorization", "Bearer s3cret"),
        (ApiKey("s3cret"), "X-API-Key", "s3cret"),
        (ApiKey("s3cret", "X-Shop"), "X-Shop", "s3cret"),
        (Basic("ann", "s3cret"), "Authorization", "Basic YW5uOnMzY3JldA=="),
        (Basic("ann", "grün: ✓"), "Authorization", "Basic YW5uOmdyw7xuOiDinJM="),
    ],
)
def test_what_is_sent(auth: Authentication, header: str, value: str) -> None:
    spec = HttpServer(URL, {"X-Team": "vision"}, auth=auth)
    assert spec.sent_headers == {"X-Team": "vision", header: value}
    assert spec.headers == {"X-Team": "vision"}
    assert "s3cret" not in repr((spec, auth))


def test_references_are_found_and_filled() -> None:
    spec = HttpServer(URL, auth=Basic("${USER}", "${secret:PW}"), proxy="http://${HOST}:1")
    assert dict(spec.texts()) == {
        "url": URL,
        "auth.user": "${USER}",
        "auth.password": "${secret:PW}",
        "proxy": "http://${HOST}:1",
    }
    filled = spec.filled(lambda _, text: text.replace("${USER}", "a").replace("${HOST}", "p"))
    assert (filled.auth, filled.proxy) == (Basic("a", "${secret:PW}"), "http://p:1")


@pytest.mark.parametrize(
    ("option", "text", "auth"),
    [
        ("bearer", "${secret:T}", Bearer("${secret:T}")),
        ("api_key", "${secret:T}", ApiKey("${secret:T}")),
        ("api_key", "X-Shop: ${secret:T}", ApiKey("${secret:T}", "X-Shop")),
        ("basic", "ann:${secret:T}", Basic("ann", "${secret:T}")),
    ],
)
def test_an_option_of_a_line_and_back(option: str, text: str, auth: Authentication) -> None:
    assert authentication(option, text) == auth
    assert written(auth) == {option: text}


@pytest.mark.parametrize(
    "make",
    [
        lambda: Bearer(" "),
        lambda: ApiKey(""),
        lambda: ApiKey("k", ""),
        lambda: Basic("a:b", "c"),
        lambda: authentication("basic", "s3cret-alone"),
        lambda: HttpServer(URL, {"authorization": "x"}, auth=Bearer("t")),
        lambda: HttpServer(URL, auth="Bearer s3cret"),
        lambda: HttpServer(URL, proxy="ftp://s3cret@p"),
        lambda: HttpServer(URL, connect_timeout=0),
        lambda: HttpServer(URL, read_timeout=-1),
    ],
)
def test_what_cannot_be_is_refused_and_not_shown(make: object) -> None:
    assert callable(make)
    with pytest.raises(ConfigInvalid) as caught:
        make()
    assert "s3cret" not in str(caught.value)
    assert caught.value.hint
