"""`mcp-workbench`: servers, tools and recipes in a terminal, in scripts and in CI.

General layout: `program` is the group and the one place where errors become words and exit codes,
`exits` the table of those; each other module is one command or two, beside `given` (what options
and arguments say), `here` (which servers there are), `output` (what is written where), `words`
(hints for a terminal) and `interrupts` (Ctrl-C). All but the last load once the program runs.
"""


def main() -> None:
    """Run the program; the process ends with the exit code."""
    from .interrupts import interrupts

    interrupts.watch()
    try:
        from .program import program

        code: int = program.main(standalone_mode=False)
    except KeyboardInterrupt:
        interrupts.leave()
    interrupts.ended()
    raise SystemExit(code)


__all__ = ["main"]
