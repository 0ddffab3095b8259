"""What running a recipe would start and run, and whether this user has agreed to it."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import ConfigInvalid, ConfigUntrusted
from ..sources.trust import Consent, TrustStore
from ..specs.masking import literal_masked_value, literals_masked_line
from ..specs.placeholders import NAME, placeholders
from ..visible import one_line, shortened
from .sections import Document, ServerEntry
from .servers import spec_of

SHOWN = 2000  # characters of a line; what is agreed to should be seen
SCRIPTED = "scripted"  # the kind of model whose answers are in a file
TOLD = 50  # lines that an error shows
STORED = "secret:"  # how the name of a secret of the user's stores begins


def consent_of(document: Document, directory: Path, model: str | None = None) -> Consent:
    """All that would be started, reached or run, and the digest of exactly that.

    Commands with their arguments, the text of their environment with its placeholders not filled,
    and the directory in which they start, since there `python server.py` is another program than
    elsewhere; addresses with the text of their headers, and that of a model, since it is sent all
    that the agent reads, or the file of its script, where that is not below the directory; code,
    with the defaults of parameters, which are variables of it, and the directory, in which its
    imports are looked for; the tools, and which are called unasked: where some are, words say what
    is done, so prompt and instructions are covered, too.

    Args:
        document: of the recipe.
        directory: where it would run.
        model: the one that the user chose; the recipe's own counts where it is `None`.
    """
    address = "" if model else _address(document, directory)
    covered: dict[str, Any] = {
        "servers": {name: _covered(entry, directory) for name, entry in document.servers.items()},
        "model": address,
        "python_tools": document.python_tools,
        "approve": document.approve,
        "approved": sorted(document.approved),
    }
    if document.setup.strip() or document.code.strip():
        covered |= {
            "setup": document.setup,
            "code": document.code,
            "defaults": {one.key: one.default for one in document.parameters},
            "directory": str(directory.resolve()),
        }
    if document.approve == "never" or document.approved:
        covered |= {"prompt": document.prompt, "instructions": document.instructions}
    text = json.dumps(covered, sort_keys=True, separators=(",", ":"))
    digest = f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
    return Consent(digest, tuple(_lines(document, address)))


def _address(document: Document, directory: Path) -> str:
    """The model where it is named by an address, or by a script that lies elsewhere."""
    named = document.model or ""
    kind, _, path = named.partition(":")
    if kind == SCRIPTED:
        script = Path(os.path.abspath(directory / os.path.expanduser(path))).resolve()
        return "" if script.is_relative_to(directory.resolve()) else f"{SCRIPTED}:{script}"
    return named if "://" in named else ""


def _covered(entry: ServerEntry, directory: Path) -> dict[str, Any]:
    keys = {"transport", "command", "args", "env", "url", "headers"}
    covered = entry.model_dump(include=keys | {"include_tools", "exclude_tools"})
    if entry.transport == "stdio":
        covered["cwd"] = str((directory / os.path.expanduser(entry.cwd or ".")).resolve())
    more = {"auth": dict(entry.auth), "proxy": entry.proxy}
    covered |= {name: value for name, value in more.items() if value}
    return covered if entry.verify is True else covered | {"verify": entry.verify}


def _lines(document: Document, address: str) -> Iterator[str]:
    yield from (_line(name, entry) for name, entry in document.servers.items())
    if address.startswith(f"{SCRIPTED}:"):
        yield f"reads the script {address.removeprefix(f'{SCRIPTED}:')}"
    elif address:
        name, _, place = address.partition("@")
        yield f"asks the model {name} at {literal_masked_value('', place)}"
    for section, what in (("setup", "runs its setup"), ("code", "runs its code")):
        source: str = getattr(document, section)
        if source.strip():
            count = len(source.strip().splitlines())
            yield f"{what}, {count} line{'' if count == 1 else 's'} of Python"
    if document.servers or document.python_tools:
        if document.approve == "never":
            yield "calls every tool without asking"
        elif document.approved:
            yield f"calls without asking: {', '.join(document.approved)}"


def _line(name: str, entry: ServerEntry) -> str:
    if entry.transport != "stdio":
        told = f"server {name}: reaches {literal_masked_value('', entry.url or '')}"
        told += "".join(_way(entry))
        pairs, sign = {**entry.headers, **entry.auth}, ": "
    else:
        told = f"server {name}: starts {literals_masked_line([entry.command or '', *entry.args])}"
        pairs, sign = entry.env, "="
        told += f" in {entry.cwd}" if entry.cwd else ""
    given = [f"{key}{sign}{literal_masked_value(key, value)}" for key, value in pairs.items()]
    told += f" with {', '.join(given)}" if given else ""
    found = (one.content for one in placeholders(spec_of(entry)))
    names = dict.fromkeys(
        content.replace(STORED, "secret ")
        for content in found
        if NAME.fullmatch(content) or content.startswith(STORED)
    )
    verb = "hands over" if entry.transport == "stdio" else "sends"
    return told + (f"; {verb} your {', '.join(names)}" if names else "")


def _way(entry: ServerEntry) -> Iterator[str]:
    """Who else can read along."""
    if entry.proxy:
        yield f" through {literal_masked_value('', entry.proxy)}"
    if entry.verify is False:
        yield " whoever answers there"
    elif isinstance(entry.verify, str):
        yield f" trusting the authorities in {entry.verify}"


def is_agreed(consent: Consent, within: Consent | None = None) -> bool:
    """Whether this user has agreed to `consent`, or to what holds all of it."""
    store, both = TrustStore(), (consent, *([within] if within else []))
    return not consent.needed or any(store.covers(one.digest) for one in both)


def require(
    consent: Consent,
    name: str,
    *,
    file: str = "",
    trust: bool = False,
    within: Consent | None = None,
) -> str:
    """Return where this user has agreed to `consent`; with `trust` that happens now.

    Args:
        consent: what would happen.
        name: of the recipe, for the words of an error.
        file: in which a person can read it.
        trust: whether the user agrees, which is remembered.
        within: what holds all of `consent`; an agreement to it counts, too.

    Returns:
        What could not be remembered, and why; empty where all is well.

    Raises:
        ConfigUntrusted: this user has not agreed; the error names what would happen.
    """
    store = TrustStore()
    if is_agreed(consent, within):
        return ""
    if trust:
        try:
            store.remember(consent.digest, [f"recipe {name}", *consent.what])
        except ConfigInvalid as error:
            # the user is here and agrees; that the next run asks again is no harm
            return f"{error.what}; {error.hint}"
        return ""
    source = one_line(file) if file else "the recipe"
    lines = [f"  {_shown(line, source)}" for line in consent.what[:TOLD]]
    if len(consent.what) > TOLD:
        lines.append(f"  … and {len(consent.what) - TOLD} more, see {source}")
    told = "\n".join([*lines, *([store.trouble] if store.trouble else [])])
    raise ConfigUntrusted(
        f"recipe {name} is new to you here, or has changed; running it\n{told}",
        hint=f"read {source}, then run it once with --trust, in Python trust=True",
        reason="no-consent",
    )


def _shown(line: str, source: str) -> str:
    told, more = shortened(line.replace("\n", "↵"), SHOWN)
    return f"{told} … {more} more characters, see {source}" if more else told
