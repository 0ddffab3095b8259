"""Lines are split where a person sees a gap."""

import time

import pytest

from mcp_workbench.errors import UsageInvalid
from mcp_workbench.grammar import read_json, split_words, unquoted


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
        pytest.param(f"x -- {'y' * 9_000_000}", "unclosed-quote", "9,000,001 char", id="long"),
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


@pytest.mark.alone
@pytest.mark.parametrize(
    "value",
    [
        '"' + "x" * 10_000_000 + '"',
        "'" + "\\\\" * 5_000_000 + "'",
        "[" + "1," * 5_000_000 + "1]",
        "{'" + "x" * 10_000_000 + "'}",
        "[" * 1_000_000 + "]" * 1_000_000,
    ],
    ids=["double quotes", "single quotes", "list", "expression", "brackets"],
)
def test_a_line_of_ten_million_characters_is_read_in_moments(value: str) -> None:
    began = time.perf_counter()
    assert split_words(f"call t.f a={value} b=1") == ["call", "t.f", f"a={value}", "b=1"]
    assert unquoted(value)
    assert time.perf_counter() - began < 5


@pytest.mark.alone
def test_many_names_are_compared_in_moments() -> None:
    text = "{" + "".join(f'"{number}": 1, ' for number in range(100_000)) + '"99999": 2}'
    began = time.perf_counter()
    with pytest.raises(ValueError, match="the name '99999' is there twice"):
        read_json(text)
    assert time.perf_counter() - began < 5
