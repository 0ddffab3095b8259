"""What one evaluation in the sandbox may use."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from ..errors import ConfigInvalid


@dataclass(frozen=True)
class Limits:
    """Limits of one evaluation, and of what stays after it.

    Args:
        cpu: seconds of computing; the clock stands while tools run.
        wall: seconds from start to end, tools included.
        memory: bytes of the sandbox's process.
        recursion: functions that call each other, deep.
        tool_calls: calls of tools and of sleep.
        sleep: seconds of `time.sleep` and `asyncio.sleep`, in sum.
        code: bytes of the code, in UTF-8.
        state: bytes that all variables take together, as they are saved, or that a value takes.
        output: characters that are shown of a result and of what was printed. Printing four
            times as much ends the evaluation.
        result: bytes of what one tool may return, and of what it may be given.
        images: pictures that one evaluation shows.
        image_memory: bytes of all pictures that variables may stand for; the oldest go first.

    Raises:
        ConfigInvalid: a limit is not a number above 0.

    >>> Limits(cpu=2.5).cpu
    2.5
    """

    cpu: float = 10.0
    wall: float = 60.0
    memory: int = 256_000_000
    recursion: int = 1000
    tool_calls: int = 200
    sleep: float = 5.0
    code: int = 65_536
    state: int = 10_000_000
    output: int = 20_000
    result: int = 4_000_000
    images: int = 10
    image_memory: int = 100_000_000

    def __post_init__(self) -> None:
        for field in fields(self):
            value, whole = getattr(self, field.name), field.type == "int"
            kind = int if whole else int | float
            if isinstance(value, bool) or not isinstance(value, kind) or not 0 < value < math.inf:
                raise ConfigInvalid(
                    f"the limit {field.name} is {value!r:.40}",
                    hint=f"give a {'whole' if whole else 'finite'} number above 0",
                    reason="bad-value",
                )
