"""Which proxy carries a request, and whom a connection trusts, by the environment and by choice."""

from __future__ import annotations

import re
import ssl
from pathlib import Path

import pytest

from mcp_workbench.errors import ConfigInvalid
from mcp_workbench.network import proxy_for, ssl_context
from tests.conftest import ROOT
from tests.servers.authority import Authority

PROXY = "http://p.example:3128"
NAMES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.mark.requirement("CON-27")
@pytest.mark.parametrize(
    ("name", "url", "expected"),
    [
        ("HTTP_PROXY", "http://a.example/mcp", PROXY),
        ("HTTP_PROXY", "https://a.example/mcp", None),
        ("https_proxy", "https://a.example/mcp", PROXY),
        ("ALL_PROXY", "https://a.example/mcp", PROXY),
        ("ALL_PROXY", "http://localhost:8000/mcp", None),
        ("ALL_PROXY", "http://127.9.9.9:8000/mcp", None),
        ("ALL_PROXY", "http://[::1]:8000/mcp", None),
        ("NO_PROXY", "http://a.example/mcp", None),
    ],
)
def test_the_usual_variables_name_the_proxy(
    name: str, url: str, expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, PROXY)
    assert proxy_for(url) == expected


@pytest.mark.requirement("CON-27")
@pytest.mark.parametrize(
    ("rules", "host", "is_excepted"),
    [
        ("*", "a.example", True),
        ("a.example", "a.example", True),
        ("a.example", "b.a.example", True),
        ("a.example", "ba.example", False),
        (".a.example", "b.a.example", True),
        ("*.a.example", "b.a.example", True),
        ("other, A.EXAMPLE", "a.example", True),
        ("a.example other", "a.example", True),
        ("a.example:8080", "a.example:8080", True),
        ("a.example:8080", "a.example", False),
        ("a.example:443", "a.example", True),
        ("10.0.0.0/8", "10.200.3.4", True),
        ("10.0.0.0/8", "11.0.0.1", False),
        ("10.1.2.3", "10.1.2.3", True),
        ("fd00::/8", "[fd00::17]", True),
        ("[fd00::17]", "[fd00::17]", True),
        ("a.example.", "a.example", True),
        ("999.0.0.0/8, ::::, a:b:c", "10.0.0.1", False),
        ("", "a.example", False),
    ],
)
def test_what_no_proxy_names_is_reached_straight(
    rules: str, host: str, is_excepted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", PROXY)
    monkeypatch.setenv("NO_PROXY", rules)
    assert (proxy_for(f"https://{host}/mcp") is None) is is_excepted


def test_a_proxy_that_is_chosen_counts_whatever_the_environment_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", PROXY)
    monkeypatch.setenv("NO_PROXY", "*")
    assert proxy_for("https://a.example", "http://q.example:1") == "http://q.example:1"
    assert proxy_for("http://127.0.0.1:1", "http://q.example:1") == "http://q.example:1"
    monkeypatch.delenv("NO_PROXY")
    assert proxy_for("https://a.example", "") is None


def trusted(context: ssl.SSLContext | bool) -> list[object]:
    assert isinstance(context, ssl.SSLContext)
    return [dict(one["subject"][0])["commonName"] for one in context.get_ca_certs()]


@pytest.mark.requirement("CON-27")
@pytest.mark.parametrize("name", ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"])
def test_the_usual_variables_name_the_authorities(name: str, tmp_path: Path) -> None:
    file = Authority(tmp_path).file
    assert trusted(ssl_context(True, {name: str(file)})) == ["Tests"]
    assert trusted(ssl_context(str(file), {name: "/nowhere"})) == ["Tests"]
    assert ssl_context(True, {}) is True


def test_the_first_variable_that_is_set_counts(tmp_path: Path) -> None:
    file = Authority(tmp_path).file
    both = {"SSL_CERT_FILE": str(file), "REQUESTS_CA_BUNDLE": "/nowhere"}
    assert trusted(ssl_context(True, both)) == ["Tests"]


@pytest.mark.parametrize("what", ["nowhere.pem", "empty.pem", "words.pem"])
def test_a_file_without_certificates_is_named_with_who_names_it(tmp_path: Path, what: str) -> None:
    (tmp_path / "empty.pem").write_text("")
    (tmp_path / "words.pem").write_text("no certificate")
    for verify, environ, whence in (
        (str(tmp_path / what), {}, "verify"),
        (True, {"SSL_CERT_FILE": str(tmp_path / what)}, "SSL_CERT_FILE"),
    ):
        with pytest.raises(ConfigInvalid) as caught:
            ssl_context(verify, environ)
        assert caught.value.reason == "bad-certificate"
        assert caught.value.what.startswith(whence)
        assert what in caught.value.what


@pytest.mark.requirement("CON-27")
def test_whatever_speaks_http_goes_through_this_policy() -> None:
    """Servers, models, and whatever comes: nobody makes a way through the network of their own."""
    makers = re.compile(r"\b(?:AsyncHTTPTransport|HTTPTransport|AsyncClient|urlopen)\(")
    package = ROOT / "mcp_workbench"
    found = {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        if makers.search(path.read_text("utf-8"))
    }
    assert found == {
        "sessions/http.py",
        "sessions/network_transport.py",
        "sessions/shared_client.py",
    }
