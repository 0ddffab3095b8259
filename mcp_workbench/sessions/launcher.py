"""Runs a server and leaves no process behind (POSIX): `python -I -S launcher.py PARENT COMMAND…`.

Only the standard library, since it runs isolated. It leads the server's process group, and on Linux
adopts what the server's children leave behind, also what took itself out of the group. It ends all
of them when the server exits, when it is told to, and when its own parent, the kernel, is gone
however it died. Source: prctl(2), PR_SET_CHILD_SUBREAPER and PR_SET_PDEATHSIG.
"""

import os
import signal
import sys
import time
from typing import NoReturn

POLL, GRACE = 0.5, 1.5  # seconds between looks for the parent, and between SIGTERM and SIGKILL
LOOK = 0.04  # seconds between looks whether all have ended
PDEATHSIG, SUBREAPER = 1, 36  # of prctl
AT_ONCE = signal.SIGUSR1  # the kernel's word for an end without patience


def ask_linux(option: int, value: int) -> None:
    """Set an attribute of this process, where the system knows it."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value)


def become(command: list[str]) -> NoReturn:
    """Turn this child into the server."""
    # Python ignores SIGPIPE and the launcher SIGINT; a server expects neither
    for number in (signal.SIGINT, signal.SIGPIPE, signal.SIGTERM, AT_ONCE):
        signal.signal(number, signal.SIG_DFL)
    try:
        # the server ends also when the launcher itself is killed
        ask_linux(PDEATHSIG, signal.SIGTERM)
        os.execv(command[0], command)  # noqa: S606  no shell is wanted
    except OSError as error:
        os.write(2, f"cannot run {command[0]}: {error.strerror}\n".encode())
    os._exit(126)


def let_go_of_the_pipes() -> None:
    """Leave standard input and output to the server, so that their end is seen at once."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)


def mine() -> list[int]:
    """The other processes of this group, and all that descend from this process."""
    parents = parents_of_all()
    found = {pid for pid in parents if group_of(pid) == os.getpid()}
    grown = {os.getpid()}
    while grown:
        found |= grown
        grown = {pid for pid, parent in parents.items() if parent in grown} - found
    # what only listed the processes is gone by now
    return [pid for pid in found - {os.getpid()} if group_of(pid)]


def parents_of_all() -> dict[int, int]:
    """Each process that runs, with its parent; those that only wait to be reaped are left out."""
    if not os.path.isdir("/proc/self"):
        return parents_by_ps()
    parents: dict[int, int] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", "rb") as stat:
                    # the name before them may hold anything
                    state, parent = stat.read().rpartition(b")")[2].split()[:2]
            except (OSError, ValueError):
                continue  # it went meanwhile
            if state not in (b"Z", b"X"):
                parents[int(entry)] = int(parent)
    return parents


def parents_by_ps() -> dict[int, int]:
    """The same where there is no /proc."""
    import subprocess

    listing = subprocess.check_output(("/bin/ps", "-ax", "-o", "pid=,ppid=,stat="), text=True)
    rows = [line.split() for line in listing.splitlines()]
    return {int(row[0]): int(row[1]) for row in rows if len(row) > 2 and row[2][0] != "Z"}


def group_of(pid: int) -> int:
    """The process group of `pid`, 0 where it is gone."""
    try:
        return os.getpgid(pid)
    except OSError:
        return 0


def tell_all(number: int) -> bool:
    """Send a signal to all that are left; whether there was any."""
    left = mine()
    for pid in left:
        try:
            os.kill(pid, number)
        except OSError:
            continue  # it went by itself, or is not ours any more
    return bool(left)


def end_all(grace: float) -> None:
    """Ask all to end, then kill them, and what they started meanwhile."""
    deadline = time.monotonic() + grace
    if grace and tell_all(signal.SIGTERM):
        while time.monotonic() < deadline and mine():
            reap()
            time.sleep(LOOK)
    for _ in range(10):  # one that forks all the time is not chased for ever
        if not tell_all(signal.SIGKILL):
            break
        reap()
        time.sleep(LOOK)


def reap() -> None:
    """Let go of those that have ended."""
    try:
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            continue
    except ChildProcessError:
        return  # there is none


def ended(server: int) -> int:
    """The exit code of the server once it has ended; adopted children that end before are let go.

    A signal that ended it counts as 128 and its number.
    """
    while True:
        pid, status = os.waitpid(-1, 0)
        if pid == server:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code


def main(parent: int, command: list[str]) -> int:
    """Run `command` to its end, and give its exit code."""

    def stop(grace: float) -> NoReturn:
        # whoever waits for this may lose patience, so that only the other word is still heard
        for number in (signal.SIGTERM, signal.SIGALRM, *(() if grace else (AT_ONCE,))):
            signal.signal(number, signal.SIG_IGN)
        end_all(grace)
        os._exit(1)

    def look(*_: object) -> None:
        if os.getppid() != parent:
            stop(GRACE)

    def in_time(*_: object) -> None:
        stop(GRACE)

    def at_once(*_: object) -> None:
        stop(0)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, in_time)
    signal.signal(AT_ONCE, at_once)
    signal.signal(signal.SIGALRM, look)
    ask_linux(SUBREAPER, 1)
    server = os.fork()
    if server == 0:
        become(command)
    let_go_of_the_pipes()
    # a timer instead of a loop of looks: the server's end is seen at once, and nothing spins
    signal.setitimer(signal.ITIMER_REAL, POLL, POLL)
    code = ended(server)
    signal.setitimer(signal.ITIMER_REAL, 0)
    end_all(0)
    return code


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
