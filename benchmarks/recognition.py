"""Recognition of 10,000 boxes, side by side with `json.loads` of the same text.

    python benchmarks/recognition.py [boxes]

Both are timed in turn within one run, in processor time, and the best of several is taken; what
matters is the ratio.
"""

from __future__ import annotations

import gc
import json
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from mcp_workbench.detections import recognise

SIZE = (3840, 2160)
CLASSES = ("person", "bicycle", "car", "dog", "cat")


def payloads(count: int) -> dict[str, Any]:
    """The same boxes in several formats."""
    chance = random.Random(7)
    boxes: list[tuple[int, int, int, int]] = []
    for _ in range(count):
        x, y = chance.randrange(SIZE[0] - 160), chance.randrange(SIZE[1] - 160)
        boxes.append((x, y, x + chance.randrange(12, 150), y + chance.randrange(12, 150)))
    labels = [chance.choice(CLASSES) for _ in boxes]
    scores = [round(chance.random(), 3) for _ in boxes]
    corners = ("xmin", "ymin", "xmax", "ymax")
    rows = list(zip(boxes, labels, scores, strict=True))
    return {
        "named corners": [
            {"score": s, "label": n, "box": dict(zip(corners, b, strict=True))} for b, n, s in rows
        ],
        "bare numbers": {
            "detections": [{"label": n, "score": s, "bbox": list(b)} for b, n, s in rows]
        },
        "columns": {"boxes": [list(b) for b in boxes], "labels": labels, "scores": scores},
        "COCO results": [
            {"image_id": 1, "category_id": 3, "bbox": [x, y, r - x, d - y], "score": s}
            for (x, y, r, d), _, s in rows
        ],
        "four points": [
            [[[x, y], [r, y], [r, d], [x, d]], n, s] for (x, y, r, d), n, s in rows
        ],
    }  # fmt: skip


def alternating(first: Callable[[], object], second: Callable[[], object]) -> tuple[float, float]:
    """The best seconds of each, taken in turn so that both see the same machine."""
    best = [float("inf"), float("inf")]
    for _ in range(9):
        for at, run in enumerate((first, second)):
            gc.collect()
            start = time.process_time()
            run()
            best[at] = min(best[at], time.process_time() - start)
    return best[0], best[1]


def main(count: int) -> None:
    print(f"{count} boxes{'':10} json.loads    recognise   ratio")
    for name, payload in payloads(count).items():
        text = json.dumps(payload)
        loads, ours = alternating(
            partial(json.loads, text), partial(recognise, text, kind="text", image_size=SIZE)
        )
        print(f"{name:18} {loads * 1e3:9.1f} ms {ours * 1e3:9.1f} ms {ours / loads:6.1f} ×")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
