"""Lines and messages out of bytes, however they are cut."""

import pytest

from mcp_workbench.sessions.lines import Assembler, Lines, NoMessage, message_in


@pytest.mark.parametrize("size", [1, 2, 3, 5, 100])
def test_lines_are_the_same_however_the_bytes_are_cut(size: int) -> None:
    data = b"one\n\ntwo\r\nthree"
    lines = Lines(longest=100)
    pieces = [data[start : start + size] for start in range(0, len(data), size)]
    found = [line for piece in pieces for line in lines.feed(piece)]
    assert [*found, *lines.rest()] == [b"one", b"two\r", b"three"]


def test_of_a_line_beyond_its_bound_the_two_ends_are_kept() -> None:
    lines = Lines(longest=5)
    found = [line for _ in range(1000) for line in lines.feed(b"x" * 1000)]
    assert [*found, *lines.feed(b"y\nab\n")] == [b"x" * 260 + b"y", b"ab"]


def messages(*lines: bytes, longest: int = 1000) -> list[bytes]:
    assembler = Assembler(longest)
    found = [one for line in lines for one in assembler.add(line)]
    return [*found, *assembler.rest()]


def test_a_message_over_several_lines_is_put_together() -> None:
    parts = [b"{", b'  "jsonrpc": "2.0",', b'  "id": 1,', b'  "result": {}', b"}"]
    (whole,) = messages(*parts)
    assert message_in(whole, 1000).id == 1


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc": "2.0", "id": 2, "result": {}}',
        b'{ "jsonrpc": "2.0", "id": 2, "result": {} }',
        b'{  "jsonrpc":"2.0","id":2,"result":{}}\r',
    ],
)
def test_a_brace_that_opens_nothing_does_not_swallow_what_follows(line: bytes) -> None:
    assert messages(b"{", b"some log", line, line) == [b"{", b"some log", line, line]


def test_a_second_brace_begins_anew() -> None:
    assert messages(b"{", b"log", b"{", b'  "id": 1', b"}") == [b"{", b"log", b'{\n  "id": 1\n}']


def test_what_waits_for_its_end_is_bounded_in_bytes_and_never_lost() -> None:
    long, *rest = messages(b"{", b"x" * 600, b"y" * 600, b"z", b"{", b"end")
    assert long == b"{\n" + b"x" * 600 + b"\n" + b"y" * 600
    assert rest == [b"z", b"{", b"end"]


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
    assert message_in(line, 1000).result == {"text": read}


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"hello",
        b'"id": 3, "result": {}, "jsonrpc": "2.0"',
        b"[1]",
        b'{"a": 1}',
        b'{"id": 3, "level": "info", "message": "a log in JSON"}',
        b'{"jsonrpc": "2.0", "id": 3, "method": 7}',
        b'{"params": {}, "jsonrpc": "2.0", "id": 3, "method": 7}',
        b"{" * 100_000,
        b"\xff\xfe",
    ],
)
def test_what_is_no_message_and_no_answer_holds_up_nobody(line: bytes) -> None:
    found = message_in(line, 1_000_000)
    assert isinstance(found, NoMessage)
    assert not found.is_answer


@pytest.mark.parametrize("size", [10, 10_000])
@pytest.mark.parametrize(
    ("answer", "request_id"),
    [
        (b'{"jsonrpc":"2.0","id":3,"result":["TEXT"]}', 3),
        (b'{"jsonrpc":"2.0","id":"a\\"b","result":["TEXT"]}', 'a"b'),
        (b'{"result":["TEXT"],"jsonrpc":"2.0","id":3}', 3),
        (b'{"result":["TEXT"], "id" : -3, "jsonrpc":"2.0" }\n', -3),
        (b'{"jsonrpc":"2.0","result":["TEXT", "id", {"id":4}]}', None),
        (b'{"jsonrpc":"2.0","id":null,"result":["TEXT"]}', None),
        (b'{"jsonrpc":"2.0","id":3,"result":{"TEXT', 3),
        (b'{\n  "jsonrpc": "2.0",\n  "id": 3,\n  "result": ["TEXT"]\n}', 3),
        (b'{"id":3,"result":["TEXT"]}', 3),
    ],
)
def test_a_broken_answer_tells_whose_it_is(
    answer: bytes, size: int, request_id: int | str | None
) -> None:
    found = message_in(answer.replace(b"TEXT", b"x" * size), 5000)
    reason = "too_large" if size > 5000 else "malformed"
    assert found == NoMessage(request_id, reason, is_answer=True)
