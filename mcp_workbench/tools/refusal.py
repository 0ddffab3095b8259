"""What is wrong with arguments, and how it is done right, in words for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from ..errors import ArgumentsInvalid, near
from ..visible import one_line
from .brief import brief_repr
from .references import resolved
from .tool import Tool, as_object, kind_of

if TYPE_CHECKING:
    from jsonschema import ValidationError

NAMED = 10  # names in a list
LONGEST_NAME = 64  # characters of a name
LONGEST_PLACE = 80  # characters of a path
BOUNDS = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
    "multipleOf": "a multiple of",
    "divisibleBy": "a multiple of",
}
COUNTED = {
    "Items": ("entry", "entries"),
    "Length": ("character", "characters"),
    "Properties": ("name", "names"),
}


def refusal(tool: Tool, fault: ValidationError) -> ArgumentsInvalid:
    """The error that names the place, the rule and the value.

    The value is in the words, or in the hint where the words tell what is missing or too much.
    """
    rule, wanted = str(fault.validator), brief_repr(cast("Any", fault.validator_value))
    return ArgumentsInvalid(
        f"{one_line(tool.full_name)}{words_of(tool, fault, 'the arguments')}",
        hint=f"the rule is {rule}: {wanted}{_help(rule, tool, fault)}",
        reason=rule,
        field=_field(rule, fault),
    )


def words_of(tool: Tool, fault: ValidationError, whole: str) -> str:
    """What is wrong, to be written behind the name of what it is about.

    Args:
        tool: whose schema it is.
        fault: what does not fit.
        whole: what a fault of the whole is about.
    """
    rule, value = str(fault.validator), brief_repr(fault.instance)
    other = f"{_subject(fault, whole)} does not fit the rule {rule}, with the value {value}"
    return _words(rule, tool, fault, whole) or other


def _field(rule: str, fault: ValidationError) -> str:
    """The argument that the fault is about; the first of several."""
    if fault.absolute_path:
        return str(fault.absolute_path[0])
    named = {"required": _missing, "additionalProperties": _unknown}.get(rule)
    return next(iter(named(fault)), "") if named else ""


def _words(rule: str, tool: Tool, fault: ValidationError, whole: str) -> str:
    """What is wrong by one of the common rules, else ""."""
    wanted = cast("Any", fault.validator_value)
    if rule == "required":
        missing = _missing(fault)
        return f"{_owner(fault)} needs {_listed(missing, _typed(tool, fault))}" if missing else ""
    if rule == "additionalProperties":
        unknown = _unknown(fault)
        noun = "" if fault.absolute_path else "argument "
        return f"{_owner(fault)} has no {noun}{_listed(unknown)}" if unknown else ""
    if rule == "uniqueItems":
        subject, value = _subject(fault, whole), brief_repr(fault.instance)
        return f"{subject} must not hold an entry twice, as {value} does"
    must = _count(rule, fault) or _must(rule, wanted, as_object(fault.schema))
    return f"{_subject(fault, whole)} must {must}" + _but(rule, fault) if must else ""


def _must(rule: str, wanted: Any, schema: Mapping[str, Any]) -> str:
    if rule == "type":
        kinds = cast("list[Any]", wanted) if isinstance(wanted, list) else [wanted]
        return "be " + " or ".join(_with_article(str(kind)) for kind in kinds[:NAMED])
    if rule == "enum" and isinstance(wanted, list):
        choices = cast("list[Any]", wanted)
        more = [f"{len(choices) - NAMED} more"] if len(choices) > NAMED else []
        return "be " + " or ".join([*map(brief_repr, choices[:NAMED]), *more])
    if rule == "const":
        return f"be {brief_repr(wanted)}"
    if rule == "pattern":
        return f"match the pattern {brief_repr(wanted)}"
    if rule in BOUNDS:
        # draft 4 has a bound that is excluded as a bound, and a word beside it
        excluded = schema.get(f"exclusive{rule.capitalize()}") is True
        return f"be {BOUNDS[f'exclusive{rule.capitalize()}' if excluded else rule]} {wanted}"
    return ""


def _count(rule: str, fault: ValidationError) -> str:
    side, thing = rule[:3], rule[3:]
    if side not in ("min", "max") or thing not in COUNTED:
        return ""
    one, many = COUNTED[thing]
    wanted = cast("Any", fault.validator_value)
    least = "at least" if side == "min" else "at most"
    return f"have {least} {wanted} {one if wanted == 1 else many}"


def _but(rule: str, fault: ValidationError) -> str:
    value = brief_repr(fault.instance)
    if rule[3:] in COUNTED:
        return f", not {len(cast('list[Any]', fault.instance))}: {value}"
    return f", not {value}"


def _help(rule: str, tool: Tool, fault: ValidationError) -> str:
    more = f"; %mcp info {one_line(tool.full_name)} shows what it takes"
    if rule == "required":
        names = dict.fromkeys([*_required(fault), *_known(fault)])
        takes = _listed(list(names), _typed(tool, fault))
        return f", the value {brief_repr(fault.instance)}; it takes {takes}"
    if rule == "additionalProperties" and (unknown := _unknown(fault)):
        guess = near(unknown[0], _known(fault), empty="it takes none")
        return f", the value {brief_repr(fault.instance)}; {guess}"
    if rule == "type" and isinstance(fault.instance, str) and len(fault.absolute_path) == 1:
        return _on_a_line(fault) + more
    return more


def _on_a_line(fault: ValidationError) -> str:
    """How a list or an object is written on the line of a magic, where a text was given."""
    wanted = cast("Any", fault.validator_value)
    entry = kind_of(as_object(as_object(fault.schema).get("items")))
    if "array" in wanted:
        value = "[1, 2]" if entry in ("integer", "number") else '["a", "b"]'
    elif "object" in wanted:
        value = '{"key": "value"}'
    else:
        return ""
    return f"; on a line: {one_line(str(fault.absolute_path[0]), LONGEST_NAME)}:={value}"


def _required(fault: ValidationError) -> list[str]:
    # draft 3 says at the property itself that it is required
    wanted = cast("Any", fault.validator_value)
    return [str(name) for name in cast("list[Any]", wanted)] if isinstance(wanted, list) else []


def _missing(fault: ValidationError) -> list[str]:
    return [name for name in _required(fault) if name not in as_object(fault.instance)]


def _unknown(fault: ValidationError) -> list[str]:
    if fault.validator_value is not False or as_object(fault.schema).get("patternProperties"):
        return []
    known = _known(fault)
    return [name for name in as_object(fault.instance) if name not in known]


def _known(fault: ValidationError) -> Mapping[str, Any]:
    return as_object(as_object(fault.schema).get("properties"))


def _name(name: str) -> str:
    return f"`{one_line(name, LONGEST_NAME)}`"


def _typed(tool: Tool, fault: ValidationError) -> Callable[[str], str]:
    known, required = _known(fault), frozenset(_required(fault))

    def told(name: str) -> str:
        need = "" if name in required else ", optional"
        schema = resolved(as_object(known.get(name)), tool.input_schema)
        return f"{_name(name)} ({kind_of(schema)}{need})"

    return told


def _listed(names: list[str], told: Callable[[str], str] = _name) -> str:
    more = [f"{len(names) - NAMED} more"] if len(names) > NAMED else []
    return ", ".join([*map(told, names[:NAMED]), *more])


def _place(fault: ValidationError) -> str:
    """An argument by its name, what is deeper by its JSON path, "" for all the arguments."""
    path = fault.absolute_path
    if not path:
        return ""
    return f"`{one_line(str(path[0]) if len(path) == 1 else fault.json_path, LONGEST_PLACE)}`"


def _owner(fault: ValidationError) -> str:
    place = _place(fault)
    return f": {place}" if place else ""


def _subject(fault: ValidationError, whole: str) -> str:
    return f": {_place(fault) or whole}"


def _with_article(kind: str) -> str:
    if kind == "null":
        return kind
    return f"{'an' if kind[:1] in 'aeiou' else 'a'} {one_line(kind, LONGEST_NAME)}"
