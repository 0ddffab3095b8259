"""The table of all subcommands of `%mcp`."""

from __future__ import annotations

from .calling import CALL
from .closing import CLOSE, REMOVE, WARM
from .command import Command
from .connecting import ADD, CONNECT
from .editing import DISABLE, ENABLE, RENAME, SAVE
from .examining import DIFF, DOCTOR
from .exporting import EXPORT
from .helping import help_command
from .history import HISTORY
from .inspecting import INFO, SERVERS
from .logs import LOGS
from .messages import MESSAGES
from .prompts import PROMPT, PROMPTS_COMMAND
from .reloading import RELOAD
from .requesting import REQUEST
from .resources import READ, RESOURCES_COMMAND
from .secret import SECRET
from .server_cell import SERVER
from .testing import TEST
from .tools_line import TOOLS
from .trusting import TRUST

COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        CONNECT,
        ADD,
        SERVERS,
        TOOLS,
        INFO,
        CALL,
        TEST,
        REQUEST,
        RESOURCES_COMMAND,
        READ,
        PROMPTS_COMMAND,
        PROMPT,
        LOGS,
        MESSAGES,
        HISTORY,
        SERVER,
        WARM,
        CLOSE,
        REMOVE,
        RENAME,
        ENABLE,
        DISABLE,
        SAVE,
        RELOAD,
        TRUST,
        DIFF,
        DOCTOR,
        SECRET,
        EXPORT,
    )
}
COMMANDS["help"] = help_command(COMMANDS)
