"""Puts right what servers get wrong in their lists, and in what they give of resources and prompts.

One entry that cannot be used is set aside with a warning, and never hides the rest.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, cast

from ..offers import PROMPTS, RESOURCES, TEMPLATES, TOOLS, Kind
from ..tools.tool import AS_SENT
from ..visible import one_line
from .repairs import Json, Warn, call_result, tool_fields

# what a field of an entry must be, where it is there
FIELDS: Mapping[str, type | tuple[type, ...]] = {
    "name": str,
    "title": str,
    "description": str,
    "mimeType": str,
    "size": (int, float),
    "annotations": dict,
    "arguments": list,
    "icons": list,
    "_meta": dict,
}
MOST_VALUES = 100  # suggestions of one completion: MCP 2025-11-25, server/utilities/completion
SHOWN = 80  # characters of what is named in a warning


def list_result(result: Json, kind: Kind, warn: Warn) -> Json:
    """A copy of one page of a list, with the entries that can be used.

    >>> list_result({"prompts": [{"name": "a"}, 7]}, PROMPTS, print)
    prompts/list: entry 2 is set aside, it has no name
    {'prompts': [{'name': 'a'}]}
    """
    entries = result.get(kind.key)
    if not isinstance(entries, list):
        warn(f"{kind.method}: the answer has no list of {kind.name}")
        entries = []
    good: list[Json] = []
    for place, entry in enumerate(cast("list[Any]", entries), 1):
        fields = cast("Json", entry) if isinstance(entry, dict) else {}
        if isinstance(fields.get(kind.identity), str) and fields[kind.identity]:
            good.append(ENTRIES[kind](fields, warn))
        else:
            warn(f"{kind.method}: entry {place} is set aside, it has no {kind.identity}")
    told = {**result, kind.key: good}
    cursor = result.get("nextCursor")
    if cursor is not None and not isinstance(cursor, str):
        warn(f"{kind.method}: nextCursor is no text, so the list ends here")
        del told["nextCursor"]
    return told


def _tool_fields(entry: Json, warn: Warn) -> Json:
    """The repaired entry, which keeps itself as it came where that is something else."""
    repairs: list[str] = []
    told = tool_fields(entry, repairs.append)
    for repair in repairs:
        warn(repair)
    told.pop(AS_SENT, None)  # no word of a server
    if repairs or told.keys() != entry.keys():
        told[AS_SENT] = {"entry": entry, "repairs": repairs}
    return told


def _resource_fields(entry: Json, warn: Warn) -> Json:
    told = _fields(entry, f"resource {_short(entry['uri'])}", warn)
    return {"name": told["uri"].rstrip("/").rpartition("/")[2], **told}


def _template_fields(entry: Json, warn: Warn) -> Json:
    return _fields(entry, f"resource template {_short(entry['uriTemplate'])}", warn)


def _prompt_fields(entry: Json, warn: Warn) -> Json:
    whose = f"prompt {_short(entry['name'])}"
    told = _fields(entry, whose, warn)
    if "arguments" in told:
        told["arguments"] = [one for one in told["arguments"] if _is_named(one, whose, warn)]
    return told


def _is_named(argument: Any, whose: str, warn: Warn) -> bool:
    named = isinstance(argument, dict) and isinstance(cast("Json", argument).get("name"), str)
    if not named:
        warn(f"{whose}: an argument without a name is set aside")
    return named


def _fields(entry: Json, whose: str, warn: Warn) -> Json:
    """`entry` without fields of a wrong type; one that is null says no more than one that lacks."""
    told = dict(entry)
    for key, type_ in FIELDS.items():
        if key in told and not isinstance(told[key], type_) and told.pop(key) is not None:
            warn(f"{whose}: its {key} is of a wrong type, and left out")
    return told


ENTRIES: Mapping[Kind, Callable[[Json, Warn], Json]] = {
    TOOLS: _tool_fields,
    RESOURCES: _resource_fields,
    TEMPLATES: _template_fields,
    PROMPTS: _prompt_fields,
}


def read_result(result: Json, warn: Warn) -> Json:
    """A copy of what `resources/read` brought, with contents that are text or base64.

    >>> read_result({"contents": [{"uri": "a:b"}]}, print)
    a content without text and blob is shown as it came
    {'contents': [{'uri': '', 'text': '{"uri": "a:b"}'}]}
    """
    contents = result.get("contents")
    if not isinstance(contents, list):
        warn("the answer has no list of contents")
        contents = []
    return {**result, "contents": [_content(one, warn) for one in cast("list[Any]", contents)]}


def _content(content: Any, warn: Warn) -> Json:
    fields = cast("Json", content) if isinstance(content, dict) else {}
    if not isinstance(fields.get("text"), str) and not isinstance(fields.get("blob"), str):
        warn("a content without text and blob is shown as it came")
        return {"uri": "", "text": json.dumps(content, ensure_ascii=False)[:2000]}
    if fields.get("mimeType") is not None and not isinstance(fields["mimeType"], str):
        warn("the mimeType of a content is no text, and left out")
        fields = {key: value for key, value in fields.items() if key != "mimeType"}
    return {"uri": "", **fields}


def prompt_result(result: Json, warn: Warn) -> Json:
    """A copy of what `prompts/get` brought: messages with a role and one block each.

    >>> prompt_result({"messages": [{"role": "user", "content": "hello"}]}, print)
    the content of a message is a bare text
    {'messages': [{'role': 'user', 'content': {'type': 'text', 'text': 'hello'}}]}
    """
    messages = result.get("messages")
    if not isinstance(messages, list):
        warn("the answer has no list of messages")
        messages = []
    told: list[Json] = []
    for message in cast("list[Any]", messages):
        fields = cast("Json", message) if isinstance(message, dict) else {"content": message}
        role = fields.get("role")
        if not isinstance(role, str):
            warn("a message does not say its role, so it counts as the user's")
            role = "user"
        told += ({"role": role, "content": block} for block in _blocks(fields.get("content"), warn))
    return {**result, "messages": told}


def _blocks(content: Any, warn: Warn) -> list[Json]:
    """The blocks of a message; the protocol knows one, and some servers send several."""
    if isinstance(content, str):
        warn("the content of a message is a bare text")
        content = {"type": "text", "text": content}
    listed = cast("list[Any]", content) if isinstance(content, list) else [content]
    return call_result({"content": listed}, warn)["content"]


def completion_result(result: Json, warn: Warn) -> Json:
    """A copy of what `completion/complete` brought, with at most 100 texts.

    >>> completion_result({"completion": {"values": ["a", 7]}}, print)
    a suggestion that is no text is left out
    {'completion': {'values': ['a']}}
    """
    completion = result.get("completion")
    fields = cast("Json", completion) if isinstance(completion, dict) else {}
    values = fields.get("values")
    if not isinstance(values, list):
        warn("the answer has no list of suggestions")
        values = []
    texts = [one for one in cast("list[Any]", values) if isinstance(one, str)]
    if len(texts) < len(cast("list[Any]", values)):
        warn("a suggestion that is no text is left out")
    return {**result, "completion": {**fields, "values": texts[:MOST_VALUES]}}


def _short(text: str) -> str:
    return repr(one_line(text, SHOWN))
