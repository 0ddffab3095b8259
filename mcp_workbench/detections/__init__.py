"""Detections: recognised in what tools return, drawn over pictures.

`payload` finds the values that a result holds, `readers` know the formats, `solver` and `settling`
settle what the numbers mean, `conversion` makes pixels of them and refuses what is wrong.
"""

from .codes import CODES, Code, meaning
from .detection import Candidate, Detection, DetectionSet, Keypoint, Recognition, Rejected
from .drawing import draw
from .masks import RleMask
from .recognition import recognise

__all__ = [
    "CODES",
    "Candidate",
    "Code",
    "Detection",
    "DetectionSet",
    "Keypoint",
    "Recognition",
    "Rejected",
    "RleMask",
    "draw",
    "meaning",
    "recognise",
]
