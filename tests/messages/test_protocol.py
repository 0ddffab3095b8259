"""The messages of the kernel and of the front end are the same, field by field."""

import re
import types
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from mcp_workbench import messages
from mcp_workbench.detections.palette import PALETTE
from mcp_workbench.messages import result

FRONT_END = Path(__file__).parents[2] / "labextension/src"
PROTOCOL = (FRONT_END / "protocol.ts").read_text("utf-8")
COLOURS = (FRONT_END / "components/colours.ts").read_text("utf-8")
NAMES = {str: "string", int: "number", float: "number", bool: "boolean", types.NoneType: "null"}


def said_by_python() -> dict[str, dict[str, str]]:
    """Field names and types of each TypedDict, in TypeScript's words."""
    shapes = {name: shape for name, shape in vars(result).items() if is_typeddict(shape)}
    return {
        name: {
            field + ("?" if field in shape.__optional_keys__ else ""): in_typescript(hint)
            for field, hint in get_type_hints(shape).items()
        }
        for name, shape in shapes.items()
    }


def said_by_typescript() -> dict[str, dict[str, str]]:
    """Field names and types of each interface."""
    interfaces = re.findall(r"^export interface (\w+) \{\n(.*?)^\}$", PROTOCOL, re.M | re.S)
    return {
        name: {
            field: union(words) for field, words in re.findall(r"^  (\w+\??): (.+);$", body, re.M)
        }
        for name, body in interfaces
    }


def in_typescript(hint: Any) -> str:
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return union(" | ".join(in_typescript(arg) for arg in args))
    if origin is Literal:
        return union(" | ".join(repr(arg) for arg in args))
    if origin is tuple:
        return f"[{', '.join(in_typescript(arg) for arg in args)}]"
    if origin is list:
        return f"{in_typescript(args[0])}[]"
    return NAMES.get(hint) or hint.__name__


def union(words: str) -> str:
    """A union whose parts are in a fixed order, known names of unions written out."""
    parts = [part for name in words.split(" | ") for part in written_out(name)]
    suffix = "[]" if words.endswith("[]") and len(parts) > 1 else ""
    return " | ".join(sorted(parts)) + suffix


def written_out(name: str) -> list[str]:
    alias = re.search(
        rf"^export type {re.escape(name.removesuffix('[]'))} =(.+?);$", PROTOCOL, re.M
    )
    return alias[1].strip().split(" | ") if alias else [name]


def test_the_front_end_reads_exactly_the_fields_that_the_kernel_writes() -> None:
    assert said_by_typescript() == said_by_python()


def test_every_line_of_an_interface_is_a_field_that_is_compared() -> None:
    bodies = re.findall(r"^export interface \w+ \{\n(.*?)^\}$", PROTOCOL, re.M | re.S)
    lines = [line for body in bodies for line in body.splitlines()]
    assert len(lines) == sum(len(fields) for fields in said_by_typescript().values())
    assert PROTOCOL.count("interface ") == len(bodies)


def test_the_mime_type_is_the_same() -> None:
    assert f"export const RESULT_MIME = '{messages.RESULT_MIME}';" in PROTOCOL


def test_the_package_gives_every_message_by_name() -> None:
    assert {*said_by_python(), "Block", "RESULT_MIME"} == set(messages.__all__)


def test_the_palette_of_the_view_is_the_one_that_python_draws_with() -> None:
    listed = re.search(r"PALETTE = \[(.*?)\]", COLOURS, re.S)
    assert listed is not None
    named = re.findall(r"'#(\w{6})'", listed[1])
    assert [tuple(bytes.fromhex(each)) for each in named] == list(PALETTE)
