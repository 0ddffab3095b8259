"""The search for cycles is switched off while a payload is read, and always on again after that."""

import gc
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from mcp_workbench.detections import recognise


class Held(dict[str, Any]):
    """A payload that is being read until it is let go."""

    def __init__(self) -> None:
        super().__init__(detections=[])
        self.entered, self.let_go = threading.Event(), threading.Event()

    def get(self, key: str, default: Any = None) -> Any:
        self.entered.set()
        assert self.let_go.wait(20)
        return super().get(key, default)


class Interrupting(dict[str, Any]):
    """A payload during which somebody stops the kernel."""

    def get(self, key: str, default: Any = None) -> Any:
        assert not gc.isenabled()
        raise KeyboardInterrupt


@pytest.fixture(autouse=True)
def switched_on() -> Iterator[None]:
    gc.enable()
    yield
    gc.enable()


def test_an_interrupt_leaves_it_on() -> None:
    with pytest.raises(KeyboardInterrupt):
        recognise(Interrupting(detections=[]), image_size=(64, 64))

    assert gc.isenabled()


def test_it_stays_off_for_who_has_switched_it_off() -> None:
    gc.disable()

    recognise({"detections": []}, image_size=(64, 64))

    assert not gc.isenabled()


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_it_is_on_when_all_threads_are_done_whichever_ends_last(order: tuple[int, int]) -> None:
    payloads = Held(), Held()
    readers = [threading.Thread(target=recognise, args=(payload,)) for payload in payloads]
    for payload, reader in zip(payloads, readers, strict=True):
        reader.start()
        assert payload.entered.wait(20)
    for at in order:
        payloads[at].let_go.set()
        readers[at].join(20)

    assert not any(reader.is_alive() for reader in readers)
    assert gc.isenabled()
