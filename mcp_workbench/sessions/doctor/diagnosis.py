"""What was found out about a server, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any, Literal

from ...errors import WorkbenchError
from ...visible import one_line, visible

State = Literal["ok", "failed", "skipped"]
LONGEST, WORDS = 400, 4000  # characters of a line, and of an error
CELL = "text-align:left;vertical-align:top;white-space:pre-wrap"
# of the theme, and one that can be read on both where there is none
COLOURS: dict[State, str] = {
    "ok": "",
    "failed": "color:var(--jp-error-color1,#d32f2f);font-weight:600",
    "skipped": "opacity:0.6",
}
SIGNS: dict[State, str] = {"ok": "✓", "failed": "✗", "skipped": "·"}


@dataclass(frozen=True)
class Step:
    """One step.

    Args:
        name: what was looked at, such as `command`, `DNS` or `lists`.
        state: `ok`, `failed`, or `skipped` where it means nothing here or could not be reached.
        told: what was found, or why it was skipped.
        seconds: how long it took.
        error: why it failed; its hint is the fix.

    >>> print(Step("DNS", "ok", "127.0.0.1", 0.01))
    ✓ DNS         0.01 s  127.0.0.1
    """

    name: str
    state: State
    told: str = ""
    seconds: float = 0.0
    error: WorkbenchError | None = None

    @property
    def words(self) -> str:
        """What was found, in one line."""
        return one_line(self.error.what if self.error else self.told, LONGEST)

    def __str__(self) -> str:
        time = "" if self.state == "skipped" else f"{self.seconds:.2f} s"
        return f"{SIGNS[self.state]} {self.name:<10}  {time:>6}  {self.words}".rstrip()


@dataclass(frozen=True)
class Diagnosis:
    """All steps of one server, in order; a cell shows them with the fix.

    Args:
        server: its name.
        what: the server in a few words, no secret in them.
        steps: what was looked at.

    >>> Diagnosis("shop", "uvx shop", (Step("command", "ok", "it is /bin/uvx", 0.0),))
    shop: uvx shop
    ✓ command     0.00 s  it is /bin/uvx
    nothing is wrong with it
    """

    server: str
    what: str
    steps: tuple[Step, ...]

    @property
    def failed(self) -> Step | None:
        """The step that fails, where one does."""
        return next((step for step in self.steps if step.state == "failed"), None)

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return self.failed is None

    @property
    def error(self) -> WorkbenchError | None:
        """Why the step fails that does."""
        return self.failed.error if self.failed else None

    def _end(self) -> Iterator[str]:
        if self.error is None or self.failed is None:
            yield "nothing is wrong with it"
            return
        yield visible(f"{self.failed.name} fails [{self.error.code}]: {self.error.what}"[:WORDS])
        if self.error.hint:
            yield visible(f"hint: {self.error.hint}"[:WORDS])

    @property
    def _title(self) -> str:
        return one_line(f"{self.server}: {self.what}", LONGEST)

    def __repr__(self) -> str:
        return "\n".join((self._title, *map(str, self.steps), *self._end()))

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<tr style="{COLOURS[step.state]}">'
            + "".join(
                f'<td style="{CELL}">{escape(cell)}</td>'
                for cell in (
                    *(SIGNS[step.state], step.name),
                    "" if step.state == "skipped" else f"{step.seconds:.2f} s",
                    step.words,
                )
            )
            + "</tr>"
            for step in self.steps
        )
        end = "".join(f'<p style="white-space:pre-wrap">{escape(line)}</p>' for line in self._end())
        title = escape(self._title)
        return f"<div><strong>{title}</strong><table><tbody>{rows}</tbody></table>{end}</div>"

    def to_dict(self) -> dict[str, Any]:
        """It as JSON.

        >>> Diagnosis("shop", "", ()).to_dict()
        {'server': 'shop', 'ok': True, 'failed': None, 'steps': []}
        """
        steps = [
            {
                "name": step.name,
                "state": step.state,
                "told": step.words,
                "seconds": round(step.seconds, 3),
                "code": step.error.code if step.error else None,
                "reason": step.error.reason if step.error else None,
                "hint": step.error.hint if step.error else None,
            }
            for step in self.steps
        ]
        failed = self.failed.name if self.failed else None
        return {"server": self.server, "ok": self.ok, "failed": failed, "steps": steps}
