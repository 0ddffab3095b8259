"""Each kind of content block, as the protocol has it and as servers get it wrong."""

import base64
from typing import Any

import pytest

from mcp_workbench.results import CallContext, Link, Picture, Resource, Sound, ToolResult
from mcp_workbench.results.content import Unknown, content_of, file_name, items

CONTEXT = CallContext("demo", "kinds")
GIF = base64.b64encode(b"GIF89a\x01\0\x01\0\0\0\0;").decode()
WAV = base64.b64encode(b"RIFF....WAVE").decode()
BLOCKS: list[dict[str, Any]] = [
    {"type": "text", "text": "hello"},
    {"type": "image", "data": GIF, "mimeType": "image/gif"},
    {"type": "audio", "data": WAV, "mimeType": "audio/wav"},
    {"type": "resource_link", "uri": "demo://note", "name": "note", "mimeType": "text/plain"},
    {"type": "resource", "resource": {"uri": "demo://a", "mimeType": "text/x", "text": "inside"}},
    {"type": "resource", "resource": {"uri": "demo://b.bin", "blob": "AAEC"}},
    {"type": "resource", "resource": {"uri": "demo://c.gif", "blob": GIF}},
    {
        "type": "resource",
        "resource": {"uri": "demo://d", "mimeType": "audio/wav", "blob": WAV},
    },
]


@pytest.mark.requirement("RES-01")
def test_every_kind_of_content_is_reachable() -> None:
    structured = {"kinds": 8}
    result = ToolResult({"content": BLOCKS, "structuredContent": structured}, CONTEXT, 0.1)
    assert result.content == BLOCKS
    assert result.structured == structured
    assert result.text == "hello"
    assert [(i.source, i.mime, i.name) for i in result.images] == [
        ("content[1]", "image/gif", None),
        ("content[6]", "image/gif", "c.gif"),
    ]
    assert [(s.source, s.mime, s.data) for s in result.audio] == [
        ("content[2]", "audio/wav", b"RIFF....WAVE"),
        ("content[7]", "audio/wav", b"RIFF....WAVE"),
    ]
    assert result.links == [Link("demo://note", "note", "", "text/plain", "content[3]")]
    assert result.resources == [
        Resource("demo://a", "text/x", text="inside", source="content[4]"),
        Resource("demo://b.bin", "", data=b"\0\1\2", source="content[5]"),
    ]


@pytest.mark.parametrize(
    ("block", "said"),
    [
        (7, "not a content block"),
        (None, "not a content block"),
        ({}, "unknown type None"),
        ({"type": "video", "data": "AA=="}, "unknown type 'video'"),
        ({"type": ["text"]}, "unknown type"),
        ({"type": "text"}, "lacks its content"),
        ({"type": "image", "data": 5}, "lacks its content"),
        ({"type": "resource", "resource": "demo://a"}, "lacks its content"),
        ({"type": "resource", "resource": {"uri": "demo://a"}}, "neither text nor blob"),
    ],
)
def test_a_block_that_is_none_is_kept_with_a_note(block: Any, said: str) -> None:
    result = ToolResult({"content": [block]}, CONTEXT, 0.1)
    assert result.content == [block]
    assert result.value == [block]
    (item,) = items(result.content)
    assert isinstance(item, Unknown)
    assert said in item.note


def test_broken_base64_keeps_the_text_that_came() -> None:
    sound, picture, binary = items(
        [
            {"type": "audio", "data": "?!", "mimeType": "audio/wav"},
            {"type": "image", "data": "?!", "mimeType": "image/png"},
            {"type": "resource", "resource": {"uri": "demo://b", "blob": "?!"}},
        ]
    )
    assert isinstance(sound, Sound)
    assert isinstance(picture, Picture)
    assert isinstance(binary, Resource)
    assert sound.data == picture.data == binary.data == b"?!"
    assert "broken" in sound.note
    assert "broken" in picture.note
    assert "broken" in binary.note


def test_fields_of_the_wrong_type_are_taken_for_absent() -> None:
    link, embedded = items(
        [
            {"type": "resource_link", "uri": "demo://a", "name": 5, "description": None},
            {"type": "resource", "resource": {"uri": [], "mimeType": 3, "text": "x"}},
        ]
    )
    assert link == Link("demo://a", source="content[0]")
    assert embedded == Resource("", "", text="x", source="content[1]")


@pytest.mark.parametrize(
    ("wire", "content"),
    [
        ({}, []),
        ({"content": None}, []),
        ({"content": "text"}, ["text"]),
        ({"content": {"type": "text"}}, [{"type": "text"}]),
    ],
)
def test_content_that_is_no_list_is_not_lost(wire: dict[str, Any], content: list[Any]) -> None:
    assert content_of(wire) == content


def test_a_file_name_is_the_last_part_of_a_uri() -> None:
    assert file_name("file:///a/b.png?x=/c#d") == "b.png"
    assert file_name("C:\\photos\\cat.jpg") == "cat.jpg"
    assert file_name("data:image/png;base64,aa/bb") is None
    assert file_name("demo://") is None
