"""In which ways a server is tried, one after the other, and which of them is remembered."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from ..errors import ConnectionFailed, ProtocolError, WorkbenchError
from ..specs import HttpServer, InProcessServer, ServerSpec, StdioServer
from .revisions import MODERN

# with these a server that knows no streamable HTTP answers a POST to the address of its stream;
# source: MCP 2025-11-25, basic/transports, backwards compatibility
NO_STREAMABLE_HTTP = frozenset({"http_400", "http_404", "http_405"})
# what may come of another way than the server expects; the network, a sign-in, a time do not
OF_THE_WAY = frozenset({"closed", "refused", "malformed", "version", "html", "content_type"})


@dataclass(frozen=True)
class Way:
    """How a server is spoken to.

    Args:
        definition: what the server is.
        spec: the same with the transport that is used.
        mode: of the SDK's client: `auto` asks for the newest revision first, `legacy` shakes hands.
        pinned: the one revision that will do; empty for any.
        remembered: whether it is known from an earlier connection of this process.
        instead_of: why the way before failed, where this one is a guess.
    """

    definition: ServerSpec
    spec: ServerSpec
    mode: str
    pinned: str = ""
    remembered: bool = False
    instead_of: WorkbenchError | None = field(default=None, compare=False)

    def after(self, error: WorkbenchError) -> Way | None:
        """The next way to try, now that this one failed; `None` where there is none."""
        if self.remembered:
            return _by_definition(self.definition) if _is_of_the_way(error) else None
        if self._ended_on_the_probe(error):
            return replace(self, mode="legacy")
        if self._is_no_streamable_http(error):
            spec = replace(self.spec, type="sse")
            return replace(self, spec=spec, mode="legacy", instead_of=error)
        return None

    def blamed(self, error: WorkbenchError) -> WorkbenchError:
        """The error to tell: a mere guess that fails, too, leaves the first one."""
        is_a_sign_in = error.code == "authorization_required"
        return error if self.instead_of is None or is_a_sign_in else self.instead_of

    def _ended_on_the_probe(self, error: WorkbenchError) -> bool:
        if not isinstance(self.spec, StdioServer) or self.mode != "auto" or self.pinned:
            return False
        return isinstance(error, ConnectionFailed) and error.reason == "closed"

    def _is_no_streamable_http(self, error: WorkbenchError) -> bool:
        if not isinstance(self.spec, HttpServer) or self.spec.type != "http":
            return False
        return isinstance(error, ProtocolError) and error.reason in NO_STREAMABLE_HTTP


def _is_of_the_way(error: WorkbenchError) -> bool:
    return error.reason in OF_THE_WAY or error.reason.startswith(("rpc_", "http_4"))


def _by_definition(spec: ServerSpec) -> Way:
    if spec.era in ("auto", "legacy"):
        # servers that speak HTTP with SSE are older than the newest revision
        old = isinstance(spec, HttpServer) and spec.type == "sse"
        return Way(spec, spec, "legacy" if old else spec.era)
    return Way(spec, spec, "auto" if spec.era == MODERN else "legacy", spec.era)


class Memory:
    """What was found out about definitions, for the life of a process.

    Only what cost time is kept: a server that answers the question for its era is asked again, so
    that it may have become newer.

    >>> memory, old = Memory(), StdioServer("old-server")
    >>> memory.learn(Way(old, old, "auto"), "2025-06-18", ignored=True)
    >>> memory.first(old).mode, memory.first(StdioServer("new-server")).mode
    ('legacy', 'auto')
    """

    def __init__(self) -> None:
        self._ways: dict[str, Way] = {}

    def first(self, spec: ServerSpec) -> Way:
        """The way to try first."""
        return self._ways.get(_key(spec)) or _by_definition(spec)

    def learn(self, way: Way, revision: str, *, ignored: bool) -> None:
        """Take in that a connection came about.

        Args:
            way: the one that worked.
            revision: what was agreed on.
            ignored: whether the server did not answer the question for its era in time.
        """
        if ignored and revision != MODERN:
            way = replace(way, mode="legacy")
        if way == _by_definition(way.definition) or isinstance(way.definition, InProcessServer):
            self._ways.pop(_key(way.definition), None)
        else:
            self._ways[_key(way.definition)] = replace(way, remembered=True, instead_of=None)


def _key(spec: ServerSpec) -> str:
    # a hash, since the definition may hold secrets
    values = [
        sorted(cast("Mapping[str, str]", one).items()) if isinstance(one, Mapping) else one
        for one in vars(spec).values()
    ]
    told = f"{type(spec).__name__} {values!r}"
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


MEMORY = Memory()
