"""What one server would start or reach, and the digest of exactly that."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from ..notebook import expanded
from ..specs import HttpServer, InProcessServer, ServerSpec, StdioServer
from ..specs.masking import literal_masked_value, literals_masked_line
from ..specs.options import ServerOptions
from ..specs.placeholders import Reference, placeholders, reference
from .naming import VERBS
from .trust import Consent

NOT_STARTED_BY = frozenset(option.name for option in fields(ServerOptions))
OF_FILE, LARGEST = "envFile", 1 << 20  # its kind of placeholder; bytes of such a file
FILES = (OF_FILE, "file")  # kinds whose content decides what a command does
# a program that is given one of these may run something else than its command line says
HIJACKING = re.compile(
    r"(?i)PATH|LD_.+|DYLD_.+|NODE_OPTIONS|NODE_PATH|PYTHON.+|BASH_ENV|PERL5(LIB|OPT)|RUBY(LIB|OPT)"
    r"|JAVA_TOOL_OPTIONS|GIT_SSH(_COMMAND)?|UV_.+|PIP_.+|NPM_CONFIG_.+"
)
LAUNCHERS = {"npx", "bunx", "uvx", "pipx", "dnx", "uv", "bun", "npm", "pnpm", "yarn"}
WITH_PACKAGE = ("--package", "-p", "--from", "--spec", "--with")
# `name@1.2`, `@scope/name@1.2`, `name==1.2`; `latest` and other words of registries are none
PINNED = re.compile(r"@?[^@=]+(@|==)v?\d.*|.+@[0-9a-f]{40}|(\.|/|file:).*")


def consent_of(spec: ServerSpec, program: str, directory: Path) -> Consent:
    r"""All that starting or reaching the server would do.

    The digest covers the kind of server, the program that its command leads to, arguments, names
    and values of variables and of headers, the address, and the directory it starts in, since there
    `python server.py` is another program than elsewhere. Placeholders are covered as they are
    written: nothing is filled in before a person has agreed; but files that a command is filled
    from are covered with their content. Limits of time and choices of tools are not covered: they
    start nothing.

    Args:
        spec: as its file has it, its placeholders not filled.
        program: what the command leads to on this machine, or the command itself.
        directory: the one that the server starts in where the definition names none.

    >>> spec = StdioServer("npx", ("-y", "shop"), {"TOKEN": "s3cret"})
    >>> print(*consent_of(spec, "/usr/bin/npx", Path("/data")).what, sep="\n")
    starts /usr/bin/npx -y shop
    in /data
    with the variables TOKEN
    warning: 'shop' names no version, so it may be another program tomorrow
    """
    if isinstance(spec, InProcessServer):
        return Consent("", ())
    covered: dict[str, Any] = {
        name: value for name, value in asdict(spec).items() if name not in NOT_STARTED_BY
    }
    covered |= {"kind": type(spec).__name__, "files": dict(_files(spec))}
    if isinstance(spec, StdioServer):
        covered |= {"program": program, "cwd": _place(spec, directory)}
    text = json.dumps(covered, sort_keys=True, separators=(",", ":"), default=repr)
    digest = f"sha256:{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"
    lines = _started(spec, program, directory) if isinstance(spec, StdioServer) else _reached(spec)
    return Consent(digest, (*lines, *_filled(spec), *warnings_of(spec)))


def warnings_of(spec: ServerSpec) -> list[str]:
    """What a person should look at twice before such a server starts.

    >>> warnings_of(StdioServer("uvx", ("mcp-server-time==1.0",), {"PYTHONPATH": "x"}))
    ['warning: sets PYTHONPATH, which can make it run something else than it says']
    """
    if isinstance(spec, HttpServer) and spec.verify is False:
        return ["warning: trusts any certificate, so whoever is on the way can answer in its place"]
    if not isinstance(spec, StdioServer):
        return []
    told: list[str] = []
    if names := hijacking(spec):
        sets = ", ".join(names)
        told.append(f"warning: sets {sets}, which can make it run something else than it says")
    package = unpinned(spec)
    if package:
        told.append(f"warning: {package!r} names no version, so it may be another program tomorrow")
    return told


def hijacking(spec: ServerSpec) -> list[str]:
    """The variables by which a definition can make a harmless command run something else.

    >>> hijacking(StdioServer("node", ("a.js",), {"NODE_OPTIONS": "-r x", "DEBUG": "1"}))
    ['NODE_OPTIONS']
    """
    if not isinstance(spec, StdioServer):
        return []
    return [name for name in spec.env if HIJACKING.fullmatch(name)]


def unpinned(spec: StdioServer) -> str:
    """The package that a launcher would fetch in whatever version there is; empty for none.

    >>> unpinned(StdioServer("npx", ("-y", "mcp-server-git@latest")))
    'mcp-server-git@latest'
    >>> unpinned(StdioServer("npx", ("-y", "@scope/mcp-git@1.2.3")))
    ''
    >>> unpinned(StdioServer("python", ("server.py",)))
    ''
    """
    name = re.sub(r"(?i)\.(exe|cmd|bat)$", "", re.split(r"[/\\]", spec.command)[-1]).lower()
    if name not in LAUNCHERS:
        return ""
    args = list(spec.args)
    if name in ("uv", "npm", "pnpm", "yarn", "bun") and not (args and args[0] in VERBS):
        return ""
    package = _package(args)
    runs_here = name == "uv" and package.endswith(".py")
    return "" if not package or runs_here or PINNED.fullmatch(package) else package


def _package(args: Sequence[str]) -> str:
    """The word that names what is fetched."""
    for at, word in enumerate(args):
        option, equals, value = word.partition("=")
        if option in WITH_PACKAGE:
            return value if equals else next(iter(args[at + 1 :]), "")
    rest = (word for word in args if not word.startswith("-") and word not in VERBS)
    return next(rest, "")


def _place(spec: StdioServer, directory: Path) -> str:
    return os.path.abspath(directory / os.path.expanduser(spec.cwd or "."))


def _started(spec: StdioServer, program: str, directory: Path) -> Iterator[str]:
    yield f"starts {literals_masked_line((program, *spec.args))}"
    yield f"in {_place(spec, directory)}"
    if spec.env:
        yield f"with the variables {', '.join(spec.env)}"


def _reached(spec: HttpServer) -> Iterator[str]:
    yield f"reaches {literal_masked_value('', spec.url)}"
    if spec.sent_headers:
        yield f"with the headers {', '.join(spec.sent_headers)}"
    if spec.proxy:
        yield f"through the proxy {literal_masked_value('', spec.proxy)}"
    elif spec.proxy is not None:
        yield "through no proxy, whatever the environment says"
    if isinstance(spec.verify, str):
        yield f"trusts the certificates in {spec.verify}"


def _filled(spec: ServerSpec) -> Iterator[str]:
    found = [reference(one.content) for one in placeholders(spec)]
    names = dict.fromkeys(one.shown for one in found if one.kind != OF_FILE)
    if names:
        verb = "hands over" if isinstance(spec, StdioServer) else "sends"
        yield f"{verb} your {', '.join(names)}"
    files = dict.fromkeys(_file(one) for one in found if one.kind == OF_FILE)
    yield from (f"with variables of {file}" for file in files)


def _files(spec: ServerSpec) -> Iterator[tuple[str, str]]:
    """The files whose content a command starts with, with the digest of each.

    They come with the project, too, so a change of one is a change of the definition.
    """
    if not isinstance(spec, StdioServer):
        return
    found = [reference(one.content) for one in placeholders(spec)]
    for file in dict.fromkeys(_file(one) for one in found if one.kind in FILES):
        yield file, _digest_of(expanded(file))


def _file(found: Reference) -> str:
    return found.name.partition("#")[0] if found.kind == OF_FILE else found.name


def _digest_of(file: Path) -> str:
    try:
        if not file.is_file():
            return ""
        with file.open("rb") as opened:
            return hashlib.sha256(opened.read(LARGEST)).hexdigest()
    except (OSError, ValueError):
        return ""
