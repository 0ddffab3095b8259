"""Words become nodes, and nodes the same words."""

import json
import random

import pytest

from mcp_workbench.errors import UsageInvalid
from mcp_workbench.grammar import (
    Argument,
    BinaryFile,
    Expression,
    File,
    Json,
    Node,
    Text,
    Variable,
    parse_argument,
    split_words,
)


@pytest.mark.requirement("TOOL-05")
@pytest.mark.parametrize(
    ("word", "node"),
    [
        ("s=3", Text("3")),
        ('s="3"', Text("3", quoted=True)),
        ("s='a b'", Text("a b")),
        ("s=", Text("")),
        ("s=a=b", Text("a=b")),
        ("s=[1, 2]", Text("[1, 2]")),
        ('s={"a": true}', Text('{"a": true}')),
        ("s={}", Text("{}")),
        (r"s='C:\new'", Text(r"C:\new", quoted=True)),
        (r's="two\nlines"', Text("two\nlines")),
        (r's="\d+"', Text(r"\d+", quoted=True)),
        ('s="$x"', Text("$x")),
        ('s="@x"', Text("@x")),
        ("s:=[1, 2]", Json([1, 2])),
        ('s:={"a": null}', Json({"a": None})),
        ('s:="3"', Json("3")),
        ("s=$v", Variable("v")),
        ("s={len(v) + 1}", Expression("len(v) + 1")),
        ("s={ v }", Expression("v")),
        ("s={'a': v}", Expression("'a': v")),
        ("s={**v}", Expression("**v")),
        ("s=@notes.txt", File("notes.txt")),
        ('s=@"my notes.txt"', File("my notes.txt")),
        ("s=@@cat.png", BinaryFile("cat.png")),
    ],
)
def test_the_sign_says_what_a_value_is(word: str, node: Node) -> None:
    assert parse_argument(word) == Argument("s", node)


@pytest.mark.parametrize(
    ("word", "canonical"),
    [
        ("s='a b'", 's="a b"'),
        ("s='x'", 's="x"'),
        ("s=what?", 's="what?"'),
        ("s:=[1,2]", "s:=[1, 2]"),
        ("s={ v }", "s={v}"),
        ('s=@"x.txt"', "s=@x.txt"),
        ("s=[1,  2]", "s=[1,  2]"),
    ],
)
def test_a_word_is_written_in_its_canonical_form(word: str, canonical: str) -> None:
    assert str(parse_argument(word)) == canonical
    assert str(parse_argument(canonical)) == canonical


ALPHABET = [*"abXY019 =:$@{}[]()\"'\\/-_.,;?!#%&|<>~\n\t\r\0\x7f\x85é中😀\u2028\u202e\ud800"]
BARE = [
    "",
    "true",
    "None",
    "007",
    "-1.5e3",
    "--",
    "{x}",
    "$x",
    "@x",
    "@@x",
    '"x"',
    "'",
    "x?",
    "x\\",
]


def texts(rng: random.Random) -> list[str]:
    made = ["".join(rng.choices(ALPHABET, k=rng.randint(0, 12))) for _ in range(3000)]
    return [*BARE, *made]


def values(rng: random.Random, depth: int = 3) -> object:
    leaves = [None, True, False, rng.randint(-(10**20), 10**20), rng.uniform(-1e9, 1e9), "x y"]
    leaves.append("".join(rng.choices(ALPHABET, k=8)))
    if depth == 0 or rng.random() < 0.4:
        return rng.choice(leaves)
    if rng.random() < 0.5:
        return [values(rng, depth - 1) for _ in range(rng.randint(0, 3))]
    keys = ["".join(rng.choices(ALPHABET, k=3)) for _ in range(rng.randint(0, 3))]
    return {key: values(rng, depth - 1) for key in keys}


EXPRESSIONS = ["x", "a + b", "f('}', \"{\")", "x['it is']", "{1: 2}[1]", "(a, b)", "lambda: 0"]
EXPRESSIONS += ["'k': v", "**d", "x for x in y", 'f"{a}-{b}"', "[i for i in r if i]", "{}"]


def nodes() -> list[Node]:
    rng = random.Random(20260712)
    made: list[Node] = [Text(t, quoted=rng.random() < 0.2) for t in texts(rng)]
    made += [File(t) for t in texts(rng)[:1500] if t]
    made += [BinaryFile(t) for t in texts(rng)[:1500] if t]
    made += [Json(values(rng)) for _ in range(1500)]
    made += [Variable(n) for n in ("x", "_", "größe", "A1")]
    return made + [Expression(e) for e in EXPRESSIONS]


@pytest.mark.requirement("TOOL-05")
def test_every_node_is_read_back_from_the_word_it_writes() -> None:
    for node in nodes():
        argument = Argument("key", node)
        word = str(argument)
        assert len(word.splitlines()) == 1, node
        assert split_words(f"call t.f {word} z=1") == ["call", "t.f", word, "z=1"], node
        assert parse_argument(word) == argument, node
        assert str(parse_argument(word)) == word, node


def read_or_refused(word: str) -> Argument | UsageInvalid:
    try:
        return parse_argument(split_words(word)[0])
    except UsageInvalid as error:
        return error


def test_any_word_is_read_or_refused_with_a_hint_and_writes_its_canonical_form() -> None:
    found = [read_or_refused(f"k={text}") for text in texts(random.Random(7))]
    read = [one for one in found if isinstance(one, Argument)]
    assert all(one.hint for one in found if isinstance(one, UsageInvalid))
    assert all(parse_argument(str(one)) == one for one in read)
    assert len(read) > 1000


@pytest.mark.parametrize(
    ("word", "reason", "named"),
    [
        ("plain", "argument", "'plain' is not an argument"),
        ("=3", "argument", "'=3' is not an argument"),
        ("-n=3", "argument", "'-n=3' is not an argument"),
        ("a:={1: 2}", "json", "what follows a:= is not JSON: line 1, column 2"),
        ("a:=NaN", "json", "NaN is not a number"),
        ("a:=1e999", "json", "1e999 is too large"),
        ('a:={"k": 1, "k": 2}', "json", "the name 'k' is there twice"),
        ("a:=" + "[" * 50_000 + "]" * 50_000, "json", "nested too deep"),
        ("a:=" + "9" * 5000, "json", "a:= is not JSON"),
        ("a=$1", "variable", "$1 is not a variable"),
        ("a=$x.y", "variable", "$x.y is not a variable"),
        ("a={1 +}", "expression", "{1 +} is not a Python expression"),
        ("a={import os}", "expression", "is not a Python expression"),
        ("a={x}{y}", "expression", "is not a Python expression"),
        ("a={x}-{y}!", "expression", "goes on after its expression"),
        ("a={" + "(" * 2000 + ")" * 2000 + "}", "expression", "is not a Python expression"),
        ("a=@", "file", "no file name after @"),
    ],
)
def test_a_word_that_cannot_be_read_is_one_clear_error(word: str, reason: str, named: str) -> None:
    with pytest.raises(UsageInvalid) as caught:
        parse_argument(word)
    assert caught.value.reason == reason
    assert named in caught.value.what
    assert caught.value.hint


def test_a_name_that_no_line_can_hold_is_refused_when_it_is_written() -> None:
    with pytest.raises(UsageInvalid, match="cannot be written on a line"):
        Argument("two words", Text("x"))


def test_a_value_outside_json_is_refused_when_it_is_written() -> None:
    with pytest.raises(UsageInvalid, match="cannot be written as JSON"):
        str(Json({1, 2}))


def test_json_is_written_as_json() -> None:
    value = {"a": [1, 2.5, None, True, "\u2028é"]}
    assert json.loads(str(Json(value))) == value
