"""What is answered where a server asks for something: by a person, by a rule, or by a function."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Mapping
from typing import Any, Literal, cast, get_args

from ..asking import AddressQuestion, Answer, FormQuestion, ask
from ..errors import ApprovalDenied, UsageInvalid, WorkbenchError
from ..visible import one_line, printed

Rule = Literal["ask", "decline", "cancel"]
RULES = get_args(Rule)
Question = FormQuestion | AddressQuestion
Given = Answer | Mapping[str, Any] | bool | str | None
Elicitation = Rule | Callable[[Question], Any]
Warn = Callable[[str], None]
LONGEST = 300  # characters of a warning


def check_elicitation(elicitation: object) -> None:
    """Refuse what is neither a rule nor a function.

    Raises:
        UsageInvalid: it is neither.

    >>> check_elicitation("ask")
    """
    if not callable(elicitation) and elicitation not in RULES:
        raise UsageInvalid(
            f"{one_line(printed(elicitation), 60)} is no answer to what servers ask",
            hint=f"one of {', '.join(RULES)}, or a function that is given the question",
            reason="elicitation",
        )


async def elicited(question: Question, elicitation: Elicitation, warn: Warn) -> Answer:
    """The answer to `question`; whatever goes wrong on the way to one cancels.

    Args:
        question: of the server.
        elicitation: the rule, or the function that stands in for the person. It is given the
            question, and returns what was filled in as a mapping, `True` for an address that it
            opened, `"decline"`, or `"cancel"` or None for neither.
        warn: told why nobody was asked.
    """
    if callable(elicitation):
        return await _of_function(question, elicitation, warn)
    if elicitation != "ask":
        warn(f"{question.undone}: wb.elicitation is {elicitation!r}")
        return Answer(elicitation)
    try:
        return await ask(question)
    except ApprovalDenied as denied:
        warn(one_line(f"{denied.what}; it was cancelled – {denied.hint}", LONGEST))
        return Answer("cancel")


async def _of_function(
    question: Question, function: Callable[[Question], Any], warn: Warn
) -> Answer:
    try:
        if inspect.iscoroutinefunction(function):
            given: Given = await function(question)
        else:
            # code of a person may block, and all servers share this loop
            given = await asyncio.to_thread(function, question)
            if inspect.isawaitable(given):
                given = await cast("Any", given)
        return _read(question, given)
    except WorkbenchError as error:
        warn(one_line(f"what wb.elicitation gave is no answer: {error.what}", LONGEST))
    except Exception as error:  # noqa: BLE001  code of a person: whatever it raises cancels
        fault = f"{type(error).__name__}: {printed(error, str)}"
        warn(one_line(f"wb.elicitation failed, so it was cancelled: {fault}", LONGEST))
    return Answer("cancel")


def _read(question: Question, given: Given) -> Answer:
    """What a function gave, as an answer.

    Raises:
        WorkbenchError: it is none, or does not fit what was asked for.
    """
    if isinstance(given, Answer):
        answer = given
    elif isinstance(given, Mapping):
        answer = Answer("accept", given)
    elif given is None or given in ("decline", "cancel"):
        answer = Answer("decline" if given == "decline" else "cancel")
    elif given is True or given == "accept":
        answer = Answer("accept")
    elif given is False:
        answer = Answer("decline")
    else:
        raise UsageInvalid(f"it is {one_line(printed(given), 60)}", hint="see help", reason="type")
    if answer.action == "accept" and isinstance(question, FormQuestion):
        return Answer("accept", question.checked({**question.defaults, **answer.content}))
    return Answer(answer.action)
