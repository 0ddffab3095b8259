"""Evaluations as results of the protocol: text, and images as images."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from mcp_types import CallToolResult, ContentBlock, ImageContent, TextContent

from ..agent.pictures import for_model
from ..sandbox import Evaluation, cut, shown
from ..visible import visible

if TYPE_CHECKING:
    from ..results import Picture

NAMES = 4000  # characters of names of variables
TICKS = re.compile("`+")


def answer(evaluation: Evaluation, limit: int) -> CallToolResult:
    r"""What the host's model reads of an evaluation.

    Args:
        evaluation: what came of the code.
        limit: characters of the result.

    >>> answer(Evaluation(2, variables=("x",)), 100).content[0].text
    'Result:\n```\n2\n```\n\nAvailable variables: `x`'
    """
    parts = [f"Output:\n{fenced(evaluation.printed)}"] if evaluation.printed else []
    if evaluation.error is None:
        parts.append(f"Result:\n{fenced(result(evaluation.value, limit))}")
    else:
        parts.append(f"Error [{evaluation.error.code}]:\n{fenced(str(evaluation.error))}")
    parts.append(f"Available variables: {listed(evaluation.variables)}")
    if evaluation.hidden:
        parts.append(
            f"Lost in the next call, where tools have these names: {listed(evaluation.hidden)}"
        )
    text = visible("\n\n".join(parts))
    content: list[ContentBlock] = [TextContent(type="text", text=text)]
    return CallToolResult(
        content=[*content, *_images(evaluation.images)], is_error=evaluation.error is not None
    )


def result(value: object, limit: int) -> str:
    r"""A value as Python writes it; a text of several lines as it is.

    >>> result("one", 100), result("one\ntwo", 100)
    ("'one'", 'one\ntwo')
    """
    if isinstance(value, str) and "\n" in value.strip():
        return cut(value, limit)
    return shown(value, limit)


def listed(names: Sequence[str]) -> str:
    """Names, as many as are of use.

    >>> listed(["x", "y"]), listed([])
    ('`x`, `y`', 'none')
    """
    ends = accumulate(len(name) + 4 for name in names)
    shown = [name for name, end in zip(names, ends, strict=True) if end <= NAMES]
    more = f" and {len(names) - len(shown):,} more" if len(shown) < len(names) else ""
    return ", ".join(f"`{name}`" for name in shown) + more or "none"


def fenced(text: str) -> str:
    """`text` between fences that it does not hold itself.

    >>> print(fenced("a"))
    ```
    a
    ```
    """
    longest = max(map(len, TICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text.rstrip()}\n{fence}"


def _images(pictures: Sequence[Picture]) -> Iterator[ContentBlock]:
    for picture in pictures:
        found = for_model(picture)
        if found is None:
            yield TextContent(type="text", text=f"An image cannot be shown: {picture.note}")
        else:
            mime, data = found
            text = base64.b64encode(data).decode("ascii")
            yield ImageContent(type="image", data=text, mime_type=mime)
