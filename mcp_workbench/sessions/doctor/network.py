"""The steps from a URL to a connection that is encrypted."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from contextlib import suppress
from typing import Any, cast
from urllib.parse import urlsplit

from ...errors import ConnectionFailed, WorkbenchError
from ...network import LOCALHOST, LOOPBACK, PORTS, proxy_for, ssl_context
from ...specs.masking import masked_address
from ...visible import one_line
from ..faults import REASONS, shown
from .case import LIMIT, Case, Skipped

ROUTE = "is the machine there, and does a firewall or a VPN stand between?"


async def way(case: Case) -> str:
    """Whether the server is reached straight."""
    url = urlsplit(case.place.url)
    proxy = proxy_for(case.place.url, case.place.proxy)
    reached = urlsplit(proxy) if proxy else url
    case.host = reached.hostname or ""
    try:
        case.port = reached.port or PORTS.get(reached.scheme, 1080 if proxy else 443)
    except ValueError:
        raise ConnectionFailed(
            f"the port of {masked_address(proxy or case.place.url)} is none",
            hint="write a number up to 65535, as in http://127.0.0.1:8000/mcp",
            reason="bad_url",
        ) from None
    if not proxy:
        return "none; it is reached straight"
    case.proxy = masked_address(proxy)
    return f"through {case.proxy}"


async def addresses(case: Case) -> str:
    """The addresses that the name of the host stands for."""
    host = case.host
    if host == LOCALHOST:
        case.addresses = list(LOOPBACK)
        return "localhost is this machine"
    with suppress(ValueError):
        case.addresses = [str(ipaddress.ip_address(host.partition("%")[0]))]
        return Skipped(f"{host} is an address already")
    asking = asyncio.get_running_loop().getaddrinfo(host, case.port, type=socket.SOCK_STREAM)
    try:
        async with asyncio.timeout(LIMIT):
            found = await asking
    except (OSError, UnicodeError) as fault:  # a TimeoutError is an OSError
        late = isinstance(fault, TimeoutError)
        why = f"no answer within {LIMIT:g} s" if late else _why(fault)
        raise ConnectionFailed(
            f"the name {one_line(host)!r} leads to no address: {why}",
            hint="check how it is spelt; a name of a company's network may need its VPN",
            reason="dns",
        ) from fault
    case.addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
    return ", ".join(case.addresses[:4])


async def listener(case: Case) -> str:
    """Whether somebody listens there."""
    faults: list[OSError] = []
    for address in case.addresses[:4]:
        try:
            async with asyncio.timeout(LIMIT):
                _, writer = await asyncio.open_connection(address, case.port)
        except OSError as fault:
            faults.append(fault)
            continue
        case.addresses = [address]
        await _ended(writer)
        return f"{address} port {case.port} takes connections"
    raise _unreached(case, faults)


def _unreached(case: Case, faults: list[OSError]) -> WorkbenchError:
    refused = any(isinstance(fault, ConnectionRefusedError) for fault in faults)
    late = all(isinstance(fault, TimeoutError) for fault in faults)
    why = f"no answer within {LIMIT:g} s" if late else _why(faults[0])
    who = "the proxy" if case.proxy else "the server"
    return ConnectionFailed(
        f"nobody listens at {one_line(case.host)} port {case.port}"
        if refused
        else f"{one_line(case.host)} port {case.port} cannot be reached: {why}",
        hint=f"is {who} running, and is the port right?" if refused else ROUTE,
        reason="unreachable",
    )


async def certificate(case: Case) -> str:
    """Whether the server can prove who it is."""
    url = urlsplit(case.place.url)
    if url.scheme.lower() != "https":
        return Skipped("the URL begins with http://, so nothing is encrypted")
    if case.proxy:
        return Skipped("it goes through the proxy; the answer shows it")
    host = url.hostname or ""
    try:
        async with asyncio.timeout(LIMIT):
            _, writer = await asyncio.open_connection(
                case.addresses[0],
                case.port,
                ssl=_trust(case),
                server_hostname=host,
            )
    except OSError as fault:
        raise _untrusted(host, fault) from fault
    told = _certificate(writer)
    await _ended(writer)
    return told


def _trust(case: Case) -> ssl.SSLContext:
    import httpx2

    found = ssl_context(case.place.verify)
    return found if isinstance(found, ssl.SSLContext) else httpx2.create_ssl_context()


def _untrusted(host: str, fault: OSError) -> WorkbenchError:
    if isinstance(fault, ssl.SSLCertVerificationError):
        return ConnectionFailed(
            f"the certificate of {one_line(host)} is not trusted: {shown(fault.verify_message)}",
            hint=REASONS["certificate"],
            reason="certificate",
        )
    plain = isinstance(fault, ssl.SSLError) and "WRONG_VERSION" in str(fault)
    late = f"no answer within {LIMIT:g} s" if isinstance(fault, TimeoutError) else _why(fault)
    return ConnectionFailed(
        f"{one_line(host)} does not speak TLS at this port"
        if plain
        else f"no encrypted connection to {one_line(host)} came about: {late}",
        hint="write http:// where it is meant to be without, or correct the port"
        if plain
        else "look at the server's own log",
        reason="tls",
    )


def _certificate(writer: asyncio.StreamWriter) -> str:
    version = cast("ssl.SSLObject", writer.get_extra_info("ssl_object")).version() or "TLS"
    found = cast("dict[str, Any]", writer.get_extra_info("peercert") or {})
    until = found.get("notAfter")
    return f"{version}, certificate until {until}" if until else f"{version}, not verified"


def _why(fault: BaseException) -> str:
    return shown(getattr(fault, "strerror", None) or fault or type(fault).__name__)


async def _ended(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(1):
            await writer.wait_closed()
