"""URI templates of RFC 6570, all four levels: which variables they have, and the URI they give."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote

EXPRESSION = re.compile(r"\{([^{}]*)\}")
VARIABLE = re.compile(r"((?:\w|%[0-9A-Fa-f]{2})(?:\.?(?:\w|%[0-9A-Fa-f]{2}))*)(\*|:[1-9]\d{0,3})?")
UNRESERVED, RESERVED = "-._~", "-._~:/?#[]@!$&'()*+,;="
ESCAPED = re.compile(r"(%[0-9A-Fa-f]{2})")
LONGEST = 8000  # characters of a template

Value = str | Sequence[str] | Mapping[str, str]


class _Operator(NamedTuple):
    """How the values of one expression are put together: RFC 6570, appendix A."""

    first: str
    between: str
    named: bool = False
    if_empty: str = ""
    allowed: str = UNRESERVED


OPERATORS = {
    "": _Operator("", ","),
    "+": _Operator("", ",", allowed=RESERVED),
    "#": _Operator("#", ",", allowed=RESERVED),
    ".": _Operator(".", "."),
    "/": _Operator("/", "/"),
    ";": _Operator(";", ";", named=True),
    "?": _Operator("?", "&", named=True, if_empty="="),
    "&": _Operator("&", "&", named=True, if_empty="="),
}
OPTIONAL = ("?", "&", "#")


class Variable(NamedTuple):
    """A variable of a template; `optional` where the URI is whole without it."""

    name: str
    optional: bool


def variables_of(template: str) -> list[Variable]:
    """The variables of `template`, in order; those of a query or a fragment may be left out.

    Raises:
        ValueError: it is no URI template.

    >>> [one.name for one in variables_of("notes://{user}/all{?tag,limit}") if not one.optional]
    ['user']
    """
    found: dict[str, Variable] = {}
    for match in EXPRESSION.finditer(_checked(template)):
        operator, specs = _parts(match[1])
        for name, _ in specs:
            found.setdefault(name, Variable(name, operator in OPTIONAL))
    return list(found.values())


def expanded(template: str, values: Mapping[str, Value]) -> str:
    """The URI that `template` gives with `values`; a variable without one is left out.

    Args:
        template: an RFC 6570 template of any level.
        values: texts, lists of texts, or texts by name.

    Raises:
        ValueError: it is no URI template, or cuts a list short.

    >>> expanded("notes://{user}/all{?tag*}", {"user": "Ann B", "tag": ["a", "b"]})
    'notes://Ann%20B/all?tag=a&tag=b'
    """

    def fill(match: re.Match[str]) -> str:
        operator, specs = _parts(match[1])
        rule = OPERATORS[operator]
        words = [
            word
            for name, modifier in specs
            if name in values
            for word in _words(name, modifier, values[name], rule)
        ]
        return rule.first + rule.between.join(words) if words else ""

    return EXPRESSION.sub(fill, _checked(template))


def _checked(template: str) -> str:
    if len(template) > LONGEST:
        raise ValueError(f"it is longer than {LONGEST} characters")
    rest = EXPRESSION.sub("", template)
    if "{" in rest or "}" in rest:
        raise ValueError("a brace does not close")
    return template


def _parts(body: str) -> tuple[str, list[tuple[str, str]]]:
    """The operator of an expression, and its variables with their modifiers."""
    operator = body[:1] if body[:1] in OPERATORS else ""
    specs: list[tuple[str, str]] = []
    for spec in body[len(operator) :].split(","):
        match = VARIABLE.fullmatch(spec)
        if match is None:
            raise ValueError(f"{{{body}}} is no expression of a URI template")
        specs.append((match[1], match[2] or ""))
    return operator, specs


def _words(name: str, modifier: str, value: Value, rule: _Operator) -> Iterator[str]:
    """What stands between the separators for one variable; nothing for an empty list."""
    if isinstance(value, str):
        short = value[: int(modifier[1:])] if modifier.startswith(":") else value
        yield _named(name, _encoded(short, rule), rule)
        return
    if modifier.startswith(":"):
        raise ValueError(f"{name} takes a text, not a list")
    if isinstance(value, Mapping):
        pairs = [(_encoded(key, rule), _encoded(one, rule)) for key, one in value.items()]
        if modifier:
            yield from (f"{key}={one}" for key, one in pairs)
        elif pairs:
            yield _named(name, ",".join(part for pair in pairs for part in pair), rule)
        return
    items = [_encoded(one, rule) for one in value]
    if modifier:
        yield from (_named(name, item, rule) for item in items)
    elif items:
        yield _named(name, ",".join(items), rule)


def _named(name: str, text: str, rule: _Operator) -> str:
    if not rule.named:
        return text
    return f"{name}={text}" if text else f"{name}{rule.if_empty}"


def _encoded(text: str, rule: _Operator) -> str:
    if rule.allowed is UNRESERVED:
        return quote(text, safe=UNRESERVED, errors="replace")
    # what is escaped already stays: RFC 6570, 3.2.3
    return "".join(
        part if ESCAPED.fullmatch(part) else quote(part, safe=RESERVED, errors="replace")
        for part in ESCAPED.split(text)
    )
