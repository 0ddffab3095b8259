"""The names of all fields of all messages."""

from types import ModuleType
from typing import get_type_hints, is_typeddict

from . import agent, form, panel, question, result


def _fields(module: ModuleType) -> set[str]:
    shapes = [one for one in vars(module).values() if is_typeddict(one)]
    return {name for shape in shapes for name in get_type_hints(shape)}


# keys that a program reads; every other key of a message is a word of a server or of a person
FIELDS = frozenset[str]().union(*map(_fields, (agent, form, panel, question, result)))
