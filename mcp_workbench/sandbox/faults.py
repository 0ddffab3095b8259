"""What went wrong in the sandbox, told as errors of the workbench."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic_monty import MontyCrashedError, MontyError, MontyRuntimeError, MontySyntaxError

from ..errors import CodeFailed, LimitReached, WorkbenchError
from ..visible import one_line
from .limits import Limits

KEPT = "variables are as they were before this call"
LONGEST = 6000  # characters of a traceback
FILE = re.compile(r'File "<python-input-(\d+)>"')
# the sandbox's own words for a tool that is called where it cannot wait
CANNOT_WAIT = re.compile(r"external function '(.+?)' cannot suspend in this synchronous context")
SPENT = {
    "feed time limit exceeded": "cpu-time",
    "turn time limit exceeded": "cpu-time",
    "memory limit exceeded": "memory",
    "the worker exceeded its memory limit": "memory",
}
TEXTS = {
    "cpu-time": ("the code computed for more than {cpu:g} s", "do less in one call"),
    "wall-time": ("the call took more than {wall:g} s, tools included", "do less in one call"),
    "memory": ("the code needed more than {memory:,} bytes of memory", "keep less at a time"),
    "tool-calls": (
        "the code called tools, or slept, more than {tool_calls:,} times",
        "call fewer at a time",
    ),
    "sleep": ("the code slept for more than {sleep:g} s in sum", "wait less"),
    "code-size": ("the code is longer than {code:,} bytes", "send it in parts"),
    "state-size": (
        "the variables would take more than {state:,} bytes",
        "keep less in variables: those that are not needed any more can be set to None",
    ),
    "output": ("the code printed far more than {output:,} characters", "print less"),
}


def limit_reached(reason: str, limits: Limits) -> LimitReached:
    """The error of the limit that `reason` names.

    >>> print(limit_reached("cpu-time", Limits(cpu=2)))
    the code computed for more than 2 s
    hint: do less in one call; variables are as they were before this call
    """
    what, hint = TEXTS[reason]
    return LimitReached(what.format_map(vars(limits)), hint=f"{hint}; {KEPT}", reason=reason)


def told(fault: MontyError, labels: Sequence[str], limits: Limits) -> WorkbenchError:
    """What the interpreter says, with our names for its files.

    Args:
        fault: what it raised.
        labels: the name of each snippet, by the number that the interpreter gave it.
        limits: what the code was allowed.
    """
    if isinstance(fault, MontyCrashedError):
        return _crashed(fault, limits)
    inner = fault.exception()
    if isinstance(inner, TimeoutError | MemoryError):
        for words, reason in SPENT.items():
            if str(inner).startswith(words):
                return limit_reached(reason, limits)
    return CodeFailed(_traceback(fault, labels), hint=KEPT, reason=type(inner).__name__)


def unknown(fault: BaseException) -> WorkbenchError:
    """What went wrong between the sandbox and its host, such as a value that cannot cross.

    >>> print(unknown(OverflowError("too deep")))
    the evaluation could not go on: OverflowError: too deep
    hint: variables are as they were before this call
    """
    words = one_line(f"{type(fault).__name__}: {fault}", 500)
    what = f"the evaluation could not go on: {words}"
    return CodeFailed(what, hint=KEPT, reason=type(fault).__name__)


def _crashed(fault: MontyCrashedError, limits: Limits) -> WorkbenchError:
    words = str(fault)
    if fault.timed_out or "duration" in words or "time limit" in words:
        return limit_reached("cpu-time", limits)
    if "memory" in words:
        return limit_reached("memory", limits)
    return CodeFailed(
        f"the process of the sandbox ended: {words}",
        hint=f"a new one has taken its place; {KEPT}",
        reason="crashed",
    )


def _traceback(fault: MontyError, labels: Sequence[str]) -> str:
    if not isinstance(fault, MontyRuntimeError | MontySyntaxError):
        return f"{type(fault.exception()).__name__}: {fault}"

    def renamed(match: re.Match[str]) -> str:
        number = int(match[1])
        return f'File "{labels[number]}"' if number < len(labels) else match[0]

    text = FILE.sub(renamed, fault.display("traceback"))
    text = CANNOT_WAIT.sub(
        r"the tool \1 cannot be called by map, filter, sorted(key=…) or a special method; "
        r"use a comprehension, as in [\1(x) for x in items]",
        text,
    )
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 4]}\n[…]\n{text[-3 * LONGEST // 4 :]}"
    return text.rstrip()
