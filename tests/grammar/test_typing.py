"""A line that is not whole yet is read as far as it goes."""

from __future__ import annotations

import pytest

from mcp_workbench.grammar import spelt_as, typed_so_far


@pytest.mark.parametrize(
    ("line", "words", "fragment"),
    [
        ("", [], ""),
        ("  ", [], ""),
        ("ca", [], "ca"),
        ("call ", ["call"], ""),
        ("call  t.f\ta=1 b", ["call", "t.f", "a=1"], "b"),
        ('call t.f a="x y" b', ["call", "t.f", 'a="x y"'], "b"),
        ('call t.f a="x y', ["call", "t.f"], 'a="x y'),
        ("call t.f a='it\"s", ["call", "t.f"], "a='it\"s"),
        ('call t.f a="x (y', ["call", "t.f"], 'a="x (y'),
        ('call t.f a={"k": 1} b', ["call", "t.f", 'a={"k": 1}'], "b"),
        ("connect x -- sh -c 'a b' d", ["connect", "x", "--", "sh", "-c", "a b"], "d"),
        ("connect x --", ["connect", "x"], "--"),
        ("connect x -- ", ["connect", "x", "--"], ""),
    ],
)
def test_the_words_and_the_beginning_of_one_are_told(
    line: str, words: list[str], fragment: str
) -> None:
    assert typed_so_far(line) == (words, fragment)


@pytest.mark.parametrize(
    "line", ["call t.f a={x", 'call t.f a={"x', "call t.f a:=[1, ", "connect x -- sh 'a b"]
)
def test_inside_brackets_nothing_is_known(line: str) -> None:
    assert typed_so_far(line) is None


@pytest.mark.parametrize(
    ("word", "fragment", "spelt"),
    [
        ("a=b", "a=", "a=b"),
        ("a=b", 'a="', 'a="b"'),
        ("a=b", "a='", "a='b'"),
        ('a="b c"', 'a="b', 'a="b c"'),
        ('a="b c"', "a='b", "a='b c'"),
        ("a=it's", "a='", r"a='it\'s'"),
        ("server", '"ser', '"server"'),
        ("b=c", 'a="', "b=c"),
    ],
)
def test_a_word_is_spelt_in_the_quotes_that_are_typed(word: str, fragment: str, spelt: str) -> None:
    assert spelt_as(word, fragment) == spelt
