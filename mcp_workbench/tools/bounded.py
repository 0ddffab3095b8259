"""JSON Schema rules that count their steps, and try patterns in linear time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from .brief import BriefText
from .meter import METER
from .patterns import matches
from .plain import plain_types

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

MOST_UNEVALUATED = 100  # entries; jsonschema compares each with each

Rule = Callable[[Any, Any, Any, Mapping[str, Any]], Iterator[Any] | None]


@cache
def bounded(base: type[Validator], patterned: bool) -> type[Validator]:
    """A kind of validator that counts its steps and tries patterns in linear time."""
    from jsonschema import validators

    extend = cast("Any", validators).extend  # untyped upstream
    known = cast("Mapping[str, Rule]", base.VALIDATORS)
    rules = {word: make(known[word]) for word, make in RULES.items() if word in known}
    rules |= {word: _unevaluated(word, known[word]) for word in UNEVALUATED if word in known}
    if patterned and "unevaluatedProperties" in known:
        # the stock rule would try the patterns itself, with `re`
        rules["unevaluatedProperties"] = _unread("unevaluatedProperties")
    kind = extend(base, rules)
    evolve, descend = kind.evolve, kind.descend

    def counted_evolve(validator: Any, **changes: Any) -> Any:
        METER.get().spend()
        schema = changes.get("schema")
        if isinstance(schema, dict) and "$schema" in schema:
            # jsonschema would go on with the kind that this names, which counts nothing
            parts = cast("dict[str, Any]", schema).items()
            changes["schema"] = {word: part for word, part in parts if word != "$schema"}
        return evolve(validator, **changes)

    def counted_descend(
        validator: Any, instance: Any, schema: Any, *more: Any, **named: Any
    ) -> Any:
        METER.get().spend()
        # of `false` jsonschema would not tell where the value stands
        return descend(validator, instance, NEVER if schema is False else schema, *more, **named)

    # a class of our own: `extend` has made it just now, and deriving from it is not supported
    kind.evolve, kind.descend = counted_evolve, counted_descend
    return kind


def _matches(pattern: Any, text: Any) -> bool:
    meter = METER.get()
    meter.spend()
    found = matches(pattern, text) if isinstance(pattern, str) else None
    if found is None:
        meter.unread[f"the pattern {pattern!r}"] = None
        return meter.assumed
    return found


def _pattern(_stock: Rule) -> Rule:
    from jsonschema import ValidationError

    def rule(_validator: Any, wanted: Any, value: Any, _schema: Any) -> Iterator[Any]:
        if isinstance(value, str) and not _matches(wanted, value):
            yield ValidationError(f"{value!r} does not match {wanted!r}")

    return rule


def _pattern_properties(_stock: Rule) -> Rule:
    def rule(validator: Any, wanted: Any, value: Any, _schema: Any) -> Iterator[Any]:
        if isinstance(value, dict):
            for pattern, schema in wanted.items():
                for name, one in cast("dict[str, Any]", value).items():
                    if _matches(pattern, name):
                        yield from validator.descend(one, schema, path=name, schema_path=pattern)

    return rule


def _additional_properties(stock: Rule) -> Rule:
    def rule(validator: Any, wanted: Any, value: Any, schema: Mapping[str, Any]) -> Any:
        patterns = schema.get("patternProperties")
        if not patterns or not isinstance(value, dict):
            return stock(validator, wanted, value, schema)
        entries = cast("dict[str, Any]", value).items()
        rest = {
            name: one
            for name, one in entries
            if not any(_matches(pattern, name) for pattern in patterns)
        }
        without = {word: part for word, part in schema.items() if word != "patternProperties"}
        return stock(validator, wanted, rest, without)

    return rule


def _unique_items(_stock: Rule) -> Rule:
    from jsonschema import ValidationError

    def rule(_validator: Any, wanted: Any, value: Any, _schema: Any) -> Iterator[Any]:
        if wanted and isinstance(value, list) and not _all_differ(cast("list[Any]", value)):
            yield ValidationError(f"{value!r} has non-unique elements")

    return rule


def _all_differ(values: list[Any]) -> bool:
    plain = {type(value) for value in values} <= {str, BriefText, int, float}
    return len(set(values if plain else map(_comparable, values))) == len(values)


def _comparable(value: Any) -> Any:
    """Equal for values that JSON Schema calls equal: 1 and 1.0 are, 1 and true are not."""
    METER.get().spend()
    if isinstance(value, list):
        return tuple(map(_comparable, cast("list[Any]", value)))
    if isinstance(value, dict):
        entries = cast("dict[str, Any]", value).items()
        return frozenset((name, _comparable(one)) for name, one in entries)
    return (value,) if isinstance(value, bool) else value


def _items(stock: Rule) -> Rule:
    def rule(validator: Any, wanted: Any, value: Any, schema: Mapping[str, Any]) -> Any:
        # a hundred thousand numbers are seen to be numbers at once, and take no steps
        if "prefixItems" not in schema and isinstance(value, list):
            types = plain_types(wanted)
            if types and all(type(one) in types for one in cast("list[Any]", value)):
                return None
        return stock(validator, wanted, value, schema)

    return rule


def _required(_stock: Rule) -> Rule:
    from jsonschema import ValidationError

    def rule(_validator: Any, wanted: Any, value: Any, _schema: Any) -> Iterator[Any]:
        # one fault for all that is missing, as the stock rule gives one for each
        if isinstance(value, dict) and any(name not in value for name in wanted):
            yield ValidationError("something required is missing")

    return rule


def _unevaluated(word: str, stock: Rule) -> Rule:
    unread = _unread(word)

    def rule(validator: Any, wanted: Any, value: Any, schema: Mapping[str, Any]) -> Any:
        many = isinstance(value, list | dict) and len(cast("Any", value)) > MOST_UNEVALUATED
        return (unread if many else stock)(validator, wanted, value, schema)

    return rule


def _unread(word: str) -> Rule:
    from jsonschema import ValidationError

    def rule(_validator: Any, _wanted: Any, _value: Any, _schema: Any) -> Iterator[Any]:
        meter = METER.get()
        meter.unread[word] = None
        if not meter.assumed:
            yield ValidationError(f"{word} cannot be tried")

    return rule


def _counted(stock: Rule) -> Rule:
    def rule(validator: Any, wanted: Any, value: Any, schema: Mapping[str, Any]) -> Iterator[Any]:
        for fault in stock(validator, wanted, value, schema) or ():
            METER.get().spend()
            yield fault

    return rule


NEVER: Mapping[str, Any] = {"not": {}}
UNEVALUATED = ("unevaluatedItems", "unevaluatedProperties")
RULES: Mapping[str, Callable[[Rule], Rule]] = {
    "pattern": _pattern,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional_properties,
    "uniqueItems": _unique_items,
    "items": _items,
    "required": _required,
    # one fault for each missing name
    "dependentRequired": _counted,
    "dependencies": _counted,
}
