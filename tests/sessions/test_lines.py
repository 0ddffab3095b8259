"""Lines and messages out of bytes, however they are cut."""

import pytest

from mcp_workbench.sessions.lines import Assembler, Lines, message_of


@pytest.mark.parametrize("size", [1, 2, 3, 5, 100])
def test_lines_are_the_same_however_the_bytes_are_cut(size: int) -> None:
    data = b"one\n\ntwo\r\nthree"
    lines = Lines(longest=100)
    pieces = [data[start : start + size] for start in range(0, len(data), size)]
    found = [line for piece in pieces for line in lines.feed(piece)]
    assert [*found, *lines.rest()] == [b"one", b"two\r", b"three"]


def test_a_line_is_kept_up_to_its_bound() -> None:
    lines = Lines(longest=5)
    found = [line for _ in range(1000) for line in lines.feed(b"x" * 1000)]
    assert [*found, *lines.feed(b"\nab\n")] == [b"xxxxx", b"ab"]


def test_a_message_over_several_lines_is_put_together() -> None:
    assembler = Assembler()
    parts = [b"{", b'  "jsonrpc": "2.0",', b'  "id": 1,', b'  "result": {}', b"}"]
    *before, whole = map(assembler.add, parts)
    assert before == [None] * 4
    assert whole is not None
    assert message_of(whole).id == 1


def test_a_brace_that_opens_nothing_does_not_swallow_what_follows() -> None:
    assembler = Assembler()
    line = b'{"jsonrpc": "2.0", "id": 2, "result": {}}'
    assert assembler.add(b"{") is None
    assert assembler.add(b"some log") is None
    assert assembler.add(line) == line


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (b"plain", "plain"),
        (b"caf\xe9", "caf\ufffd"),
        (b"\\ud83d", "\ufffd"),
        (b"\\ud83d\\ude00", "\U0001f600"),
        ("\u2028".encode(), "\u2028"),
    ],
)
def test_text_that_is_no_unicode_is_replaced(text: bytes, read: str) -> None:
    line = b'{"jsonrpc":"2.0","id":1,"result":{"text":"' + text + b'"}}'
    assert message_of(line).result == {"text": read}


@pytest.mark.parametrize("line", [b"", b"hello", b"[1]", b'{"a": 1}', b"{" * 100_000, b"\xff\xfe"])
def test_what_is_no_message_is_refused(line: bytes) -> None:
    with pytest.raises((ValueError, RecursionError)):
        message_of(line)
