"""What is odd about a server: each thing once, in bounds, since the server chooses the words."""

from __future__ import annotations

from ..visible import one_line

MOST, SHOWN = 100, 500  # remarks of a connection, characters of each
MORE = f"more is odd; the first {MOST} remarks are kept"


def remark(remarks: list[str], text: str) -> None:
    """Add `text` to `remarks`, where there is room and it is new; the last one says: more.

    >>> remarks = []
    >>> for number in range(200):
    ...     remark(remarks, f"tool {number} is odd")
    >>> len(remarks), remarks[-1]
    (101, 'more is odd; the first 100 remarks are kept')
    """
    if len(remarks) > MOST:
        return
    line = one_line(text, SHOWN)
    if line not in remarks:
        remarks.append(line if len(remarks) < MOST else MORE)
