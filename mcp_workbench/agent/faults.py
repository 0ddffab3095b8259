"""What models, their providers and pydantic-ai raise, told in our words and without keys."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from ..errors import ModelFailed, WorkbenchError
from ..specs.masking import masked_words
from ..visible import one_line
from .models import KEY

SECRET = re.compile(r"(?i)(?:key|token|secret|passw)")
VARIABLE = re.compile(r"`([A-Z][A-Z0-9_]+)` environment variable")
EXTRA = re.compile(r"pydantic-ai-slim\[([a-z-]+)\]")
OURS = {"openai", "anthropic"}  # extras of this package that bring a provider's own
LONGEST = 500  # characters of what a provider says
SHORTEST_SECRET = 8
HINTS = {
    400: "the provider does not take this request; its words say why",
    401: "the key is missing or wrong",
    403: "the key may not do this",
    404: "is the model's name right, and is it served there?",
    413: "the conversation is too long: agent.reset() starts anew",
    429: "too many requests, or no credit left; wait a little and run it again",
}


def told(fault: BaseException, model: str) -> WorkbenchError:
    """The error that `fault` is to a person.

    Args:
        fault: what was raised while the model was made or used.
        model: the model's name, for people.

    >>> told(ImportError('pip install "pydantic-ai-slim[openai]"'), "openai:gpt-5").hint
    'pip install "mcp-workbench[openai]"'
    """
    from pydantic_ai import exceptions as theirs

    for one in _chain(fault):
        if isinstance(one, WorkbenchError):
            return one
    for one in _chain(fault):
        if isinstance(one, theirs.ModelHTTPError):
            return _refused(one, model)
        if isinstance(one, ImportError):
            return _missing(one, model)
    return _by_kind(fault, model)


def _by_kind(fault: BaseException, model: str) -> ModelFailed:
    from pydantic_ai import exceptions as theirs

    words = _words(fault)
    variable = VARIABLE.search(str(fault))
    if variable is not None and not isinstance(fault, theirs.AgentRunError):
        hint = f"set the environment variable {variable[1]}"
        what = f"model {model!r} needs a {'key' if SECRET.search(variable[1]) else 'setting'}"
        return ModelFailed(what, hint=hint, reason="no-key")
    if isinstance(fault, theirs.ModelTimeoutError | theirs.ModelRequestTimeout):
        hint = "run it again, or give it more time in model_settings"
        return ModelFailed(f"model {model!r} did not answer in time", hint=hint, reason="timeout")
    if isinstance(fault, theirs.ModelConnectionError):
        hint = "is it running, and is the address right?"
        return ModelFailed(
            f"model {model!r} cannot be reached: {words}", hint=hint, reason="connection"
        )
    if isinstance(fault, theirs.UnexpectedModelBehavior):
        hint = "run it again, or try another model"
        return ModelFailed(f"model {model!r} gave no answer: {words}", hint=hint, reason="answer")
    hint = "its provider or its settings are at fault"
    reason = type(fault).__name__
    return ModelFailed(f"model {model!r} failed: {reason}: {words}", hint=hint, reason=reason)


def _refused(fault: Any, model: str) -> ModelFailed:
    status = int(fault.status_code)
    hint = HINTS.get(status, "the provider has a fault; run it again in a while")
    if status in (401, 403) and "@http" in model:
        hint += f"; it is read from the environment variable {KEY}"
    similar = getattr(fault, "suggested_model_id", None)
    if isinstance(similar, str):
        hint = f"did you mean {one_line(similar, 80)!r}?"
    said = without_secrets(one_line(_said(fault.body), LONGEST))
    what = f"the provider of {model!r} answered with HTTP {status}"
    return ModelFailed(f"{what}: {said}" if said else what, hint=hint, reason=f"http_{status}")


def _said(body: object) -> str:
    """The message in the body of a refusal, whichever of the usual forms it has."""
    if isinstance(body, Mapping):
        entry = cast("Mapping[str, Any]", body)
        return _said(entry.get("error") or entry.get("message") or entry.get("detail"))
    return body if isinstance(body, str) else ""


def _missing(fault: ImportError, model: str) -> ModelFailed:
    extra = EXTRA.search(str(fault))
    name = extra[1] if extra else ""
    package = "mcp-workbench" if name in OURS else "pydantic-ai-slim"
    hint = f'pip install "{package}[{name}]"' if name else _words(fault)
    what = f"model {model!r} needs a package that is not installed"
    return ModelFailed(what, hint=hint, reason="no-package")


def _chain(fault: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    one: BaseException | None = fault
    while one is not None and id(one) not in seen:
        seen.add(id(one))
        yield one
        one = one.__cause__  # not what the caller was handling meanwhile


def _words(fault: BaseException) -> str:
    return without_secrets(one_line(str(fault) or type(fault).__name__, LONGEST))


def without_secrets(text: str) -> str:
    """`text` without keys: those of the environment, and what looks like one.

    >>> without_secrets("Incorrect API key provided: sk-proj-abcdefgh12345678.")
    'Incorrect API key provided: …'
    """
    for name, value in os.environ.items():
        if SECRET.search(name) and len(value) >= SHORTEST_SECRET:
            text = text.replace(value, "…")
    return " ".join(masked_words(text.split(" ")))
