"""What the host's model is told: the server's instructions, and the descriptions of its tools."""

from __future__ import annotations

from collections.abc import Iterator

from ..sandbox import MODULES

BUDGET = 2048  # characters that hosts are known to read
SHOWN = 40  # characters of the last words that are read

REPL = f"""\
Run Python in a sandbox whose functions are this server's tools; the result is the value of the \
last expression, and what was printed.

- Call tools as plain functions: `server.tool(arg, name=value)`. No `await` is needed; \
`await asyncio.gather(a.x(1), a.x(2))` runs them at the same time. `help()` lists them, \
`help("server.tool")` shows one in full.
- Variables, functions and imports stay between calls. A call that fails changes nothing.
- A tool that fails raises RuntimeError, which can be caught.
- Inside `map`, `filter`, `sorted(key=…)` and special methods no tool can be called: use a \
comprehension.
- Missing: class inheritance, `yield`, `del`, `property`, `staticmethod`, methods as \
values (`key=prices.get`: use a lambda), other packages (numpy, \
pandas, requests), files, environment, network. There are: {" ".join(MODULES)}.
- Images that tools return are handles with `.width`, `.height` and `.mime_type`: make one the \
last expression to see it.
- Work on data here and return only what matters: long results are cut off."""

HELP = """\
One tool of this server in full: what it does, its arguments. Without `tool`: a list of all."""


def instructions(description: str, index: str) -> str:
    """What the server says of itself; never what the agent's own model is told."""
    about = f"{description.strip()}\n\n" if description.strip() else ""
    return (
        f"{about}Write Python for the tool `repl`: its functions are the tools below, variables "
        "stay between calls. `help` with a name shows a tool in full.\n\n"
        f"Tools:\n{index}"
    )


def too_long(text: str, what: str) -> Iterator[str]:
    """A warning where a host may not read all of `text`.

    >>> list(too_long("short", "the instructions"))
    []
    """
    if len(text) > BUDGET:
        last = text[:BUDGET][-SHOWN:].replace("\n", " ")
        yield (
            f"{what} are {len(text):,} characters long; hosts that read {BUDGET:,} see them up to "
            f"{last!r}, and not the other {len(text) - BUDGET:,}"
        )
