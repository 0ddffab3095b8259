"""One policy for every connection over HTTP: which proxy carries it, and whom it trusts."""

from __future__ import annotations

import ipaddress
import os
import ssl
from collections.abc import Mapping
from urllib.parse import urlsplit

from .errors import ConfigInvalid
from .visible import one_line

# the first that is set counts, as files or directories of certificates of authorities
AUTHORITIES = ("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
LOCALHOST, LOOPBACK = "localhost", ("127.0.0.1", "::1")  # a name, and what it may stand for
PORTS = {"http": 80, "https": 443}
SHOWN = 200  # characters of a path in an error


def proxy_for(url: str, proxy: str | None = None) -> str | None:
    """The proxy that carries requests to `url`; `None` where they go straight.

    Args:
        url: where the request goes.
        proxy: an address that is taken whatever the environment says; empty for none at all. With
            `None` the environment decides: `HTTP_PROXY` or `HTTPS_PROXY`, else `ALL_PROXY`, in
            capitals or not, else what the system was set to. This machine itself, and what
            `NO_PROXY` names, are reached straight.

    >>> proxy_for("https://a.example/mcp", "http://p.example:3128")
    'http://p.example:3128'
    >>> proxy_for("http://127.0.0.1:8000/mcp") is None
    True
    """
    if proxy is not None:
        return proxy or None
    from urllib.request import getproxies, proxy_bypass

    parts = urlsplit(url)
    host, scheme = parts.hostname or "", parts.scheme.lower()
    proxies = getproxies()  # those of the environment, else those of the system
    found = proxies.get(scheme) or proxies.get("all")
    if not found or not host or is_local(host):
        return None
    if "no" in proxies:
        return None if is_excepted(host, parts.port or PORTS.get(scheme), proxies["no"]) else found
    return None if proxy_bypass(host) else found


def is_local(host: str) -> bool:
    """Whether `host` is this machine: what is sent there leaves it neither read nor by a proxy.

    >>> is_local("localhost"), is_local("127.0.0.2"), is_local("::1"), is_local("10.0.0.1")
    (True, True, True, False)
    """
    if host == LOCALHOST or host.endswith(f".{LOCALHOST}"):
        return True
    address = _address(host)
    return address is not None and address.is_loopback


def is_excepted(host: str, port: int | None, rules: str) -> bool:
    """Whether `NO_PROXY` names `host`: itself, a domain above it, a network, `*`; with a port or
    without one.

    Source: the rules that curl, Python and Go have in common.

    >>> rules = "corp.example, .lab, 10.0.0.0/8, [fd00::1], build:8080"
    >>> [is_excepted(host, 80, rules) for host in ("a.corp.example", "x.lab", "10.1.2.3", "build")]
    [True, True, True, False]
    """
    return any(_fits(host.lower(), port, rule.lower()) for rule in rules.replace(",", " ").split())


def _fits(host: str, port: int | None, rule: str) -> bool:
    if rule == "*":
        return True
    name, wanted = _parted(rule)
    if wanted is not None and wanted != port:
        return False
    address = _address(host)
    if address is not None:
        try:
            return address in ipaddress.ip_network(name, strict=False)
        except (ValueError, TypeError):
            return False
    domain = name.removeprefix("*").removeprefix(".").rstrip(".")
    bare = host.rstrip(".")
    return bool(domain) and (bare == domain or bare.endswith(f".{domain}"))


def _parted(rule: str) -> tuple[str, int | None]:
    """Name and port of a rule; an address of IPv6 has its colons, and may stand in brackets."""
    if rule.startswith("["):
        name, _, rest = rule[1:].partition("]")
        port = rest.removeprefix(":")
    elif rule.count(":") == 1:
        name, _, port = rule.partition(":")
    else:
        name, port = rule, ""
    return name, int(port) if port.isascii() and port.isdigit() else None


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None


def ssl_context(
    verify: bool | str = True, environ: Mapping[str, str] | None = None
) -> ssl.SSLContext | bool:
    """Whom an HTTPS connection trusts.

    Args:
        verify: `True` for the authorities that `SSL_CERT_FILE`, `SSL_CERT_DIR`,
            `REQUESTS_CA_BUNDLE` or `CURL_CA_BUNDLE` name, else those of the system; `False` for
            anybody; a path for the authorities in that file or directory alone.
        environ: the variables; those of this process where it is `None`.

    Returns:
        A context; `True` where the system decides, which HTTP libraries know how to ask.

    Raises:
        ConfigInvalid: the file is not there, or holds no certificate (reason `bad-certificate`).

    >>> ssl_context(False).verify_mode.name
    'CERT_NONE'
    """
    if verify is False:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        return context
    if verify is not True:
        return _trusting(os.path.expanduser(verify), "verify")
    variables = os.environ if environ is None else environ
    name = next((name for name in AUTHORITIES if variables.get(name)), None)
    return True if name is None else _trusting(variables[name], name)


def _trusting(path: str, whence: str) -> ssl.SSLContext:
    try:
        if os.path.isdir(path) or whence == "SSL_CERT_DIR":  # which may name several
            return ssl.create_default_context(capath=path)
        return ssl.create_default_context(cafile=path)
    except (OSError, ValueError) as fault:  # an SSLError is an OSError
        why = "it is not there" if isinstance(fault, FileNotFoundError) else "it holds none"
        raise ConfigInvalid(
            f"{whence} names {one_line(path, SHOWN)!r} for the certificates to trust, and {why}",
            hint=f"let {whence} name a file of certificates in PEM form, or a directory of them",
            reason="bad-certificate",
        ) from None
