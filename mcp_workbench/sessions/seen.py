"""What the SDK gets to see of each answer: as little as the protocol needs.

The SDK refuses a whole list or result for one fault in it, and checks results against
`outputSchema` by throwing them away. So the full answer, repaired, goes to the `Answer` of the
request, and the SDK is shown one without faults.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from ..offers import KINDS, TOOLS, Kind
from ..visible import one_line
from .list_repairs import completion_result, list_result, prompt_result, read_result
from .repairs import Json, Warn, call_result, header_schema

if TYPE_CHECKING:
    from .tap import Answer

See = Callable[[Json, "Answer"], Json]
COMPLETE: Json = {"resultType": "complete"}
MOST, SHOWN = 100, 60  # things that are asked at once, and characters of a word in an error
# the SDK must not answer from a cache of its own
UNCACHED: Json = {**COMPLETE, "ttlMs": 0, "cacheScope": "private"}


def refusal_of(result: Json) -> str:
    """Why the answer cannot be read at all; empty where it can.

    Source: MCP 2026-07-28, basic: `resultType`, and `inputRequests` of `InputRequiredResult`.

    >>> refusal_of({"resultType": "draft"})
    "its answer says that it is a 'draft', a kind of answer that is not known here"
    """
    kind, asked = result.get("resultType", "complete"), result.get("inputRequests")
    if kind not in ("complete", "input_required"):
        told = one_line(str(kind), SHOWN)
        return f"its answer says that it is a {told!r}, a kind of answer that is not known here"
    if kind == "complete":
        return ""
    if not isinstance(asked, Mapping) and not isinstance(result.get("requestState"), str):
        return "it asks for input before it answers, and does not say for which"
    count = len(cast("Json", asked)) if isinstance(asked, Mapping) else 0
    if count > MOST:
        return f"it asks for {count:,} things before it answers; {MOST} are the most"
    return ""


def _seen(repair: Callable[[Json, Warn], Json], shown: Json) -> See:
    def see(result: Json, answer: Answer) -> Json:
        # a server that asks for input first is answered by the SDK
        if result.get("resultType", "complete") != "complete":
            return result
        answer.wire = repair(result, answer.warn)
        return dict(shown)

    return see


def _seen_list(kind: Kind) -> See:
    def see(result: Json, answer: Answer) -> Json:
        answer.wire = list_result(result, kind, answer.warn)
        entries: list[Json] = []
        if kind is TOOLS:
            # one schema that the SDK cannot read would hide all tools
            entries = [
                {"name": tool["name"], "inputSchema": header_schema(tool["inputSchema"])}
                for tool in answer.wire[kind.key]
            ]
        cursor = answer.wire.get("nextCursor")
        return {**UNCACHED, kind.key: entries, **({"nextCursor": cursor} if cursor else {})}

    return see


# by method; of all other answers the SDK sees what came
SEEN: Mapping[str, See] = {
    # as an error, which the SDK does not check against a schema, nor lists all tools to have one
    "tools/call": _seen(call_result, {**COMPLETE, "content": [], "isError": True}),
    "resources/read": _seen(read_result, {**UNCACHED, "contents": []}),
    "prompts/get": _seen(prompt_result, {**COMPLETE, "messages": []}),
    "completion/complete": _seen(completion_result, {**COMPLETE, "completion": {"values": []}}),
    **{kind.method: _seen_list(kind) for kind in KINDS},
}
