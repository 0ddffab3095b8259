"""A recipe: what a notebook's agent is, in one file that runs without the notebook."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from ..sources.trust import Consent
from ..visible import one_line
from .checking import document_of
from .consent import consent_of, require
from .parameters import checked
from .sections import Document, Parameter

if TYPE_CHECKING:
    from ..agent import AgentRun
    from ..agent.events import OnEvent
    from ..sessions import Workbench

ALWAYS = ("recipe", "name", "title", "version")  # written although a default may say the same
ENDING = ".recipe.yaml"


class Recipe:
    """An agent with its servers, functions, parameters and prompts, as one readable file.

    `Recipe.from_notebook` makes one, `save` writes it, `Recipe.load` reads it, `run` runs it.

    Args:
        document: what it says; `Recipe.of` makes one of plain data.
        notes: what was left out when it was made, and why.
        file: where it comes from, for errors.
        given: values of parameters that a run need not give any more.

    >>> recipe = Recipe.of({
    ...     "recipe": "mcp-workbench/1", "name": "hello", "title": "Say hello",
    ...     "parameters": [{"key": "who", "default": "you"}], "prompt": "Greet {{ who }}.",
    ... })
    >>> recipe.name, [parameter.key for parameter in recipe.parameters], recipe.digest[:10]
    ('hello', ['who'], 'sha256:ba6')
    """

    def __init__(
        self,
        document: Document,
        *,
        notes: Iterable[str] = (),
        file: str = "",
        given: Mapping[str, Any] | None = None,
    ) -> None:
        self.document, self.notes, self.file = document, list(notes), file
        self.given = dict(given or {})
        self.replaced = False

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """The recipe that plain data describes, with the keys of the file.

        Raises:
            RecipeInvalid: something is wrong; the text names place and key.
        """
        return cls(document_of(values))

    @classmethod
    def from_notebook(cls, path: str | Path, name: str | None = None) -> Self:
        """The recipe of a notebook, read from its file; nothing of it is run.

        Cells tagged `parameters`, `setup`, `tool`, `instructions` and `prompt` are taken over,
        servers come from its `%mcp connect` and `%mcp add` lines, the agent's settings from its
        `Agent(…)` call. `notes` says what could not be taken over.

        Args:
            path: a file `.ipynb`.
            name: of the recipe; else its metadata say, else its file name.

        Raises:
            RecipeInvalid: it is no notebook, a tagged cell cannot be used, or something in it
                looks like a secret; the text names the cell.
        """
        from .exporting import exported

        values, notes = exported(Path(path).expanduser(), name)
        return cls(document_of(values, one_line(str(path))), notes=notes, file=str(path))

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """The recipe in a file.

        Raises:
            RecipeInvalid: there is none, or it is wrong; the text names file, line and key.
        """
        from .yaml_text import read

        source = read(Path(path).expanduser())
        return cls(document_of(source.values, one_line(str(path)), source.line), file=str(path))

    def save(self, path: str | Path | None = None) -> Path:
        """Write it, replacing the file whole; the same recipe gives the same bytes.

        Args:
            path: the file; without one, or for a directory, it is called `NAME.recipe.yaml` and
                lies in that directory, else beside the notebook or file that it comes from.

        Returns:
            The path, which is its `file` from now on; `replaced` says whether one was there.

        Raises:
            RecipeInvalid: it cannot be written there.
        """
        from .files import replace

        place = Path(self.file).parent if path is None else Path(path).expanduser()
        if place.is_dir():
            place /= f"{self.name}{ENDING}"
        there = place.exists()
        self.file, self.replaced = str(replace(place, self.to_yaml())), there
        return place

    def to_yaml(self) -> str:
        """The text of its file."""
        from .yaml_text import write

        comments = [f"{self.title}: a recipe for mcp-workbench run"]
        comments += [f"Left out: {note}" for note in self.notes]
        return write(self.values(), comments)

    def values(self) -> dict[str, Any]:
        """All that it says as plain data, without what is at its default."""
        told: dict[str, Any] = self.document.model_dump(mode="json", exclude_defaults=True)
        every: dict[str, Any] = self.document.model_dump(mode="json", include=set(ALWAYS))
        fields = type(self.document).model_fields
        return {key: (told | every)[key] for key in fields if key in told or key in every}

    @property
    def digest(self) -> str:
        """A hash of all that it says; comments, layout and spelt out defaults are none of it."""
        text = json.dumps(self.values(), sort_keys=True, separators=(",", ":"))
        return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"

    @property
    def name(self) -> str:
        """Small letters, digits and hyphens."""
        return self.document.name

    @property
    def title(self) -> str:
        """One line for people."""
        return self.document.title

    @property
    def description(self) -> str:
        """What it does."""
        return self.document.description

    @property
    def version(self) -> str:
        """Of the recipe itself."""
        return self.document.version

    @property
    def parameters(self) -> list[Parameter]:
        """What a run may be given."""
        return self.document.parameters

    def with_values(self, values: Mapping[str, Any]) -> Self:
        """The same recipe with values of parameters, so that a run need not give them.

        Raises:
            UsageInvalid: something is given that is no parameter, or is of a wrong type.
        """
        given = self.given | checked(self.parameters, values)
        return type(self)(self.document, notes=self.notes, file=self.file, given=given)

    def consent(self, model: str | None = None) -> Consent:
        """What it would start and run in this directory; `what` names it for people.

        Args:
            model: the one that you choose for the run, which needs no consent.
        """
        return consent_of(self.document, Path.cwd(), model)

    def require_consent(self, *, trust: bool = False) -> str:
        """Return where this user has agreed to what it would start and run.

        Args:
            trust: whether the user agrees now; it is remembered for exactly this.

        Returns:
            Why the consent could not be remembered; empty where all is well.

        Raises:
            ConfigUntrusted: the user has not agreed; the error names what would happen.
        """
        return require(self.consent(), self.name, file=self.file, trust=trust)

    def frozen(self, workbench: Workbench) -> Self:
        """The same with the names and the fingerprints of tools whose servers are connected."""
        from .freezing import frozen

        document = self.document.model_copy(update=frozen(self.document, workbench))
        return type(self)(document, notes=self.notes, file=self.file, given=self.given)

    async def run(
        self,
        workbench: Workbench | None = None,
        trust: bool = False,
        on_event: OnEvent | None = None,
        model: str | None = None,
        **parameters: Any,
    ) -> AgentRun:
        """Run it to its end; nobody is asked, so only approved calls are made.

        Args:
            workbench: where its servers are; this kernel's where it is `None`.
            trust: whether you agree to what it starts and runs; it is remembered.
            on_event: told what happens, as `Agent.run` does.
            model: in place of its own.
            parameters: the values of its parameters.

        Raises:
            ConfigUntrusted: you have not agreed to what it starts and runs.
            WorkbenchError: it cannot begin; what goes wrong later is the run's `error`.
        """
        from .running import run

        return await run(self, workbench, parameters, trust=trust, model=model, on_event=on_event)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Recipe):
            return False
        return (self.document, self.given) == (other.document, other.given)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<Recipe {self.name} {self.version}: {one_line(self.title)}>"

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        from .display import told

        printer.text(told(self))

    def _repr_html_(self) -> str:
        from .display import told_html

        return told_html(self)
