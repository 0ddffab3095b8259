"""Each kind of question as a front end shows it, and what comes back as its answer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, cast

from ..asking import (
    AddressQuestion,
    Answer,
    Asked,
    ConsentQuestion,
    FormQuestion,
    Question,
    SamplingQuestion,
    SecretQuestion,
)
from ..errors import UsageInvalid
from ..messages import AnswerRequest, AskedMessage, PartMessage, QuestionMessage
from ..results import pretty
from ..visible import counted, one_line, shortened, visible

Message = QuestionMessage | AskedMessage
State = Literal[
    "open", "once", "session", "denied", "accepted", "declined", "cancelled", "gone"
]  # an approval has the first four, all others the rest
ARGUMENTS, DESCRIPTION = 20_000, 4000  # characters that are shown
PART, PARTS = 10_000, 100  # characters of a line that is agreed to; lines that are shown
STATES: Mapping[State, str] = {
    "open": "waiting for an answer in the notebook",
    "once": "allowed, this once",
    "session": "allowed, for this session",
    "denied": "denied",
    "accepted": "accepted",
    "declined": "declined",
    "cancelled": "cancelled",
    "gone": "no answer is needed any more",
}
DONE: Mapping[object, State] = {
    "accept": "accepted",
    "decline": "declined",
    "cancel": "cancelled",
}


def message_of(name: str, question: Asked[Any], state: State) -> Message:
    """The question with the id `name`, as a front end shows it."""
    if isinstance(question, Question):
        return _of_call(name, question, state)
    message: AskedMessage = {
        "version": 1,
        "kind": "asked",
        "id": name,
        "about": "consent",
        "title": "",
        "text": "",
        "parts": [],
        "fields": [],
        "values": {},
        "address": "",
        "state": cast("Any", state),
    }
    return cast("AskedMessage", {**message, **SHOWN[type(question)](question)})


def words_of(message: Message) -> str:
    """The question where no front end renders it."""
    state = STATES[message["state"]]
    if message["kind"] == "question":
        name = (message["server"], message["tool"])
        lines = [f"May {'.'.join(filter(None, name))} be called? ({state})"]
        if message["reason"]:
            lines.append(f"why it is asked: {message['reason']}")
        if message["omitted"]:
            lines.append(f"{message['omitted']:,} characters of it are not shown")
        return "\n".join((*lines, message["arguments"]))
    lines = [f"{message['title']} ({state})", message["text"], message["address"]]
    lines += [": ".join(filter(None, (part["label"], part["text"]))) for part in message["parts"]]
    return "\n".join(filter(None, lines))


def answer_of(
    question: Asked[Any], decision: AnswerRequest, content: Mapping[str, str]
) -> tuple[Any, State]:
    """What the person's `decision` answers, and the state of the question after it.

    Raises:
        ArgumentsInvalid: a field of the form is wrong; its `field` names it.
        UsageInvalid: it is no answer to this question.
    """
    said = decision["decision"]
    if isinstance(question, Question):
        if said in ("once", "session", "denied"):
            return said, said
    elif said in DONE:
        answer = ANSWERS[type(question)](question, said, content)
        return answer, "cancelled" if answer is None else DONE[said]
    raise UsageInvalid(
        f"{said!r} is no answer to this question",
        hint="kernel and front end may be of different versions",
        reason="params",
    )


def _of_call(name: str, question: Question, state: State) -> QuestionMessage:
    own = question.tool.removeprefix(f"{question.server}.") if question.server else question.tool
    # no text is shortened within: what is agreed to may stand at its end
    arguments, omitted = pretty(question.arguments, ARGUMENTS, longest_text=sys.maxsize)
    return {
        "version": 1,
        "kind": "question",
        "id": name,
        "name": one_line(question.name or own),
        "server": one_line(question.server),
        "tool": one_line(own),
        "description": counted(question.description, DESCRIPTION),
        "arguments": visible(arguments),
        "omitted": omitted,
        "reason": one_line(question.reason, DESCRIPTION),
        "state": cast("Any", state),
    }


def _form(question: FormQuestion) -> Mapping[str, Any]:
    return {
        "about": "form",
        "title": f"{one_line(question.server)} asks for something",
        "text": counted(question.message, DESCRIPTION),
        "fields": question.form["fields"],
        "values": question.values,
    }


def _address(question: AddressQuestion) -> Mapping[str, Any]:
    return {
        "about": "address",
        "title": f"{one_line(question.server)} asks you to open an address",
        "text": counted(question.message, DESCRIPTION),
        "address": question.address,
        "parts": [_part("", note) for note in question.notes],
    }


def _sampling(question: SamplingQuestion) -> Mapping[str, Any]:
    told = [_part(label, text, len(text)) for label, text in question.given]
    server, model = one_line(question.server), one_line(question.model)
    title = f"May {model} answer {server}, with at most {question.max_tokens:,} tokens?"
    return {"about": "sampling", "title": title, "parts": told}


def _consent(question: ConsentQuestion) -> Mapping[str, Any]:
    title = one_line(question.title)
    return {"about": "consent", "title": title, "parts": _lines(question.lines)}


def _secret(question: SecretQuestion) -> Mapping[str, Any]:
    title = f"Type {one_line(question.title)}"
    return {"about": "secret", "title": title, "parts": _lines(question.lines)}


def _lines(lines: Sequence[str]) -> list[PartMessage]:
    told = [_part("", line) for line in lines[:PARTS]]
    more = [_part("", f"and {len(lines) - PARTS} more")] if len(lines) > PARTS else []
    return told + more


def _part(label: str, text: str, limit: int = PART) -> PartMessage:
    shown, omitted = shortened(text, limit)
    return {"label": one_line(label), "text": shown, "omitted": omitted}


def _filled(question: FormQuestion, said: Any, content: Mapping[str, str]) -> Answer:
    return Answer(said, question.content_of(content) if said == "accept" else {})


def _opened(_question: AddressQuestion, said: Any, _content: Mapping[str, str]) -> Answer:
    return Answer(said)


def _agreed(_question: object, said: Any, _content: Mapping[str, str]) -> bool:
    return said == "accept"


def _typed(_question: SecretQuestion, said: Any, content: Mapping[str, str]) -> str | None:
    return (content.get("value") or None) if said == "accept" else None


SHOWN: Mapping[type, Callable[[Any], Mapping[str, Any]]] = {
    FormQuestion: _form,
    AddressQuestion: _address,
    SamplingQuestion: _sampling,
    ConsentQuestion: _consent,
    SecretQuestion: _secret,
}
ANSWERS: Mapping[type, Callable[[Any, Any, Mapping[str, str]], Any]] = {
    FormQuestion: _filled,
    AddressQuestion: _opened,
    SamplingQuestion: _agreed,
    ConsentQuestion: _agreed,
    SecretQuestion: _typed,
}
