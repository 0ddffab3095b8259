"""Literal secrets, which no recipe may hold: what masking would hide, and in code what looks so."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from ..specs.masking import KEY, SOUND, SOUNDS, USERINFO, masked_value, masked_words
from .code import parsed
from .faults import Path

PROSE = ("title", "description", "instructions", "prompt")
DATA = ("model", "model_settings", "servers", "requires", "approved")
# in words and in code a name says less: `token = "word"` is none, so the value must look like one
RANDOM = r"(?:(?:Bearer|Basic) )?(?=[\w.+/=-]*\d)(?=[\w.+/=-]*[A-Za-z])[\w.+/=-]{12,}"
SCHEME = re.compile(RANDOM)
PAIR = re.compile(
    rf"(?<![\w.-])(?=[\w.-]*?{SOUND})[\w.-]++[\"']?\s*+(?:[=:]|is\b)\s*+[\"']?{RANDOM}"
)


def in_document(values: Mapping[str, Any]) -> Iterator[Path]:
    """Where a recipe holds one, outside of its code.

    What a machine reads is looked at by the rule of `specs.masking`: a word is a secret exactly if
    masking would change it. In words for people, more is said that sounds like one.

    >>> list(in_document({"servers": {"a": {"args": ["--key", "abc"], "env": {"KEY": "${KEY}"}}}}))
    [('servers', 'a', 'args', 1)]
    """
    yield from ((field,) for field in PROSE if in_text(values.get(field, "")))
    for field in DATA:
        yield from _in_data(values.get(field), (field,))
    yield from _in_data(list(values.get("names", {}).values()), ("names",))
    for one in values.get("parameters", ()):
        path: Path = ("parameters", one["key"])
        yield from _in_data(one.get("default"), path, one["key"])
        yield from _in_data(one.get("options"), (*path, "options"))
        if in_text(one.get("description", "")):
            yield (*path, "description")


def _in_data(value: Any, path: Path, name: str = "") -> Iterator[Path]:
    if isinstance(value, str):
        if masked_value(name, value) != value:
            yield path
    elif isinstance(value, Mapping):
        for key, one in cast("Mapping[str, Any]", value).items():
            yield from _in_data(one, (*path, key), key)
    elif isinstance(value, list):
        entries = cast("list[Any]", value)
        words = [one if isinstance(one, str) else "" for one in entries]
        for at, (one, word, masked) in enumerate(
            zip(entries, words, masked_words(words), strict=True)
        ):
            if word != masked:
                yield (*path, at)
            else:
                yield from _in_data(one, (*path, at), name)


def in_text(text: str) -> bool:
    """Whether words for people hold one.

    >>> in_text("The key: a word."), in_text("password: hunter2hunter2"), in_text("http://a:b@h")
    (False, True, True)
    """
    users = USERINFO.findall(text)
    with_password = any(":" in user and not re.search(r"[{}$<>]", user) for user in users)
    return with_password or KEY.search(text) is not None or PAIR.search(text) is not None


def in_code(source: str) -> Iterator[int]:
    r"""The lines of code that hold one, in order.

    >>> list(in_code("word = 'token'\npassword = 'hunter2hunter2'"))
    [2]
    """
    nodes = list(ast.walk(parsed(source)))
    found = {node.lineno for node in nodes if isinstance(node, ast.expr) and in_text(_text(node))}
    for node in nodes:
        found |= {value.lineno for name, value in _named(node) if _looks_secret(name, value)}
    comments = (at for at, line in enumerate(source.split("\n"), 1) if KEY.search(line))
    yield from sorted(found.union(comments))


def _named(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The values that `node` gives a name: variables, attributes, keys, keywords, arguments.

    Of a call the first argument may be the name, as in `os.getenv`, and the second the value.
    """
    match node:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                yield from _bound(target, value)
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            yield from _bound(target, value)
        case ast.NamedExpr(target=target, value=value):
            yield from _bound(target, value)
        case ast.keyword(arg=str(name), value=value):
            yield name, value
        case ast.Dict(keys=keys, values=values):
            yield from ((_text(key), value) for key, value in zip(keys, values, strict=True))
        case ast.Call(args=[name, value, *_]):
            yield _text(name), value
        case ast.arguments():
            yield from _defaults(node)
        case _:
            pass


def _bound(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    match target, value:
        case (
            (ast.Tuple(elts=targets) | ast.List(elts=targets)),
            (ast.Tuple(elts=values) | ast.List(elts=values)),
        ):
            for one, other in zip(targets, values, strict=False):
                yield from _bound(one, other)
        case ast.Subscript(slice=key), _:
            yield _text(key), value
        case _:
            yield ast.unparse(target).rpartition(".")[2], value


def _defaults(arguments: ast.arguments) -> Iterator[tuple[str, ast.expr]]:
    plain = [*arguments.posonlyargs, *arguments.args]
    last = plain[len(plain) - len(arguments.defaults) :]
    pairs = [*zip(last, arguments.defaults, strict=True)]
    for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        pairs += [(one, default)] if default is not None else []
    yield from ((one.arg, default) for one, default in pairs)


def _text(node: ast.AST | None) -> str:
    """A literal as text; empty for all else."""
    value = node.value if isinstance(node, ast.Constant) else None
    if isinstance(value, bytes):
        return value.decode("latin-1")
    return value if isinstance(value, str) else ""


def _looks_secret(name: str, value: ast.expr) -> bool:
    return SOUNDS.search(name) is not None and SCHEME.fullmatch(_text(value)) is not None
