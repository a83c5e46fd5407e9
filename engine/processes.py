"""Processes beside this one, to use all the machine's cores.

They are spawned, never forked: whoever begins one may run threads and windows.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from engine.safe_path import safe_children

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

POLL = 0.05  # seconds until a wish to stop is heard
PATIENCE = 2.0  # seconds a process is given to end


def cores() -> int:
    """How many processes this machine runs at a time."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


class Spawned:
    """A process that serves whoever has its pipe; one that dies closes it.

    It is gone when this process ends, at the latest.
    """

    def __init__(self, name: str, serve: Callable[..., None], *known: Any) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe: Connection
        self.pipe, there = context.Pipe()
        self.process: SpawnProcess = context.Process(
            target=serve, args=(*known, there), name=name, daemon=True
        )
        with safe_children(), deaf_to_interrupts():
            self.process.start()
        there.close()

    def end(self) -> None:
        """Wait until the process is gone; one that does not go is killed."""
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()
        self.pipe.close()


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Processes begun here never hear Ctrl-C: who began them ends them, without a complaint."""
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # at its start it would let interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
