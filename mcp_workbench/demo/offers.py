"""What the demo server offers beside tools: a template of resources, a prompt, and suggestions."""

from __future__ import annotations

import io

from mcp_types import (
    Completion,
    CompletionArgument,
    CompletionContext,
    PromptReference,
    ResourceTemplateReference,
)

CARD_URI = "demo://cards/{word}"
SUGGESTED = {
    "word": ("espresso", "left", "right"),
    "language": ("English", "French", "German", "Spanish"),
}


def card(word: str) -> bytes:
    """A picture of a little card with one word as a bar code."""
    from .cards import sheet

    out = io.BytesIO()
    sheet([word[:100]]).save(out, "PNG")
    return out.getvalue()


def explain_codes(words: str, language: str = "English") -> str:
    """Have a model print words as bar codes, find them again, and say what it did.

    Args:
        words: What the codes say, separated by commas.
        language: In which language the model answers.
    """
    return (
        f"Call scan_codes with these words: {words}. Then say in {language}, in one sentence, "
        "which codes were found and where they lie in the picture."
    )


async def suggest(
    _reference: PromptReference | ResourceTemplateReference,
    argument: CompletionArgument,
    _context: CompletionContext | None,
) -> Completion | None:
    """The words and languages that begin as what is typed."""
    known = SUGGESTED.get(argument.name, ())
    begun = argument.value.casefold()
    found = [one for one in known if one.casefold().startswith(begun)]
    return Completion(values=found, total=len(found), has_more=False)
