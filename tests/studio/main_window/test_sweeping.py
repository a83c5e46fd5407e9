"""Garbage with Qt objects in it goes in the window's thread."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, QTimer
from pytestqt.qtbot import QtBot

from studio.garbage_collection import GarbageCollector


class Ring:
    """Refers to itself, so that only the collector finds it."""

    def __init__(self) -> None:
        self.itself = self
        self.timer = QTimer()


@pytest.fixture
def sweeping(qtbot: QtBot) -> Iterator[GarbageCollector]:
    home = QObject()
    gc.enable()
    yield GarbageCollector(home)
    gc.disable()


def test_another_thread_collects_nothing_of_the_windows(sweeping: GarbageCollector) -> None:
    gone = weakref.ref(Ring())

    def work() -> None:
        kept = [[number] for number in range(200_000)]
        del kept

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert gone() is not None
    gc.collect()
    assert gone() is None


def test_what_is_left_goes_by_itself_while_the_window_runs(
    sweeping: GarbageCollector, qtbot: QtBot
) -> None:
    gone = weakref.ref(Ring())
    filler: list[object] = []

    def is_gone() -> bool:
        filler.extend([object(), []] for _ in range(400))
        return gone() is None

    qtbot.waitUntil(is_gone, timeout=8000)
