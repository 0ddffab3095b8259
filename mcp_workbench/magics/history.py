"""`%mcp history`: the calls that were made, and how they can be made again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from ..errors import UsageInvalid, near
from ..grammar import read_options, unquoted, write_json
from ..visible import one_line, visible
from .command import SHOWN, Command, Line, Typing, as_word
from .numbers import LAST, duration, last_of
from .tables import Listed, Table

if TYPE_CHECKING:
    from ..sessions.history import HistoryEntry

OPTIONS = {"--server": "SERVER", LAST: "NUMBER", "--as": "FORM", "--save": "FILE"}
FORMS: Mapping[str, Callable[[HistoryEntry], str]] = {
    "cell": lambda one: one.as_cell(),
    "json": lambda one: one.as_json(),
    "curl": lambda one: one.as_curl(),
    "cli": lambda one: one.as_command(),
}
NONE = "No call was made yet: %mcp call SERVER.TOOL key=value"
NONE_SUCH = "None of the {} calls that were made is such."
BRIEF = 400  # characters of arguments and of an answer that a row is made of
PLAIN = (str, int, float, bool, dict, list)
REMARK = 400  # characters of what is said in the place of a call
LOOK = "background:none;white-space:pre-wrap;overflow-wrap:anywhere"


class HistoryListing(Listed["HistoryEntry"]):
    """Calls; a cell shows them as a table, the last ones of very many."""

    @property
    def table(self) -> Table:
        """The calls as a table."""
        head = ("#", "time", "from", "tool", "arguments", "took", "answer")
        return self.last_rows(head, _row)


class Exported(list[str]):
    """Calls written so that they can be made elsewhere, each a text."""

    def __repr__(self) -> str:
        return "\n".join(map(visible, self))

    def _repr_html_(self) -> str:
        return f'<pre style="{LOOK}">{escape(repr(self))}</pre>'


def _row(entry: HistoryEntry) -> tuple[str, ...]:
    return (
        str(entry.number),
        entry.time.astimezone().strftime("%H:%M:%S"),
        f"{entry.surface}{', raw' if entry.raw else ''}",
        entry.tool,
        " ".join(f"{key}={_brief(value)}" for key, value in entry.shown_arguments.items()),
        duration(entry.elapsed),
        _answer(entry),
    )


def _answer(entry: HistoryEntry) -> str:
    if entry.error is not None:
        return f"error [{entry.error.code}]: {entry.error.what}"
    value: Any = entry.result.redact(_plain(entry))
    return value if isinstance(value, str) else _brief(value)


def _plain(entry: HistoryEntry) -> Any:
    """The value as far as it is text or JSON; of pictures and the like, how many there are."""
    value: Any = entry.result.value
    if type(value) in PLAIN and value is not entry.result.content:
        return value
    return " and ".join(str(block.get("type")) for block in entry.result.wire.get("content", []))


def _brief(value: Any) -> str:
    if isinstance(value, str):
        return one_line(value, BRIEF)
    try:
        return one_line(write_json(value), BRIEF)
    except (TypeError, ValueError):
        return type(value).__name__


def history(line: Line) -> HistoryListing | Exported:
    """The calls of this kernel, those of the panel and of agents among them."""
    words, given = read_options(line.words, OPTIONS)
    form, file = given.get("--as"), given.get("--save")
    known = line.workbench.history
    text, last = " ".join(map(unquoted, words)), last_of(given)
    found = known.find(text, server=given.get("--server", ""), last=last)
    if form is not None:
        return Exported(_exported(found, form, file))
    notes: list[str] = []
    if file is not None:
        from ..sessions.saving import save_lines

        notes.append(f"saved in {save_lines(file, (one.as_dict() for one in found))}")
    return HistoryListing(found, NONE_SUCH.format(len(known)) if len(known) else NONE, notes)


def _exported(found: Sequence[HistoryEntry], form: str, file: str | None) -> list[str]:
    """The calls in the form; a remark stands for each of several that have none."""
    if form not in FORMS:
        raise UsageInvalid(
            f"a call is not written as {one_line(form, SHOWN)!r}",
            hint=near(form, FORMS),
            reason="bad-value",
        )
    if file is not None:
        raise UsageInvalid(
            "--as shows calls, and --save keeps all that is known of them",
            hint="give one of the two",
            reason="too-many",
        )
    if len(found) == 1:
        return [FORMS[form](found[0])]
    return [_form_or_remark(one, FORMS[form]) for one in found]


def _form_or_remark(entry: HistoryEntry, form: Callable[[HistoryEntry], str]) -> str:
    try:
        return form(entry)
    except UsageInvalid as error:
        return one_line(f"# call {entry.number}: {error.what}; {error.hint}", REMARK)


def _servers(typing: Typing) -> list[str]:
    return [as_word(name) for name in typing.workbench.servers]


HISTORY = Command(
    "history",
    ("", "TEXT --server SERVER --last 20", "--last 1 --as cell|json|curl|cli", "--save FILE.jsonl"),
    "the calls that were made, and how each is made again or elsewhere",
    history,
    "wb.history, wb.history[-1].again()",
    OPTIONS,
    values={"--server": _servers, "--as": lambda _: FORMS},
)
