"""What running a recipe would start and run, and whether this user has agreed to it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from ..errors import ConfigInvalid, ConfigUntrusted
from ..sources.trust import Consent, TrustStore
from ..specs import HttpServer
from ..specs.masking import masked_address
from ..visible import one_line
from .sections import Document, ServerEntry
from .servers import spec_of

SHOWN = 120  # characters of a command or an address
TOLD = 12  # things that an error names


def consent_of(document: Document, directory: Path, *, with_model: bool = True) -> Consent:
    """All that would be started, reached or run, and the digest of exactly that.

    Commands with their arguments, the text of their environment with its placeholders not filled,
    and the directory in which they start, since there `python server.py` is another program than
    elsewhere; addresses, that of a model too, since it is sent all that the agent reads; names of
    headers; setup and code.

    Args:
        document: of the recipe.
        directory: where servers without a `cwd` start.
        with_model: whether the model is the recipe's own choice, and not the user's.
    """
    covered: dict[str, Any] = {
        "servers": {name: _covered(entry, directory) for name, entry in document.servers.items()},
        "setup": document.setup,
        "code": document.code,
    }
    model = _address(document) if with_model else ""
    if model:
        covered["model"] = model
    text = json.dumps(covered, sort_keys=True, separators=(",", ":"))
    digest = f"sha256:{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"
    return Consent(digest, tuple(_lines(document, model)))


def _address(document: Document) -> str:
    """The model where it is named by an address."""
    named = document.model or ""
    return named if "://" in named else ""


def _covered(entry: ServerEntry, directory: Path) -> dict[str, Any]:
    if entry.transport == "http":
        return {"url": entry.url, "headers": sorted(entry.headers)}
    where = directory / Path(entry.cwd or ".").expanduser()
    return {"command": entry.command, "args": entry.args, "env": entry.env, "cwd": str(where)}


def _lines(document: Document, model: str) -> list[str]:
    lines = [_line(name, entry) for name, entry in document.servers.items()]
    if model:
        name, _, address = model.partition("@")
        lines.append(f"asks the model {one_line(name, SHOWN)} at {masked_address(address)}")
    for section, what in (("setup", "runs its setup"), ("code", "runs its code")):
        source: str = getattr(document, section)
        if source.strip():
            count = len(source.strip().splitlines())
            lines.append(f"{what}, {count} line{'' if count == 1 else 's'} of Python")
    return lines


def _line(name: str, entry: ServerEntry) -> str:
    spec = spec_of(entry)
    what = f"{'reaches' if isinstance(spec, HttpServer) else 'starts'} {spec.origin}"
    if entry.cwd:
        what += f" in {entry.cwd}"
    told = f"server {name}: {one_line(what, SHOWN)}"
    names = [*entry.env, *entry.headers]
    return f"{told} with {one_line(', '.join(names), SHOWN)}" if names else told


def require(consent: Consent, what: str, *, trust: bool, store: TrustStore) -> str:
    """Return where this user has agreed to `consent`; with `trust` that happens now.

    Args:
        consent: what would happen.
        what: the recipe, for the words of an error.
        trust: whether the user agrees, which is remembered.
        store: where consents are kept.

    Returns:
        What could not be remembered, and why; empty where all is well.

    Raises:
        ConfigUntrusted: this user has not agreed; the error names what would happen.
    """
    if not consent.needed or store.covers(consent.digest):
        return ""
    if trust:
        try:
            store.remember(consent.digest, [what, *consent.what])
        except ConfigInvalid as error:
            # the user is here and agrees; that the next run asks again is no harm
            return f"{error.what}; {error.hint}"
        return ""
    lines = "\n".join(f"  {line}" for line in consent.what[:TOLD])
    more = len(consent.what) - TOLD
    if more > 0:
        lines += f"\n  … and {more} more"
    trouble = f"\n{store.trouble}" if store.trouble else ""
    raise ConfigUntrusted(
        f"{one_line(what)} is new to you, or has changed; running it\n{lines}{trouble}",
        hint="read it, then run it once with --trust, in Python trust=True",
        reason="no-consent",
    )
