"""The sections of a recipe: one class each, with the rules that hold within it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from ..specs import Era
from ..tools.selection import Selection

VERSION = "mcp-workbench/1"
NAME = r"^[a-z0-9]+(-[a-z0-9]+)*$"
SERVER_NAME = r"^[A-Za-z0-9_-]{1,64}$"
MODEL_NAME = r"^[a-zA-Z0-9_-]{1,64}$"  # what every provider takes as a tool's name
FULL_NAME = r"^[A-Za-z0-9_-]{1,64}\..+$"

ParameterType = Literal["string", "integer", "number", "boolean", "date", "file", "select", "json"]
ServerName = Annotated[str, StringConstraints(pattern=SERVER_NAME)]
ToolName = Annotated[str, StringConstraints(pattern=MODEL_NAME)]
# a tool of a server as `server.tool`; a function by its name alone
FullName = Annotated[str, StringConstraints(pattern=FULL_NAME)]
Seconds = Annotated[float, Field(gt=0)]
Fingerprint = Annotated[str, StringConstraints(pattern=r"^sha256:[0-9a-f]{64}$")]


class Section(BaseModel):
    """What all sections share: no unknown key, no guessed type, no change."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Parameter(Section):
    """One value that a run may give.

    Args:
        key: its name, as in `-p key=value` and `{{ key }}`.
        type: what it is; `date` is a text as 2026-01-31, `file` the path of a file that is there.
        description: what it means.
        required: whether each run must give it; it has no default then.
        default: what counts where a run does not give it.
        options: the choices of a `select`.
    """

    key: str = Field(pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=64)
    type: ParameterType = "string"
    description: str = ""
    required: bool = False
    default: Any = None
    options: list[str] | None = None


class ServerEntry(Section):
    """How one server is started or reached; secrets stand as `${secret:NAME}` or `${NAME}` alone.

    Args:
        transport: `stdio` with `command`, or `http` or `sse` with `url`.
        command: the program; `python` is the Python that runs the recipe.
        args: its arguments.
        env: variables on top of the safe part of the environment.
        cwd: the directory it starts in.
        url: its address.
        headers: sent with every request.
        auth: who asks, as one of `bearer`, `api_key` and `basic` with its text.
        proxy, verify, connect_timeout, read_timeout: as at `HttpServer`.
        timeout, max_total_timeout, startup_timeout, idle_timeout: seconds, as at `ServerOptions`.
        max_concurrency: calls that run at the same time.
        include_tools: the only tools that the agent gets, as names or patterns such as `git_*`.
        exclude_tools: tools that the agent does not get, as names or patterns; they win.
        era: which handshake is used.
    """

    transport: Literal["stdio", "http", "sse"] = "stdio"
    command: str | None = None
    args: list[str] = []
    env: dict[str, str] = {}
    cwd: str | None = None
    url: str | None = None
    headers: dict[str, str] = {}
    auth: dict[Literal["bearer", "api_key", "basic"], str] = Field(default={}, max_length=1)
    proxy: str | None = None
    verify: bool | str = True
    connect_timeout: Seconds | None = None
    read_timeout: Seconds | None = None
    timeout: Seconds | None = None
    max_total_timeout: Seconds | None = None
    startup_timeout: Seconds | None = None
    idle_timeout: Seconds | None = None
    max_concurrency: int | None = Field(default=None, ge=1)
    include_tools: list[str] | None = None
    exclude_tools: list[str] = []
    era: Era = "auto"

    @property
    def selection(self) -> Selection:
        """Which of the server's tools the agent gets."""
        wanted = None if self.include_tools is None else tuple(self.include_tools)
        return Selection(wanted, tuple(self.exclude_tools))

    @property
    def chooses(self) -> bool:
        """Whether the agent may get less than all tools."""
        return self.include_tools is not None or bool(self.exclude_tools)


class Limits(Section):
    """Where a run ends.

    Args:
        max_rounds: how often the model may be asked.
    """

    max_rounds: int = Field(default=20, ge=1, le=10_000)


class Document(Section):
    """All of a recipe; each field is one section of the file, in the order in which it is written.

    Args:
        recipe: the version of the format, `mcp-workbench/1`.
        name: small letters, digits and hyphens.
        title: one line for people.
        description: what it does.
        version: of the recipe itself.
        model: as `Agent` takes it; without one each run names it.
        model_settings: as the model's provider takes them, such as `temperature`.
        parameters: what a run may be given.
        instructions: for the model; `{{ key }}` stands for a parameter.
        prompt: what the model is asked; `{{ key }}` stands for a parameter.
        servers: by the names under which their tools are called.
        python_tools: functions of `code` that are tools.
        requires: packages of Python that the code needs, as pip takes them.
        setup: code that runs before `code`, imports mostly.
        code: the functions.
        approve: which calls need an approval; nobody is asked, so only what is approved is called.
        approved: tools that need no further approval, as `server.tool` or a function's name.
        limits: where a run ends.
        names: how the model knows the tools, by `server.tool`.
        fingerprints: of the tools as they were, by `server.tool`.
    """

    recipe: Literal["mcp-workbench/1"]
    name: str = Field(pattern=NAME, max_length=64)
    title: str = Field(min_length=1, max_length=200)
    description: str = Field(default="", max_length=1024)
    version: str = Field(default="0.1.0", pattern=r"^[0-9A-Za-z][0-9A-Za-z.+-]*$", max_length=64)
    model: str | None = None
    model_settings: dict[str, Any] = {}
    parameters: list[Parameter] = []
    instructions: str = ""
    prompt: str = ""
    servers: dict[ServerName, ServerEntry] = {}
    python_tools: list[str] = []
    requires: list[str] = []
    setup: str = ""
    code: str = ""
    approve: Literal["never", "destructive", "always"] = "destructive"
    approved: list[str] = []
    limits: Limits = Limits()
    names: dict[FullName, ToolName] = {}
    fingerprints: dict[FullName, Fingerprint] = {}
