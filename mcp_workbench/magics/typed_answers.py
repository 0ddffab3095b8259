"""Each kind of question as lines that are typed: what is told, and what an answer means."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from ..asking import (
    AddressQuestion,
    Answer,
    Asked,
    ConsentQuestion,
    Decision,
    FormQuestion,
    Question,
    SamplingQuestion,
    SecretQuestion,
)
from ..errors import ArgumentsInvalid
from ..messages import FieldMessage
from ..visible import counted, one_line, visible, whole_line

T = TypeVar("T")
TRIES = 3
SHOWN = 4000  # characters of one argument
LONGEST = 4000  # characters of what a server says, and of a line that is agreed to
LABEL = 60  # characters of a choice
MOST_CHOICES = 20  # of a field that are told one by one

ALLOW: Mapping[str, Decision] = {
    "y": "once",
    "yes": "once",
    "once": "once",
    "a": "session",
    "always": "session",
    "session": "session",
    "n": "denied",
    "no": "denied",
    "": "denied",
}
YES = {"y": True, "yes": True, "n": False, "no": False, "": False}
ACTIONS = {
    "y": "accept",
    "yes": "accept",
    "n": "decline",
    "no": "decline",
    "c": "cancel",
    "cancel": "cancel",
    "": "cancel",
}


@dataclass(frozen=True)
class Keyboard:
    """What a person types.

    Args:
        read: a line, after a prompt.
        read_hidden: a line that is not shown while it is typed.
    """

    read: Callable[[str], str]
    read_hidden: Callable[[str], str]

    def choose(self, prompt: str, meanings: Mapping[str, T], keys: str, otherwise: T) -> T:
        """What the person chooses; `otherwise` after several answers that are none."""
        for _ in range(TRIES):
            meant = self.read(prompt).strip().casefold()
            if meant in meanings:
                return meanings[meant]
            prompt = f"Please answer {keys}: "
        return otherwise


def typed_answer(question: Asked[T], keyboard: Keyboard) -> T:
    """What the person types in answer to `question`; whatever is no clear yes is a no.

    Raises:
        EOFError: the input ended.
    """
    return cast("T", ANSWERED[type(question)](question, keyboard))


def refusal_of(question: Asked[T]) -> T:
    """What counts where the input ends without an answer."""
    return cast("T", ENDED[type(question)])


def _call(question: Question, keyboard: Keyboard) -> Decision:
    from ..sessions import get_workbench  # on first use

    # a model may have got a secret to send, and a cell's output is saved
    arguments = get_workbench().redactor.json(question.arguments)
    lines = [f"The model wants to call {one_line(question.tool)}"]
    lines += [f"    {one_line(name, SHOWN)} = {_json(value)}" for name, value in arguments.items()]
    lines.append(f"It is asked because {one_line(question.reason)}.")
    prompt = "Allow it? y = once, a = always in this session, n = no: "
    return keyboard.choose(_prompt(lines, prompt), ALLOW, "y, a or n", "denied")


def _consent(question: ConsentQuestion, keyboard: Keyboard) -> bool:
    lines = [one_line(question.title), *_indented(question.lines)]
    return keyboard.choose(_prompt(lines, "y = yes, n = no: "), YES, "y or n", False)


def _secret(question: SecretQuestion, keyboard: Keyboard) -> str | None:
    lines = [f"Type {one_line(question.title)}; it is not shown.", *_indented(question.lines)]
    return keyboard.read_hidden(_prompt(lines, "(nothing calls it off): ")) or None


def _sampling(question: SamplingQuestion, keyboard: Keyboard) -> bool:
    lines = [f"{_server(question.server)} wants {one_line(question.model)} to answer this:"]
    for label, text in question.given:  # nothing is left out: all of it is agreed to
        lines += [f"    {one_line(label)}:", *_indented(visible(text).splitlines(), 8, len(text))]
    prompt = f"Let it answer with at most {question.max_tokens:,} tokens? y = yes, n = no: "
    return keyboard.choose(_prompt(lines, prompt), YES, "y or n", False)


def _address(question: AddressQuestion, keyboard: Keyboard) -> Answer:
    lines = [
        f"{_server(question.server)} asks you to open an address at {question.host}:",
        *_indented(counted(question.message, LONGEST).splitlines()),
        f"    {question.address}",
        *(f"Note: {note}." for note in question.notes),
    ]
    prompt = "Open it yourself, then answer. y = done, n = decline, c = cancel: "
    return Answer(keyboard.choose(_prompt(lines, prompt), ACTIONS, "y, n or c", "cancel"))  # pyright: ignore[reportArgumentType]  the values of ACTIONS are actions


def _form(question: FormQuestion, keyboard: Keyboard) -> Answer:
    fields = question.form["fields"]
    lines = [
        f"{_server(question.server)} asks:",
        *_indented(counted(question.message, LONGEST).splitlines()),
        *(f"    {_field(field)}" for field in fields),
    ]
    start = "y = fill it in" if fields else "y = yes"
    prompt = _prompt(lines, f"{start}, n = decline, c = cancel: ")
    action = keyboard.choose(prompt, ACTIONS, "y, n or c", "cancel")
    if action != "accept":
        return Answer(action)  # pyright: ignore[reportArgumentType]  the values of ACTIONS are actions
    values = {field["name"]: _filled(field, keyboard) for field in fields}
    return _checked(question, values, keyboard)


def _checked(question: FormQuestion, values: dict[str, str | None], keyboard: Keyboard) -> Answer:
    """The answer with `values`, each that does not fit asked for again."""
    fields = {field["name"]: field for field in question.form["fields"]}
    for _ in range(TRIES + len(fields)):
        filled = {name: text for name, text in values.items() if text is not None}
        try:
            return Answer("accept", question.content_of(filled))
        except ArgumentsInvalid as error:
            wrong = fields.get(error.field)
            if wrong is None:
                break
            choices = f" It can be {_choices(wrong)}." if wrong["choices"] else ""
            values[error.field] = _filled(wrong, keyboard, f"{error.what}.{choices}\n")
    return Answer("cancel")


def _filled(field: FieldMessage, keyboard: Keyboard, before: str = "") -> str | None:
    """What stands in the field; None where it is left out."""
    default = field["default"]
    otherwise = one_line(_label(field, default), LABEL) if default is not None else ""
    shown = f" [{otherwise}]" if default is not None else ""
    text = keyboard.read(f"{before}{one_line(field['name'])}{shown}: ")
    if not text.strip():
        return default
    return _value(field, text)


def _value(field: FieldMessage, text: str) -> str:
    """The value of the choice with this label, or number; else the text itself."""
    told = text.strip().casefold()
    if field["kind"] == "boolean":
        return {"y": "true", "yes": "true", "n": "false", "no": "false"}.get(told, told)
    if field["kind"] == "choices" and not told.startswith("["):
        # a label may hold a comma; what is no choice is refused as one, not as JSON
        several = [told] if _choice(field, told) is not None else text.split(",")
        return f"[{', '.join(_choice(field, one) or json.dumps(one.strip()) for one in several)}]"
    return _choice(field, text) or text


def _choice(field: FieldMessage, text: str) -> str | None:
    """The value of the choice with this label; where no label is that, of this number's."""
    told, choices = text.strip().casefold(), field["choices"]
    labels = {choice["label"].casefold(): choice["value"] for choice in reversed(choices)}
    numbers = {str(number): choice["value"] for number, choice in enumerate(choices, 1)}
    return {**numbers, **labels}.get(told)


def _field(field: FieldMessage) -> str:
    need = "required" if field["required"] else "optional"
    kind = _choices(field) or one_line(field["rule"] or field["kind"])
    words = [one_line(field["name"]), kind, need, one_line(field["description"])]
    return " · ".join(filter(None, words))


def _choices(field: FieldMessage) -> str:
    labels = [one_line(choice["label"], LABEL) for choice in field["choices"]]
    told = [f"{number} {label}" for number, label in enumerate(labels[:MOST_CHOICES], 1)]
    more = len(labels) - len(told)
    return ", ".join([*told, *([f"and {more} more"] if more else [])])


def _label(field: FieldMessage, value: str) -> str:
    labels = {choice["value"]: choice["label"] for choice in field["choices"]}
    return labels.get(value, value)


def _server(name: str) -> str:
    return f"The server {one_line(name)!r}"


def _prompt(lines: Sequence[str], last: str) -> str:
    return "\n".join([*lines, last])


def _indented(lines: Sequence[str], by: int = 4, limit: int = LONGEST) -> list[str]:
    return [f"{' ' * by}{whole_line(line, limit)}" for line in lines]


def _json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return whole_line(text, SHOWN)


ANSWERED: Mapping[type, Callable[[Any, Keyboard], Any]] = {
    Question: _call,
    ConsentQuestion: _consent,
    SecretQuestion: _secret,
    SamplingQuestion: _sampling,
    AddressQuestion: _address,
    FormQuestion: _form,
}
ENDED: Mapping[type, Any] = {
    Question: "denied",
    ConsentQuestion: False,
    SecretQuestion: None,
    SamplingQuestion: False,
    AddressQuestion: Answer("cancel"),
    FormQuestion: Answer("cancel"),
}
