"""What a front end is answered."""

from __future__ import annotations

from ..errors import ArgumentsInvalid, WorkbenchError
from ..messages import DoneReply, FailedReply
from ..results import error_message

LONGEST = 4000  # characters of an error, and of its hint
# what a front end reads of a message, rather than shows; it may be spelt like a password
NAMES = frozenset(("id", "server", "tool", "name", "field", "mime"))
CHOSEN = frozenset(  # fields that hold one of a few words, each known to the front end
    ("about", "code", "convention", "kind", "outcome", "role", "state", "status", "type")
)
READ = NAMES | CHOSEN


def done(name: str) -> DoneReply:
    """That the request called `name` is done.

    >>> done("1")
    {'id': '1', 'type': 'done'}
    """
    return {"id": name, "type": "done"}


def failed(name: str, error: WorkbenchError) -> FailedReply:
    """Why the request called `name` could not be done.

    >>> failed("1", ArgumentsInvalid("a is missing", field="a"))["field"]
    'a'
    """
    told = error_message(error)
    told["text"], told["hint"] = told["text"][:LONGEST], told["hint"][:LONGEST]
    field = error.field if isinstance(error, ArgumentsInvalid) else ""
    return {"id": name, "type": "failed", "error": told, "field": field or None}
