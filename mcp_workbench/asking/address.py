"""An address that a server wants a person to open."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from urllib.parse import SplitResult, urlsplit

from ..network import is_local
from ..visible import one_line, visible
from .asked import Answer, Asked

LONGEST = 8000  # characters of an address


@dataclass(frozen=True)
class AddressQuestion(Asked[Answer]):
    """An address that a server asks a person to open; nobody else opens or fetches it.

    Args:
        server: its name.
        message: why it asks, in its own words.
        address: in full.

    Source: MCP 2025-11-25, client features, "Elicitation", URL mode and its safe handling.

    >>> question = AddressQuestion("shop", "Pay here", "https://pay.example.org/42")
    >>> question.host, question.fault
    ('pay.example.org', '')
    >>> AddressQuestion("shop", "Pay here", "https://bank.example@evil.example/").fault
    'it holds a user name, which hides where it leads'
    """

    server: str
    message: str
    address: str

    @property
    def undone(self) -> str:
        """See `Asked`."""
        return f"server {self.server!r} got no answer to {one_line(self.message)!r}"

    @property
    def way_out(self) -> str:
        """See `Asked`."""
        return "run it where a person can answer, or give wb.elicitation a function that does"

    @cached_property
    def _parts(self) -> SplitResult | None:
        try:
            parts = urlsplit(self.address)
            _ = parts.port  # raises for one that is no number
        except ValueError:
            return None
        return parts

    @property
    def host(self) -> str:
        """Where it leads, as a browser resolves it: letters beyond ASCII are spelt out.

        Source: URL Standard of the WHATWG, section 3.3, "domain to ASCII"; Unicode Technical
        Standard 46, nontransitional.

        >>> AddressQuestion("s", "", "https://straße.example/").host
        'xn--strae-oqa.example'
        """
        import idna  # on first use; the codec of Python is of 2003, and leads elsewhere

        host = (self._parts.hostname or "") if self._parts else ""
        if host.isascii():
            return host
        try:
            return idna.encode(host, uts46=True).decode("ascii")
        except UnicodeError:
            return visible(host)

    @property
    def fault(self) -> str:
        """Why it must not be shown as a link; "" where nothing speaks against it."""
        parts = self._parts
        if len(self.address) > LONGEST:
            return f"it has more than {LONGEST:,} characters"
        if any(char.isspace() or not char.isprintable() for char in self.address):
            return "it holds spaces or characters that cannot be seen"
        # a browser decodes a host
        if parts is None or "\\" in self.address or "%" in (parts.hostname or ""):
            return "it cannot be read"
        if parts.scheme not in ("http", "https"):
            return f"it begins with {one_line(parts.scheme, 20)!r}, not with 'https'"
        if not parts.hostname:
            return "it names no host"
        if parts.username is not None or parts.password is not None:
            return "it holds a user name, which hides where it leads"
        return ""

    @property
    def notes(self) -> list[str]:
        """What a person should know before opening it.

        >>> AddressQuestion("s", "", "http://bücher.example/").notes
        ... # doctest: +NORMALIZE_WHITESPACE
        ['whoever is between you and it can read along: it is not encrypted',
         'its name has letters that may look like others: xn--bcher-kva.example']
        """
        parts, found = self._parts, list[str]()
        if parts is not None and parts.scheme.lower() == "http" and not is_local(self.host):
            found.append("whoever is between you and it can read along: it is not encrypted")
        if parts is not None and (not (parts.hostname or "").isascii() or "xn--" in self.host):
            found.append(f"its name has letters that may look like others: {self.host}")
        return found
