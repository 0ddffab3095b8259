"""What libraries below write into Python's logging, without secrets."""

from __future__ import annotations

import logging
import traceback
import weakref

from ..secrets import Redactor

# who logs addresses, headers or messages, as soon as somebody wants to see that
LOGGERS = (
    *("client", "mcp", "mcp.client.client", "mcp.client.sse", "mcp.client.streamable_http"),
    *("mcp.shared.dispatcher", "mcp.shared.jsonrpc_dispatcher", "httpx2", "httpcore2.connection"),
    *("httpcore2.http11", "httpcore2.http2", "httpcore2.proxy", "httpcore2.socks"),
)


class _Redaction(logging.Filter):
    """Changes records; a filter of a logger is asked before any handler."""

    def __init__(self) -> None:
        super().__init__()
        self.redactors: weakref.WeakSet[Redactor] = weakref.WeakSet()

    def filter(self, record: logging.LogRecord) -> bool:
        """Let `record` pass, without what is secret in it."""
        for redactor in tuple(self.redactors):
            message = record.getMessage()
            clean = redactor.text(message)
            if clean != message:
                record.msg, record.args = clean, ()
            if record.exc_info and record.exc_info[1] is not None:
                told = "".join(traceback.format_exception(record.exc_info[1]))
                if redactor.text(told) != told:
                    # nothing below the words of an error can be changed
                    record.exc_info, record.exc_text = None, redactor.text(told)
        return True


_redaction = _Redaction()


def redact_logs(redactor: Redactor) -> None:
    """Leave what `redactor` knows out of the logs of the libraries that carry messages."""
    if not _redaction.redactors:
        for name in LOGGERS:
            logging.getLogger(name).addFilter(_redaction)
    _redaction.redactors.add(redactor)
