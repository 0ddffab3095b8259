"""What servers do wrong, and what a person gets then: the rows of `docs/faults.md`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """One fault of a server.

    Args:
        name: of `tests/servers/faulty.py`, or a path of `tests/servers/web.py`.
        does: what the server does, as the page tells it.
        gives: what there is beside the error, or in its place.
        error: code and reason of what one call ends with; "" where it is answered.
        words: what is told of it: in the error, in a warning, or in the server's log.
        limit: seconds that connecting may take, where it would take longer.
        answer: what the call returns where it is answered, as a regular expression.
    """

    name: str
    does: str
    gives: str
    error: str = ""
    words: str = ""
    limit: float = 20
    answer: str = "done"

    @property
    def row(self) -> str:
        """The line of the page."""
        code, _, reason = self.error.partition(" ")
        told = f"`{code}`, `{reason}`: " if code else ""
        return f"| {self.does} | {told}{self.gives} |"


CLOSED, MAY_HAVE_RUN = "mcp_connection_failed closed", "mcp_may_have_run closed"
TIMEOUT = "mcp_connection_failed timeout"
MALFORMED = "mcp_protocol_error malformed"

STARTING = (
    Fault("exit", "ends at once", "exit code and last words", CLOSED, "no licence"),
    Fault("mute", "starts and says nothing", "after `startup_timeout`", TIMEOUT, "1 s", 1),
    Fault("stubborn", "says nothing and ignores SIGTERM", "it is killed then", TIMEOUT, "1 s", 1),
    Fault("slow-start", "needs a moment to start", "the answer, a moment later"),
    Fault("ignores-probe", "does not answer `server/discover`", "the answer, after 2 s once"),
    Fault("dies-on-probe", "ends on `server/discover`", "the answer: it is started anew"),
    Fault(
        "dies-on-initialize",
        "ends during `initialize`",
        "exit code and last words",
        CLOSED,
        "no disk",
    ),
    Fault(
        "dies-when-ready",
        "ends right after the handshake",
        "exit code and last words",
        CLOSED,
        "boom: no licence",
    ),
    Fault(
        "initialize-error",
        "refuses `initialize`",
        "its own words",
        "mcp_protocol_error rpc_-32000",
        "no licence",
    ),
    Fault(
        "malformed-initialize",
        "answers `initialize` with something else",
        "the field that lacks",
        "mcp_protocol_error malformed",
        "protocolVersion",
    ),
    Fault(
        "old-version",
        "speaks a revision that nobody knows",
        "which it is",
        "mcp_protocol_error version",
        "1.0",
    ),
    Fault(
        "junk", "prints a banner to stdout", "the answer; the lines stand in its log", "", "Welcome"
    ),
    Fault("bom", "begins with a byte order mark", "the answer"),
    Fault("pretty", "writes a message in several lines", "the answer"),
)
LISTING = (
    Fault("never-lists", "does not answer `tools/list`", "within the limit", TIMEOUT, "1 s", 1),
    Fault("slow-pages", "lists pages without end", "within the limit", TIMEOUT, "1 s", 1),
    Fault(
        "dies-on-list", "ends during `tools/list`", "exit code and last words", CLOSED, "no tools"
    ),
    Fault(
        "bad-tools", "lists malformed tools", "the answer of any other, and warnings", "", "entry 3"
    ),
    Fault(
        "bad-schemas", "lists schemas that are none", "the answer, and warnings", "", "`required`"
    ),
    Fault("cursor-loop", "lists pages in circles", "the answer, and a warning", "", "pages repeat"),
    Fault(
        "no-list",
        "lists nothing where a list should be",
        "no tool, and a warning",
        "mcp_tool_not_found not_found",
        "no list of tools",
    ),
)
ANSWERING = (
    Fault("dies-on-call", "ends during a call", "exit code and last words", MAY_HAVE_RUN, "paper"),
    Fault("half-a-line", "ends within its answer", "exit code", MAY_HAVE_RUN, "exit code 3"),
    Fault("closes-output", "closes its stdout", "at once", MAY_HAVE_RUN),
    Fault("no-object", "answers with no result", "the line stands in its log", MALFORMED),
    Fault("not-even-json", "answers in broken JSON", "the line stands in its log", MALFORMED),
    Fault("deep", "nests its answer deeper than can be read", "at once", MALFORMED),
    Fault("id-first", "answers more than may come", "at once", "mcp_protocol_error too_large"),
    Fault(
        "no-message",
        "answers in some other JSON",
        "the line stands in the hint",
        "mcp_call_timeout timeout",
        "not in the protocol",
    ),
    Fault("batch", "answers in a batch", "the answer"),
    Fault(
        "rpc-error", "answers with an error", "its words", "mcp_protocol_error rpc_-32042", "today"
    ),
    Fault(
        "latin-1",
        "writes bytes that are no UTF-8",
        "the answer, with � for each",
        answer="caf\ufffd",
    ),
    Fault(
        "surrogate", "writes half a surrogate pair", "the answer, with � for it", answer="a\ufffdb"
    ),
    Fault(
        "bad-blocks",
        "answers with unknown blocks",
        "them as text, and warnings",
        "",
        "'video'",
        answer="(?s).*done",
    ),
    Fault(
        "no-content",
        "answers without content",
        "an empty answer, and a warning",
        "",
        "no list",
        answer="",
    ),
    Fault("string-ids", "writes ids as text", "the answer"),
    Fault("wrong-ids", "answers what nobody asked", "the answer"),
    Fault("strange-news", "tells what the protocol does not know", "the answer"),
    Fault("chatty", "floods stderr", "the answer; the log keeps the last lines", "", "last words"),
    Fault(
        "output-schema",
        "breaks its own output schema",
        "the answer as it came, and a warning",
        words="its answer has no structured content",
        answer="not structured",
    ),
)
ENDING = (
    Fault("ignores-eof", "does not end with its input", "it is stopped"),
    Fault("ignores-all", "ignores that and SIGTERM", "it is killed"),
    Fault("dies-on-close", "fails at its end", "nothing: it ended"),
    Fault("leaves-a-child", "leaves a child", "the child is stopped, too", answer=r"\d+"),
    Fault("leaves-descendants", "leaves a daemon", "the daemon is stopped, too", answer=""),
)
HTTP = (
    Fault("/silent", "takes the request and says nothing", "within the limit", TIMEOUT, "1 s", 1),
    Fault("/status/401", "wants a sign-in", "how to give one", "authorization_required http_401"),
    Fault("/status/403", "refuses", "how to sign in", "authorization_required http_403"),
    Fault(
        "/status/404",
        "is not at this path",
        "where it may be",
        "mcp_protocol_error http_404",
        "/mcp",
    ),
    Fault("/status/429", "asks for fewer calls", "wait", "mcp_protocol_error http_429", "wait"),
    Fault("/status/500", "fails", "look at its log", "mcp_protocol_error http_500", "log"),
    Fault(
        "/page",
        "is a web page",
        "its address, and what it is",
        "mcp_connection_failed html",
        "page",
    ),
    Fault("/broken-json", "answers in broken JSON", "at once", MALFORMED),
    Fault("/hangs-up", "hangs up", "call again", "mcp_connection_failed network", "again"),
    Fault("/moved", "redirects within its origin", "the answer", answer="xxxx"),
    Fault(
        "/away",
        "redirects to another origin",
        "the address; nothing is sent there",
        "mcp_connection_failed redirect",
        "it redirects to",
    ),
    Fault(
        "/call-cut-short",
        "hangs up within its answer",
        "look whether it ran",
        "mcp_may_have_run network",
    ),
    Fault("/call-forgets", "forgets its session", "the answer, in a new session", answer="xxxx"),
    Fault(
        "/call-ends-early",
        "ends its stream without the answer",
        "look whether it ran",
        "mcp_may_have_run network",
    ),
    Fault("/call-endless", "answers without end", "at once", "mcp_protocol_error too_large"),
    Fault("/call-endless-event", "streams without end", "at once", "mcp_protocol_error too_large"),
    Fault(
        "/call-gzip",
        "compresses, though asked not to",
        "which way",
        "mcp_protocol_error encoding",
        "gzip",
    ),
    Fault(
        "/call-202", "takes a call and never answers it", "at once", "mcp_protocol_error no_answer"
    ),
    Fault(
        "/call-half-a-pair",
        "writes half a surrogate pair",
        "the answer, with � for it",
        answer="a\ufffd",
    ),
    Fault("/call-noise", "streams other things, too", "the answer", answer=""),
    Fault("/call-no-object", "answers with no result", "at once", MALFORMED),
)
GROUPS = {
    "While it starts": STARTING,
    "While it lists": LISTING,
    "While it answers": ANSWERING,
    "While it ends": ENDING,
    "Over HTTP": HTTP,
}
ALL = [fault for group in GROUPS.values() for fault in group]
