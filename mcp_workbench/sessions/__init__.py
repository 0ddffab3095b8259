"""Connections to servers, and the workbench that holds them.

General layout: `loop` is the background loop; `environment`, `launcher`, `lines`, `streams`,
`stdio` and `http` are the transports, and `substitutes` what they say in a server's place; `tap`
stands around each of them, with `repairs`, `list_repairs` and `seen` behind it; `connection` enters
and leaves the SDK's client, `faults` tells its errors in our words, `progress` where the call was
made; `lists`, in pages by `paging`, keeps what a server lists, without what `header_tools` sets
aside, and `listening` hears of its changes; `registration`, `server`, `server_display`,
`bound_tool`, `calling`, which passes `interceptors`, and `workbench` are what people use,
as are `resources`, `prompts`, `subscriptions` and `suggesting`, which `offering` makes methods of a
server; `callbacks` is what a server may ask and say, of whom `callers` knows, answered by
`elicitation`, `sampling_request` with `sampling`, `roots` and `addresses`, as `granting` and
`speaking` let people choose; `listeners` tells of changes; `current` keeps the one of this kernel.
`approving` keeps what tools said when they were approved; `examining` and `doctor` look into
servers.
`timeline` keeps every message, which `tap` and `watching` tell it, and `history` every call, which
`entry_forms` and `curl` write for elsewhere; `requesting` sends what nobody has checked. `inputs`
keeps what a person answered to what files ask for.
"""

from .current import get_workbench, set_workbench, watch_workbench
from .server import Server
from .workbench import Workbench

__all__ = ["Server", "Workbench", "get_workbench", "set_workbench", "watch_workbench"]
