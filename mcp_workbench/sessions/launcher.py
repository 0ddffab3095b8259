"""Runs a server and leaves no process behind (POSIX): `python -I -S launcher.py PARENT COMMAND…`.

Only the standard library, since it runs isolated. It leads the server's process group, ends all of
it when the server exits, and when its own parent, the kernel, is gone however it died.
"""

import os
import signal
import sys
import time
from typing import NoReturn

POLL, GRACE = 0.5, 1.5  # seconds between looks for the parent, and between SIGTERM and SIGKILL


def die_with_parent() -> None:
    """Ask Linux to end this process when the launcher itself is killed."""
    if sys.platform == "linux":
        import ctypes

        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)


def become(command: list[str]) -> NoReturn:
    """Turn this child into the server."""
    # Python ignores SIGPIPE and the launcher SIGINT; a server expects neither
    for number in (signal.SIGINT, signal.SIGPIPE, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    try:
        die_with_parent()
        os.execv(command[0], command)  # noqa: S606  no shell is wanted
    except OSError as error:
        os.write(2, f"cannot run {command[0]}: {error.strerror}\n".encode())
    os._exit(126)


def let_go_of_the_pipes() -> None:
    """Leave standard input and output to the server, so that their end is seen at once."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)


def members(group: int) -> list[int]:
    """The other processes of `group`."""
    if os.path.isdir("/proc/self"):
        found = [int(entry) for entry in os.listdir("/proc") if entry.isdigit()]
    else:
        import subprocess

        listing = subprocess.check_output(("/bin/ps", "-ax", "-o", "pid="))
        found = [int(word) for word in listing.split()]
    return [pid for pid in found if pid != os.getpid() and group_of(pid) == group]


def group_of(pid: int) -> int:
    """The process group of `pid`, 0 where it is gone."""
    try:
        return os.getpgid(pid)
    except OSError:
        return 0


def end_stragglers() -> None:
    """Kill what the server left running in this group."""
    if os.getpgrp() != os.getpid():
        return
    for pid in members(os.getpid()):
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            continue  # it went by itself


def end_all(server: int) -> NoReturn:
    """Ask the whole group to end, then kill it, this process included."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    leads = os.getpgrp() == os.getpid()
    send = os.killpg if leads else os.kill
    whom = os.getpid() if leads else server
    send(whom, signal.SIGTERM)
    deadline = time.monotonic() + GRACE
    while time.monotonic() < deadline and members(os.getpgrp()):
        time.sleep(0.05)
        reap()
    send(whom, signal.SIGKILL)
    os._exit(1)


def reap() -> None:
    """Let the ended server go, so that it no longer counts as a member."""
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return  # it went before


def main(parent: int, command: list[str]) -> int:
    """Run `command` to its end; its exit code, or 128 and the number of its signal."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = os.fork()
    if server == 0:
        become(command)
    let_go_of_the_pipes()

    def look(*_: object) -> None:
        if os.getppid() != parent:
            signal.setitimer(signal.ITIMER_REAL, 0)
            end_all(server)

    def pass_on(*_: object) -> None:
        os.kill(server, signal.SIGTERM)

    signal.signal(signal.SIGTERM, pass_on)
    signal.signal(signal.SIGALRM, look)
    # a timer instead of a loop of looks: the server's end is seen at once, and nothing spins
    signal.setitimer(signal.ITIMER_REAL, POLL, POLL)
    status = os.waitpid(server, 0)[1]
    signal.setitimer(signal.ITIMER_REAL, 0)
    end_stragglers()
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
