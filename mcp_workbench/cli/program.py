"""The program: its commands, and the one place where errors become words and exit codes."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import click

from .._version import __version__
from ..errors import UsageInvalid, WorkbenchError
from .calling import call
from .examining import doctor
from .exits import DONE, FAILED, INTERRUPTED, exit_of
from .exporting import export
from .interrupts import PATIENCE, interrupts
from .listing import tools
from .offers import prompt, prompts, read, resources
from .output import error_json, flushed, has_streams, put_json, say, say_error
from .requesting import request
from .running import run
from .secret import secret
from .servers import servers
from .serving import serve

NAME = "mcp-workbench"
DEBUG = "MCP_WORKBENCH_DEBUG"
EXTRA = re.compile(r"unexpected extra arguments? \((\w+:?=[^\s)]*)")
KNOWN = (WorkbenchError, click.ClickException, click.Abort)


class Program(click.Group):
    """A group whose commands raise errors of ours, or return an exit code."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run it; the process ends with the exit code, unless `standalone_mode` is false."""
        words = list(sys.argv[1:] if args is None else args)
        extra["windows_expand_args"] = windows_expand_args
        has_streams()
        try:
            code = self._ended(words, prog_name or NAME, complete_var, extra)
        except BrokenPipeError:  # nobody reads, as behind `head`, so there is nobody to tell
            code = FAILED
        if not flushed():
            code = code or FAILED
        if standalone_mode:
            sys.exit(code)
        return code

    def _ended(self, words: list[str], name: str, completing: str | None, extra: Any) -> int:
        try:
            code = super().main(words, name, completing, standalone_mode=False, **extra)
        except BrokenPipeError:
            raise
        except Exception as error:
            # a library may have made something else of Ctrl-C
            ended = click.Abort() if interrupts.came else error
            # a fault of ours is one line to the person
            if not isinstance(ended, KNOWN) and os.environ.get(DEBUG):
                raise
            return _told(ended, as_json="--json" in words)
        return code if isinstance(code, int) else DONE


def _meant(error: click.UsageError) -> str:
    """What a word that is too much was meant to be, where parameters follow -p."""
    word = EXTRA.search(error.message)
    takes = error.ctx is not None and any(p.name == "parameters" for p in error.ctx.command.params)
    return f"; did you mean -p {word[1]}?" if word and takes else ""


def _told(error: Exception, *, as_json: bool) -> int:
    """Tell what ended the program; in JSON too, where that was wanted."""
    match error:
        case click.Abort():
            if interrupts.came and not interrupts.claim():
                time.sleep(PATIENCE)  # it is being told, and the process ends
            known, code = WorkbenchError("interrupted", reason="interrupted"), INTERRUPTED
        case click.UsageError():
            if meant := _meant(error):
                error = click.UsageError(f"{error.message}{meant}", error.ctx)
            known, code = UsageInvalid(error.format_message(), reason="usage"), error.exit_code
        case click.ClickException():  # such as an editor that does not start
            known, code = WorkbenchError(error.format_message(), reason="terminal"), FAILED
        case WorkbenchError():
            known, code = error, exit_of(error)
        case _:
            told = f"unexpected {type(error).__name__}: {error}"
            hint = f"{DEBUG}=1 shows where; please report it"
            known, code = WorkbenchError(told, hint=hint, reason="unexpected"), FAILED
    if isinstance(error, click.Abort):
        say("interrupted")
    elif isinstance(error, click.UsageError):
        error.show()
    else:
        say_error(known)
    if as_json:
        # where standard output fails, the words have told it
        with suppress(OSError, WorkbenchError):
            put_json({"ok": False, "error": error_json(known)})
    return code


@click.group(
    cls=Program,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 done, 1 the work failed, 2 usage, 3 configuration or trust, 4 sign-in"
    " needed, 5 no connection, 6 a limit or time was reached, 130 interrupted.",
)
@click.version_option(__version__, "-V", "--version", prog_name=NAME)
def program() -> None:
    """Try, see and automate MCP servers.

    Servers are those of --connect, of the variable MCP_WORKBENCH_SERVERS, of the .mcp.json at or
    above this directory, the user's own, and demo, which comes along.
    """


for _command in (
    servers,
    tools,
    doctor,
    call,
    request,
    resources,
    read,
    prompts,
    prompt,
    export,
    run,
    serve,
    secret,
):
    program.add_command(_command)
