"""A model that plays prepared answers: for tests, tours and demonstrations, and labelled so."""

from __future__ import annotations

import errno
import json
import re
import stat
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ..errors import ArgumentsInvalid, ModelFailed, near
from ..tools.brief import brief_repr
from ..tools.json_values import json_value
from ..tools.tool import as_object
from ..visible import one_line, printed

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage
    from pydantic_ai.models import Model

KEYS = ("text", "thought", "calls")
KEYS_OF_CALL = ("name", "args", "id")
EXAMPLE = '{"text": "…"} or {"calls": [{"name": "add", "args": {"a": 1}}]}'
PIECES = re.compile(r"\S+\s*|\s+")  # a text is streamed word by word
LARGEST = 10 << 20  # bytes of a script


@dataclass(frozen=True)
class Step:
    """One answer: reasoning, text, and calls as name, arguments and id."""

    text: str = ""
    thought: str = ""
    calls: tuple[tuple[str, Any, str | None], ...] = ()


class ScriptedModel:
    """Answers with prepared steps, one each time it is asked; no model thinks.

    Which step comes next is told by the conversation: the first answer in it is the first step. So
    `Agent.reset` starts it again. It checks nothing of what it is sent.

    Args:
        steps: texts, or dicts with `text`, `thought` (reasoning) and `calls`; each call has `name`
            and `args`.
        name: what it is called, for people.

    Raises:
        ModelFailed: a step is none.

    >>> from mcp_workbench import Agent
    >>> agent = Agent(ScriptedModel(["Hello!"], name="greeter"))
    >>> agent.model, agent.run_sync("Hi.").output
    ('greeter (scripted)', 'Hello!')
    """

    def __init__(self, steps: Iterable[str | Mapping[str, Any]], name: str = "scripted") -> None:
        if isinstance(steps, str):
            raise ModelFailed(
                f"{_brief(steps)} is no list of steps",
                hint="ScriptedModel([…]), or ScriptedModel.load(PATH) for a file",
                reason="script",
            )
        self.name = name
        self.steps: Sequence[Step] = [_step(each, f"step {n}") for n, each in enumerate(steps, 1)]

    @classmethod
    def load(cls, path: str | Path) -> ScriptedModel:
        """The steps in a YAML or JSON file without aliases, a list as the constructor takes it.

        Raises:
            ModelFailed: there is no such file, or it holds something else.
        """
        import yaml

        from ..grammar.yaml_core import CoreLoader

        file, shown = Path(path).expanduser(), one_line(str(path))
        try:
            _check_file(file)
            with file.open("rb") as opened:
                data = opened.read(LARGEST)
            found: Any = yaml.load(data.decode(), CoreLoader)  # noqa: S506  a safe loader
        except OSError as error:
            told = f"the script {shown!r} cannot be read: {error.strerror or error}"
            hint = "scripted:PATH names a YAML file"
            raise ModelFailed(told, hint=hint, reason="script") from None
        except (yaml.YAMLError, ValueError, RecursionError) as error:
            told = f"the script {shown!r} is no YAML: {one_line(str(error))}"
            raise ModelFailed(told, hint=f"a list of {EXAMPLE}", reason="script") from None
        if not isinstance(found, list):
            raise ModelFailed(
                f"the script {shown!r} holds no list", hint=f"a list of {EXAMPLE}", reason="script"
            )
        return cls(cast("list[Any]", found), file.name)

    def as_model(self) -> Model:
        """The same for pydantic-ai."""
        from pydantic_ai.models.function import FunctionModel

        def answer(messages: list[ModelMessage], _: object) -> AsyncIterator[Any]:
            place = sum(message.kind == "response" for message in messages)
            return _streamed(self._at(place), place + 1)

        return FunctionModel(stream_function=answer, model_name=self.name)

    @property
    def label(self) -> str:
        """Its name for people, which says what it is."""
        name = one_line(self.name, 80)
        return name if name == "scripted" else f"{name} (scripted)"

    def _at(self, place: int) -> Step:
        if place >= len(self.steps):
            count = len(self.steps)
            raise ModelFailed(
                f"the script of {self.name!r} is over: it has {count} step{'s'[: count != 1]}",
                hint="add a step, or start again with agent.reset()",
                reason="script-over",
            )
        return self.steps[place]

    def __repr__(self) -> str:
        return f"ScriptedModel({len(self.steps)} steps, name={self.name!r})"


async def _streamed(step: Step, number: int) -> AsyncIterator[Any]:
    from pydantic_ai.models.function import DeltaThinkingPart, DeltaToolCall

    for piece in PIECES.findall(step.thought):
        yield {0: DeltaThinkingPart(content=piece)}
    for piece in PIECES.findall(step.text):
        yield piece
    for place, (name, arguments, id_) in enumerate(step.calls, 1):
        written = arguments if isinstance(arguments, str) else json.dumps(arguments)
        yield {place: DeltaToolCall(name, written, tool_call_id=id_ or f"call-{number}-{place}")}
    if not (step.thought or step.text or step.calls):
        yield ""


def _step(given: object, where: str) -> Step:
    if isinstance(given, str):
        return Step(given)
    if not isinstance(given, Mapping):
        raise _refused(f"{where} is {_brief(given)}", "")
    entry = cast("Mapping[str, Any]", given)
    for key in entry:
        if key not in KEYS:
            raise _refused(f"{where} has the key {_brief(key)}", near(str(key), KEYS))
    calls: Any = entry.get("calls") or ()
    text, thought = entry.get("text") or "", entry.get("thought") or ""
    if not (isinstance(text, str) and isinstance(thought, str) and isinstance(calls, list | tuple)):
        raise _refused(f"{where} has text that is no text, or calls that are no list", "")
    made = [_call(one, f"{where}, call {n}") for n, one in enumerate(cast("list[Any]", calls), 1)]
    return Step(text, thought, tuple(made))


def _call(given: object, where: str) -> tuple[str, Any, str | None]:
    entry = as_object(given)
    name, id_ = entry.get("name"), entry.get("id")
    if not isinstance(name, str):
        raise _refused(f"{where} is {_brief(given)}", "")
    for key in entry:
        if key not in KEYS_OF_CALL:
            raise _refused(f"{where} has the key {_brief(key)}", near(str(key), KEYS_OF_CALL))
    try:
        arguments = json_value(entry.get("args") or {}, "args")
    except ArgumentsInvalid as error:
        raise _refused(f"{where}: {error.what}", error.hint) from None
    return name, arguments, id_ if isinstance(id_, str) else None


def _check_file(file: Path) -> None:
    about = file.stat()
    if not stat.S_ISREG(about.st_mode):
        raise OSError(errno.EINVAL, "it is no regular file")  # a pipe would be waited for
    if about.st_size > LARGEST:
        raise OSError(errno.EFBIG, f"it is larger than {LARGEST >> 20} MB")


def _brief(given: object) -> str:
    return one_line(printed(given, brief_repr), 60)


def _refused(what: str, hint: str) -> ModelFailed:
    return ModelFailed(
        f"{what}, which is no step of a scripted model", hint=hint or EXAMPLE, reason="script"
    )
