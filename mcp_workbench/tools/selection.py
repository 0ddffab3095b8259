"""Which of a server's tools are used."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(frozen=True)
class Selection:
    """Names and patterns such as `git_*`, told apart by capitals; what is excluded stays out.

    Args:
        include: the only tools that are used; all where it is `None`.
        exclude: tools that are not used; they win.

    Source: the patterns of the module `fnmatch`: `*`, `?`, `[seq]`, `[!seq]`.

    >>> Selection(include=("git_*",), exclude=("git_push",)).keeps("git_log")
    True
    """

    include: tuple[str, ...] | None = None
    exclude: tuple[str, ...] = ()

    def keeps(self, name: str) -> bool:
        """Whether the tool of this name is used."""
        return not self.why_out(name)

    def why_out(self, name: str) -> str:
        """The option that leaves the tool out; empty where it is used.

        >>> Selection(include=("echo",)).why_out("add")
        'include_tools'
        """
        if _fits(name, self.exclude):
            return "exclude_tools"
        return "" if self.include is None or _fits(name, self.include) else "include_tools"

    def warnings(self, names: Iterable[str]) -> list[str]:
        """What is written but fits none of the server's tools.

        Args:
            names: all tools that the server has.

        >>> Selection(exclude=("pusch",)).warnings(["push"])
        ["exclude_tools: the server has no tool 'pusch'"]
        """
        known = list(names)
        return [
            f"{option}: the server has no tool {pattern!r}"
            for option, patterns in (
                ("include_tools", self.include or ()),
                ("exclude_tools", self.exclude),
            )
            for pattern in patterns
            if not any(_fits(name, (pattern,)) for name in known)
        ]


def is_pattern(name: str) -> bool:
    """Whether more than one tool may fit.

    >>> is_pattern("git_*"), is_pattern("git_log")
    (True, False)
    """
    return any(sign in name for sign in "*?[")


def _fits(name: str, patterns: Iterable[str]) -> bool:
    # a name as it is comes first: brackets in one are no pattern
    return any(name == pattern or fnmatchcase(name, pattern) for pattern in patterns)
