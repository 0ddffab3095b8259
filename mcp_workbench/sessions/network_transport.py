"""The network below every HTTP client: one policy on proxies, trust and limits."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from functools import cached_property

import httpx2

from ..errors import ConfigInvalid
from ..network import proxy_for, ssl_context
from ..specs import HttpServer
from ..specs.masking import masked_address

CONNECT = 30.0  # seconds until a host has taken a connection
EVENTS = "text/event-stream"


class NetworkTransport(httpx2.AsyncBaseTransport):
    """Sends each request straight or through the proxy that is meant for its address.

    Args:
        proxy: as at `network.proxy_for`.
        verify: as at `network.ssl_context`.
    """

    def __init__(self, proxy: str | None = None, verify: bool | str = True) -> None:
        self._proxy, self._verify = proxy, verify
        self._ways: dict[tuple[str, str | None], httpx2.AsyncHTTPTransport] = {}

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send `request`, once.

        Raises:
            ConfigInvalid: the proxy cannot be used, or a file of certificates.
        """
        if EVENTS in request.headers.get("accept", "") and request.method == "GET":
            # a stream of the server's own messages may be silent for hours
            limits = request.extensions.get("timeout", {})
            request.extensions = {**request.extensions, "timeout": {**limits, "read": None}}
        return await self.way_to(request.url).handle_async_request(request)

    def way_to(self, url: httpx2.URL | str) -> httpx2.AsyncHTTPTransport:
        """What carries a request to `url`; nothing is sent.

        Raises:
            ConfigInvalid: the proxy cannot be used, or a file of certificates.
        """
        scheme, proxy = httpx2.URL(url).scheme, proxy_for(str(url), self._proxy)
        if (scheme, proxy) not in self._ways:
            self._ways[scheme, proxy] = self._way(scheme, proxy)
        return self._ways[scheme, proxy]

    def _way(self, scheme: str, proxy: str | None) -> httpx2.AsyncHTTPTransport:
        is_secured = "https" in (scheme, (proxy or "").partition(":")[0].lower())
        # whom to trust takes a while to read; without TLS nobody has to be
        trust = self._trust if is_secured else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        try:
            through = None
            if proxy is not None:
                # a proxy that is spoken to over TLS is trusted as a server is
                its = trust if proxy.lower().startswith("https:") else None
                through = httpx2.Proxy(proxy, ssl_context=its)
            return httpx2.AsyncHTTPTransport(verify=trust, proxy=through)
        except ImportError:
            raise _bad_proxy(proxy, "pip install 'httpx2[socks]' for one of this kind") from None
        except (ValueError, httpx2.InvalidURL):
            raise _bad_proxy(proxy, "as in http://proxy.example:3128") from None

    @cached_property
    def _trust(self) -> ssl.SSLContext:
        trust = ssl_context(self._verify)
        return trust if isinstance(trust, ssl.SSLContext) else httpx2.create_ssl_context()

    async def aclose(self) -> None:
        """Close all connections; the next request makes new ones."""
        ways, self._ways = self._ways, {}
        for way in ways.values():
            await way.aclose()


def _bad_proxy(proxy: str | None, hint: str) -> ConfigInvalid:
    return ConfigInvalid(
        f"the proxy {masked_address(proxy or '')!r} cannot be used",
        hint=f"{hint}; `proxy` of the server, or HTTP_PROXY, HTTPS_PROXY and ALL_PROXY name it",
        reason="bad-proxy",
    )


def network_transport(spec: HttpServer) -> NetworkTransport:
    """The network as the server of `spec` wants it.

    Raises:
        ConfigInvalid: the proxy cannot be used, or a file of certificates.
    """
    transport = NetworkTransport(spec.proxy, spec.verify)
    transport.way_to(spec.url)
    return transport


def time_limits(spec: HttpServer) -> httpx2.Timeout:
    """How long the network may be silent; a call has a limit of its own."""
    connect = spec.connect_timeout or CONNECT
    return httpx2.Timeout(CONNECT, connect=connect, read=spec.read_timeout)


def is_untrusted(fault: BaseException) -> bool:
    """Whether a connection failed since nobody vouches for the other side's certificate."""
    if any(isinstance(cause, ssl.SSLCertVerificationError) for cause in _causes(fault)):
        return True
    return "CERTIFICATE_VERIFY_FAILED" in str(fault)


def is_without_tls(fault: BaseException) -> bool:
    """Whether the other side was there, but no encrypted connection came about."""
    return any(isinstance(cause, ssl.SSLError) for cause in _causes(fault))


def _causes(fault: BaseException) -> Iterator[BaseException]:
    seen: BaseException | None = fault
    while seen is not None:
        yield seen
        seen = seen.__cause__ or seen.__context__
