"""What is put right of the answers of a server over HTTP, and how the others are told."""

from collections.abc import Iterator

import pytest

from mcp_workbench import HttpServer, Workbench
from mcp_workbench.errors import AuthorizationRequired
from tests.servers.odd_web import OddWeb
from tests.servers.web import Web


@pytest.fixture
def web() -> Iterator[Web]:
    with OddWeb() as server:
        yield server


@pytest.mark.requirement("CON-32")
@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/half-a-pair", "a\ufffd"),
        ("/half-a-pair-event", "\ufffd"),
        ("/mark", "TEXT"),
        ("/mark-event", "TEXT"),
        ("/latin-1", "caf\ufffd"),
        ("/latin-1-event", "\ufffd"),
        ("/noise-event", "TEXT"),
        ("/batch", "TEXT"),
        ("/batch-event", "TEXT"),
        ("/other-id", "TEXT"),
        ("/no-type", "TEXT"),
    ],
)
async def test_an_answer_that_can_be_put_right_is_the_answer(
    workbench: Workbench, web: Web, path: str, text: str
) -> None:
    await workbench.connect(HttpServer(web.url + path), "web")
    assert (await workbench.call("web.ok", timeout=20)).text == text
    news = workbench.server("web").messages.find(method="notifications/message")
    assert len(news) == ("batch" in path)


@pytest.mark.requirement("CON-18")
@pytest.mark.parametrize(
    ("path", "reason", "words"),
    [
        ("/204", "no_answer", "HTTP 204"),
        ("/202", "no_answer", "HTTP 202"),
        ("/empty", "malformed", "is empty"),
        ("/news-alone", "malformed", "notifications/message"),
        ("/half-an-event", "malformed", "no message of the protocol"),
        ("/leads-nowhere", "nowhere", "HTTP 302"),
        ("/half-a-pair-error", "rpc_-32602", "no \ufffd"),
    ],
)
async def test_an_answer_that_is_none_is_told_at_once_in_words_of_its_own(
    workbench: Workbench, web: Web, path: str, reason: str, words: str
) -> None:
    server = await workbench.connect(HttpServer(web.url + path), "web")
    result = await workbench.call("web.ok", timeout=20, raise_on_error=False)
    assert result.error is not None
    assert result.error.reason == reason
    assert words in result.error.what
    assert result.error.hint
    assert server.status == "connected"


@pytest.mark.parametrize("path", ["/ends-at-once", "/comes-back-never"])
async def test_a_server_that_ends_its_streams_is_not_asked_in_a_storm(
    workbench: Workbench, web: Web, path: str
) -> None:
    server = await workbench.connect(HttpServer(web.url + path), "web")
    result = await workbench.call("web.ok", timeout=1, raise_on_error=False)
    assert result.error is not None
    assert result.error.reason == "timeout"
    assert [method for method, *_ in web.seen].count("GET") < 6
    assert server.status == "connected"


async def test_a_sign_in_is_asked_for_whatever_letters_its_realm_has(
    workbench: Workbench, web: Web
) -> None:
    with pytest.raises(AuthorizationRequired):
        await workbench.connect(HttpServer(f"{web.url}/locked"), "web")
    assert workbench.server("web").status == "needs_auth"
