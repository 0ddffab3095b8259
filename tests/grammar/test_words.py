"""Lines are split where a person sees a gap."""

import pytest

from mcp_workbench.errors import UsageInvalid
from mcp_workbench.grammar import split_words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", []),
        ("   \t ", []),
        ("call t.f a=1", ["call", "t.f", "a=1"]),
        ("a=\"x y\" b='p q'", ['a="x y"', "b='p q'"]),
        ("a={f(1, 2)} b=[1, [2, 3]]", ["a={f(1, 2)}", "b=[1, [2, 3]]"]),
        ('a={d["k}"]} b=1', ['a={d["k}"]}', "b=1"]),
        ("a={d['it is']} b", ["a={d['it is']}", "b"]),
        ('a="(" b=")"', ['a="("', 'b=")"']),
        ("a=) b=]", ["a=)", "b=]"]),
        (r'a="say \"hi\" now" b', [r'a="say \"hi\" now"', "b"]),
        (r"a='it\'s' b", [r"a='it\'s'", "b"]),
        ("größe=1 名前=x", ["größe=1", "名前=x"]),
        ("connect t -- py -c 'a (b'  x", ["connect", "t", "--", "py", "-c", "a (b", "x"]),
        (r"x -- echo it\'s {", ["x", "--", "echo", "it's", "{"]),
        ("x --env A=1 --", ["x", "--env", "A=1", "--"]),
        ("a=-- b", ["a=--", "b"]),
    ],
)
def test_words_end_at_spaces_outside_quotes_and_brackets(line: str, words: list[str]) -> None:
    assert split_words(line) == words


@pytest.mark.parametrize(
    ("line", "reason", "named"),
    [
        ("call t.f a={1 + 2", "unclosed-bracket", "the bracket { does not close, } is missing"),
        ("call t.f a=[1, (2]", "unclosed-bracket", "the bracket ( does not close, ) is missing"),
        ('call t.f a="x y', "unclosed-quote", 'the quote " does not close'),
        ("call t.f text=it's", "unclosed-quote", "the quote ' does not close"),
        ('call t.f a={"x', "unclosed-quote", 'the quote " does not close'),
        ("connect t -- sh -c 'x", "unclosed-quote", "the command after -- cannot be split"),
        ("connect t -- sh \\", "unclosed-quote", "the command after -- cannot be split"),
    ],
)
def test_what_does_not_close_is_named_with_a_hint(line: str, reason: str, named: str) -> None:
    with pytest.raises(UsageInvalid) as caught:
        split_words(line)
    assert caught.value.reason == reason
    assert named in caught.value.what
    assert caught.value.hint


def test_an_error_shows_the_place_and_not_the_whole_line() -> None:
    with pytest.raises(UsageInvalid) as caught:
        split_words("call t.f first=1 a=[" + "1, " * 5000)
    assert "[1, 1," in caught.value.what
    assert len(str(caught.value)) < 300


def test_a_line_of_a_million_characters_is_read_in_one_pass() -> None:
    value = "x" * 1_000_000
    assert split_words(f'call t.f a="{value}" b=1') == ["call", "t.f", f'a="{value}"', "b=1"]
